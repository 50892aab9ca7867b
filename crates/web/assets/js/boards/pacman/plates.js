// Where the values of moves go on a maze: beside the arrows, and never on an actor.

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
 * The place of the plate for a step [dx, dy] (none at all: staying), seen from the actor that moves. `others` are the
 * other actors, seen from there too. Null if every place is taken.
 * @param {[number, number]} step
 * @param {Size} size
 * @param {Place[]} others
 * @returns {Place | null}
 */
export function platePlace([dx, dy], size, others) {
  const still = dx === 0 && dy === 0;
  const beside = still ? 0 : 1.16 + (dx === 0 ? size.height : size.width) / 2;
  const below = ROOM + size.height / 2 + 0.04;
  /** @type {Place[]} */
  const places = still
    ? [
        { x: 0, y: below },
        { x: 0, y: -below },
      ]
    : [0, 1, 2].flatMap((farther) => {
        const out = { x: dx * (beside + farther), y: dy * (beside + farther) };
        const aside = dx === 0 ? { x: size.width / 2 + ROOM, y: 0 } : { x: 0, y: size.height / 2 + ROOM };
        return [out, { x: out.x + aside.x, y: out.y + aside.y }, { x: out.x - aside.x, y: out.y - aside.y }];
      });
  const all = [...others, { x: 0, y: 0 }];
  return places.find((place) => !all.some((actor) => touches(place, size, actor))) ?? null;
}
