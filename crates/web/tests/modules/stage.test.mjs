// Pac-Man's stage: where each actor is at a moment, without a canvas and without a clock.

import assert from 'node:assert/strict';
import test from 'node:test';
import { mazeOf, read as readBefore } from '../../assets/js/boards/pacman/scene.js';
import { Stage } from '../../assets/js/boards/pacman/stage.js';

const backdrop = {
  title: 'Pac-Man',
  kind: 'board',
  width: 9,
  height: 3,
  walls: { tone: 'blue', rows: ['         ', '         ', '#       X'] },
  legend: [{ sign: '.', shape: 'dot', tone: 'white' }],
};
const read = (position) => readBefore(backdrop, position);

function position({
  pacman = [1, 1],
  ghost = [3, 1],
  scared = 0,
  pellets = [[2, 1]],
  score = 0,
  lose = false,
  facing = 'east',
}) {
  const cells = [...' '.repeat(25)];
  for (const [x, y] of pellets) cells[(2 - y) * 9 + x] = '.';
  const [shape, more] = scared > 0 ? ['scared-ghost', { count: scared }] : ['ghost', {}];
  const pieces = [
    { shape, tone: 'red', x: ghost[0], y: ghost[1], label: '1', name: 'ghost 1', ...more },
    { shape: 'pacman', tone: 'yellow', x: pacman[0], y: pacman[1], facing },
  ];
  return {
    scene: { facts: [{ label: 'score', value: score }], kind: 'board', cells: cells.join(''), pieces },
    outcomes: lose ? ['loss', 'win'] : null,
  };
}

const actor = (stage, now, kind) => stage.at(now).actors.find((each) => each.kind === kind);

test('a scene is read with rows from the top', () => {
  const { walls, blocks } = mazeOf(backdrop);
  assert.deepEqual([walls, blocks], [[{ x: 0, y: 2, form: 'wall' }], [{ x: 8, y: 2, form: 'block' }]]);
  const reading = read(position({ scared: 12, score: 7 }));
  assert.equal(reading.actors.find(({ kind }) => kind === 'ghost').scared, 12);
  assert.deepEqual([...reading.food.keys()], ['2,1']);
  assert.deepEqual([reading.score, reading.lost], [7, false]);
});

test('all actors walk at once, and arrive exactly', () => {
  const stage = new Stage();
  stage.jump(read(position({})));
  stage.walk(read(position({ pacman: [2, 1], pellets: [] })), 200, 1000);
  stage.walk(read(position({ pacman: [2, 1], ghost: [3.5, 1], pellets: [] })), 200, 1005);
  assert.equal(actor(stage, 1100, 'pacman').x, 1.5);
  assert.ok(actor(stage, 1105, 'ghost').x === 3.25);
  assert.ok(stage.moving(1204));
  assert.equal(stage.moving(1206), false);
  assert.equal(actor(stage, 1206, 'pacman').x, 2);
  assert.equal(actor(stage, 1206, 'ghost').x, 3.5);
});

test('a pellet is there until it is bitten', () => {
  const stage = new Stage();
  stage.jump(read(position({})));
  stage.walk(read(position({ pacman: [2, 1], pellets: [] })), 200, 0);
  assert.equal(stage.at(50).leaving.length, 1);
  assert.equal(stage.at(50).leaving[0].rest, 1);
  assert.equal(stage.at(400).leaving.length, 0);
});

test('an eaten ghost flies home after the bite, and scores', () => {
  const stage = new Stage();
  stage.jump(read(position({ scared: 5, pacman: [2, 1] })));
  stage.walk(read(position({ pacman: [3, 1], ghost: [7, 1], score: 200, pellets: [[2, 1]] })), 200, 0);
  assert.equal(actor(stage, 150, 'ghost').x, 3);
  assert.ok(actor(stage, 400, 'ghost').flight);
  assert.equal(stage.at(210).pops[0].text, '+200');
  assert.equal(actor(stage, 1000, 'ghost').x, 7);
  assert.equal(actor(stage, 1000, 'ghost').scared, 0);
});

test('actors far behind speed up, and none jumps', () => {
  const stage = new Stage();
  stage.jump(read(position({})));
  for (let x = 2; x <= 6; x += 1) stage.walk(read(position({ pacman: [x, 1] })), 200, 0);
  let before = actor(stage, 0, 'pacman').x;
  for (let now = 0; now <= 1000; now += 20) {
    const { x } = actor(stage, now, 'pacman');
    assert.ok(x >= before && x - before <= 0.25);
    before = x;
  }
  assert.equal(before, 6);
});

test('the lost Pac-Man falls after the catch', () => {
  const stage = new Stage();
  stage.jump(read(position({})));
  stage.walk(read(position({ ghost: [2, 1], lose: true })), 200, 0);
  assert.equal(stage.at(100).fall, 0);
  assert.equal(stage.at(2000).fall, 1);
  stage.jump(read(position({})));
  assert.equal(stage.at(0).fall, 0);
});
