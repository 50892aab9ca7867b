// The moves so far: who, what, and what the agent thought; each leads back to its position. A long game has thousands of
// moves: only those in sight are on the page.

import { h, replace } from '../ui/elements.js';
import { emblem } from '../ui/emblem.js';
import { t, say, number, short } from '../i18n.js';
import { agentLogs } from '../ui/logs.js';
import { spoken } from '../analysis/values.js';

/** @import { Source } from '../../../types/pages' */

/** The height of a row in pixels, as in the style sheet. */
const ROW = 32;
/** Rows beyond the edges of the panel that are drawn as well. */
const SPARE = 12;
const COLUMNS = 2;

/** @param {number} ply */
const rowOf = (ply) => (ply === 0 ? 0 : 1 + Math.floor((ply - 1) / COLUMNS));

/**
 * `onSeek(ply)` is called with the position to show. What is counted are rounds of `stride` plies: the first move of each
 * has its number.
 * @param {{ source: Source, stride: number, onSeek: (ply: number) => void }} options
 */
export function logPanel({ source, stride, onSeek }) {
  const list = h('ol', { class: 'log' });
  const facts = h('dl', { class: 'facts' });
  const logs = h('div', { class: 'agent-logs' });
  const element = h('div', { class: 'stack' }, facts, list, logs);
  /** @type {string[] | undefined} */
  let written;
  /** @type {HTMLElement | null} */
  let panel = null;
  let drawn = '';
  let followed = -1;

  /** @param {number} ply */
  const entry = (ply) => {
    const { game } = source;
    const move = game.moves[ply - 1];
    const thought = move?.thought;
    const tip = [thought?.note, thought?.line?.join(' ')].filter(Boolean).join(' · ');
    return h(
      'li',
      { 'aria-posinset': ply + 1, 'aria-setsize': game.moves.length + 1 },
      h(
        'button',
        {
          type: 'button',
          data: { ply, ...(tip ? { tip } : {}) },
          'aria-current': ply === source.ply ? 'step' : null,
          onclick: () => onSeek(ply),
        },
        h('span', { class: 'ply number' }, (ply - 1) % stride > 0 ? '' : number(Math.ceil(ply / stride))),
        !move
          ? h('span', {}, t('game.start'))
          : typeof move.by === 'number'
            ? emblem(game.spec, game.players[move.by], move.by)
            : h('span', { class: 'soft small' }, t('game.dice')),
        move ? h('span', { class: 'notation action' }, move.action) : null,
        thought
          ? h(
              'span',
              { class: 'thought soft number' },
              thought.value ? spoken(thought.value) : '',
              thought.nodes ? ` · ${short(thought.nodes)}` : '',
              thought.note ? h('span', { class: 'note', dir: 'auto' }, ` ${thought.note}`) : '',
            )
          : null,
      ),
    );
  };

  /** The part of the list that is in sight: the panel scrolls, or the whole page where it is narrow. */
  function sight() {
    const top = list.getBoundingClientRect().top;
    const box = panel && panel.scrollHeight > panel.clientHeight ? panel.getBoundingClientRect() : null;
    const [from, to] = box ? [box.top, box.bottom] : [0, innerHeight];
    return { from: (from - top) / ROW, to: (to - top) / ROW };
  }

  /** Draws the rows in sight, unless they are there already. */
  function draw() {
    const { game, ply } = source;
    const last = game.moves.length;
    const rows = rowOf(last) + 1;
    const { from, to } = sight();
    const first = Math.max(0, Math.min(rows - 1, Math.floor(from) - SPARE));
    const end = Math.min(rows, Math.max(first + 1, Math.ceil(to) + SPARE));
    const start = first === 0 ? 0 : (first - 1) * COLUMNS + 1;
    const stop = Math.min(last, (end - 1) * COLUMNS);
    const tail = game.moves[stop - 1];
    const key = [start, stop, ply, last, tail?.action, document.documentElement.lang].join();
    if (key === drawn) return;
    drawn = key;
    const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('data-ply') : null;
    list.style.setProperty('--above', `${first * ROW}px`);
    list.style.setProperty('--whole', `${rows * ROW}px`);
    replace(
      list,
      Array.from({ length: stop - start + 1 }, (_, i) => entry(start + i)),
    );
    /** @type {HTMLElement | null} */
    const again = focused ? list.querySelector(`[data-ply="${focused}"]`) : null;
    again?.focus();
  }

  /** Scrolls the shown move into view inside the panel; the page itself never scrolls. */
  function reveal() {
    const { ply } = source;
    if (ply === followed || !panel || panel.scrollHeight <= panel.clientHeight) return;
    followed = ply;
    const { from, to } = sight();
    const row = rowOf(ply);
    if (row < from) panel.scrollTop += (row - from) * ROW - 8;
    else if (row + 1 > to) panel.scrollTop += (row + 1 - to) * ROW + 8;
  }

  return {
    element,
    /** Draws it again; nothing happens while it is out of sight. */
    show() {
      if (!panel) {
        panel = element.closest('.tab-body');
        panel?.addEventListener('scroll', draw, { passive: true });
        addEventListener('scroll', draw, { passive: true });
      }
      if (!element.checkVisibility()) return;
      replace(
        facts,
        (source.position.scene.facts ?? []).map((fact) =>
          h('div', {}, h('dt', {}, say(fact.label)), h('dd', { class: 'number' }, say(String(fact.value)))),
        ),
      );
      if (source.game.logs !== written) {
        written = source.game.logs;
        replace(logs, agentLogs(source.game));
      }
      list.style.setProperty('--whole', `${(rowOf(source.game.moves.length) + 1) * ROW}px`);
      reveal();
      draw();
    },
    destroy: () => removeEventListener('scroll', draw),
  };
}
