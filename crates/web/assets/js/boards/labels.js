// Where the values of edges go: near the middle of each edge, clear of other plates, crossings and points.

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ x1: number, y1: number, x2: number, y2: number }} Line
 */

// A plate and the margin around it, in units of a board that reaches from -100 to 100.
export const WIDE = 30;
const HIGH = 16;
const SHARES = Array.from({ length: 17 }, (_, i) => 0.22 + i * 0.035);
const PASSES = 6;

/**
 * @param {Line} line
 * @param {number} share
 */
const along = ({ x1, y1, x2, y2 }, share) => ({ x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share });

/**
 * @param {Point} point
 * @param {Line} line
 */
function distance({ x, y }, line) {
  const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
  const share = Math.max(0, Math.min(1, ((x - line.x1) * dx + (y - line.y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(line.x1 + share * dx - x, line.y1 + share * dy - y);
}

/**
 * How much two plates overlap: 0 if they do not.
 * @param {Point} one
 * @param {Point} other
 */
export const overlap = (one, other) =>
  Math.max(0, 1 - Math.max(Math.abs(one.x - other.x) / WIDE, Math.abs(one.y - other.y) / HIGH));

/**
 * A position for the value of each line `{ x1, y1, x2, y2 }`, on that line. Every line takes the best position that the
 * others leave, over and over: a few rounds settle it, and the same lines always get the same positions.
 * @param {Line[]} lines
 */
export function labelPoints(lines) {
  const ends = lines.flatMap(({ x1, y1, x2, y2 }) => [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ]);
  const points = lines.map((line) => along(line, 0.5));
  /**
   * @param {number} i
   * @param {number} share
   */
  const cost = (i, share) => {
    const point = along(lines[i], share);
    let sum = 8 * Math.abs(share - 0.5);
    lines.forEach((line, k) => {
      if (k === i) return;
      sum += 100 * overlap(point, points[k]);
      // On a crossing it would not be clear whose value it is.
      sum += 6 * Math.max(0, 1 - distance(point, line) / 7);
    });
    for (const end of ends) sum += 20 * Math.max(0, 1 - Math.hypot(end.x - point.x, end.y - point.y) / 26);
    return sum;
  };
  for (let pass = 0; pass < PASSES; pass += 1) {
    lines.forEach((line, i) => {
      const best = SHARES.map((share) => ({ share, sum: cost(i, share) })).reduce((a, b) => (b.sum < a.sum ? b : a));
      points[i] = along(line, best.share);
    });
  }
  return points;
}
