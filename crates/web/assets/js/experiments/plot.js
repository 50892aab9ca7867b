// Plots: pictures drawn by the lab, put on the page as elements. A style sheet of the lab replaces their colours on dark pages.

import { download, h } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t } from '../i18n.js';

/** @import { Plot } from '../../../types/protocol' */

const FORBIDDEN = 'script, foreignObject, iframe, image, use, a';

/**
 * The picture of an SVG text as an element, or null if it is not one. Nothing in it can run or fetch.
 * @param {string} text
 */
export function pictureOf(text) {
  const page = new DOMParser().parseFromString(text, 'image/svg+xml');
  const root = page.documentElement;
  if (root.nodeName !== 'svg') return null;
  for (const element of [...root.querySelectorAll(FORBIDDEN)]) element.remove();
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes])
      if (name.startsWith('on') || name === 'style' || name.endsWith('href')) element.removeAttribute(name);
  }
  return document.importNode(root, true);
}

/**
 * A plot with a button to save it. The saved file is exactly what the lab drew.
 * @param {Plot} plot
 */
export function plotFigure({ name, title, svg: text }) {
  const picture = pictureOf(text);
  if (!picture) return null;
  return h(
    'figure',
    { class: 'plot-figure' },
    h('div', { class: 'scrolls', dir: 'ltr', tabindex: 0, role: 'region', 'aria-label': title }, picture),
    h(
      'figcaption',
      {},
      button('SVG', {
        icon: 'download',
        small: true,
        kind: 'quiet',
        tip: t('experiments.savePlot'),
        'aria-label': `SVG, ${t('experiments.savePlot')}: ${title}`,
        onclick: () => download(name.endsWith('.svg') ? name : `${name}.svg`, text, 'image/svg+xml'),
      }),
    ),
  );
}
