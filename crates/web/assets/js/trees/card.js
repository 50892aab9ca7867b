// The card of the selected node, and the legend of the tree.

import { h, replace, svg } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { digits, number, say, t } from '../i18n.js';
import { prose, verdict } from './numbers.js';
import { hiddenWords, nameOf, whyCut } from './sentences.js';

/**
 * @import { Figure, RecordedTree, Role } from '../../../types/protocol'
 * @import { Child } from '../../../types/pages'
 * @import { Moment } from './moments.js'
 */

/**
 * @typedef {{ id: string, label: string, spec: (depth: number) => string }} Algorithm
 * @typedef {RecordedTree | { failed: unknown }} Search
 */

/**
 * The card of a node at a moment.
 * @param {Figure} figure
 * @param {number} index
 * @param {Moment} moment
 * @param {{ players: string[], canFold: boolean, onFold: () => void, onStep: (step: number) => void }} options
 */
export function nodeCard(figure, index, moment, { players, canFold, onFold, onStep }) {
  const node = figure.nodes[index];
  /** @type {Child[]} */
  const rows = [];
  /**
   * @param {string} label
   * @param {Child} value
   */
  const row = (label, value) => rows.push(h('div', {}, h('dt', {}, label), h('dd', {}, value)));
  const who = players[node.actor ?? -1];
  if (node.role) row(t('trees.card.role'), t(`trees.about.${node.role}`));
  if (who && node.role !== 'leaf' && players.length > 2) row(t('trees.card.mover'), say(who));
  if (moment.phase === 'skipped') row(t('trees.card.state'), t('trees.state.skipped'));
  if (moment.phase === 'ahead') row(t('trees.card.state'), t('trees.state.ahead'));
  if (moment.value !== null) {
    const key = moment.bound ?? (moment.phase === 'done' ? null : 'soFar');
    row(t('trees.card.value'), key ? t(`trees.state.${key}`, { value: prose(moment.value) }) : prose(moment.value));
  }
  if (moment.phase === 'skipped' && node.unseen !== undefined)
    row(t('trees.card.unseen'), prose(node.unseen));
  if (moment.alpha !== null && moment.phase !== 'ahead') {
    row(
      t('trees.card.window'),
      h('bdi', { class: 'notation', dir: 'ltr' }, digits(`α ${prose(moment.alpha)}   β ${prose(moment.beta)}`)),
    );
  }
  if (node.weight !== undefined)
    row(t('trees.card.chance'), number(node.weight, { style: 'percent', maximumFractionDigits: 1 }));
  if (moment.cut) row(t('trees.card.cut'), whyCut(figure, node));
  if (node.hidden) row(t('trees.card.hidden'), hiddenWords(node));
  /**
   * @param {string} label
   * @param {number | undefined} step
   */
  const jump = (label, step) =>
    step === undefined
      ? null
      : button(t(label, { step: step + 1 }), { small: true, kind: 'quiet', onclick: () => onStep(step) });
  return h(
    'div',
    { class: 'tree-card' },
    h('h2', {}, t('trees.card.title'), ' ', h('bdi', {}, nameOf(figure, node))),
    h('dl', {}, rows),
    h(
      'div',
      { class: 'row' },
      canFold
        ? button(t(node.hidden ? 'trees.unfold' : 'trees.fold'), { small: true, key: 'Enter', onclick: onFold })
        : null,
      jump('trees.card.entered', node.entered_at),
      jump('trees.card.left', node.left_at),
    ),
  );
}

/** @type {Record<Role, string>} */
const SIGNS = {
  max: 'M10 2 L19 17 H1 Z',
  min: 'M10 18 L19 3 H1 Z',
  mean: 'M2 10 A8 8 0 1 1 18 10 A8 8 0 1 1 2 10 Z',
  leaf: 'M3 3 H17 V17 H3 Z',
};

/** The legend. */
export function legend() {
  /** @param {Role} role */
  const entry = (role) =>
    h(
      'li',
      {},
      svg(
        'svg',
        { viewBox: '0 0 20 20', class: `tree-sign tree-${role}`, 'aria-hidden': 'true' },
        svg('path', { d: SIGNS[role] }),
      ),
      t(`trees.about.${role}`),
    );
  const skipped = h(
    'li',
    {},
    svg(
      'svg',
      { viewBox: '0 0 20 20', class: 'tree-sign tree-gone', 'aria-hidden': 'true' },
      svg('path', { d: SIGNS.leaf }),
      svg('path', { class: 'tree-slash', d: 'M2 18 L18 2' }),
    ),
    t('trees.about.skipped'),
  );
  return h('ul', { class: 'tree-legend' }, entry('max'), entry('min'), entry('mean'), entry('leaf'), skipped);
}

/**
 * The searches side by side: choose one, and compare how many nodes each visited.
 * @param {Algorithm[]} algorithms
 * @param {{ chosen: string, results: Map<string, Search>, onChoose: (id: string) => void, group: string }} options
 */
export function comparison(algorithms, { chosen, results, onChoose, group }) {
  const body = h('tbody');
  const element = h(
    'table',
    { class: 'table tree-compare' },
    h('caption', { class: 'visually-hidden' }, t('trees.algorithms')),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        ['algorithm', 'value', 'looked', 'cutOff'].map((name) =>
          h('th', { scope: 'col', class: name === 'algorithm' ? null : 'num' }, t(`trees.columns.${name}`)),
        ),
      ),
    ),
    body,
  );
  replace(
    body,
    algorithms.map(({ id, label }) => {
      const search = results.get(id);
      const result = search && 'tree' in search ? search : null;
      const input = h('input', { type: 'radio', name: group, value: id, onchange: () => onChoose(id) });
      input.checked = id === chosen;
      /** @param {string | null} value */
      const cell = (value) => h('td', { class: 'num' }, value ?? '–');
      return h(
        'tr',
        { class: id === chosen ? 'is-chosen' : null },
        h('th', { scope: 'row' }, h('label', {}, input, h('span', {}, label))),
        cell(result ? verdict(result.value) : null),
        cell(result ? number(result.looked_at) : null),
        cell(result ? number(result.skipped) : null),
      );
    }),
  );
  return element;
}
