// A player's symbol beside the name: a shape for the seat, a tone for the name, so that colour is never the only cue.

import { svg } from './elements.js';

/** @type {Record<string, string>} */
const tones = {
  yellow: 'yellow',
  red: 'red',
  blue: 'blue',
  'pac-man': 'yellow',
  'ghost 1': 'red',
  'ghost 2': 'cyan',
  'ghost 3': 'pink',
  'ghost 4': 'orange',
  max: 'blue',
  min: 'orange',
};
const rest = ['yellow', 'red', 'cyan', 'pink', 'orange', 'green', 'blue', 'brown'];

/**
 * The tone that stands for a player.
 * @param {string} name
 * @param {number} seat
 */
export const toneOf = (name, seat) => tones[name.toLowerCase()] ?? rest[seat % rest.length];

/**
 * The symbol: a disc, a ring, a dash for players who draw lines, a ghost, a triangle.
 * @param {string} name
 * @param {number} seat
 */
export function emblem(name, seat) {
  const paint = `var(--tone-${toneOf(name, seat)})`;
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
