// Style sheets that only some pages need, loaded with the first of those pages. They are kept, and always apply in the
// order of this list, whichever page came first; the last sheet of the index page still comes after all of them.

import { h } from './ui/elements.js';

const ORDER = ['setup', 'game', 'panel', 'transport', 'analysis', 'trees', 'pictures', 'explorer', 'experiments', 'replays'];
/** @type {Map<string, { link: HTMLLinkElement, ready: Promise<void> }>} */
const loaded = new Map();

/** @param {string} name */
function load(name) {
  const link = h('link', { rel: 'stylesheet', href: new URL(`../css/${name}.css`, import.meta.url).href });
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`${name}.css cannot be loaded`)));
  });
  const later = ORDER.slice(ORDER.indexOf(name) + 1).flatMap((other) => loaded.get(other)?.link ?? []);
  const last = document.head.querySelector('link[rel=stylesheet][data-last]');
  document.head.insertBefore(link, later[0] ?? last);
  loaded.set(name, { link, ready });
  ready.catch(() => {
    link.remove();
    loaded.delete(name);
  });
  return ready;
}

/**
 * Resolves when all of these apply.
 * @param {string[]} names
 */
export const styles = (names) => Promise.all(names.map((name) => loaded.get(name)?.ready ?? load(name)));
