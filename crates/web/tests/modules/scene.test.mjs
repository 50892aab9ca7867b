// Backdrops and scenes combined: what a board gets once per game, and what it gets with every move.

import assert from 'node:assert/strict';
import test from 'node:test';
import { edgesOf, factOf, freeCells, nodesOf, piecesOf, wallsOf } from '../../assets/js/boards/scene.js';

const maze = {
  kind: 'board',
  width: 3,
  height: 2,
  walls: { tone: 'blue', rows: ['##X', '#  '] },
  legend: [{ sign: '.', shape: 'dot', tone: 'white' }],
};

test('cells are those that are not walls, from the top', () => {
  assert.deepEqual(freeCells(maze), [
    { x: 1, y: 0 },
    { x: 2, y: 0 },
  ]);
  assert.deepEqual(wallsOf(maze).at(2), { x: 2, y: 1, form: 'block' });
  const ghost = { shape: 'ghost', tone: 'red', x: 1, y: 0 };
  assert.deepEqual(piecesOf(maze, { cells: ' .', pieces: [ghost] }), [
    { shape: 'dot', tone: 'white', x: 2, y: 0 },
    ghost,
  ]);
  assert.deepEqual(piecesOf(maze, {}), []);
});

test('edges that were not taken are faint', () => {
  const backdrop = { edges: [[0, 1], [1, 2]] };
  const taken = { from: 1, to: 2, line: 'solid', tone: 'red' };
  assert.deepEqual(
    edgesOf(backdrop, { edges: [taken] }).map(({ line }) => line),
    ['faint', 'solid'],
  );
});

test('a scene may contain the tree below the current node', () => {
  const backdrop = { nodes: [{ parent: null }, { parent: 0 }] };
  assert.deepEqual(
    nodesOf(backdrop, { current: [1] }).map(({ current }) => current),
    [false, true],
  );
  assert.equal(nodesOf(backdrop, { current: [0], nodes: [{ parent: null }] }).length, 1);
});

test('facts are found by their label', () => {
  const scene = { facts: [{ label: 'score', value: -3 }] };
  assert.deepEqual([factOf(scene, 'score'), factOf(scene, 'level'), factOf({}, 'score')], [-3, undefined, undefined]);
});
