// A game as a page sees it: incoming moves, gaps that are noticed, and past positions.

import assert from 'node:assert/strict';
import test from 'node:test';
import { openSession } from '../../assets/js/game/session.js';

const position = (ply) => ({ ply, text: `at ${ply}`, turn: ply % 2, actions: ['a'], outcomes: null });

/** A lab with one game, which a test can advance. */
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
  const step = ({ silent = false, thought = null } = {}) => {
    state.plies += 1;
    state.revision += 1;
    const { by, action } = move(state.plies);
    const event = { game: 'g', revision: state.revision, ply: state.plies, by, action, position: position(state.plies) };
    if (!silent) listeners.get('moved')({ ...event, state: 'person', undo: 0, thought });
  };
  const back = (ply) => {
    state.plies = ply;
    state.revision += 1;
    listeners.get('game')({ game: view() });
  };
  const phase = (next) => {
    state.revision += 1;
    listeners.get('phase')({ game: 'g', revision: state.revision, state: next });
  };
  return { client, asked, step, back, phase };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test('a move is shown with the position before it', async () => {
  const { client, step } = lab(0);
  const session = openSession(client, 'g');
  const seen = [];
  session.on((change) => change.kind === 'show' && seen.push([change.from?.ply ?? null, change.position.ply, change.how]));
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

test('showing an earlier position does not follow the game, until the user returns', async () => {
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

test('positions that were taken back are dropped', async () => {
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

test('the shown position is named by its ply, and marks a shared link unless it is the latest', async () => {
  const { client } = lab(6);
  const session = openSession(client, 'g');
  await session.open();
  assert.deepEqual([session.current.at, session.mark], [{ game: 'g', ply: 6 }, null]);
  await session.seek(2);
  assert.deepEqual([session.current.at, session.current.position.text, session.mark], [{ game: 'g', ply: 2 }, 'at 2', 2]);
});

test('what an agent thought stays with its move', async () => {
  const { client, step } = lab(0);
  const session = openSession(client, 'g');
  await session.open();
  step({ thought: { agent: 'random' } });
  step();
  assert.deepEqual(
    session.game.moves.map(({ thought }) => thought),
    [{ agent: 'random' }, null],
  );
});

test('a new state arrives without the moves', async () => {
  const { client, step, phase, asked } = lab(3);
  const session = openSession(client, 'g');
  await session.open();
  phase('thinking');
  assert.equal(session.game.state, 'thinking');
  step();
  assert.deepEqual([session.game.state, session.last], ['person', 4]);
  assert.deepEqual(asked, ['game.open']);
});

test('a long game keeps few positions and short thoughts, and fetches what is looked at again', async () => {
  const { client, step, asked } = lab(0);
  const session = openSession(client, 'g');
  await session.open();
  for (let n = 0; n < 2000; n += 1) step({ thought: { agent: 'planner', value: null, nodes: n, line: ['a', 'b'] } });
  assert.equal(session.last, 2000);
  assert.deepEqual(session.game.moves[0].thought, { value: null, nodes: 0 });
  assert.deepEqual(session.game.moves[1999].thought.line, ['a', 'b']);
  await session.seek(1990);
  assert.equal(asked.includes('game.positions'), false);
  await session.seek(10);
  assert.equal(session.position.text, 'at 10');
  assert.equal(asked.filter((name) => name === 'game.positions').length, 1);
});

test('the position that is looked at stays, however far the game goes on', async () => {
  const { client, step } = lab(10);
  const session = openSession(client, 'g');
  await session.open();
  await session.seek(4);
  for (let n = 0; n < 1000; n += 1) step();
  assert.deepEqual([session.ply, session.position.text, session.current.position.text], [4, 'at 4', 'at 4']);
});
