// Keys that work anywhere on a page, and the names they are shown under.

import { around } from './elements.js';

/** @type {Record<string, string>} */
const names = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', ' ': 'Space', Escape: 'Esc' };

/**
 * How a key is written on a tip.
 * @param {string} key
 */
export const keyName = (key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key);

/**
 * The letters and digits that a key may stand for: what it types, and what is printed on it when the keyboard is set to
 * another script.
 * @param {Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>} event
 */
export function signsOf(event) {
  const written = event.key.length === 1 ? [event.key.toUpperCase()] : [];
  const printed = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(event.code ?? '')?.[1];
  const digit = '۰۱۲۳۴۵۶۷۸۹'.indexOf(event.key);
  const shifted = event.shiftKey && /^Digit/.test(event.code ?? '');
  return [...written, ...(digit >= 0 ? [String(digit)] : []), ...(printed && !shifted ? [printed] : [])];
}

/**
 * The direction of a key, among keys that stand for directions.
 * @template S
 * @param {KeyboardEvent} event
 * @param {Record<string, S>} ways
 * @returns {S | undefined}
 */
export const stepOf = (event, ways) => ways[event.key];

/**
 * Is the user typing, choosing or moving a slider? Then keys belong to that control.
 * @param {Event} event
 */
export const typing = (event) =>
  Boolean(around(event, 'input:not([type=checkbox]), select, textarea, [contenteditable], dialog'));

/**
 * Listens for keys, `{ u: fn, Home: fn }`, while a page is shown; returns a function that stops it. Letters match in
 * either case and with either keyboard layout.
 * @param {Record<string, (event: KeyboardEvent) => unknown>} map
 */
export function keys(map) {
  /** @param {KeyboardEvent} event */
  const listen = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    const physical = /^Key([A-Z])$/.exec(event.code)?.[1].toLowerCase();
    const act = map[event.key] ?? (physical && map[physical]);
    if (!act) return;
    if ((event.key === ' ' || event.key === 'Enter') && around(event, 'button, a, [role=button]')) return;
    if (act(event) !== false) event.preventDefault();
  };
  document.addEventListener('keydown', listen);
  return () => document.removeEventListener('keydown', listen);
}
