// A game as this page sees it: the state the lab sent, the positions fetched so far, and the one that is shown.

import { changeFrom } from './change.js';
import { fewPositions } from './positions.js';

/**
 * @import { Backdrop, GameInProgress, GameVerb, Moved, PhaseChanged, Position, Requests } from '../../../types/protocol'
 * @import { Change, Client, PositionView } from '../../../types/pages'
 */

/** @typedef {ReturnType<typeof openSession>} Session */

/** How many moves keep the line that an agent expected; of earlier ones only its value is kept. */
const LINES = 100;

/**
 * Follows one game: a `Source` of the viewer that can go on.
 * @param {Client} client
 * @param {string} id
 */
export function openSession(client, id) {
  /** @type {Set<(change: Change) => void>} */
  const listeners = new Set();
  const positions = fewPositions();
  /** @type {Position | undefined} */
  let shown;
  /** @type {GameInProgress} */
  let game;
  /** @type {Backdrop} */
  let backdrop;
  /** @type {number | null} */
  let cursor = null;
  let turn = 0;
  let closed = false;

  /** @param {Change} change */
  const emit = (change) => {
    for (const listener of [...listeners]) listener(change);
  };
  const last = () => game.moves.length;
  const shownPly = () => cursor ?? last();
  const here = () => (shown?.ply === shownPly() ? shown : (positions.get(shownPly()) ?? game.position));

  /**
   * Takes the state of the game from the lab; positions that are no longer part of it are dropped.
   * @param {GameInProgress} next
   */
  function take(next) {
    const before = game;
    const from = shown;
    game = next;
    const same = before
      ? before.moves.findIndex((m, i) => m.action !== next.moves[i]?.action || m.by !== next.moves[i]?.by)
      : 0;
    if (before && same >= 0) positions.cut(same);
    positions.keep(next.position);
    if (cursor !== null && cursor >= last()) cursor = null;
    const now = positions.get(shownPly());
    if (now) shown = now;
    emit({ kind: 'game' });
    if (now && from?.text === now.text && from?.ply === now.ply) return;
    if (now)
      emit({
        kind: 'show',
        position: now,
        from: from ?? null,
        action: null,
        how: from && Math.abs(from.ply - now.ply) <= 1 ? 'seek' : 'jump',
      });
    else seek(shownPly());
  }

  /** @param {Moved} event */
  function moved(event) {
    if (event.game !== id || !game) return;
    if (event.revision <= game.revision) return;
    if (event.revision !== game.revision + 1 || event.ply !== last() + 1) return void reload();
    const from = game.position;
    // The list grows in place: a copy for every move of a long game would be most of the work.
    game.moves.push({ ply: event.ply, by: event.by, action: event.action, thought: event.thought });
    shorten(game.moves.at(-LINES - 1)?.thought);
    game = {
      ...game,
      revision: event.revision,
      position: event.position,
      state: event.state,
      undo: event.undo,
      outcomes: event.position.outcomes,
    };
    positions.keep(event.position);
    if (cursor === null) shown = event.position;
    emit({ kind: 'game', move: { by: event.by, action: event.action } });
    if (cursor === null)
      emit({ kind: 'show', position: event.position, from, action: event.action, how: 'move' });
  }

  /** @param {PhaseChanged} event */
  function phase(event) {
    if (event.game !== id || !game || event.revision <= game.revision) return;
    if (event.revision !== game.revision + 1) return void reload();
    game = { ...game, revision: event.revision, state: event.state };
    emit({ kind: 'game' });
  }

  /** @param {GameInProgress['moves'][number]['thought'] | undefined} thought */
  function shorten(thought) {
    if (!thought) return;
    delete thought.line;
    delete thought.agent;
    delete thought.time;
  }

  async function reload() {
    const answer = await client.request('game.open', { game: id });
    backdrop = answer.backdrop;
    if (!closed) take(answer.game);
  }

  /** @param {number} ply */
  async function at(ply) {
    const known = positions.get(ply);
    if (known) return known;
    const from = Math.max(0, ply - 50);
    const answer = await client.request('game.positions', { game: id, from, to: Math.min(last(), from + 99) });
    for (const position of answer.positions) positions.keep(position);
    return answer.positions.find((position) => position.ply === ply);
  }

  /** @param {number} ply */
  async function seek(ply) {
    const aim = Math.max(0, Math.min(last(), ply));
    const mine = (turn += 1);
    const from = shown ?? null;
    cursor = aim === last() ? null : aim;
    const position = await at(aim);
    if (mine !== turn || closed || !position) return;
    shown = position;
    emit(changeFrom(from, position, game.moves));
  }

  /**
   * Sends a request about this game to the lab.
   * @template {GameVerb} V
   * @param {V} what
   * @param {Omit<Requests[`game.${V}`]['with'], 'game'>} [more]
   */
  const ask = (what, more) =>
    client.request(`game.${what}`, /** @type {Requests[`game.${V}`]['with']} */ ({ game: id, ...more }));

  const mine = () => client.owns(game.owner);
  /** @param {number} moves */
  const step = (moves) => ask('step', { moves });
  /** Stops an agent that is thinking, unless agents move automatically. */
  const halt = () => {
    if (!game.auto && game.state === 'thinking') ask('stop').catch(() => {});
  };
  /** @param {string} action */
  const play = (action) => ask('play', { action, ply: last() });

  const offs = [
    client.on('moved', moved),
    client.on('phase', phase),
    client.on(
      'game',
      (event) => event.game.id === id && (!game || event.game.revision >= game.revision) && take(event.game),
    ),
    client.on('state', ({ state, back }) => state === 'open' && back && reload().catch(() => {})),
  ];

  return {
    open: reload,
    seek,
    follow: () => seek(last()),
    /** @param {(change: Change) => void} listener */
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ask,
    export: () => ask('export'),
    get step() {
      return mine() ? step : undefined;
    },
    get halt() {
      return mine() ? halt : undefined;
    },
    get play() {
      return mine() ? play : undefined;
    },
    /** May this person change it? */
    get mine() {
      return mine();
    },
    get sharing() {
      if (!mine()) return null;
      const set = (/** @type {boolean} */ shared) => client.request('share', { game: id, shared });
      return { shared: game.shared, hash: `#/game/${id}`, about: 'game.shareLive', set };
    },
    get game() {
      return game;
    },
    /** What all pictures of the game have in common. */
    get backdrop() {
      return backdrop;
    },
    get ply() {
      return shownPly();
    },
    get last() {
      return last();
    },
    get live() {
      return cursor === null;
    },
    get position() {
      return here();
    },
    /** @returns {PositionView} */
    get current() {
      return { at: { game: id, ply: shownPly() }, position: here() };
    },
    get mark() {
      return cursor;
    },
    close() {
      closed = true;
      offs.forEach((off) => off());
      client.request('game.close', { game: id }).catch(() => {});
    },
  };
}
