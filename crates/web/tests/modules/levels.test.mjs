// Levels are offered on the boards that they are made for.

import test from 'node:test';
import assert from 'node:assert/strict';

globalThis.document ??= { documentElement: {} };
const { fitsBoard } = await import('../../assets/js/setup/levels.js');

const game = { keys: [{ name: 'size', default: '3' }, { name: 'line', default: '3' }] };

test('a level without boards is for all of them', () => {
  assert.equal(fitsBoard(game, { spec: 'random' }, 'tictactoe:size=5'), true);
});

test('a level is for the values it names, and an unwritten setting has its default', () => {
  const perfect = { boards: { size: ['3'] } };
  assert.equal(fitsBoard(game, perfect, 'tictactoe'), true);
  assert.equal(fitsBoard(game, perfect, 'tictactoe:size=3,line=3'), true);
  assert.equal(fitsBoard(game, perfect, 'tictactoe:size=4,line=3'), false);
  const expert = { boards: { size: ['4', '5'] } };
  assert.deepEqual(
    ['tictactoe', 'tictactoe:size=4', 'tictactoe:size=5'].map((spec) => fitsBoard(game, expert, spec)),
    [false, true, true],
  );
});
