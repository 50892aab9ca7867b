// A finished game to look through: its positions, fetched as they are needed, and the one that is looked at.

/**
 * @import { Link, ReplaySource } from '../../../types/protocol'
 * @import { Client, Look } from '../../../types/pages'
 */

const BATCH = 100;

/** @typedef {Awaited<ReturnType<typeof openFilm>>} Film */

/**
 * `openFilm(client, source)` with a source of the protocol: `{ replay }`, `{ link }`, `{ line }` or `{ run, key }`. It
 * tells its
 * listener `{ position, from, action, how }`, where `how` is 'seek' for neighbours and 'jump' else.
 * @param {Client} client
 * @param {ReplaySource} source
 */
export async function openFilm(client, source) {
  const { replay, backdrop, positions: first } = await client.request('replay.open', source);
  const positions = [...first];
  /** @type {Map<number, Promise<void>>} */
  const waiting = new Map();
  /** @type {Set<(look: Look) => void>} */
  const listeners = new Set();
  const last = replay.moves.length;
  let ply = 0;
  let turn = 0;

  /**
   * @param {number} from
   * @returns {Promise<void>}
   */
  function fetch(from) {
    const asked = waiting.get(from);
    if (asked) return asked;
    const batch = client
      .request('replay.positions', { ...source, from, to: Math.min(last, from + BATCH - 1) })
      .then((answer) => {
        for (const position of answer.positions) positions[position.ply] ??= position;
      });
    waiting.set(from, batch);
    batch.catch(() => waiting.delete(from));
    return batch;
  }

  /** @param {number} place */
  async function at(place) {
    if (!positions[place]) await fetch(Math.floor(place / BATCH) * BATCH);
    const ahead = Math.min(last, place + BATCH / 4);
    if (!positions[ahead]) fetch(Math.floor(ahead / BATCH) * BATCH).catch(() => {});
    return positions[place];
  }

  /** @param {number} place */
  async function seek(place) {
    const aim = Math.max(0, Math.min(last, place));
    turn += 1;
    const mine = turn;
    const from = positions[ply] ?? null;
    ply = aim;
    const position = await at(aim);
    if (mine !== turn || !position) return;
    const step = from ? aim - from.ply : 0;
    for (const listener of listeners) {
      listener({
        position,
        from,
        action: step === 1 ? replay.moves[aim - 1].action : null,
        how: Math.abs(step) === 1 ? 'seek' : 'jump',
      });
    }
  }

  return {
    game: replay,
    backdrop,
    seek,
    at,
    thought: () => null,
    /** @param {(look: Look) => void} listener */
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * What a link to this game holds; the first `count` moves of it, if that is given.
     * @returns {Link & { seed: string, seats: string[] }}
     */
    link(count = last) {
      return {
        spec: replay.spec,
        seed: replay.seed,
        position: replay.start,
        moves: replay.moves.slice(0, count).map(({ action }) => action),
        files: replay.files,
        seats: replay.seats,
      };
    },
    get ply() {
      return ply;
    },
    get last() {
      return last;
    },
    get position() {
      return positions[ply];
    },
  };
}
