// Where the values of edges go: near the middle of each, clear of the others' plates, crossings and points.

/**
 * @typedef {{ x: number, y: number }} Spot
 * @typedef {{ x1: number, y1: number, x2: number, y2: number }} Line
 */

// A plate and the air around it, in units of a board that reaches from -100 to 100.
const WIDE = 30;
const HIGH = 16;
const SHARES = Array.from({ length: 17 }, (_, i) => 0.22 + i * 0.035);
const PASSES = 6;

/**
 * @param {Line} line
 * @param {number} share
 */
const along = ({ x1, y1, x2, y2 }, share) => ({ x: x1 + (x2 - x1) * share, y: y1 + (y2 - y1) * share });

/**
 * @param {Spot} spot
 * @param {Line} line
 */
function distance({ x, y }, line) {
  const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
  const share = Math.max(0, Math.min(1, ((x - line.x1) * dx + (y - line.y1) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(line.x1 + share * dx - x, line.y1 + share * dy - y);
}

/**
 * How much two plates lie on each other: 0 if they do not.
 * @param {Spot} one
 * @param {Spot} other
 */
export const overlap = (one, other) =>
  Math.max(0, 1 - Math.max(Math.abs(one.x - other.x) / WIDE, Math.abs(one.y - other.y) / HIGH));

/**
 * A place for the value of each line `{ x1, y1, x2, y2 }`, on that line. Every line takes the best place that the
 * others leave it, over and over: a few rounds settle it, and the same lines always get the same places.
 * @param {Line[]} lines
 */
export function placesFor(lines) {
  const ends = lines.flatMap(({ x1, y1, x2, y2 }) => [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
  ]);
  const places = lines.map((line) => along(line, 0.5));
  /**
   * @param {number} i
   * @param {number} share
   */
  const cost = (i, share) => {
    const spot = along(lines[i], share);
    let sum = 8 * Math.abs(share - 0.5);
    lines.forEach((line, k) => {
      if (k === i) return;
      sum += 100 * overlap(spot, places[k]);
      // On a crossing nobody could say whose value it is.
      sum += 6 * Math.max(0, 1 - distance(spot, line) / 7);
    });
    for (const end of ends) sum += 20 * Math.max(0, 1 - Math.hypot(end.x - spot.x, end.y - spot.y) / 26);
    return sum;
  };
  for (let pass = 0; pass < PASSES; pass += 1) {
    lines.forEach((line, i) => {
      const best = SHARES.map((share) => ({ share, sum: cost(i, share) })).reduce((a, b) => (b.sum < a.sum ? b : a));
      places[i] = along(line, best.share);
    });
  }
  return places;
}
