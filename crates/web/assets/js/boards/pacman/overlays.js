// Overlays on the board: values by cell, cells that ghosts can reach, and the value of each move.
//
// All functions draw on a canvas scaled to one unit per cell, with y downwards.

import { platePlace } from './plates.js';
import { heatColour } from './palette.js';

/**
 * @import { Heat, Mark, Num, Reach, Tone } from '../../../../types/protocol'
 * @import { Step, ValueEntry } from '../../../../types/pages'
 * @import { Palette } from './palette.js'
 */

/**
 * The rank of a value between the smallest and the largest, from 0 to 1: one outlier must not flatten all others.
 * @param {{ value: Num }[]} cells
 */
export function ranks(cells) {
  const sorted = [...new Set(cells.map((cell) => cell.value))].sort((one, other) => Number(one) - Number(other));
  const shares = new Map(sorted.map((value, index) => [value, sorted.length < 2 ? 0.5 : index / (sorted.length - 1)]));
  /** @param {Num} value */
  return (value) => shares.get(value) ?? 0.5;
}

/**
 * Values by cell, as colours on the floor.
 * @param {CanvasRenderingContext2D} paper
 * @param {Heat} heat
 * @param {number} height
 * @param {Palette} palette
 */
export function drawHeat(paper, heat, height, palette) {
  const rank = ranks(heat.cells);
  paper.save();
  paper.globalAlpha = 0.82;
  for (const { x, y, value } of heat.cells) {
    paper.fillStyle = heatColour(palette, rank(value));
    paper.beginPath();
    paper.roundRect(x + 0.04, height - 1 - y + 0.04, 0.92, 0.92, 0.16);
    paper.fill();
  }
  paper.restore();
}

/**
 * Cells that an agent marks: a frame in each.
 * @param {CanvasRenderingContext2D} paper
 * @param {Mark[]} marks
 * @param {number} height
 * @param {Palette} palette
 */
export function drawMarks(paper, marks, height, palette) {
  paper.save();
  paper.lineWidth = 0.09;
  for (const { cell, tone } of marks) {
    if (!cell) continue;
    paper.strokeStyle = palette.tones[tone];
    paper.beginPath();
    paper.roundRect(cell[0] + 0.1, height - 1 - cell[1] + 0.1, 0.8, 0.8, 0.16);
    paper.stroke();
  }
  paper.restore();
}

/**
 * The cells that ghosts can reach: a square in each ghost's colour, paler for later; each ghost keeps to its own corner
 * of a cell, so that cells in reach of both show both.
 * @param {CanvasRenderingContext2D} paper
 * @param {Reach} reach
 * @param {number} height
 * @param {(player: number) => Tone | undefined} toneOf
 * @param {Palette} palette
 */
export function drawReach(paper, reach, height, toneOf, palette) {
  const latest = Math.max(1, ...reach.ghosts.flatMap((ghost) => ghost.cells.map((cell) => cell.after)));
  const corners = [
    [-0.24, -0.24],
    [0.24, 0.24],
    [0.24, -0.24],
    [-0.24, 0.24],
  ];
  paper.save();
  reach.ghosts.forEach((ghost, index) => {
    const [dx, dy] = corners[index % corners.length];
    const tone = toneOf(ghost.player);
    paper.fillStyle = tone ? palette.tones[tone] : palette.accent;
    for (const { x, y, after } of ghost.cells) {
      paper.globalAlpha = 0.9 - 0.65 * (after / (latest + 1));
      paper.beginPath();
      paper.roundRect(x + 0.5 + dx - 0.17, height - 1 - y + 0.5 + dy - 0.17, 0.34, 0.34, 0.08);
      paper.fill();
    }
  });
  paper.restore();
}

/** @type {Record<string, Step>} */
const STEPS = {
  north: [0, -1],
  up: [0, -1],
  south: [0, 1],
  down: [0, 1],
  east: [1, 0],
  right: [1, 0],
  west: [-1, 0],
  left: [-1, 0],
  stop: [0, 0],
  stay: [0, 0],
};

/**
 * The step of an action by its name, `null` for names that are not a direction.
 * @param {string} action
 */
export function stepOf(action) {
  return STEPS[action.toLowerCase()] ?? null;
}

