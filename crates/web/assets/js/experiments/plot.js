// Plots: pictures that the lab drew, put on the page as elements. Their colours come from our own style sheet.

import { download, h } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t } from '../i18n.js';

const FORBIDDEN = 'script, foreignObject, iframe, image, use, a';

/** The picture of an SVG text as an element, or null if it is none. Nothing in it can act or fetch. */
export function pictureOf(text) {
  // The parser itself already minds the page's policy on styles, so they go before it sees them.
  const page = new DOMParser().parseFromString(text.replace(/<style\b[^]*?<\/style>/gi, ''), 'image/svg+xml');
  const root = page.documentElement;
  if (root.nodeName !== 'svg') return null;
  for (const element of [...root.querySelectorAll(FORBIDDEN)]) element.remove();
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const { name } of [...element.attributes])
      if (name.startsWith('on') || name === 'style' || name.endsWith('href')) element.removeAttribute(name);
  }
  return document.importNode(root, true);
}

/** A plot with its way to be saved. */
export function plotFigure({ name, title, svg: text }) {
  const picture = pictureOf(text);
  if (!picture) return null;
  picture.setAttribute('aria-label', title);
  return h(
    'figure',
    { class: 'plot-figure' },
    h('div', { class: 'scrolls', dir: 'ltr' }, picture),
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
