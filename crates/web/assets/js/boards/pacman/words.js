// The text beside the board: counts, a legend, and sentences for screen readers.

import { h } from '../../ui/elements.js';
import { number, t } from '../../i18n.js';
import { signed } from '../../analysis/values.js';
import { factOf } from '../scene.js';

/**
 * @import { BoardBackdrop, BoardScene } from '../../../../types/protocol'
 * @import { Overlay, Shown } from '../../../../types/pages'
 * @import { Actor } from './scene.js'
 */

/**
 * @param {string} label
 * @param {string} value
 */
function fact(label, value) {
  return h('div', {}, h('dt', {}, label), h('dd', { class: 'number' }, value));
}

/**
 * @param {BoardScene} scene
 * @param {Actor[]} actors
 */
export function factsOf(scene, actors) {
  /**
   * @param {string} label
   * @param {string} words
   */
  const row = (label, words) => {
    const value = factOf(scene, label);
    return value === undefined ? [] : [fact(t(words), number(Number(value)))];
  };
  const rows = [...row('level', 'pacman.level'), ...row('score', 'pacman.score'), ...row('food left', 'pacman.food')];
  if (factOf(scene, 'capsules left')) rows.push(...row('capsules left', 'pacman.capsules'));
  const scared = Math.max(0, ...actors.map((actor) => actor.scared));
  if (scared > 0) rows.push(fact(t('pacman.scared'), number(scared)));
  return rows;
}

/**
 * @param {BoardBackdrop} backdrop
 * @param {Shown<BoardScene>} position
 * @param {Actor[]} actors
 */
export function sentencesOf(backdrop, position, actors) {
  const [left, bottom] = backdrop.origin ?? [0, 0];
  /** @param {Actor} actor */
  const cellName = ({ x, y }) =>
    t('pacman.place', { x: number(x - left), y: number(backdrop.height - 1 - y - bottom) });
  const parts = [];
  for (const eater of actors.filter(({ kind }) => kind === 'pacman'))
    parts.push(t('pacman.at', { place: cellName(eater) }));
  actors
    .filter(({ kind }) => kind === 'ghost')
    .forEach((actor, ghost) =>
      parts.push(
        t(actor.scared > 0 ? 'pacman.scared-ghost' : 'pacman.ghost', {
          number: number(ghost + 1),
          place: cellName(actor),
          moves: number(actor.scared),
        }),
      ),
    );
  const [score, food] = ['score', 'food left'].map((label) => factOf(position.scene, label));
  if (score !== undefined) parts.push(t('pacman.counts', { score: number(Number(score)), food: number(Number(food)) }));
  if (position.outcomes?.[0] === 'win') parts.push(t('pacman.won'));
  if (position.outcomes?.[0] === 'loss') parts.push(t('pacman.lost'));
  return parts.join(' ');
}

/** @param {Overlay} overlay */
export function legendOf({ heat, reach }) {
  const rows = [];
  if (heat) {
    rows.push(
      h(
        'span',
        { class: 'pac-scale' },
        h('span', { class: 'number' }, signed(heat.min)),
        h('span', { class: 'pac-ramp', 'aria-hidden': 'true' }),
        h('span', { class: 'number' }, signed(heat.max)),
        h('span', { class: 'soft' }, t('pacman.heat')),
      ),
    );
  }
  if (reach) rows.push(h('span', { class: 'soft' }, t('pacman.reach')));
  return rows;
}

/**
 * What the overlays show for a cell.
 * @param {Overlay} overlay
 * @param {number} x
 * @param {number} y upwards, as in a scene
 */
export function cellWords({ heat, reach }, x, y) {
  const lines = [];
  const warm = heat?.cells.find((cell) => cell.x === x && cell.y === y);
  if (warm) lines.push(signed(warm.value));
  for (const { player, cells } of reach?.ghosts ?? []) {
    const found = cells.find((cell) => Math.round(cell.x) === x && Math.round(cell.y) === y);
    if (found) lines.push(t('pacman.reached', { number: number(player), moves: number(found.after) }));
  }
  return lines;
}
