// Taking a game away as a line that every lab can read.

import { LabError } from '../client.js';
import { download } from '../ui/elements.js';

/**
 * @import { Link, Position } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 * @import { Film } from './film.js'
 */

/**
 * Can it be a line? Lines know no start of one's own and no files.
 * @param {Pick<Link, 'position' | 'files'>} link
 */
export const hasLine = (link) => !link.position && !(link.files && Object.keys(link.files).length > 0);

/**
 * The line of a game that the lab does not keep.
 * @param {Pick<Film, 'game'>} film
 * @param {Pick<Position, 'text'>} end
 */
export function lineOf(film, end) {
  const { spec, seats, seed, moves, outcomes, ending } = film.game;
  const over = ending.code === 'over';
  return JSON.stringify({
    schema: 'plylab-game/2',
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
 * Saves it as a file.
 * @param {Client} client
 * @param {Film} film
 * @param {string} [replay]
 */
export async function saveLine(client, film, replay) {
  const line = replay
    ? (await client.request('replay.export', { replay })).line
    : lineOf(film, await film.at(film.last));
  download(`${film.game.spec.replace(/[^\w-]+/g, '-')}.jsonl`, `${line}\n`, 'application/x-ndjson');
}

/**
 * Keeps a game that came by link among one's own.
 * @param {Client} client
 * @param {Film} film
 */
export async function keepLine(client, film) {
  const answer = await client.request('replay.import', { lines: lineOf(film, await film.at(film.last)) });
  if (answer.errors.length > 0) throw new LabError(answer.errors[0].fault);
  return answer.replays[0];
}
