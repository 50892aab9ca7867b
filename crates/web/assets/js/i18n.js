// Languages: words by key, numbers in the language's digits, direction, and the switch between them.

import { en } from './words/en.js';
import { fa } from './words/fa.js';

const words = { en, fa };
const listeners = new Set();
let current = document.documentElement.lang === 'fa' ? 'fa' : 'en';

/** The language spoken now: 'en' or 'fa'. */
export const language = () => current;

/** Tells of a change of language; gives the way to stop it. */
export const onLanguage = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Speaks another language from here on, and remembers it. */
export function speak(next) {
  current = next;
  document.documentElement.lang = next;
  document.documentElement.dir = next === 'fa' ? 'rtl' : 'ltr';
  try {
    localStorage.setItem('plylab.language', next);
  } catch {
    // Private windows may refuse; then the choice lasts as long as the page.
  }
  for (const listener of listeners) listener(next);
}

const find = (table, key) => key.split('.').reduce((at, part) => at?.[part], table);

/**
 * Words by key, `t('menu.start')`, with values filled in for `{name}`; numbers among them in the language's digits. A
 * key that
 * a language lacks is said in English, one that English lacks is shown as it is.
 */
export function t(key, values = {}) {
  const text = find(words[current], key) ?? find(en, key);
  if (typeof text !== 'string') return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? number(value) : String(value);
  });
}

const formats = new Map();
/** A number for prose: `number(1234.5)`, with Intl's options. */
export function number(value, options = {}) {
  const key = current + JSON.stringify(options);
  if (!formats.has(key))
    formats.set(
      key,
      new Intl.NumberFormat(current === 'fa' ? 'fa-IR' : 'en', { maximumFractionDigits: 2, ...options }),
    );
  return formats.get(key).format(value);
}

/** A large number in few signs: 1.2 M. */
export const short = (value) => number(value, { notation: 'compact', maximumFractionDigits: value < 1e4 ? 0 : 1 });

/** A day and a time, from seconds since 1970. */
export const when = (seconds) =>
  new Intl.DateTimeFormat(current === 'fa' ? 'fa-IR' : 'en', { dateStyle: 'medium', timeStyle: 'short' }).format(
    seconds * 1000,
  );

/** Digits inside a text in the language's own: for words that came with numbers in them. */
export const digits = (text) =>
  current === 'fa'
    ? String(text)
        .replace(/(\d)\.(?=\d)/g, '$1٫')
        .replace(/[0-9]/g, (d) => '۰۱۲۳۴۵۶۷۸۹'[d])
    : String(text);

/**
 * What the lab says in English (names of games, players, settings, values in words), in the language spoken: by the
 * whole
 * text, or by a pattern of it. What nobody has translated stays as it is.
 */
export function say(text) {
  if (text === null || text === undefined) return '';
  const table = words[current].lab;
  if (!table) return String(text);
  const whole = table.texts[text];
  if (whole) return whole;
  for (const [pattern, build] of table.patterns) {
    const match = pattern.exec(text);
    if (match) return build(match, say, digits);
  }
  return String(text);
}

/** Several things said in a row, as the language joins them. */
export const list = (things) => things.join(current === 'fa' ? '، ' : ', ');

/** What the lab says, as the beginning of a line: with a capital letter where the language has them. */
export const sentence = (text) => {
  const said = say(text);
  return said.charAt(0).toUpperCase() + said.slice(1);
};
