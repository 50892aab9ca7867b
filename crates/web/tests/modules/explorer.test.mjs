// The explorer's state and its boards: what is asked of the lab, and what the last move changed.

import assert from 'node:assert/strict';
import test from 'node:test';
import { session } from '../../assets/js/explorer/session.js';
import { marked } from '../../assets/js/explorer/tiles.js';

const recorded = (more = {}) => ({
  tree: 't1',
  method: 'search',
  steps: 10,
  view: { focus: { node: 0 }, path: [], siblings: [], children: [], moves: [] },
  ...more,
});

/** A lab that answers when it is told to, and lists what it was asked. */
function lab() {
  const asked = [];
  const waiting = [];
  const request = (name, parameters) => {
    asked.push([name, parameters]);
    return new Promise((resolve) => waiting.push(() => resolve({ focus: { node: parameters.node ?? 7 }, event: { kind: 'none' }, view: { focus: { node: 7 } }, previous: null, next: null })));
  };
  const answer = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { client: { request }, asked, answer };
}

const begin = (client, more = {}, options = {}) => {
  const seen = [];
  const state = session({
    client,
    recorded: recorded(more),
    sort: 'best',
    follow: true,
    drawn: () => [],
    onMoment: (moment) => seen.push(moment),
    onBusy: () => {},
    onFault: assert.fail,
    ...options,
  });
  return { state, seen };
};

test('what is asked while an answer is on its way is asked once, after it', async () => {
  const { client, asked, answer } = lab();
  const { state, seen } = begin(client);
  state.step(1);
  state.step(2);
  state.step(3);
  const done = state.step(4);
  await answer();
  await answer();
  await done;
  assert.deepEqual(
    asked.map(([name, { step }]) => [name, step]),
    [
      ['tree.step', 1],
      ['tree.step', 4],
    ],
  );
  assert.equal(seen.length, 2);
});

test('the last step of a search knows everything', async () => {
  const { client, asked, answer } = lab();
  const { state, seen } = begin(client);
  const done = state.step(9);
  await answer();
  await done;
  assert.deepEqual(asked, [['tree.step', { tree: 't1', step: 9, sort: 'best', drawn: [] }]]);
  assert.equal(seen[0].last, true);
});

test('without following, the focus stays where it is', async () => {
  const { client, asked, answer } = lab();
  const { state } = begin(client, {}, { follow: false });
  for (const step of [3, 4]) {
    const done = state.step(step);
    await answer();
    await done;
  }
  assert.deepEqual(asked.map(([, { focus }]) => focus), [undefined, 7]);
});

test('a place is a step and a node, and what was asked for since is told', async () => {
  const { client, asked, answer } = lab();
  const { state } = begin(client);
  const done = state.step(4, ['left']);
  state.step(5);
  assert.equal(state.waiting, true);
  for (let n = 0; n < 3; n += 1) await answer();
  await done;
  assert.deepEqual(asked.map(([name, { step, path }]) => [name, step, path]), [
    ['tree.step', 4, undefined],
    ['tree.node', 4, ['left']],
    ['tree.step', 5, undefined],
  ]);
  assert.equal(state.waiting, false);
});

test('simulations are counted from none to all', async () => {
  const { client, asked, answer } = lab();
  const { state, seen } = begin(client, { method: 'simulations', steps: 400 });
  assert.equal(state.end, 400);
  const done = state.step(400);
  await answer();
  await done;
  assert.deepEqual(asked, [['tree.step', { tree: 't1', step: 400, sort: 'best', drawn: [] }]]);
  assert.equal(seen[0].last, true, 'the last one is the end');
});

test('what the last move changed is marked, on boards and on graphs', () => {
  const backdrop = { title: '', kind: 'board', width: 2, height: 1, legend: [{ sign: 'x', shape: 'disc', tone: 'red' }] };
  const scene = (cells) => ({ facts: [], kind: 'board', cells });
  const { pieces } = marked(backdrop, scene('xx'), scene('x.'));
  assert.deepEqual(pieces.map(({ x, marked: is }) => [x, Boolean(is)]), [[0, false], [1, true]]);
  assert.equal(marked(backdrop, scene('xx'), undefined).cells, 'xx', 'nothing was before');
  const maze = { ...backdrop, walls: { tone: 'blue', rows: ['..'] } };
  assert.equal(marked(maze, scene('xx'), scene('x.')).cells, 'xx', 'in a maze everything moves');
  const graph = { title: '', kind: 'graph', points: [], edges: [[0, 1], [1, 2]] };
  const edge = (from, to) => ({ from, to, line: 'solid', tone: 'red' });
  const after = { facts: [], kind: 'graph', edges: [edge(0, 1), edge(1, 2)] };
  assert.deepEqual(
    marked(graph, after, { ...after, edges: [edge(0, 1)] }).edges.map(({ marked: is }) => Boolean(is)),
    [false, true],
  );
});
