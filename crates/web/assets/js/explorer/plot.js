// Visits by move over time: how Monte Carlo tree search made up its mind.

import { h, replace, svg } from '../ui/elements.js';
import { digits, list, number, say, t } from '../i18n.js';

/** @import { TreePlot } from '../../../types/protocol' */

const [WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM] = [400, 230, 8, 64, 12, 26];
/** Lines are told apart by colour and by dashes; the labels at their ends name them. */
const TONES = ['blue', 'orange', 'green', 'pink', 'red', 'cyan', 'brown', 'yellow', 'grey'];
const DASHES = ['none', '7 3', '2 3', '9 3 2 3', '4 4'];
/** Labels that would overlap are moved apart by this much. */
const LINE = 14;

/** How many moves are drawn; the others have few visits. */
const DRAWN = 9;

/**
 * Labels one below the other, each as near as possible to where it belongs, none below the picture.
 * @param {number[]} wanted from top to bottom
 */
function spread(wanted) {
  const places = [...wanted];
  let floor = HIGH - BOTTOM + 8;
  for (let i = places.length - 1; i >= 0; i -= 1) {
    places[i] = Math.min(places[i], floor);
    floor = places[i] - LINE;
  }
  return places;
}

/** @param {{ onStep: (simulation: number) => void }} options */
export function visitPlot({ onStep }) {
  const picture = svg('svg', { class: 'visits-picture', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', dir: 'ltr' });
  const needle = svg('line', { class: 'visits-needle', y1: TOP, y2: HIGH - BOTTOM });
  const element = h(
    'figure',
    { class: 'visit-plot' },
    picture,
    h('figcaption', { class: 'soft small' }, t('explorer.plot.about')),
  );
  let most = 1;
  const right = WIDE - RIGHT;

  /** @param {number} simulation */
  const x = (simulation) => LEFT + ((right - LEFT) * simulation) / most;

  picture.addEventListener('click', (event) => {
    const bounds = picture.getBoundingClientRect();
    const spot = ((event.clientX - bounds.left) / bounds.width) * WIDE;
    onStep(Math.round(Math.min(1, Math.max(0, (spot - LEFT) / (right - LEFT))) * most));
  });

  return {
    element,
    /** @param {TreePlot} plot */
    draw({ simulations, moves }) {
      most = Math.max(1, simulations[simulations.length - 1] ?? 1);
      const drawn = [...moves]
        .sort((one, other) => (other.visits.at(-1) ?? 0) - (one.visits.at(-1) ?? 0))
        .slice(0, DRAWN);
      const high = Math.max(1, ...drawn.map(({ visits }) => visits.at(-1) ?? 0));
      /** @param {number} visits */
      const y = (visits) => HIGH - BOTTOM - ((HIGH - TOP - BOTTOM) * visits) / high;
      const places = spread(drawn.map(({ visits }) => y(visits.at(-1) ?? 0) + 4));
      const lines = drawn.map(({ action, visits }, index) => {
        const tone = `var(--tone-${TONES[index % TONES.length]})`;
        const points = visits.map((count, k) => `${x(simulations[k]).toFixed(1)},${y(count).toFixed(1)}`).join(' ');
        return svg(
          'g',
          {},
          svg('polyline', { points, stroke: tone, 'stroke-dasharray': DASHES[index % DASHES.length] }),
          svg('text', { x: right + 8, y: places[index], class: 'visits-label' }, digits(say(action))),
          svg('rect', { x: right + 2, y: places[index] - 9, width: 3, height: 10, fill: tone }),
        );
      });
      replace(
        picture,
        svg('path', { class: 'visits-axis', d: `M${LEFT} ${TOP}V${HIGH - BOTTOM}H${right}` }),
        svg('text', { x: LEFT + 4, y: TOP + 8, class: 'visits-mark' }, number(high)),
        svg('text', { x: right, y: HIGH - 8, class: 'visits-mark', 'text-anchor': 'end' }, number(most)),
        lines,
        needle,
      );
      picture.setAttribute(
        'aria-label',
        t('explorer.plot.words', {
          moves: list(drawn.map(({ action, visits }) => `${digits(say(action))}: ${number(visits.at(-1) ?? 0)}`)),
        }),
      );
    },
    /** @param {number} simulation */
    mark(simulation) {
      needle.setAttribute('x1', String(x(simulation)));
      needle.setAttribute('x2', String(x(simulation)));
    },
  };
}
