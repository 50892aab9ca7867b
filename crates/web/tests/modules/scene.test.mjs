// Backdrops and scenes, put together: what a board is told once a game, and what it is told with every move.

import assert from 'node:assert/strict';
import test from 'node:test';
import { edgesOf, factOf, freeCells, nodesOf, piecesOf, wallsOf } from '../../assets/js/boards/scene.js';
import { boards } from '../../assets/js/registry.js';

const maze = {
  kind: 'board',
  width: 3,
  height: 2,
  walls: { tone: 'blue', rows: ['##X', '#  '] },
  legend: [{ sign: '.', shape: 'dot', tone: 'white' }],
};

test('cells are those that are no walls, from the top', () => {
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

test('a scene may bring the tree from where the game is', () => {
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

test('every picture has a board, by what it holds', () => {
  const chosen = (backdrop, scene = {}) => String(boards.find(({ draws }) => draws(backdrop, scene)).load);
  const pacman = { pieces: [{ shape: 'pacman' }] };
  assert.match(chosen({ kind: 'board', holes: true, column_labels: ['1'] }), /stones/);
  assert.match(chosen(maze, pacman), /pacman/);
  assert.match(chosen({ kind: 'graph' }), /graph/);
  assert.match(chosen({ kind: 'tree' }), /tree/);
  // What no other board knows is drawn plainly: a maze of robots, stones in cells, text.
  assert.match(chosen(maze, { pieces: [{ shape: 'robot' }] }), /plain/);
  assert.match(chosen({ kind: 'board', holes: true, column_labels: ['a'], row_labels: ['1'] }), /plain/);
  assert.match(chosen({ kind: 'text' }), /plain/);
});
