// A game as a page sees it: moves as they come, gaps that are noticed, and a past that can be looked at.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openSession } from '../../assets/js/game/session.js';

const position = (ply) => ({ ply, text: `at ${ply}`, turn: ply % 2, actions: ['a'], outcomes: null });

/** A lab with one game, which can be told to move on. */
function lab(plies) {
  const listeners = new Map();
  const asked = [];
  const state = { plies, revision: 1 };
  const move = (n) => ({ ply: n, by: (n - 1) % 2, action: `m${n}` });
  const view = () => ({
    id: 'g',
    moves: Array.from({ length: state.plies }, (_, i) => move(i + 1)),
    position: position(state.plies),
    state: 'person',
    revision: state.revision,
  });
  const client = {
    on(name, listener) {
      listeners.set(name, listener);
      return () => listeners.delete(name);
    },
    async request(name, parameters) {
      asked.push(name);
      if (name === 'game.open') return { game: view() };
      if (name === 'game.positions') {
        const positions = [];
        for (let n = parameters.from; n <= parameters.to; n += 1) positions.push(position(n));
        return { positions };
      }
      return {};
    },
  };
  const step = ({ silent = false } = {}) => {
    state.plies += 1;
    state.revision += 1;
    const { by, action } = move(state.plies);
    const told = { game: 'g', revision: state.revision, ply: state.plies, by, action, position: position(state.plies) };
    if (!silent) listeners.get('moved')({ ...told, state: 'person', undo: 0, thought: null });
  };
  const back = (ply) => {
    state.plies = ply;
    state.revision += 1;
    listeners.get('game')({ game: view() });
  };
  return { client, asked, step, back };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a move is shown with the position before it', async () => {
  const { client, step } = lab(0);
  const session = openSession(client, 'g');
  const seen = [];
  session.on((change) => change.kind === 'show' && seen.push([change.from?.ply ?? null, change.ply, change.how]));
  await session.open();
  step();
  assert.deepEqual(seen, [
    [null, 0, 'jump'],
    [0, 1, 'move'],
  ]);
});

test('a move that was missed is fetched', async () => {
  const { client, step, asked } = lab(0);
  const session = openSession(client, 'g');
  await session.open();
  step({ silent: true });
  step();
  await settle();
  assert.equal(session.last, 2);
  assert.equal(asked.filter((name) => name === 'game.open').length, 2);
});

test('looking at the past does not follow the game, until one comes back', async () => {
  const { client, step } = lab(6);
  const session = openSession(client, 'g');
  await session.open();
  await session.seek(2);
  assert.equal(session.live, false);
  assert.equal(session.position.text, 'at 2');
  step();
  assert.equal(session.ply, 2);
  await session.follow();
  assert.equal(session.live, true);
  assert.equal(session.ply, 7);
});

test('what was taken back is forgotten', async () => {
  const { client, back } = lab(4);
  const session = openSession(client, 'g');
  await session.open();
  await session.seek(1);
  await session.follow();
  const seen = [];
  session.on((change) => change.kind === 'show' && seen.push(change.position.text));
  back(2);
  assert.equal(session.last, 2);
  assert.deepEqual(seen, ['at 2']);
});
