// Values on a board: a small plate with the value, a tone for how good it is, and words as its tooltip and for screen
// readers. What is proven is solid; what is estimated is hatched.

import { svg, unique } from '../ui/elements.js';
import { toneOf } from '../ui/emblem.js';

/** @import { ValueEntry } from '../../../types/pages' */

/**
 * About how wide a text is, in heights of its letters.
 * @param {string} text
 */
const wide = (text) =>
  [...text].reduce((sum, sign) => sum + (/[WM%٪]/.test(sign) ? 1.05 : /\s/.test(sign) ? 0.3 : 0.66), 0);

/**
 * How wide a plate is, and the parts of it.
 * @param {ValueEntry} entry
 * @param {number} size
 * @param {boolean} tall
 */
function measured({ text, note, mark, best }, size, tall) {
  const two = tall && note !== '';
  // In a tall plate the signs stand beside the score, in others beside the result.
  const line = two ? note : text;
  const small = two ? size * 0.72 : size;
  const left = mark ? small * 0.8 : 0;
  const right = best ? small * 0.85 : 0;
  const words = wide(line) * small;
  const width = Math.max(size * 1.9, wide(text) * size + size * 0.7, words + left + right + size * 0.7);
  return { two, line, small, left, right, words, width };
}

/**
 * The height of letters with which every plate is at most `room` wide: `size`, or less.
 * @param {ValueEntry[]} entries
 * @param {number} size
 * @param {number} room
 * @param {{ tall?: boolean }} [options]
 */
export const fitting = (entries, size, room, { tall = false } = {}) =>
  size * Math.min(1, ...entries.map((entry) => room / measured(entry, size, tall).width));

/**
 * A plate at (x, y) in the board's own units; `size` is the height of its letters. With `tall`, a solver's score is
 * below the result.
 * @param {ValueEntry} entry
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {{ tall?: boolean }} [options]
 */
export function plate(entry, x, y, size, { tall = false } = {}) {
  const { text, mark, kind, tone, best, strength } = entry;
  const { two, line, small, left, right, words, width } = measured(entry, size, tall);
  const height = size * (two ? 2.35 : 1.7);
  const box = { x: -width / 2, y: -height / 2, width, height, rx: size * (two ? 0.6 : 0.85) };
  const shift = (left - right) / 2;
  const base = two ? size * 0.88 : size * 0.36;
  const middle = base - small * 0.36;
  const hatch = kind === 'estimate' ? unique('hatch') : null;
  return svg(
    'g',
    {
      class: ['plate', tone, kind, best && 'best'],
      transform: `translate(${x} ${y})`,
      'aria-hidden': 'true',
      data: { action: entry.action },
    },
    svg('title', {}, `${entry.action}: ${entry.words}`),
    svg('rect', { ...box, class: 'base', style: { '--strength': strength.toFixed(2) } }),
    hatch
      ? [
          svg(
            'pattern',
            {
              id: hatch,
              width: size * 0.34,
              height: size * 0.34,
              patternUnits: 'userSpaceOnUse',
              patternTransform: 'rotate(45)',
            },
            svg('rect', { width: size * 0.13, height: size * 0.34, class: 'stripe' }),
          ),
          svg('rect', { ...box, fill: `url(#${hatch})` }),
        ]
      : null,
    // A bound has a notch: the value lies beyond it.
    kind === 'bound'
      ? svg('path', { class: 'notch', d: `M${-width / 2} ${-size * 0.3}l${size * 0.34} ${size * 0.3}l${-size * 0.34} ${size * 0.3}z` })
      : null,
    mark
      ? svg('circle', {
          class: ['mark', mark.seat === 0 ? 'disc' : 'ring'],
          cx: shift - words / 2 - small * 0.5,
          cy: middle,
          r: small * 0.25,
          style: { '--tone': `var(--tone-${toneOf(mark.spec, mark.seat)})` },
        })
      : null,
    two ? svg('text', { y: -size * 0.1, 'font-size': size, 'text-anchor': 'middle', class: 'worth' }, text) : null,
    svg('text', { x: shift, y: base, 'font-size': small, 'text-anchor': 'middle', class: two ? 'points' : 'worth' }, line),
    best
      ? svg('path', {
          class: 'star',
          d: 'M0-1 .29-.4.95-.31.48.15.59.81 0 .5-.59.81-.48.15-.95-.31-.29-.4Z',
          transform: `translate(${shift + words / 2 + small * 0.52} ${middle}) scale(${small * 0.38})`,
        })
      : null,
  );
}
