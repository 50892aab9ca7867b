// Reads scenes of both Pac-Man games: what is where, with y downwards as on a canvas.

import { factOf, piecesOf, wallsOf } from '../scene.js';

/**
 * @import { BoardBackdrop, BoardScene, Facing, Tone } from '../../../../types/protocol'
 * @import { Shown } from '../../../../types/pages'
 */

/** @type {Record<string, 'pacman' | 'ghost'>} */
const ACTORS = { pacman: 'pacman', ghost: 'ghost', 'scared-ghost': 'ghost' };
/** @type {Record<string, 'pellet' | 'capsule'>} */
const FOOD = { dot: 'pellet', 'big-dot': 'capsule' };

/**
 * @typedef {{x: number, y: number, tone: Tone}} Crumb
 * @typedef {Crumb & {kind: 'pellet'|'capsule'}} Food
 * @typedef {Crumb & {key: string, kind: 'pacman'|'ghost', label: string, facing: Facing|null, scared: number}} Actor
 * @typedef {{food: Map<string, Food>, crumbs: Crumb[], actors: Actor[], score: number, lost: boolean}} Reading
 */

/**
 * The walls of a backdrop, by their form.
 * @param {Pick<BoardBackdrop, 'height' | 'walls'>} backdrop
 */
export function mazeOf(backdrop) {
  const all = wallsOf(backdrop).map(({ x, y, form }) => ({ x, y: backdrop.height - 1 - y, form }));
  return { walls: all.filter(({ form }) => form === 'wall'), blocks: all.filter(({ form }) => form === 'block') };
}

/**
 * What to draw of a position on its backdrop.
 * @param {BoardBackdrop} backdrop
 * @param {Pick<Shown<BoardScene>, 'scene' | 'outcomes'>} position
 * @returns {Reading}
 */
export function read(backdrop, { scene, outcomes }) {
  /** @type {Reading} */
  const reading = {
    food: new Map(),
    crumbs: [],
    actors: [],
    score: Number(factOf(scene, 'score') ?? 0),
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
