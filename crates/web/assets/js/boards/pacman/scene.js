// Reads scenes of either kind of Pac-Man: what stands where, with y downwards as on a canvas.

import { factOf, piecesOf, wallsOf } from '../scene.js';

const ACTORS = { pacman: 'pacman', ghost: 'ghost', 'scared-ghost': 'ghost' };
const FOOD = { dot: 'pellet', 'big-dot': 'capsule' };

/**
 * @typedef {{key: string, kind: 'pacman'|'ghost', label: string, tone: string, x: number, y: number,
 *   facing: string|null, scared: number}} Actor
 * @typedef {{food: Map<string, object>, crumbs: object[], actors: Actor[], score: number, lost: boolean}} Reading
 */

/** The walls of a backdrop, by their form. */
export function mazeOf(backdrop) {
  const all = wallsOf(backdrop).map(({ x, y, form }) => ({ x, y: backdrop.height - 1 - y, form }));
  return { walls: all.filter(({ form }) => form === 'wall'), blocks: all.filter(({ form }) => form === 'block') };
}

/**
 * What there is to draw of a position before its backdrop.
 * @returns {Reading}
 */
export function read(backdrop, { scene, outcomes }) {
  const reading = {
    food: new Map(),
    crumbs: [],
    actors: [],
    score: factOf(scene, 'score') ?? 0,
    lost: outcomes?.[0] === 'loss',
  };
  for (const piece of piecesOf(backdrop, scene)) {
    const at = { x: piece.x, y: backdrop.height - 1 - piece.y, tone: piece.tone };
    if (piece.shape === 'crumb') reading.crumbs.push(at);
    else if (FOOD[piece.shape]) reading.food.set(`${at.x},${at.y}`, { ...at, kind: FOOD[piece.shape] });
    else if (ACTORS[piece.shape]) {
      const kind = ACTORS[piece.shape];
      reading.actors.push({
        ...at,
        kind,
        key: `${kind} ${piece.label ?? ''}`,
        label: piece.label ?? '',
        facing: piece.facing ?? null,
        scared: piece.count ?? 0,
      });
    }
  }
  return reading;
}
