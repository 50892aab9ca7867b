// Light and dark: the system's choice until the user chooses.

import { t } from '../i18n.js';
import { button } from './controls.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const now = () => document.documentElement.dataset.theme ?? (dark.matches ? 'dark' : 'light');

/** The switch, showing what it would change to. */
export function themes() {
  const next = now() === 'dark' ? 'light' : 'dark';
  const element = button(null, {
    icon: next === 'light' ? 'sun' : 'moon',
    kind: 'quiet',
    tip: t(`nav.${next}`),
    onclick: () => {
      document.documentElement.dataset.theme = next;
      try {
        localStorage.setItem('plylab.theme', next);
      } catch {
        // Then it lasts as long as the page.
      }
      const fresh = themes();
      element.replaceWith(fresh);
      fresh.focus();
    },
  });
  return element;
}
