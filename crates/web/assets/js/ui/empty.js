// What a page shows when it has nothing to show.

import { h } from './elements.js';
import { t } from '../i18n.js';

/** @import { Child } from '../../../types/pages' */

/**
 * The heading tells what is missing, `words` tell why, and `way` leads on: to the start page, unless it is another
 * element. `part` is for pages that have a frame of their own.
 * @param {string} heading
 * @param {{ words?: string, way?: Child, part?: boolean }} [options]
 */
export const empty = (heading, { words, way, part = false } = {}) =>
  h(
    'div',
    { class: [!part && 'page', 'empty'] },
    h('h1', {}, heading),
    words ? h('p', {}, words) : null,
    way ?? h('a', { class: 'button', href: '#/' }, t('frame.home')),
  );
