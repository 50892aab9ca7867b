// A finished game to step through, the contents of a link to it, and the changes that the viewer gets.

import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.document ??= { documentElement: {} };
const { openFilm } = await import('../../assets/js/replays/film.js');

const files = { mine: '%%%%%\n%P.G%\n%%%%%\n' };
const over = { code: 'over' };

/** A lab that stores one game of three moves, played on these files. */
const labWith = (played, ending = over) => ({
  asked: [],
  async request(name) {
    this.asked.push(name);
    if (name === 'replay.export') return { line: 'kept line' };
    return {
      replay: {
        spec: 'pacman:layout=mine',
        seats: ['person', 'random'],
        seed: '7',
        start: null,
        files: played,
        moves: ['East', 'West', 'East'].map((action, index) => ({ ply: index + 1, by: index % 2, action })),
        outcomes: ['win', 'loss'],
        ending,
      },
      positions: [0, 1, 2, 3].map((ply) => ({ ply, text: `at ${ply}` })),
    };
  },
});

test('a link carries the files of the game, however it was opened', async () => {
  const film = await openFilm(labWith(files), { replay: 'r1' });
  const link = film.link(2);
  assert.deepEqual(link.files, files);
  assert.deepEqual(link.moves, ['East', 'West']);
});

test('a game is saved with its files', async () => {
  const film = await openFilm(labWith(files), { link: { spec: 'pacman:layout=mine', moves: [] } });
  assert.deepEqual(JSON.parse((await film.export()).line).files, files);
});

test('a film never goes on: it is over, and can neither be played nor stepped', async () => {
  const film = await openFilm(labWith({}), { replay: 'r1' });
  assert.equal(film.game.state, 'over');
  assert.deepEqual([film.play, film.step, film.halt], [undefined, undefined, undefined]);
});

test('neighbours are stepped to with the move between them, others are jumped to', async () => {
  const film = await openFilm(labWith({}), { replay: 'r1' });
  const seen = [];
  film.on(({ kind, from, position, action, how }) => seen.push([kind, from.ply, position.ply, action, how]));
  await film.seek(1);
  await film.seek(3);
  await film.seek(2);
  assert.deepEqual(seen, [
    ['show', 0, 1, 'East', 'seek'],
    ['show', 1, 3, null, 'jump'],
    ['show', 3, 2, null, 'seek'],
  ]);
});

test('the shown position is named by its moves, and marks a shared link', async () => {
  const film = await openFilm(labWith(files), { replay: 'r1' });
  assert.equal(film.mark, null);
  await film.seek(2);
  assert.deepEqual(film.current, {
    at: { spec: 'pacman:layout=mine', seed: '7', moves: ['East', 'West'], files },
    position: { ply: 2, text: 'at 2' },
  });
  assert.deepEqual([film.mark, film.live], [2, false]);
  await film.seek(9);
  assert.deepEqual([film.ply, film.live], [3, true]);
});

test('the lab writes the line of a stored game, the page that of a link', async () => {
  const kept = await openFilm(labWith({}), { replay: 'r1' });
  assert.equal((await kept.export()).line, 'kept line');
  const lab = labWith({});
  const linked = await openFilm(lab, { link: { spec: 'pacman:layout=mine', moves: [] } });
  assert.equal(JSON.parse((await linked.export()).line).end, 'at 3');
  assert.equal(lab.asked.includes('replay.export'), false);
});

test('the player who resigned is known', async () => {
  const ending = { code: 'forfeit', agent: 1, reason: 'resigned' };
  assert.equal((await openFilm(labWith({}, ending), { replay: 'r1' })).game.resigned, 1);
  assert.equal((await openFilm(labWith({}), { replay: 'r1' })).game.resigned, null);
});
