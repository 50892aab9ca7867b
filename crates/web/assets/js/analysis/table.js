// The values of all moves: a row for each move, a column for each agent.

import { h } from '../ui/elements.js';
import { t, number, list } from '../i18n.js';
import { bestSet } from './values.js';

/**
 * @import { Lane } from '../../../types/protocol'
 * @import { ValueEntry } from '../../../types/pages'
 */

/** Wins and losses are ordered beyond this number, estimates before it. */
const DECIDED = 1e7;

/**
 * The length of a bar: a chance on its own scale, a result at the ends or in the middle, other numbers among the moves.
 * @param {ValueEntry} entry
 * @param {ValueEntry[]} among
 */
function lengthOf({ value, chance, order }, among) {
  if (value.kind !== 'score') return { win: 1, draw: 0.5, loss: 0 }[value.kind];
  if (chance) return chance.mean;
  const orders = among.map((each) => each.order).filter((each) => Math.abs(each) < DECIDED);
  const [low, high] = [Math.min(0, ...orders), Math.max(0, ...orders)];
  return high > low ? Math.max(0, Math.min(1, (order - low) / (high - low))) : 0.5;
}

/**
 * Do the agents agree? They do where their sets of best moves meet.
 * @param {Lane[]} lanes
 */
export function agreement(lanes) {
  if (lanes.length < 2 || lanes.some((lane) => !lane.best)) return null;
  const sets = lanes.map((lane) => bestSet(lane));
  const common = sets[0].filter((action) => sets.every((set) => set.includes(action)));
  return h(
    'p',
    { class: 'small soft' },
    common.length ? t('analysis.agree', { action: list(common) }) : t('analysis.differ'),
  );
}

/**
 * The table: `lists` are the entries of each lane, `legal` the moves in the game's order, `main` the lane that sorts.
 * @param {{ lanes: Lane[], lists: ValueEntry[][], legal: string[], main: number }} options
 */
export function movesTable({ lanes, lists, legal, main }) {
  const actions = legal.filter((action) => lists.some((entries) => entries.some((e) => e.action === action)));
  if (!actions.length)
    return lanes.some((l) => l.state === 'done') ? h('p', { class: 'soft small' }, t('analysis.noValues')) : null;
  const sorting = lists[main] ?? lists[0];
  /** @param {string} action */
  const rank = (action) => sorting.find((e) => e.action === action)?.order ?? -Infinity;
  const rows = [...actions].sort((a, b) => rank(b) - rank(a) || 0);
  /**
   * @param {string} action
   * @param {number} i
   */
  const cell = (action, i) => {
    const entry = lists[i].find((e) => e.action === action);
    if (!entry) return h('td', {});
    // A bound of a search that goes on is about to be replaced.
    const pending = entry.kind === 'bound' && lanes[i].state === 'running';
    return h(
      'td',
      {
        class: [entry.tone, entry.kind, entry.best && 'best', pending && 'pending'],
        data: { tip: entry.words },
      },
      h('span', { class: 'bar', style: { '--share': lengthOf(entry, lists[i]).toFixed(3) } }),
      h('span', { class: 'number' }, entry.text),
      entry.note ? h('span', { class: 'points' }, entry.note) : null,
    );
  };
  return h(
    'table',
    {
      class: ['moves-table', lanes.length > 1 && 'side-by-side'],
      dir: 'ltr',
      style: { '--lanes': String(lanes.length) },
    },
    h('caption', { class: 'visually-hidden' }, t('analysis.values')),
    lanes.length > 1
      ? h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('td', {}),
            lanes.map((_, i) => h('th', { scope: 'col' }, number(i + 1))),
          ),
        )
      : null,
    h(
      'tbody',
      {},
      rows.map((action) =>
        h(
          'tr',
          {},
          h('th', { scope: 'row', class: 'notation' }, action),
          lists.map((_, i) => cell(action, i)),
        ),
      ),
    ),
  );
}
