// The levels of a game: which can sit where, and on which board.

import { parse } from '../ui/spec.js';

/** @import { GameKind, Level } from '../../../types/protocol' */

/**
 * The levels that can sit there: those for any seat, and those for this one (the second stands for all that follow).
 * @param {GameKind} game
 * @param {number} player
 */
export const levelsFor = (game, player) =>
  game.levels.filter((level) => level.player === null || level.player === Math.min(player, 1));

/**
 * Is the level made for the board that `spec` gives?
 * @param {GameKind} game
 * @param {Level} level
 * @param {string} spec
 */
export function fitsBoard(game, level, spec) {
  const given = parse(spec).settings;
  /** @param {string} name */
  const valueOf = (name) => given[name] ?? game.keys.find((key) => key.name === name)?.default;
  return Object.entries(level.boards ?? {}).every(([name, values]) => values.includes(String(valueOf(name))));
}
