// The roulette wheel of an agent that draws its moves: a slice for each move, as large as the chance that it is drawn.

import { h, svg } from '../ui/elements.js';
import { digits, number, say, t } from '../i18n.js';
import { signed } from './values.js';

/** @import { RouletteWheel } from '../../../types/protocol' */

/** Slices are told apart by their labels and by the gaps between them; neighbours differ in tone. */
const TONES = ['blue', 'orange', 'green', 'pink', 'cyan', 'brown', 'grey'];
const RADIUS = 48;
/** A slice that is smaller has no room for the name of its move. */
const NAMED = 0.07;

/** @param {number} share */
const percent = (share) => t('analysis.percent', { n: number(100 * share, { maximumFractionDigits: 1 }) });

/**
 * A point on the wheel; the wheel begins at the top.
 * @param {number} share
 * @param {number} radius
 */
function at(share, radius) {
  const angle = 2 * Math.PI * share;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}

/**
 * @param {number} from
 * @param {number} to
 */
function path(from, to) {
  if (to - from > 0.9999) return `M0 ${-RADIUS}A${RADIUS} ${RADIUS} 0 1 1 0 ${RADIUS}A${RADIUS} ${RADIUS} 0 1 1 0 ${-RADIUS}Z`;
  return `M0 0L${at(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to, RADIUS)}Z`;
}

/**
 * The wheel beside a list of its slices; `drawn` is the move that it gave.
 * @param {RouletteWheel} wheel
 * @param {string | null | undefined} drawn
 */
export function wheelFigure({ rule, least, temperature, slices }, drawn) {
  let from = 0;
  const parts = slices.map(({ action, share }, i) => {
    const [start, middle] = [from, from + share / 2];
    from += share;
    // The last neighbours the first.
    const tone = TONES[i > 0 && i === slices.length - 1 && i % TONES.length === 0 ? 1 : i % TONES.length];
    return { action, share, start, end: from, middle, tone };
  });
  const picture = svg(
    'svg',
    { class: 'wheel-picture', viewBox: '-50 -50 100 100', 'aria-hidden': 'true' },
    parts
      .filter(({ share }) => share > 0)
      .map(({ start, end, tone }) => svg('path', { class: 'slice', d: path(start, end), fill: `var(--tone-${tone})` })),
    parts
      .filter(({ share }) => share >= NAMED)
      .map(({ action, middle }) => {
        const [x, y] = at(middle, RADIUS * 0.66).split(' ');
        return svg('text', { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central' }, digits(say(action)));
      }),
  );
  const rows = [...parts].sort((one, other) => other.share - one.share);
  return h(
    'figure',
    { class: 'wheel' },
    h(
      'figcaption',
      { class: 'soft small' },
      t(`analysis.wheel.${rule}`, { least: signed(least), temperature: number(temperature ?? 1) }),
    ),
    picture,
    h(
      'ol',
      { class: 'wheel-slices' },
      rows.map(({ action, share, tone }) =>
        h(
          'li',
          { class: action === drawn ? 'is-drawn' : '' },
          h('span', { class: 'wheel-sign', style: { '--tone': `var(--tone-${tone})` } }),
          h('bdi', { class: 'notation', dir: 'ltr' }, digits(say(action))),
          h('span', { class: 'number' }, percent(share)),
          action === drawn ? h('span', { class: 'soft' }, t('analysis.wheel.drawn')) : null,
        ),
      ),
    ),
  );
}
