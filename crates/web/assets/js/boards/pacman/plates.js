// Where the values of moves go on a maze: beside the arrows, never on an actor or on each other, whole if they can be.

/**
 * @typedef {{ x: number, y: number }} Place
 * @typedef {{ width: number, height: number }} Size
 */

/** An actor takes this much room to each side of its centre, in cells. */
const ROOM = 0.5;

/**
 * Does a plate at `at` touch an actor there?
 * @param {Place} at
 * @param {Size} size
 * @param {Place} actor
 */
const touches = (at, { width, height }, actor) =>
  Math.abs(at.x - actor.x) < width / 2 + ROOM && Math.abs(at.y - actor.y) < height / 2 + ROOM;

/**
 * Do two plates touch each other?
 * @param {Place} at
 * @param {Size} size
 * @param {Place & Size} other
 */
const overlaps = (at, { width, height }, other) =>
  Math.abs(at.x - other.x) < (width + other.width) / 2 && Math.abs(at.y - other.y) < (height + other.height) / 2;

/**
 * Does a plate lie within the board?
 * @param {Place} at
 * @param {Size} size
 * @param {Place & Size} board
 */
const within = (at, { width, height }, board) =>
  Math.abs(at.x - board.x) <= (board.width - width) / 2 && Math.abs(at.y - board.y) <= (board.height - height) / 2;

/**
 * The place of the plate for a step [dx, dy] (none at all: staying), seen from the actor that moves. `others` are the
 * other actors, `taken` the plates that have their place and `board` the middle and the size of the board, seen from
 * there too. Null if every place is taken.
 * @param {[number, number]} step
 * @param {Size} size
 * @param {Place[]} others
 * @param {{ taken?: (Place & Size)[], board?: Place & Size }} [options]
 * @returns {Place | null}
 */
export function platePlace([dx, dy], size, others, { taken = [], board } = {}) {
  const still = dx === 0 && dy === 0;
  const beside = still ? 0 : 1.16 + (dx === 0 ? size.height : size.width) / 2;
  const below = ROOM + size.height / 2 + 0.04;
  /** @type {Place[]} */
  const places = still
    ? [
        { x: 0, y: below },
        { x: 0, y: -below },
        { x: 0, y: below + size.height },
        { x: 0, y: -below - size.height },
      ]
    : [0, 1, 2].flatMap((farther) => {
        const out = { x: dx * (beside + farther), y: dy * (beside + farther) };
        const aside = dx === 0 ? { x: size.width / 2 + ROOM, y: 0 } : { x: 0, y: size.height / 2 + ROOM };
        return [out, { x: out.x + aside.x, y: out.y + aside.y }, { x: out.x - aside.x, y: out.y - aside.y }];
      });
  const all = [...others, { x: 0, y: 0 }];
  const free = places.filter(
    (place) =>
      !all.some((actor) => touches(place, size, actor)) && !taken.some((other) => overlaps(place, size, other)),
  );
  return free.find((place) => !board || within(place, size, board)) ?? free[0] ?? null;
}
