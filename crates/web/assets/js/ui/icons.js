// Our own icons, drawn on a 20 by 20 grid with one stroke width.

import { svg } from './elements.js';

const signs = {
  first: ['M5 4v12', 'M16 4.5 8 10l8 5.5z'],
  last: ['M15 4v12', 'M4 4.5 12 10l-8 5.5z'],
  back: ['M14 4.5 6 10l8 5.5z'],
  forward: ['M6 4.5 14 10l-8 5.5z'],
  play: ['M6 4v12l10-6z'],
  pause: ['M6.5 4v12', 'M13.5 4v12'],
  stop: ['M5.5 5.5h9v9h-9z'],
  undo: ['M4 8h8a4 4 0 0 1 0 8H8', 'M7 4.5 3.5 8 7 11.5'],
  restart: ['M15.5 8.5A6 6 0 1 0 16 11', 'M16 4v5h-5'],
  swap: ['M6 3v12', 'M3 12l3 3 3-3', 'M14 17V5', 'M11 8l3-3 3 3'],
  fresh: ['M10 4v12', 'M4 10h12'],
  plus: ['M10 4v12', 'M4 10h12'],
  close: ['M5 5l10 10', 'M15 5 5 15'],
  share: ['M10 3v9', 'M6.5 6 10 2.5 13.5 6', 'M4 10v6.5h12V10'],
  download: ['M10 3v9', 'M6.5 9 10 12.5 13.5 9', 'M4 13v3.5h12V13'],
  help: ['M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4', 'M10 15.6v.1'],
  sun: [
    'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7z',
    'M10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.4 4.4l1 1M14.6 14.6l1 1M4.4 15.6l1-1M14.6 5.4l1-1',
  ],
  moon: ['M16 12.2A6.5 6.5 0 0 1 7.8 4a6.5 6.5 0 1 0 8.2 8.2z'],
  flag: ['M5 17V3.5', 'M5 4h9.5l-2 3 2 3H5'],
  tree: [
    'M10 4.5 5 13.5',
    'M10 4.5l5 9',
    'M10 4.5v9',
    'M10 3a1.5 1.5 0 1 0 0 .1',
    'M5 16a1.4 1.4 0 1 0 0-.1M10 16a1.4 1.4 0 1 0 0-.1M15 16a1.4 1.4 0 1 0 0-.1',
  ],
  chart: ['M4 16.5h12.5', 'M6 14V9M10.2 14V4M14.4 14V7'],
  down: ['M5 8l5 5 5-5'],
  up: ['M5 12l5-5 5 5'],
  gear: ['M3 6h7M14 6h3M3 14h3M10 14h7', 'M12 4a2 2 0 1 0 0 4 2 2 0 1 0 0-4z', 'M8 12a2 2 0 1 0 0 4 2 2 0 1 0 0-4z'],
  person: ['M10 3.5a3 3 0 1 0 0 6 3 3 0 1 0 0-6z', 'M4 17c.6-3.4 3-5 6-5s5.4 1.6 6 5'],
  machine: ['M4.5 7h11v8h-11z', 'M10 7V3.5', 'M7.8 10.5v1M12.2 10.5v1'],
  pencil: ['M3.5 16.5 4.5 12.5 13.5 3.5 16.5 6.5 7.5 15.5z', 'M11.5 5.5l3 3'],
  check: ['M4 10.5 8 14.5 16 5.5'],
  link: [
    'M8.5 11.5a3 3 0 0 0 4.3 0l2.5-2.5A3 3 0 0 0 11 4.7l-1 1',
    'M11.5 8.5a3 3 0 0 0-4.3 0L4.7 11A3 3 0 0 0 9 15.3l1-1',
  ],
  trash: ['M4 6h12', 'M8 6V3.5h4V6', 'M5.5 6l.8 10.5h7.4L14.5 6'],
  zoomIn: ['M8.5 3.5a5 5 0 1 0 0 10 5 5 0 1 0 0-10z', 'M12.3 12.3 17 17', 'M8.5 6.5v4M6.5 8.5h4'],
  zoomOut: ['M8.5 3.5a5 5 0 1 0 0 10 5 5 0 1 0 0-10z', 'M12.3 12.3 17 17', 'M6.5 8.5h4'],
  fit: ['M3.5 7.5v-4h4M12.5 3.5h4v4M16.5 12.5v4h-4M7.5 16.5h-4v-4'],
};

/** @typedef {keyof typeof signs} Icon */

/**
 * An icon by name; it is hidden from screen readers, the button around it has a name.
 * @param {Icon} name
 */
export const icon = (name) =>
  svg(
    'svg',
    {
      viewBox: '0 0 20 20',
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.7,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
      focusable: 'false',
    },
    signs[name].map((d) =>
      svg('path', { d, fill: ['play', 'back', 'forward', 'first', 'last'].includes(name) ? 'currentColor' : 'none' }),
    ),
  );
