// Where the values of moves go on a maze.

import assert from 'node:assert/strict';
import test from 'node:test';

import { platePlace } from '../../assets/js/boards/pacman/plates.js';

test('plates never cover a ghost', () => {
  const size = { width: 1.4, height: 0.6 };
  const ghosts = [
    { x: 1, y: 0 },
    { x: 2, y: 0 },
    { x: 1.9, y: 0.8 },
    { x: 0, y: 1 },
  ];
  for (const step of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
    [0, 0],
  ]) {
    const place = platePlace(step, size, ghosts);
    assert.ok(place, String(step));
    for (const ghost of [...ghosts, { x: 0, y: 0 }]) {
      const apart = Math.abs(place.x - ghost.x) >= 1.2 || Math.abs(place.y - ghost.y) >= 0.8;
      assert.ok(apart, `${step}: a plate at ${place.x}, ${place.y} covers an actor at ${ghost.x}, ${ghost.y}`);
    }
  }
  // Where every place is taken, there is no plate.
  const crowd = Array.from({ length: 81 }, (_, i) => ({ x: (i % 9) - 4, y: Math.floor(i / 9) - 4 }));
  assert.equal(platePlace([1, 0], size, crowd), null);
});

test('plates keep clear of each other, and within the board', () => {
  const size = { width: 1.4, height: 0.6 };
  const board = { x: 3, y: -2.4, width: 10, height: 6 };
  // Below the actor the board ends: the plate goes above.
  assert.ok(platePlace([0, 0], size, []).y > 0);
  const still = platePlace([0, 0], size, [], { board });
  assert.ok(still.y < 0);
  const up = platePlace([0, -1], { width: 3, height: 1.2 }, [], { board, taken: [{ ...still, ...size }] });
  assert.ok(Math.abs(up.y - still.y) >= 0.9, 'not on the other plate');
  // Where it fits nowhere, it is still shown.
  assert.ok(platePlace([1, 0], size, [], { board: { x: 0, y: 0, width: 1, height: 1 } }));
});
