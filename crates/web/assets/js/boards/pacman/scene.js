// Reads a scene of either kind of Pac-Man: what stands where, with y downwards as on a canvas.

const ACTORS = { pacman: 'pacman', ghost: 'ghost', 'scared-ghost': 'ghost' };

/** How long a ghost is still scared, from the words of its piece: `ghost 1, scared for 12 moves`. */
function scaredFor(piece) {
  if (piece.shape !== 'scared-ghost') return 0;
  const found = /scared for (\d+)/.exec(piece.name ?? '');
  return found ? Number(found[1]) : 1;
}

/**
 * @typedef {{key: string, kind: 'pacman'|'ghost', tone: string, label: string, x: number, y: number,
 *   facing: string|null, scared: number}} Actor
 * @typedef {{width: number, height: number, walls: object[], blocks: object[], food: Map<string, object>,
 *   crumbs: object[], actors: Actor[], score: number, lost: boolean, won: boolean}} Reading
 */

/**
 * What there is to draw of a position.
 * @param {{scene: object, report?: object}} position
 * @returns {Reading}
 */
export function read(position) {
  const { width, height, pieces } = position.scene.picture;
  const reading = {
    width,
    height,
    walls: [],
    blocks: [],
    food: new Map(),
    crumbs: [],
    actors: [],
    score: position.report?.score ?? 0,
    lost: Boolean(position.report?.lose),
    won: Boolean(position.report?.win),
  };
  for (const piece of pieces) {
    const at = { x: piece.x, y: height - 1 - piece.y, tone: piece.tone };
    if (piece.shape === 'wall') reading.walls.push(at);
    else if (piece.shape === 'block') reading.blocks.push(at);
    else if (piece.shape === 'crumb') reading.crumbs.push(at);
    else if (piece.shape === 'pellet' || piece.shape === 'capsule') {
      reading.food.set(`${at.x},${at.y}`, { ...at, kind: piece.shape });
    } else if (ACTORS[piece.shape]) {
      const kind = ACTORS[piece.shape];
      reading.actors.push({
        ...at,
        kind,
        key: `${kind} ${piece.label ?? ''}`,
        label: piece.label ?? '',
        facing: piece.facing ?? null,
        scared: scaredFor(piece),
      });
    }
  }
  return reading;
}

/** Do two readings show the same maze? */
export function sameMaze(one, other) {
  if (!one || !other || one.width !== other.width || one.height !== other.height) return false;
  if (one.walls.length !== other.walls.length || one.blocks.length !== other.blocks.length) return false;
  const same = (list, second) => list.every((cell, place) => cell.x === second[place].x && cell.y === second[place].y);
  return same(one.walls, other.walls) && same(one.blocks, other.blocks);
}
