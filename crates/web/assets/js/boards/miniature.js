// Small pictures of games for cards: a real game between two agents, paused in the middle; it plays on hover and
// focus.

import { boardFor } from '../registry.js';
import { startMatch } from '../game/match.js';
import { levelsFor } from '../setup/levels.js';
import { h, replace, calm } from '../ui/elements.js';
import { codeOf } from '../fault.js';

/**
 * @import { Backdrop, GameKind, MatchEvent, Position, Scene } from '../../../types/protocol'
 * @import { Board, Client } from '../../../types/pages'
 */

const PACE = 650;
const PLIES = 60;
/** @typedef {{ spec: string, seed: string, moves: string[] }} Sample */
/** @type {Map<string, Promise<Sample>>} */
const games = new Map();

/**
 * Plays one game between the easiest levels at the lab; once per spec.
 * @param {Client} client
 * @param {GameKind} game
 * @param {string} spec
 */
function sample(client, game, spec) {
  const known = games.get(spec);
  if (known) return known;
  const seats = game.players.map((_, i) => levelsFor(game, i)[0]?.spec ?? 'random');
  /** @type {Promise<Sample>} */
  const played = new Promise((resolve, reject) => {
    /** @param {MatchEvent} event */
    const watch = (event) => {
      if (event.state === 'queued' || event.state === 'running') return;
      if (!event.last) return void reject(new Error(event.fault?.message ?? event.state));
      const { spec: opened, seed, moves } = event.last;
      resolve({ spec: opened, seed, moves: moves.slice(0, PLIES) });
    };
    startMatch(client, { spec, seats: seats.slice(0, 2), games: 1, time: 200 }, watch).catch(reject);
  });
  games.set(spec, played);
  played.catch(() => games.delete(spec));
  return played;
}

/**
 * A scene with its backdrop, in small. `play` and `pause` animate it; without a game to show it stays still.
 * @param {{ client: Client, game: GameKind, spec: string, backdrop: Backdrop, scene: Scene, live?: boolean }} options
 */
export function miniature({ client, game, spec, backdrop, scene, live = true }) {
  const element = h('div', { class: 'miniature' });
  /** @type {Board | null} */
  let board = null;
  /** @type {Sample | null} */
  let played = null;
  /** @type {Position[] | null} */
  let positions = null;
  let at = 0;
  let timer = 0;
  let wanted = false;
  let gone = false;

  async function prepare() {
    const module = await boardFor(game.interaction, backdrop);
    if (gone) return;
    board = module.create({ backdrop, mini: true });
    replace(element, board.element);
    await board.show({ scene, ply: 0 });
    if (!live || gone) return;
    played = await sample(client, game, spec).catch(() => null);
    if (!played || gone || !board) return;
    at = Math.floor((played.moves.length + 1) * 0.55);
    const { moves, ...from } = played;
    const { position } = await client.request('position', { at: { ...from, moves: moves.slice(0, at) } });
    if (gone) return;
    await board.show(position);
    if (wanted) play();
  }

  /** The other positions are fetched when somebody wants to see them. */
  async function fetchAll() {
    if (!played || positions) return;
    const { moves, ...from } = played;
    positions = (await client.request('position.line', { at: from, moves })).positions;
  }

  function next() {
    clearTimeout(timer);
    if (!wanted || gone || !board || !positions || calm()) return;
    const from = positions[at];
    at = at + 1 < positions.length ? at + 1 : 0;
    board.show(positions[at], at > 0 ? { from, animate: 260 } : {});
    timer = setTimeout(
      next,
      at === positions.length - 1 ? 4 * PACE : PACE / Math.max(1, (game.players.length - 1) * 1.6),
    );
  }

  async function play() {
    wanted = true;
    clearTimeout(timer);
    await fetchAll().catch(() => {});
    timer = setTimeout(next, 150);
  }

  // A picture is loaded when most of it is seen: what lies below the fold waits.
  const sight = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      prepare().catch((error) => codeOf(error) !== 'lost' && console.warn(error));
    },
    { threshold: 0.75 },
  );
  sight.observe(element);
  return {
    element,
    play,
    pause() {
      wanted = false;
      clearTimeout(timer);
    },
    destroy() {
      gone = true;
      sight.disconnect();
      clearTimeout(timer);
      board?.destroy();
    },
  };
}
