// What lies on the floor of a maze, and the points that rise from it, on a canvas scaled to one unit per cell.

/**
 * @import { Palette } from './palette.js'
 * @import { Crumb, Food } from './scene.js'
 */

/**
 * @param {CanvasRenderingContext2D} paper
 * @param {Food} bite
 * @param {{ dot: number, size?: number, palette: Palette }} how `dot` is the radius of a pellet, `size` what is left
 */
export function drawFood(paper, bite, { dot, size = 1, palette }) {
  const radius = (bite.kind === 'capsule' ? 0.27 : dot) * size;
  paper.beginPath();
  paper.arc(bite.x + 0.5, bite.y + 0.5, radius, 0, 2 * Math.PI);
  paper.fillStyle = bite.tone === 'green' ? palette.tones.green : palette.pellet;
  paper.fill();
  if (bite.kind === 'capsule') {
    paper.lineWidth = 0.06;
    paper.strokeStyle = palette.pelletLine;
    paper.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} paper
 * @param {Crumb} crumb
 * @param {Palette} palette
 */
export function drawCrumb(paper, { x, y }, palette) {
  paper.lineWidth = 0.04;
  paper.beginPath();
  paper.arc(x + 0.5, y + 0.5, 0.11, 0, 2 * Math.PI);
  paper.fillStyle = palette.crumb;
  paper.fill();
  paper.strokeStyle = palette.crumbLine;
  paper.stroke();
}

/**
 * Points that were just scored. `part` is how much of their time is over, `cell` the size of a cell in pixels.
 * @param {CanvasRenderingContext2D} paper
 * @param {{ x: number, y: number, text: string, part: number }} pop
 * @param {number} cell
 * @param {Palette} palette
 */
export function drawPop(paper, { x, y, text, part }, cell, palette) {
  paper.globalAlpha = 1 - part ** 2;
  paper.font = `700 ${Math.max(0.5, 14 / cell)}px system-ui, sans-serif`;
  paper.textAlign = 'center';
  paper.fillStyle = palette.text;
  paper.strokeStyle = palette.floor;
  paper.lineWidth = 0.14;
  paper.strokeText(text, x + 0.5, y + 0.1 - part * 0.7);
  paper.fillText(text, x + 0.5, y + 0.1 - part * 0.7);
  paper.globalAlpha = 1;
}
