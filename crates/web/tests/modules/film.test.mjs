// A finished game to look through, and what a link to it holds.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openFilm } from '../../assets/js/replays/film.js';
import { hasLine } from '../../assets/js/replays/save.js';

const files = { mine: '%%%%%\n%P.G%\n%%%%%\n' };

/** A lab that keeps one game of three moves, played on these files. */
const labWith = (played) => ({
  async request() {
    return {
      replay: {
        spec: 'pacman:layout=mine',
        seats: ['person', 'random'],
        seed: '7',
        start: null,
        files: played,
        moves: ['East', 'West', 'East'].map((action, place) => ({ ply: place + 1, by: place % 2, action })),
      },
      positions: [0, 1, 2, 3].map((ply) => ({ ply })),
    };
  },
});

test('a link takes the files of the game along, wherever the game was found', async () => {
  const film = await openFilm(labWith(files), { replay: 'r1' });
  const link = film.link(2);
  assert.deepEqual(link.files, files);
  assert.deepEqual(link.moves, ['East', 'West']);
  assert.equal(hasLine(link), false);
});

test('a game without files of its own can be a line', async () => {
  const film = await openFilm(labWith({}), { replay: 'r1' });
  assert.equal(hasLine(film.link()), true);
});
