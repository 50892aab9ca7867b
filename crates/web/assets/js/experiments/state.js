// The state of a run: a word and an icon, and its progress as a bar.

import { h } from '../ui/elements.js';
import { icon } from '../ui/icons.js';
import { number, t } from '../i18n.js';

/**
 * @import { WorkState } from '../../../types/protocol'
 * @import { Icon } from '../ui/icons.js'
 */

/** @type {Record<WorkState, Icon>} */
const SIGNS = { queued: 'pause', running: 'play', stopped: 'stop', done: 'check', failed: 'close' };


/**
 * The state of a run, shown by word, icon and colour.
 * @param {WorkState} state
 */
export function stateChip(state) {
  return h(
    'span',
    { class: ['chip', 'run-state', `run-${state}`] },
    icon(SIGNS[state] ?? 'play'),
    t(`experiments.state.${state}`),
  );
}

/**
 * The share of games that have been played.
 * @param {{ done: number, total: number, title: string }} progress
 */
export function progressBar({ done, total, title }) {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const fill = h('div', { class: 'run-fill' });
  fill.style.setProperty('inline-size', `${share * 100}%`);
  return h(
    'div',
    {
      class: 'run-bar',
      role: 'progressbar',
      'aria-valuemin': 0,
      'aria-valuemax': total,
      'aria-valuenow': done,
      'aria-label': title,
      'aria-valuetext': t('experiments.games', { done, total }),
    },
    fill,
  );
}

/**
 * A duration in short form.
 * @param {number} seconds
 */
export function span(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return '–';
  if (seconds < 90) return t('experiments.seconds', { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return t('experiments.minutes', { n: Math.round(seconds / 60) });
  return t('experiments.hours', { n: number(seconds / 3600, { maximumFractionDigits: 1 }) });
}