/**
 * A ring around the actor that the person moves next.
 * @param {CanvasRenderingContext2D} paper
 * @param {{ x: number, y: number }} actor
 * @param {Palette} palette
 */
export function drawAsked(paper, actor, palette) {
  paper.save();
  paper.strokeStyle = palette.accent;
  paper.lineWidth = 0.1;
  paper.beginPath();
  paper.arc(actor.x + 0.5, actor.y + 0.5, 0.74, 0, 2 * Math.PI);
  paper.stroke();
  paper.restore();
}

/**
 * An arrow from an actor to where a move leads, with its value beside it; the best one is strong. No value lies on one
 * of the `others`.
 * @param {CanvasRenderingContext2D} paper
 * @param {ValueEntry[]} moves
 * @param {{ x: number, y: number }} actor
 * @param {{ x: number, y: number }[]} others
 * @param {{ x: number, y: number, width: number, height: number }} board its middle, and how much of it is seen
 * @param {number} size
 * @param {Palette} palette
 */
export function drawMoves(paper, moves, actor, others, board, size, palette) {
  const wide = Math.max(0.34, 11.5 / size);
  paper.save();
  paper.translate(actor.x + 0.5, actor.y + 0.5);
  paper.lineCap = 'round';
  paper.lineJoin = 'round';
  for (const move of moves) {
    const step = stepOf(move.action);
    if (!step) continue;
    const [dx, dy] = step;
    // What is best and still loses has no good colour.
    const colour = !move.best ? palette.soft : move.tone === 'good' ? palette.accent : palette.text;
    paper.globalAlpha = move.best ? 1 : 0.75;
    paper.strokeStyle = colour;
    paper.fillStyle = colour;
    if (dx !== 0 || dy !== 0) {
      const tip = 1.02;
      paper.lineWidth = move.best ? 0.13 : 0.08;
      paper.beginPath();
      paper.moveTo(dx * 0.5, dy * 0.5);
      paper.lineTo(dx * (tip - 0.12), dy * (tip - 0.12));
      paper.stroke();
      paper.beginPath();
      paper.moveTo(dx * tip, dy * tip);
      paper.lineTo(dx * (tip - 0.26) - dy * 0.17, dy * (tip - 0.26) + dx * 0.17);
      paper.lineTo(dx * (tip - 0.26) + dy * 0.17, dy * (tip - 0.26) - dx * 0.17);
      paper.closePath();
      paper.fill();
    } else {
      paper.lineWidth = move.best ? 0.11 : 0.07;
      paper.beginPath();
      paper.arc(0, 0, 0.56, 0, 2 * Math.PI);
      paper.stroke();
    }
  }
  const around = others.map((other) => ({ x: other.x - actor.x, y: other.y - actor.y }));
  const whole = { ...board, x: board.x - actor.x - 0.5, y: board.y - actor.y - 0.5 };
  /** @type {{ x: number, y: number, width: number, height: number }[]} */
  const taken = [];
  for (const move of moves) {
    const step = stepOf(move.action);
    if (!step || !move.text) continue;
    const [dx, dy] = step;
    paper.font = `${move.best ? 700 : 600} ${wide}px system-ui, sans-serif`;
    paper.textAlign = 'center';
    paper.textBaseline = 'middle';
    const room = paper.measureText(move.text).width + wide * 0.8;
    const plate = { width: room, height: wide * 1.5 };
    const place = platePlace([dx, dy], plate, around, { taken, board: whole });
    if (!place) continue;
    taken.push({ ...place, ...plate });
    const { x, y } = place;
    const strong = move.best && move.tone === 'good';
    paper.globalAlpha = 1;
    paper.fillStyle = strong ? palette.accent : palette.raised;
    paper.strokeStyle = strong ? palette.accent : move.best ? palette.text : palette.soft;
    paper.lineWidth = 1 / size;
    // An estimate has a dashed edge.
    paper.setLineDash(move.kind === 'estimate' ? [3 / size, 2 / size] : []);
    paper.beginPath();
    paper.roundRect(x - room / 2, y - wide * 0.75, room, wide * 1.5, wide * 0.4);
    paper.fill();
    paper.stroke();
    paper.setLineDash([]);
    paper.fillStyle = strong ? palette.onAccent : palette.text;
    paper.fillText(move.text, x, y + wide * 0.05);
  }
  paper.restore();
}
