// Short messages that disappear by themselves, and announcements for screen readers only.

import { h, replace } from './elements.js';
import { button } from './controls.js';

/** @type {HTMLElement | null} */
let container = null;
/** @type {HTMLElement | null} */
let voice = null;

/**
 * Shows a sentence for a while. `kind` may be 'danger'; `action` is `{ label, run }`.
 * @param {string} words
 * @param {{ kind?: 'danger', action?: { label: string, run: () => unknown }, stay?: number }} [options]
 */
export function toast(words, { kind, action, stay = 5000 } = {}) {
  container ??= document.body.appendChild(h('div', { class: 'toasts', role: 'status' }));
  const same = [...container.children].find((shown) => shown.firstChild?.textContent === words);
  same?.remove();
  const element = h('div', { class: ['toast', kind] }, h('span', { class: 'grow' }, words));
  const gone = () => element.remove();
  if (action) element.append(button(action.label, { small: true, onclick: () => (gone(), action.run()) }));
  container.append(element);
  while (container.children.length > 3) container.children[0].remove();
  setTimeout(gone, stay);
}

/**
 * Announces it to screen readers, politely. A repeated text is announced again.
 * @param {string} words
 */
export function announce(words) {
  voice ??= document.body.appendChild(
    h('div', { class: 'visually-hidden', 'aria-live': 'polite', 'aria-atomic': 'true', id: 'voice' }),
  );
  replace(voice, h('span', {}, words));
}
