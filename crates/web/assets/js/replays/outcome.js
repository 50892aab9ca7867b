// How a game ended, in words.

import { list, messageText, number, say, t } from '../i18n.js';

/** @import { Ending, GameKind, Message, Outcome, Position } from '../../../types/protocol' */

/**
 * Who won, a draw, who forfeited it and why, or that it was stopped before its end. A game whose result is a number has that instead: the score of
 * its last position, where that is known.
 * @param {Pick<GameKind, 'result'> | undefined} kind
 * @param {{ players: string[], outcomes: Outcome[] | null, position?: Position | null, ending?: Ending, why?: Message | null }} game
 */
export function outcomeWords(kind, { players, outcomes, position, ending, why }) {
  if (why && ending?.code === 'forfeit') {
    return t('replays.forfeited', { name: say(players[ending.agent]), why: messageText(why) });
  }
  if (!outcomes || outcomes.length === 0) return t('replays.unfinished');
  if (kind?.result === 'value') {
    const value = position?.outcomes ? position.scores?.[0] : null;
    return typeof value === 'number' ? t('game.value', { value: number(value) }) : t('game.over');
  }
  const winners = players.filter((_, index) => outcomes[index] === 'win');
  if (winners.length === 0) return t('game.draw');
  return t(winners.length === 1 ? 'game.won' : 'replays.wonMany', { name: list(winners.map(say)) });
}
