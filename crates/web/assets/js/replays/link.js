// Links that hold a whole game, in the part of the address that is never sent to a server.
//
// Moves of one character each are written as they are, `m=44536`. Others have a dictionary, `d=North.South`, and one
// letter per move, `m=aaab`; a letter that repeats n times is written once, followed by n: `m=a3b`. What has no such
// short form is written as JSON, `link=...`.

/** @import { Link } from '../../../types/protocol' */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * The moves in short form, or null if there are too many different ones.
 * @param {string[]} moves
 * @returns {Record<string, string> | null}
 */
function packMoves(moves) {
  if (moves.every((move) => /^[A-Za-z0-9]$/.test(move))) return { m: moves.join('') };
  const words = [...new Set(moves)];
  if (words.length > LETTERS.length || words.some((word) => word === '' || word.includes('.'))) return null;
  const letters = moves.map((move) => LETTERS[words.indexOf(move)]).join('');
  return { d: words.join('.'), m: letters.replace(/(.)\1{2,}/g, (run, letter) => `${letter}${run.length}`) };
}

/** @param {Record<string, string | undefined>} packed */
function unpackMoves({ m = '', d }) {
  if (d === undefined) return [...m];
  const words = d.split('.');
  const moves = [];
  for (const [, letter, times] of m.matchAll(/([A-Za-z])(\d*)/g)) {
    const word = words[LETTERS.indexOf(letter)];
    if (word === undefined) return null;
    for (let n = Math.min(Number(times || 1), 20000); n > 0; n -= 1) moves.push(word);
  }
  return moves;
}

/**
 * The address of a game, from `{ spec, seed, position, moves, files, seats }`, as a hash.
 * @param {Link} link
 * @param {number | null} [ply]
 */
export function hashOf(link, ply = null) {
  const packed = packMoves(link.moves);
  const files = link.files && Object.keys(link.files).length > 0 ? link.files : null;
  const query = new URLSearchParams();
  if (packed && !files) {
    query.set('g', link.spec);
    if (link.seed && link.seed !== '0') query.set('s', link.seed);
    if (link.position) query.set('p', link.position);
    if (link.seats?.length) query.set('w', link.seats.join('|'));
    for (const [key, value] of Object.entries(packed)) query.set(key, value);
  } else {
    const held = Object.entries({ ...link, files }).filter(([, value]) => value !== null && value !== undefined);
    query.set('link', JSON.stringify(Object.fromEntries(held)));
  }
  if (ply !== null) query.set('at', String(ply));
  return `#/replay?${query}`;
}

/**
 * The game that an address holds, as `replay.open` takes it; null if it holds none.
 * @param {Record<string, string | undefined>} query
 * @returns {Link | null}
 */
export function linkOf(query) {
  if (query.link) {
    try {
      return JSON.parse(query.link);
    } catch {
      return null;
    }
  }
  if (!query.g) return null;
  const moves = unpackMoves(query);
  if (moves === null) return null;
  return {
    spec: query.g,
    moves,
    ...(query.s ? { seed: query.s } : {}),
    ...(query.p ? { position: query.p } : {}),
    ...(query.w ? { seats: query.w.split('|') } : {}),
  };
}

/**
 * The whole address, to be copied.
 * @param {Link} link
 * @param {number | null} [ply]
 */
export const addressOf = (link, ply) => `${location.origin}${location.pathname}${hashOf(link, ply)}`;
