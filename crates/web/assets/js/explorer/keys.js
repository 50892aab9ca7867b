// The keys of the viewer, the same for drawn and listed trees.

import { around } from '../ui/elements.js';
import { typing } from '../ui/keys.js';

/**
 * `way`: the parent, the first child, the previous and the next sibling.
 * @typedef {'up' | 'down' | 'before' | 'after'} Way
 * @param {{ step: (by: number) => void, end: (last: boolean) => void, play: () => void, go: (way: Way) => void,
 *   fold: () => void, predict: () => void, first?: (event: KeyboardEvent) => boolean }} acts
 *   `first` may take a key before the others
 */
export function viewerKeys({ step, end, play, go, fold, predict, first }) {
  /** @type {Record<string, () => void>} */
  const plain = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ',': () => step(-1),
    '.': () => step(1),
    '[': () => end(false),
    ']': () => end(true),
    Home: () => end(false),
    End: () => end(true),
    ArrowUp: () => go('up'),
    ArrowDown: () => go('down'),
    Backspace: () => go('up'),
    ' ': play,
    Enter: fold,
    p: predict,
  };
  /** @type {Record<string, () => void>} */
  const shifted = { ArrowLeft: () => go('before'), ArrowRight: () => go('after') };

  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    // Choosing among radio buttons takes the arrows and the space bar, nothing else.
    const radio = around(event, 'input[type=radio]') && !event.key.startsWith('Arrow') && event.key !== ' ';
    if (event.defaultPrevented || (typing(event) && !radio)) return;
    if (first?.(event)) return event.preventDefault();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const physical = /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase();
    const act = (event.shiftKey ? shifted : plain)[event.key] ?? (event.shiftKey ? undefined : plain[physical ?? '']);
    if (!act) return;
    // Tabs and choices have arrows of their own, buttons their space bar and Enter.
    if (event.key.startsWith('Arrow') && around(event, '[role=tablist], [role=radiogroup]')) return;
    if ((event.key === ' ' || event.key === 'Enter') && around(event, 'button, a, summary, label')) return;
    event.preventDefault();
    act();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
