// Short words that come and go, and words for screen readers alone.

import { h, replace } from './elements.js';
import { button } from './controls.js';

/** @type {HTMLElement | null} */
let place = null;
/** @type {HTMLElement | null} */
let voice = null;

/**
 * Shows a sentence for a while. `kind` may be 'danger'; `action` is `{ label, run }`.
 * @param {string} words
 * @param {{ kind?: 'danger', action?: { label: string, run: () => unknown }, stay?: number }} [options]
 */
export function toast(words, { kind, action, stay = 5000 } = {}) {
  place ??= document.body.appendChild(h('div', { class: 'toasts', role: 'status' }));
  const same = [...place.children].find((shown) => shown.firstChild?.textContent === words);
  same?.remove();
  const element = h('div', { class: ['toast', kind] }, h('span', { class: 'grow' }, words));
  const gone = () => element.remove();
  if (action) element.append(button(action.label, { small: true, onclick: () => (gone(), action.run()) }));
  place.append(element);
  while (place.children.length > 3) place.children[0].remove();
  setTimeout(gone, stay);
}

/**
 * Says it to screen readers, politely. Said twice, it is spoken twice.
 * @param {string} words
 */
export function announce(words) {
  voice ??= document.body.appendChild(
    h('div', { class: 'visually-hidden', 'aria-live': 'polite', 'aria-atomic': 'true', id: 'voice' }),
  );
  replace(voice, h('span', {}, words));
}
