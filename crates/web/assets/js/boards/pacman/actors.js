// Pac-Man and the ghosts, drawn around (0, 0) on a canvas scaled to one unit per cell.

/**
 * @import { Facing, Tone } from '../../../../types/protocol'
 * @import { Step } from '../../../../types/pages'
 * @import { Palette } from './palette.js'
 * @import { Actor } from './scene.js'
 */

const BLINKS_FROM = 8;
/** @type {Record<Facing, number>} */
const TURN = { east: 0, south: Math.PI / 2, west: Math.PI, north: -Math.PI / 2 };
/** @type {Record<Facing, Step>} */
const LOOK = { east: [1, 0], south: [0, 1], west: [-1, 0], north: [0, -1] };

/**
 * Pac-Man, facing the way he goes.
 * @param {CanvasRenderingContext2D} paper
 * @param {{facing: Facing, mouth: number, size?: number, palette: Palette}} how mouth is 0 (shut) to 1 (wide open)
 */
export function drawPacman(paper, { facing, mouth, size = 1, palette }) {
  const radius = 0.42 * size;
  const angle = 0.06 + mouth * 0.82;
  paper.save();
  paper.rotate(TURN[facing]);
  if (facing === 'west') paper.scale(1, -1);
  paper.beginPath();
  paper.moveTo(-radius * 0.18, 0);
  paper.arc(0, 0, radius, angle, 2 * Math.PI - angle);
  paper.closePath();
  const skin = paper.createRadialGradient(-radius * 0.2, -radius * 0.35, radius * 0.1, 0, 0, radius * 1.05);
  skin.addColorStop(0, palette.pacmanLight);
  skin.addColorStop(1, palette.pacman);
  paper.fillStyle = skin;
  paper.fill();
  paper.lineWidth = 0.045;
  paper.lineJoin = 'round';
  paper.strokeStyle = palette.pacmanLine;
  paper.stroke();
  paper.beginPath();
  paper.arc(radius * 0.12, -radius * 0.52, radius * 0.12, 0, 2 * Math.PI);
  paper.fillStyle = palette.pupil;
  paper.fill();
  paper.restore();
}

/**
 * @param {CanvasRenderingContext2D} paper
 * @param {number} sway
 */
function body(paper, sway) {
  const [r, foot] = [0.38, 0.4];
  paper.beginPath();
  paper.moveTo(-r, foot);
  paper.lineTo(-r, -0.04);
  paper.bezierCurveTo(-r, -0.54, r, -0.54, r, -0.04);
  paper.lineTo(r, foot);
  // The hem: three waves, which sway as it moves.
  const waves = 3;
  const step = (2 * r) / waves;
  for (let wave = 0; wave < waves; wave += 1) {
    const from = r - wave * step;
    const dip = 0.1 + 0.03 * (wave % 2 === 0 ? sway : -sway);
    paper.quadraticCurveTo(from - step / 2, foot - 2 * dip, from - step, foot);
  }
  paper.closePath();
}

/**
 * @param {CanvasRenderingContext2D} paper
 * @param {Facing | null} facing
 * @param {Palette} palette
 */
function eyes(paper, facing, palette) {
  const [lx, ly] = facing ? LOOK[facing] : [0, 0];
  for (const side of [-1, 1]) {
    paper.beginPath();
    paper.ellipse(side * 0.155 + lx * 0.03, -0.1 + ly * 0.03, 0.11, 0.135, 0, 0, 2 * Math.PI);
    paper.fillStyle = palette.eye;
    paper.fill();
    paper.lineWidth = 0.02;
    paper.strokeStyle = palette.eyeLine;
    paper.stroke();
    paper.beginPath();
    paper.arc(side * 0.155 + lx * 0.075, -0.1 + ly * 0.09, 0.062, 0, 2 * Math.PI);
    paper.fillStyle = palette.pupil;
    paper.fill();
  }
}

/**
 * @param {CanvasRenderingContext2D} paper
 * @param {string} text
 * @param {string} colour
 */
function label(paper, text, colour) {
  if (!text) return;
  paper.font = '700 0.21px system-ui, sans-serif';
  paper.textAlign = 'center';
  paper.textBaseline = 'middle';
  paper.fillStyle = colour;
  paper.fillText(text, 0, 0.165);
}

/**
 * The mood of a ghost. One that soon stops being scared blinks: by time while it moves, else by moves.
 * @param {Actor & { flight: boolean }} actor
 * @param {number | null} now the time, if it moves
 */
export function moodOf({ flight, scared }, now) {
  if (flight) return 'eyes';
  if (scared === 0) return 'calm';
  if (scared > BLINKS_FROM) return 'scared';
  const phase = now === null ? scared : Math.floor(now / 110);
  return phase % 2 === 0 ? 'scared' : 'waking';
}

/**
 * A ghost. It shows its number as well as its colour; a scared one frowns instead of looking around.
 * @param {CanvasRenderingContext2D} paper
 * @param {{facing: Facing|null, tone: Tone, mood: 'calm'|'scared'|'waking'|'eyes', sway: number, label: string,
 *   palette: Palette}} how
 */
export function drawGhost(paper, { facing, tone, mood, sway = 0, label: text, palette }) {
  if (mood === 'eyes') {
    eyes(paper, facing, palette);
    return;
  }
  body(paper, sway);
  const pale = mood === 'waking';
  paper.fillStyle = mood === 'calm' ? palette.tones[tone] : pale ? palette.scaredPale : palette.scared;
  paper.fill();
  paper.lineWidth = 0.035;
  paper.lineJoin = 'round';
  paper.strokeStyle = mood === 'calm' ? palette.ghostLine : palette.scaredLine;
  paper.stroke();
  if (mood === 'calm') {
    eyes(paper, facing, palette);
    label(paper, text, palette.ghostInk);
    return;
  }
  const ink = pale ? palette.scared : palette.scaredFace;
  paper.fillStyle = ink;
  for (const side of [-1, 1]) {
    paper.beginPath();
    paper.arc(side * 0.14, -0.12, 0.06, 0, 2 * Math.PI);
    paper.fill();
  }
  paper.beginPath();
  for (let corner = 0; corner <= 4; corner += 1) {
    paper.lineTo(-0.22 + corner * 0.11, corner % 2 === 0 ? 0.15 : 0.07);
  }
  paper.lineWidth = 0.045;
  paper.strokeStyle = ink;
  paper.stroke();
}
