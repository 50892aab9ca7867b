// The legal moves as buttons: so every game can be played, whatever its board supports.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t, say, number } from '../i18n.js';

/** @import { Interaction } from '../../../types/protocol' */

/**
 * `onAct(action)` is called with the chosen move. Where the board itself takes moves, the list is collapsed; elsewhere
 * it is the way to play.
 * @param {{ interaction: Interaction | null, onAct: (action: string) => unknown }} options
 */
export function movesList({ interaction, onAct }) {
  const row = h('div', { class: 'moves-row', role: 'group', 'aria-label': t('game.legalMoves') });
  const count = h('span', { class: 'number' });
  const element = interaction
    ? h('details', { class: 'legal-moves' }, h('summary', {}, `${t('game.legalMoves')} `, count), row)
    : h('section', { class: 'legal-moves' }, row);
  /** @type {string | null} */
  let shown = null;
  return {
    element,
    /**
     * Shows these moves, or none if no person is to move here.
     * @param {string[]} moves
     */
    show(moves) {
      const next = moves.join('\n');
      if (next === shown) return;
      shown = next;
      element.hidden = moves.length === 0;
      count.textContent = `(${number(moves.length)})`;
      replace(
        row,
        moves.map((action) =>
          button(say(action), { small: true, class: 'notation', data: { action }, onclick: () => onAct(action) }),
        ),
      );
    },
  };
}
