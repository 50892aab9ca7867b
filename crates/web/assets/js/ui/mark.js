// The logo of the lab: a small tree whose leaves are stones.

import { svg } from './elements.js';

export const mark = () =>
  svg(
    'svg',
    { viewBox: '0 0 32 32', 'aria-hidden': 'true' },
    svg('rect', { width: 32, height: 32, rx: 8, fill: '#12333a' }),
    svg('path', { d: 'M16 8 9 22M16 8l7 14M16 8v14', stroke: '#7fd6c6', 'stroke-width': 2, 'stroke-linecap': 'round' }),
    svg('circle', { cx: 16, cy: 8, r: 4, fill: '#f6c445' }),
    svg('circle', { cx: 9, cy: 23, r: 3.4, fill: '#e2574c' }),
    svg('circle', { cx: 16, cy: 23, r: 2.6, fill: '#12333a', stroke: '#7fd6c6', 'stroke-width': 1.6 }),
    svg('circle', { cx: 23, cy: 23, r: 2.6, fill: '#12333a', stroke: '#7fd6c6', 'stroke-width': 1.6 }),
  );
