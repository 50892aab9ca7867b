// Tabs: one of several panels is shown; arrow keys move between the tabs.

import { h, set, unique } from './elements.js';
import { stepOf } from './keys.js';

/**
 * `tabs([{ id, label, panel }], { label, selected, onselect })`: `element` is the row of tabs, `panels` holds their
 * panels.
 * @template {string} I
 * @param {{ id: I, label: string, panel: HTMLElement }[]} entries
 * @param {{ label: string, selected?: I, onselect?: (id: I) => unknown }} options
 */
export function tabs(entries, { label, selected = entries[0].id, onselect }) {
  const stem = unique('tabs');
  const names = entries.map(({ id, label: words }) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `${stem}-${id}`,
        'aria-controls': `${stem}-${id}-panel`,
        onclick: () => choose(id, true),
      },
      words,
    ),
  );
  entries.forEach(({ id, panel }) =>
    set(panel, { role: 'tabpanel', id: `${stem}-${id}-panel`, 'aria-labelledby': `${stem}-${id}`, tabindex: 0 }),
  );
  const element = h('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, names);
  let current = selected;
  /**
   * @param {I} id
   * @param {boolean} notify
   */
  function choose(id, notify) {
    current = id;
    entries.forEach((entry, i) => {
      set(names[i], { 'aria-selected': String(entry.id === id), tabindex: entry.id === id ? 0 : -1 });
      entry.panel.hidden = entry.id !== id;
    });
    if (notify) onselect?.(id);
  }
  element.addEventListener('keydown', (event) => {
    const rtl = getComputedStyle(element).direction === 'rtl' ? -1 : 1;
    const step = stepOf(event, { ArrowRight: rtl, ArrowLeft: -rtl });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (entries.findIndex((e) => e.id === current) + step + entries.length) % entries.length;
    choose(entries[next].id, true);
    names[next].focus();
  });
  choose(selected, false);
  return {
    element,
    panels: entries.map((e) => e.panel),
    choose: (/** @type {I} */ id) => choose(id, true),
    /**
     * Hides or shows a tab; if it was selected, the first one that is there is.
     * @param {I} id
     * @param {boolean} hidden
     */
    hide(id, hidden) {
      names[entries.findIndex((entry) => entry.id === id)].hidden = hidden;
      if (hidden && current === id) choose(entries[names.findIndex((name) => !name.hidden)].id, true);
    },
    get selected() {
      return current;
    },
  };
}
