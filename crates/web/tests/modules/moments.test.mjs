// What a search knew at each step, on the textbook tree, as the lab records it with strict alpha-beta.

import assert from 'node:assert/strict';
import test from 'node:test';
import { childrenOf, eventAt, momentsAt, pathOf } from '../../assets/js/trees/moments.js';

const full = { alpha: '-inf', beta: 'inf' };
const leaf = (parent, action, value, entered_at) => ({
  parent,
  depth: 2,
  action,
  role: 'leaf',
  state: 'done',
  value,
  entered_at,
  left_at: entered_at + 1,
  window: full,
});
const figure = {
  nodes: [
    { parent: null, depth: 0, role: 'max', state: 'done', value: 3, entered_at: 0, left_at: 22, window: full },
    {
      parent: 0,
      depth: 1,
      action: 'left',
      role: 'min',
      state: 'done',
      value: 3,
      entered_at: 1,
      left_at: 8,
      window: full,
    },
    leaf(1, '1', 3, 2),
    leaf(1, '2', 12, 4),
    leaf(1, '3', 8, 6),
    {
      parent: 0,
      depth: 1,
      action: 'middle',
      role: 'min',
      state: 'done',
      value: 2,
      bound: 'at-most',
      entered_at: 9,
      left_at: 13,
      window: { alpha: 3, beta: 'inf' },
      cut: { kind: 'alpha', value: 2, limit: 3, words: 'cut: 2 < alpha 3', skipped: ['2', '3'], at: 12 },
    },
    leaf(5, '1', 2, 10),
    { parent: 5, depth: 2, action: '2', state: 'skipped', unseen: 4 },
    { parent: 5, depth: 2, action: '3', state: 'skipped', unseen: 6 },
  ],
};
const children = childrenOf(figure);
const at = (step) => momentsAt(figure, children, step);

test('nothing is known before it is entered', () => {
  const [root, left, , , , middle] = at(0);
  assert.equal(root.phase, 'open');
  assert.equal(root.value, null);
  assert.equal(left.phase, 'ahead');
  assert.equal(middle.phase, 'ahead');
});

test('an inner node has the value of its children finished so far, and its window follows', () => {
  const [, left] = at(5);
  assert.equal(left.phase, 'open');
  assert.equal(left.value, 3);
  assert.equal(left.beta, 3);
  const [root] = at(8);
  assert.equal(root.value, 3);
  assert.equal(root.alpha, 3);
  assert.equal(root.beta, Infinity);
});

test('a pruned node is ahead until the cutoff, and skipped from then on', () => {
  assert.equal(at(11)[7].phase, 'ahead');
  assert.equal(at(12)[7].phase, 'skipped');
  assert.equal(at(11)[5].cut, false);
  assert.equal(at(12)[5].cut, true);
  assert.equal(at(12)[5].bound, null);
  assert.equal(at(13)[5].bound, 'at-most');
});

test('the deepest open node is the current one', () => {
  assert.deepEqual(
    at(10)
      .map(({ current }, index) => (current ? index : -1))
      .filter((index) => index >= 0),
    [6],
  );
  assert.deepEqual(
    at(13)
      .map(({ current }, index) => (current ? index : -1))
      .filter((index) => index >= 0),
    [5],
  );
});

test('every step is about one node', () => {
  assert.deepEqual(eventAt(figure, 9), { kind: 'entered', index: 5 });
  assert.deepEqual(eventAt(figure, 12), { kind: 'cut', index: 5 });
  assert.deepEqual(eventAt(figure, 13), { kind: 'left', index: 5 });
  assert.deepEqual(eventAt(figure, 14), { kind: 'none', index: -1 });
  const folded = { nodes: [{ ...figure.nodes[0], hidden: { looked_at: 10 } }] };
  assert.deepEqual(eventAt(folded, 14), { kind: 'folded', index: 0 });
});

test('a chance node takes the weighted mean', () => {
  const dice = {
    nodes: [
      { parent: null, depth: 0, role: 'mean', state: 'open', entered_at: 0 },
      { parent: 0, depth: 1, role: 'leaf', state: 'done', value: 8, weight: 0.25, entered_at: 1, left_at: 2 },
      { parent: 0, depth: 1, role: 'leaf', state: 'done', value: 4, weight: 0.75, entered_at: 3, left_at: 4 },
    ],
  };
  assert.equal(momentsAt(dice, childrenOf(dice), 4)[0].value, 5);
});

test('a path is the same in every search', () => {
  assert.equal(pathOf(figure, 0), '');
  assert.equal(pathOf(figure, 6), 'middle\u00001');
});
