// The positions of a game that are kept in the page: few of them, because a long game has thousands.

/** @import { Position } from '../../../types/protocol' */

const MOST = 256;

/** Keeps the positions that were used last. */
export function fewPositions(most = MOST) {
  /** @type {Map<number, Position>} */
  const kept = new Map();
  return {
    /**
     * @param {number} ply
     * @returns {Position | undefined}
     */
    get(ply) {
      const position = kept.get(ply);
      if (!position) return undefined;
      // What was used last is dropped last.
      kept.delete(ply);
      kept.set(ply, position);
      return position;
    },
    /** @param {Position} position */
    keep(position) {
      kept.delete(position.ply);
      kept.set(position.ply, position);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
    /**
     * Drops those beyond a ply.
     * @param {number} ply
     */
    cut(ply) {
      for (const known of [...kept.keys()]) if (known > ply) kept.delete(known);
    },
    get size() {
      return kept.size;
    },
  };
}
