// Saving a game as a line that every lab can read.

import { LabError } from '../client.js';

/**
 * @import { Position, Replay } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/**
 * The line of a game that the lab does not store.
 * @param {Pick<Replay, 'spec' | 'files' | 'seats' | 'seed' | 'start' | 'moves' | 'outcomes' | 'ending'>} game
 * @param {Pick<Position, 'text'>} end
 */
export function lineOf({ spec, files, seats, seed, start, moves, outcomes, ending }, end) {
  const over = ending.code === 'over';
  return JSON.stringify({
    schema: 'plylab-game/4',
    key: 'link',
    game: spec,
    files: files ?? {},
    seats: seats ?? [],
    seed,
    start: start ?? null,
    moves: moves.map(({ action }) => action),
    ending,
    outcomes: over ? (outcomes ?? []) : [],
    utilities: [],
    end: end.text,
  });
}

/**
 * Saves a line among the user's own replays; returns the name of the replay.
 * @param {Client} client
 * @param {string} line
 */
export async function keepLine(client, line) {
  const answer = await client.request('replay.import', { lines: line });
  if (answer.errors.length > 0) throw new LabError(answer.errors[0].fault);
  return answer.replays[0];
}
