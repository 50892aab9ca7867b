// Values on a board: a small plate with the number, a colour for how good it is, and words as its tooltip and for
// screen readers.

import { svg } from '../ui/elements.js';

/** @import { ValueEntry } from '../../../types/pages' */

/**
 * A plate at (x, y) in the board's own units; `size` is the height of its letters.
 * @param {ValueEntry} entry
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function plate(entry, x, y, size) {
  const kind = entry.share > 0.02 ? 'good' : entry.share < -0.02 ? 'bad' : 'even';
  const width = Math.max(size * 1.9, entry.text.length * size * 0.62 + size * 0.9);
  return svg(
    'g',
    {
      class: ['plate', kind, entry.best && 'best', !entry.exact && 'bound'],
      transform: `translate(${x} ${y})`,
      'aria-hidden': 'true',
    },
    svg('title', {}, `${entry.action}: ${entry.words}`),
    svg('rect', {
      x: -width / 2,
      y: -size * 0.85,
      width,
      height: size * 1.7,
      rx: size * 0.85,
      style: { '--share': Math.abs(entry.share).toFixed(2) },
    }),
    svg('text', { y: size * 0.36, 'font-size': size, 'text-anchor': 'middle' }, entry.text),
  );
}
