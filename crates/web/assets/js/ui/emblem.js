// A player's symbol beside the name: a shape for the seat, and the tone of the player's pieces, as the game declares it.

import { svg } from './elements.js';
import { parse } from './spec.js';

/**
 * @import { Catalogue, Tone } from '../../../types/protocol'
 */

/**
 * The tones of the seats by the names of games.
 * @type {Map<string, Tone[]>}
 */
const declared = new Map();

/** For games that declare none. @type {Tone[]} */
const rest = ['yellow', 'red', 'cyan', 'pink', 'orange', 'green', 'blue', 'brown'];

/**
 * Learns the tones that games declare.
 * @param {Catalogue} catalogue
 */
export function learnTones({ games }) {
  for (const { name, aliases, tones } of games)
    if (tones.length) [name, ...aliases].forEach((called) => declared.set(called, tones));
}

/**
 * The tone of a seat in the game that a spec names: that of the pieces on its board.
 * @param {string} spec
 * @param {number} seat
 */
export function toneOf(spec, seat) {
  const tones = declared.get(parse(spec).name);
  return tones ? tones[Math.min(seat, tones.length - 1)] : rest[seat % rest.length];
}

/**
 * The symbol: a disc, a ring, a dash for players who draw lines, a ghost, a triangle.
 * @param {string} spec the game
 * @param {string} name
 * @param {number} seat
 */
export function emblem(spec, name, seat) {
  const paint = `var(--tone-${toneOf(spec, seat)})`;
  const key = name.toLowerCase();
  let shape;
  if (key.startsWith('ghost'))
    shape = svg('path', { d: 'M3 17V9a7 7 0 0 1 14 0v8l-2.3-2-2.4 2L10 15l-2.3 2-2.4-2z', fill: paint });
  else if (key === 'pac-man') shape = svg('path', { d: 'M10 10 16.2 6A7.5 7.5 0 1 0 16.2 14Z', fill: paint });
  else if (key === 'max')
    shape = svg('path', { d: 'M10 3 18 17H2Z', fill: 'none', stroke: paint, 'stroke-width': 2.4 });
  else if (key === 'min')
    shape = svg('path', { d: 'M10 17 18 3H2Z', fill: 'none', stroke: paint, 'stroke-width': 2.4 });
  else if (seat === 0) shape = svg('circle', { cx: 10, cy: 10, r: 7.5, fill: paint });
  else
    shape = svg('circle', {
      cx: 10,
      cy: 10,
      r: 5.6,
      fill: 'none',
      stroke: paint,
      'stroke-width': 4,
      'stroke-dasharray': key === 'blue' ? '4.4 2.64' : null,
    });
  return svg('svg', { class: 'emblem', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, shape);
}
