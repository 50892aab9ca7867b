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
