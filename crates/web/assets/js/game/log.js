// The moves so far: who, what, and what the agent thought; each leads back to its position.

import { h, parts, replace, set } from '../ui/elements.js';
import { emblem } from '../ui/emblem.js';
import { t, say, number, short } from '../i18n.js';
import { spoken } from '../analysis/values.js';

/** @import { Source } from '../../../types/pages' */

/**
 * `onSeek(ply)` is called with the position to show.
 * @param {{ source: Source, onSeek: (ply: number) => void }} options
 */
export function logPanel({ source, onSeek }) {
  const list = h('ol', { class: 'log' });
  const facts = h('dl', { class: 'facts' });
  const element = h('div', { class: 'stack' }, facts, list);
  let count = -1;
  /** @type {string | null} */
  let first = null;

  /** @param {number} ply */
  const entry = (ply) => {
    const { game } = source;
    if (ply === 0)
      return h(
        'li',
        {},
        h(
          'button',
          { type: 'button', data: { ply: 0 }, onclick: () => onSeek(0) },
          h('span', { class: 'ply number' }, number(0)),
          h('span', {}, t('game.start')),
        ),
      );
    const move = game.moves[ply - 1];
    const { thought } = move;
    return h(
      'li',
      {},
      h(
        'button',
        {
          type: 'button',
          data: { ply, ...(thought?.line?.length ? { tip: `${thought.agent}: ${thought.line.join(' ')}` } : {}) },
          onclick: () => onSeek(ply),
        },
        h('span', { class: 'ply number' }, number(ply)),
        typeof move.by === 'number'
          ? emblem(game.spec, game.players[move.by], move.by)
          : h('span', { class: 'soft small' }, t('game.dice')),
        h('span', { class: 'notation action' }, move.action),
        thought
          ? h(
              'span',
              { class: 'thought soft number' },
              thought.value ? spoken(thought.value) : '',
              thought.nodes ? ` · ${short(thought.nodes)}` : '',
            )
          : null,
      ),
    );
  };

  /**
   * Scrolls an entry into view inside the panel; the page itself never scrolls.
   * @param {Element} item
   */
  function reveal(item) {
    const panel = element.closest('.tab-body');
    if (!panel || panel.scrollHeight <= panel.clientHeight) return;
    const [box, inner] = [panel.getBoundingClientRect(), item.getBoundingClientRect()];
    if (inner.top < box.top) panel.scrollTop += inner.top - box.top - 8;
    else if (inner.bottom > box.bottom) panel.scrollTop += inner.bottom - box.bottom + 8;
  }

  return {
    element,
    show() {
      const { game, ply, position } = source;
      replace(
        facts,
        (position.scene.facts ?? []).map((fact) =>
          h('div', {}, h('dt', {}, say(fact.label)), h('dd', { class: 'number' }, say(String(fact.value)))),
        ),
      );
      const head = JSON.stringify([game.moves[0]?.by, game.moves[0]?.action]);
      if (game.moves.length < count || head !== first || count < 0) {
        replace(list, entry(0));
        count = 0;
        first = head;
      }
      for (let k = count + 1; k <= game.moves.length; k += 1) list.append(entry(k));
      count = game.moves.length;
      parts(list).forEach((item, index) => {
        for (const way of parts(item)) set(way, { 'aria-current': index === ply ? 'step' : null });
        if (index === ply) reveal(item);
      });
    },
  };
}
