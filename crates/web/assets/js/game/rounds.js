// What the length of a game is counted in: plies, or rounds in which every player moves once, as the game declares it.

import { t } from '../i18n.js';

/** @import { GameKind } from '../../../types/protocol' */

/**
 * The number of plies that are counted as one.
 * @param {GameKind | undefined} kind
 * @param {string[]} players
 */
export const strideOf = (kind, players) => (kind?.counted_in === 'round' ? players.length : 1);

/**
 * "12 moves", or "3 rounds".
 * @param {GameKind | undefined} kind
 * @param {string[]} players
 * @param {number} plies
 */
export function lengthWords(kind, players, plies) {
  const n = Math.ceil(plies / strideOf(kind, players));
  return t(kind?.counted_in === 'round' ? 'game.lengthRounds' : 'game.lengthMoves', { n });
}
