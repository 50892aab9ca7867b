// From one position of a game to another: the change that a viewer gets.

/**
 * @import { Move, Position } from '../../../types/protocol'
 * @import { Change } from '../../../types/pages'
 */

/**
 * Neighbouring positions are stepped to, forward with the move between them; others are jumped to.
 * @param {Position | null} from
 * @param {Position} position
 * @param {Move[]} moves
 * @returns {Change}
 */
export function changeFrom(from, position, moves) {
  const step = from ? position.ply - from.ply : 0;
  return {
    kind: 'show',
    position,
    from,
    action: step === 1 ? moves[position.ply - 1].action : null,
    how: Math.abs(step) === 1 ? 'seek' : 'jump',
  };
}
