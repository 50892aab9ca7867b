// The defaults of a new game: the board, who plays, and the way into the game.

import { parse } from '../ui/spec.js';
import { levelsFor } from './levels.js';

/**
 * @import { GameKind, Requests } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 */

/**
 * The default opponent: one that searches, but not deep.
 * @param {GameKind} game
 * @param {number} player
 */
const easy = (game, player) => {
  const levels = levelsFor(game, player);
  return (levels.find((level) => level.name === 'easy') ?? levels[0])?.spec ?? game.agents[0].name;
};

/**
 * A person against an easy level, or what fits the available seats.
 * @param {GameKind} game
 */
export function defaultSeats(game) {
  return game.players.slice(0, 2).map((_, i) => (i === 0 ? 'person' : easy(game, i)));
}

/**
 * Starts a game at the lab and goes to it.
 * @param {Pick<Context, 'client' | 'navigate'>} context
 * @param {Requests['game.create']['with']} request
 */
export async function start({ client, navigate }, request) {
  const { game } = await client.request('game.create', request);
  navigate(`#/game/${game.id}`);
}

/**
 * The setting that names a maze or a tree and accepts a custom one: where there is one, the boards are its choices.
 * @param {GameKind} game
 */
export const openKeyOf = (game) => game.keys.find((key) => key.kind === 'choice' && key.source === 'file');

/**
 * The default board.
 * @param {GameKind} game
 */
export function defaultBoard(game) {
  const key = openKeyOf(game);
  const named = key && game.boards.find((board) => parse(board.spec).settings[key.name] === key.default);
  return named ?? game.boards.find((board) => board.spec === game.name) ?? game.boards[0];
}
