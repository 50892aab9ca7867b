// Saving a game as a line that every lab can read.

import { LabError } from '../client.js';

/**
 * @import { Link, Position, Replay } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/**
 * Can it be a line? Lines hold no custom start and no files.
 * @param {Pick<Link, 'position' | 'files'>} link
 */
export const hasLine = (link) => !link.position && !(link.files && Object.keys(link.files).length > 0);

/**
 * The line of a game that the lab does not store.
 * @param {Pick<Replay, 'spec' | 'seats' | 'seed' | 'moves' | 'outcomes' | 'ending'>} game
 * @param {Pick<Position, 'text'>} end
 */
export function lineOf({ spec, seats, seed, moves, outcomes, ending }, end) {
  const over = ending.code === 'over';
  return JSON.stringify({
    schema: 'plylab-game/3',
    key: 'link',
    game: spec,
    agents: seats ?? [],
    seed,
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
