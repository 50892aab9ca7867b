// Little pictures of games for cards: a real game between two agents, stopped in its middle; it goes on while somebody
// looks.

import { boardFor } from '../registry.js';
import { startMatch } from '../game/match.js';
import { h, replace, calm } from '../ui/elements.js';

const PACE = 650;
const PLIES = 60;
const games = new Map();

/** Plays one game of the easiest levels at the lab and fetches its positions; once for each spec. */
function sample(client, game, spec) {
  if (!games.has(spec)) {
    games.set(
      spec,
      new Promise((resolve, reject) => {
        const seats = game.players.map(
          (_, i) =>
            game.levels.find((l) => l.player === null || l.player === undefined || l.player === Math.min(i, 1))?.spec ??
            'random',
        );
        const watch = (event) => {
          if (!['done', 'stopped', 'failed'].includes(event.state)) return;
          if (!event.last) return void reject(new Error(event.message ?? event.state));
          const { spec: played, seed, moves } = event.last;
          client
            .request('position.line', { at: { spec: played, seed }, moves: moves.slice(0, PLIES) })
            .then((line) => resolve(line.positions), reject);
        };
        startMatch(client, { spec, seats: seats.slice(0, 2), games: 1, time: 200 }, watch).catch(reject);
      }),
    );
    games.get(spec).catch(() => games.delete(spec));
  }
  return games.get(spec);
}

/** A scene before its backdrop, in small. `play` and `pause` let it live; without a game to show it stays as it is. */
export function miniature({ client, game, spec, backdrop, scene, live = true }) {
  const element = h('div', { class: 'miniature' });
  let board = null;
  let positions = null;
  let at = 0;
  let timer = 0;
  let wanted = false;
  let gone = false;

  const ready = boardFor(backdrop, scene)
    .then((module) => {
      if (gone) return;
      board = module.create({ backdrop, mini: true });
      replace(element, board.element);
      return board.show({ scene, ply: 0 });
    })
    .catch((error) => console.warn(error));

  async function prepare() {
    await ready;
    if (!live || gone || !board) return;
    try {
      positions = await sample(client, game, spec);
    } catch {
      return;
    }
    if (gone || at > 0) return;
    at = Math.floor(positions.length * 0.55);
    await board.show(positions[at]);
    if (wanted) play();
  }

  function next() {
    clearTimeout(timer);
    if (!wanted || gone || !positions || calm()) return;
    const from = positions[at];
    at = at + 1 < positions.length ? at + 1 : 0;
    board.show(positions[at], at > 0 ? { from, animate: 260 } : {});
    timer = setTimeout(
      next,
      at === positions.length - 1 ? 4 * PACE : PACE / Math.max(1, (game.players.length - 1) * 1.6),
    );
  }

  function play() {
    wanted = true;
    clearTimeout(timer);
    timer = setTimeout(next, 150);
  }

  prepare();
  return {
    element,
    play,
    pause() {
      wanted = false;
      clearTimeout(timer);
    },
    destroy() {
      gone = true;
      clearTimeout(timer);
      board?.destroy();
    },
  };
}
