// Tooltips: what a control does and which key does it, shown on hover or focus (`data-tip`, `data-key`).

import { around, h, replace } from './elements.js';
import { keyName } from './keys.js';

/** @import { Made } from '../../../types/pages' */

/** Starts listening, once for the whole page. */
export function tips() {
  const element = document.body.appendChild(h('div', { class: 'tip', popover: 'manual', 'aria-hidden': 'true' }));
  let timer = 0;
  /** @type {Made | null} */
  let owner = null;
  const hide = () => {
    clearTimeout(timer);
    owner = null;
    if (element.matches(':popover-open')) element.hidePopover();
  };
  /** @param {Made} target */
  const show = (target) => {
    owner = target;
    const { tip, key } = target.dataset;
    replace(element, tip, key ? h('kbd', {}, keyName(key)) : null);
    // A popover lies above everything, including open dialogs.
    element.showPopover();
    const at = target.getBoundingClientRect();
    const size = element.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left + at.width / 2 - size.width / 2, innerWidth - size.width - 8));
    const above = at.top - size.height - 8;
    element.style.left = `${left}px`;
    element.style.top = `${above > 4 ? above : at.bottom + 8}px`;
  };
  /**
   * @param {Event} event
   * @param {number} wait
   */
  const on = (event, wait) => {
    const target = around(event, '[data-tip]');
    if (target === owner) return;
    hide();
    if (!target) return;
    owner = target;
    timer = setTimeout(() => target.isConnected && show(target), wait);
  };
  document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && on(event, 350));
  document.addEventListener('focusin', (event) => around(event, '*')?.matches(':focus-visible') && on(event, 350));
  for (const name of ['pointerdown', 'keydown', 'focusout', 'scroll']) document.addEventListener(name, hide, true);
}
