// The values of edges: every one has its own position, on its edge.

import assert from 'node:assert/strict';
import test from 'node:test';

const { overlap, labelPoints } = await import('../../assets/js/boards/labels.js');

const circle = (n) =>
  Array.from({ length: n }, (_, i) => ({
    x: 100 * Math.sin((2 * Math.PI * i) / n),
    y: -100 * Math.cos((2 * Math.PI * i) / n),
  }));

function linesOf(n) {
  const points = circle(n);
  return points.flatMap((a, i) => points.slice(i + 1).map((b) => ({ x1: a.x, y1: a.y, x2: b.x, y2: b.y })));
}

for (const n of [5, 6]) {
  test(`no plates overlap between ${n} points`, () => {
    const points = labelPoints(linesOf(n));
    const clashes = points.flatMap((a, i) => points.slice(i + 1).filter((b) => overlap(a, b) > 0));
    assert.deepEqual(clashes, []);
  });
}

test('a plate lies on its own edge, clear of the points, and the same way every time', () => {
  const lines = linesOf(6);
  const points = labelPoints(lines);
  points.forEach(({ x, y }, i) => {
    const { x1, y1, x2, y2 } = lines[i];
    const off = Math.abs((x - x1) * (y2 - y1) - (y - y1) * (x2 - x1)) / Math.hypot(x2 - x1, y2 - y1);
    assert.ok(off < 1e-9);
    for (const point of circle(6)) assert.ok(Math.hypot(point.x - x, point.y - y) > 18);
  });
  assert.deepEqual(labelPoints(lines), points);
});
