// A finished game to step through: its positions, fetched as needed, and the one that is shown.

import { changeFrom } from '../game/change.js';
import { fewPositions } from '../game/positions.js';
import { lineOf } from './save.js';

/**
 * @import { Link, ReplaySource } from '../../../types/protocol'
 * @import { Change, Client, PositionView, Viewed } from '../../../types/pages'
 */

const BATCH = 100;

/** @typedef {Awaited<ReturnType<typeof openFilm>>} Film */

/**
 * Opens a finished game: a `Source` of the viewer that never goes on.
 * @param {Client} client
 * @param {ReplaySource} source
 */
export async function openFilm(client, source) {
  const { replay, backdrop, positions: first } = await client.request('replay.open', source);
  const positions = fewPositions();
  first.forEach(positions.keep);
  /** @type {Map<number, Promise<void>>} */
  const waiting = new Map();
  /** @type {Set<(change: Change) => void>} */
  const listeners = new Set();
  const last = replay.moves.length;
  let ply = 0;
  let [shown] = first;
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
        answer.positions.forEach(positions.keep);
      })
      .finally(() => waiting.delete(from));
    waiting.set(from, batch);
    return batch;
  }

  /** @param {number} target */
  async function at(target) {
    if (!positions.get(target)) await fetch(Math.floor(target / BATCH) * BATCH);
    const ahead = Math.min(last, target + BATCH / 4);
    if (!positions.get(ahead)) fetch(Math.floor(ahead / BATCH) * BATCH).catch(() => {});
    return positions.get(target);
  }

  /** @param {number} target */
  async function seek(target) {
    const aim = Math.max(0, Math.min(last, target));
    turn += 1;
    const mine = turn;
    const from = shown;
    ply = aim;
    const position = await at(aim);
    if (mine !== turn || !position) return;
    shown = position;
    for (const listener of listeners) listener(changeFrom(from, position, replay.moves));
  }

  /** @type {Viewed} */
  const game = {
    ...replay,
    state: 'over',
    resigned: replay.ending.code === 'forfeit' && replay.ending.reason === 'resigned' ? replay.ending.agent : null,
  };

  /**
   * The contents of a link to this game; only its first `count` moves, if that is given.
   * @returns {Link & { seed: string, seats: string[] }}
   */
  const link = (count = last) => ({
    spec: replay.spec,
    seed: replay.seed,
    position: replay.start,
    moves: replay.moves.slice(0, count).map(({ action }) => action),
    files: replay.files,
    seats: replay.seats,
  });

  /** What starts a game at the shown position. */
  const beginning = () => {
    const { spec, seed, position, moves, files } = link(ply);
    return { spec, seed, moves, ...(position ? { position } : {}), ...(files ? { files } : {}) };
  };

  /** The game as a line of JSON; null if its end cannot be reached. */
  async function line() {
    if (source.replay) return (await client.request('replay.export', { replay: source.replay })).line;
    const end = await at(last);
    return end ? lineOf(replay, end) : null;
  }

  return {
    game,
    backdrop,
    seek,
    link,
    line,
    beginning,
    export: async () => ({ link: link(), line: await line() }),
    /** The name under which the lab stores it, if it does. */
    name: 'replay' in source ? source.replay : null,
    get sharing() {
      if (!('replay' in source) || replay.owner === null || !client.owns(replay.owner)) return null;
      const id = source.replay;
      const set = async (/** @type {boolean} */ shared) => {
        await client.request('share', { replay: id, shared });
        replay.shared = shared;
      };
      return { shared: replay.shared === true, hash: `#/replay/${id}`, about: 'game.shareKept', set };
    },
    /** @param {(change: Change) => void} listener */
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    get ply() {
      return ply;
    },
    get last() {
      return last;
    },
    get live() {
      return ply === last;
    },
    get position() {
      return shown;
    },
    /** @returns {PositionView} */
    get current() {
      return { at: beginning(), position: shown };
    },
    get mark() {
      return ply > 0 ? ply : null;
    },
    close() {},
  };
}
