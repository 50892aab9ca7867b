// The paths of a maze's walls: joined cells become smooth tubes, blocks stay separate squares.
//
// Coordinates are cells with y downwards, so that a path can be drawn after one scale(cell, cell).

/**
 * @import { Step } from '../../../../types/pages'
 * @import { Palette } from './palette.js'
 */

/** @typedef {{ x: number, y: number }} Cell */

/** @type {Step[]} */
const SIDES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * A set of cells that can be queried by column and row.
 * @param {Cell[]} cells
 * @returns {(x: number, y: number) => boolean}
 */
function cellSet(cells) {
  const keys = new Set(cells.map(({ x, y }) => `${x},${y}`));
  return (x, y) => keys.has(`${x},${y}`);
}

/**
 * The centre lines of joined walls, to be stroked with round ends, and the inner squares of solid parts, to be filled.
 * Where a wall bends, its line is a curve; where lines meet, curves fill the corners, so that nothing is sharp.
 * @param {Cell[]} cells
 */
export function tubes(cells) {
  const has = cellSet(cells);
  const lines = new Path2D();
  const solids = new Path2D();
  for (const { x, y } of cells) {
    const [cx, cy] = [x + 0.5, y + 0.5];
    const open = SIDES.filter(([dx, dy]) => has(x + dx, y + dy));
    /**
     * @param {Step} side
     * @returns {Step}
     */
    const middle = ([dx, dy]) => [cx + dx / 2, cy + dy / 2];
    const bend = open.length === 2 && open[0][0] !== -open[1][0] && open[0][1] !== -open[1][1];
    if (open.length === 0) {
      lines.moveTo(cx, cy);
      lines.lineTo(cx + 0.001, cy);
    }
    if (!bend) {
      for (const side of open) {
        lines.moveTo(cx, cy);
        lines.lineTo(...middle(side));
      }
    }
    open.forEach((first, index) => {
      for (const second of open.slice(index + 1)) {
        if (first[0] * second[0] + first[1] * second[1] !== 0) continue;
        lines.moveTo(...middle(first));
        lines.quadraticCurveTo(cx, cy, ...middle(second));
      }
    });
    if (has(x + 1, y) && has(x, y + 1) && has(x + 1, y + 1)) solids.rect(cx, cy, 1, 1);
  }
  return { lines, solids };
}

/**
 * Separate squares, with a small gap between them.
 * @param {Cell[]} cells
 */
export function blocks(cells, gap = 0.05, radius = 0.14) {
  const path = new Path2D();
  for (const { x, y } of cells) path.roundRect(x + gap, y + gap, 1 - 2 * gap, 1 - 2 * gap, radius);
  return path;
}

/**
 * Joined walls, as tubes with an outline. `cell` is the size of a cell in pixels.
 * @param {CanvasRenderingContext2D} paper
 * @param {ReturnType<typeof tubes>} walls
 * @param {number} cell
 * @param {Palette} palette
 */
export function drawTubes(paper, { lines, solids }, cell, palette) {
  paper.lineCap = 'round';
  paper.lineJoin = 'round';
  paper.strokeStyle = palette.wallLine;
  paper.lineWidth = 0.46;
  paper.stroke(lines);
  paper.fillStyle = palette.wall;
  paper.strokeStyle = palette.wall;
  paper.lineWidth = 0.46 - 2 * Math.max(0.055, 1.2 / cell);
  paper.stroke(lines);
  paper.fill(solids);
}

/**
 * @param {CanvasRenderingContext2D} paper
 * @param {Path2D} walls
 * @param {Palette} palette
 */
export function drawBlocks(paper, walls, palette) {
  paper.fillStyle = palette.block;
  paper.fill(walls);
  paper.lineWidth = 0.045;
  paper.strokeStyle = palette.blockLine;
  paper.stroke(walls);
}
