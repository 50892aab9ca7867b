// Tips: what a control does and which key does it, shown when it is pointed at or focused (`data-tip`, `data-key`).

import { h, replace } from './elements.js';
import { keyName } from './keys.js';

/** Starts listening, once for the whole page. */
export function tips() {
  const element = document.body.appendChild(h('div', { class: 'tip', popover: 'manual', 'aria-hidden': 'true' }));
  let timer = 0;
  let owner = null;
  const hide = () => {
    clearTimeout(timer);
    owner = null;
    if (element.matches(':popover-open')) element.hidePopover();
  };
  const show = (target) => {
    owner = target;
    const { tip, key } = target.dataset;
    replace(element, tip, key ? h('kbd', {}, keyName(key)) : null);
    // A popover lies above everything, open dialogs too.
    element.showPopover();
    const at = target.getBoundingClientRect();
    const size = element.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.left + at.width / 2 - size.width / 2, innerWidth - size.width - 8));
    const above = at.top - size.height - 8;
    element.style.left = `${left}px`;
    element.style.top = `${above > 4 ? above : at.bottom + 8}px`;
  };
  const on = (event, wait) => {
    const target = event.target.closest?.('[data-tip]');
    if (target === owner) return;
    hide();
    if (!target) return;
    owner = target;
    timer = setTimeout(() => target.isConnected && show(target), wait);
  };
  document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && on(event, 350));
  document.addEventListener('focusin', (event) => event.target.matches?.(':focus-visible') && on(event, 350));
  for (const name of ['pointerdown', 'keydown', 'focusout', 'scroll']) document.addEventListener(name, hide, true);
}
