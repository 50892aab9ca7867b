// How a game ended, in words.

import { list, say, t } from '../i18n.js';

/** @import { Outcome } from '../../../types/protocol' */

/**
 * Who won, a draw, or that it was stopped before its end.
 * @param {{ players: string[], outcomes: Outcome[] | null }} game
 */
export function outcomeWords({ players, outcomes }) {
  if (!outcomes || outcomes.length === 0) return t('replays.unfinished');
  const winners = players.filter((_, index) => outcomes[index] === 'win');
  if (winners.length === 0) return t('game.draw');
  return t(winners.length === 1 ? 'game.won' : 'replays.wonMany', { name: list(winners.map(say)) });
}
