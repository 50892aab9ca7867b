// Dialogs: the browser's own, with a title, a close button, and focus restored when they close.

import { h } from './elements.js';
import { button } from './controls.js';
import { t } from '../i18n.js';

/** @import { Child } from '../../../types/pages' */

/**
 * Opens a dialog; resolves with what `close(value)` was given, or null if it was dismissed. `body(close)` makes its
 * content.
 * @template [T=string]
 * @param {string} title
 * @param {(close: (value?: T) => void) => Child} body
 * @param {{ actions?: (close: (value?: T) => void) => Child }} [options]
 * @returns {Promise<T | null>}
 */
export function dialog(title, body, { actions } = {}) {
  return new Promise((resolve) => {
    const opener = document.activeElement;
    /** @type {T | null} */
    let result = null;
    /** @param {T | null} [value] */
    const close = (value = null) => {
      result = value;
      element.close();
    };
    const element = h(
      'dialog',
      { 'aria-label': title },
      h(
        'header',
        {},
        h('h2', {}, title),
        button(null, { icon: 'close', tip: t('ui.close'), kind: 'quiet', onclick: () => close() }),
      ),
      body(close),
      actions ? h('footer', {}, actions(close)) : null,
    );
    element.addEventListener('close', () => {
      element.remove();
      if (opener instanceof HTMLElement || opener instanceof SVGElement) opener.focus();
      resolve(result);
    });
    element.addEventListener('click', (event) => {
      if (event.target !== element) return;
      const box = element.getBoundingClientRect();
      const outside =
        event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom;
      if (outside) close();
    });
    document.body.append(element);
    element.showModal();
  });
}

/**
 * Asks before something that cannot be undone.
 * @param {string} title
 * @param {string} words
 * @param {string} action
 * @returns {Promise<boolean | null>}
 */
export const confirm = (title, words, action) =>
  dialog(title, () => h('p', {}, words), {
    actions: (close) => [
      button(t('ui.cancel'), { onclick: () => close(false) }),
      button(action, { kind: 'primary', onclick: () => close(true) }),
    ],
  });
