// Languages: texts by key, messages of the lab by code, numbers in the language's digits, and the switch between
// languages. The lab serves two files per language: what the first page needs, fetched before anything is drawn, and the
// rest.

import { chosen, filled, isNumber } from './template.js';

/**
 * @import { Field, Message } from '../../types/protocol'
 * @import { Values } from '../../types/pages'
 */

/**
 * @typedef {{ [key: string]: string | Words }} Words
 * @typedef {{ language: string, name: string, direction: 'ltr' | 'rtl' }} Choice
 * @typedef {Choice & { locale: string, digits: string, decimal: string, group: string, minus: string, comma: string,
 *   messages?: Record<string, string>, names: Record<string, string>, pages: Words }} LanguageFile
 * @typedef {LanguageFile & { arriving?: Promise<unknown> }} Language
 */

const CHOICE = 'plylab.language';

/** @type {Map<string, Language>} */
const learnt = new Map();
/** @type {Set<(language: string) => unknown>} */
const listeners = new Set();
/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();
/** @type {Language} */
let current;
/** @type {Choice[]} */
let choices = [];

/**
 * A file of a language; they lie beside the modules.
 * @param {string} name
 */
const fetched = async (name) => {
  const answer = await fetch(new URL(`../messages/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return answer.json();
};

/**
 * Loads a language file, as the lab serves it.
 * @param {LanguageFile} file
 */
export const learn = (file) => {
  const language = { ...file };
  learnt.set(file.language, language);
  return language;
};

/**
 * Loads the rest of the current language, once: messages of the lab, texts of other pages, more names. Resolves when
 * everything can be said in it. Where it cannot be loaded, the lab is quoted in English.
 */
export async function learnRest() {
  const language = current;
  if (!language || language.messages) return;
  language.arriving ??= fetched(`${language.language}.rest`).then(
    ({ messages, names, pages }) => {
      language.names = { ...language.names, ...names };
      language.pages = { ...language.pages, ...pages };
      language.messages = messages;
    },
    () => (language.arriving = undefined),
  );
  await language.arriving;
}

/** Finds out which languages there are, and loads the one that was chosen before anything was drawn. */
export async function begin() {
  choices = JSON.parse(document.querySelector('meta[name=languages]')?.getAttribute('content') ?? '[]');
  await speak(document.documentElement.lang, { keep: false });
}

/** The available languages: `{ language, name, direction }`. */
export const languages = () => choices;

/** The code of the current language. */
export const language = () => current.language;

/** Is it written from right to left? */
const rightToLeft = () => current.direction === 'rtl';

/**
 * Calls back on a change of language; returns a function that stops it.
 * @param {(language: string) => unknown} listener
 */
export const onLanguage = (listener) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Switches to another language, and remembers it.
 * @param {string} next
 */
export async function speak(next, { keep = true } = {}) {
  current = learnt.get(next) ?? learn(await fetched(next));
  formats.clear();
  document.documentElement.lang = next;
  document.documentElement.dir = current.direction;
  try {
    if (keep) localStorage.setItem(CHOICE, next);
  } catch {
    // Private windows may refuse storage; then the choice lasts as long as the page.
  }
  for (const listener of listeners) listener(next);
}

/**
 * A text by key, `t('menu.start')`, with values filled in for `{name}`; numbers among them in the language's digits. An
 * unknown key is shown as it is.
 * @param {string} key
 * @param {Values} [values]
 */
export function t(key, values = {}) {
  const text = key
    .split('.')
    .reduce(
      (/** @type {string | Words | undefined} */ at, part) => (typeof at === 'object' ? at[part] : undefined),
      current.pages,
    );
  if (typeof text !== 'string') return key;
  return filled(text, (name, forms) => {
    const value = values[name];
    if (value === undefined) return null;
    if (forms) return chosen(value, forms);
    return typeof value === 'number' ? number(value) : String(value);
  });
}

/**
 * A number for prose: `number(1234.5)`, with Intl's options.
 * @param {number} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export function number(value, options = {}) {
  const key = JSON.stringify(options);
  const format =
    formats.get(key) ?? new Intl.NumberFormat(current.locale, { maximumFractionDigits: 2, ...options });
  formats.set(key, format);
  return format.format(value);
}

/**
 * A large number in short form: 1.2 M.
 * @param {number} value
 */
export const short = (value) => number(value, { notation: 'compact', maximumFractionDigits: value < 1e4 ? 0 : 1 });

/**
 * A date and time, from seconds since 1970.
 * @param {number} seconds
 */
export const when = (seconds) =>
  new Intl.DateTimeFormat(current.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);

/**
 * The digits in a text, in the language's own: for texts that came with numbers in them.
 * @param {unknown} text
 */
export const digits = (text) => {
  const own = [...current.digits];
  return String(text)
    .replace(/(\d)\.(?=\d)/g, (_, before) => before + current.decimal)
    .replace(/[0-9]/g, (sign) => own[Number(sign)]);
};

/**
 * A number written in digits, with the language's signs.
 * @param {string} text
 */
const written = (text) => {
  const negative = text.startsWith('-') || (text.startsWith('−') && current.minus.endsWith('−'));
  const grouped = text.replace(/(\d),(?=\d)/g, (_, before) => before + current.group);
  return digits(negative ? current.minus + grouped.slice(1) : grouped);
};

/**
 * Isolates a left-to-right piece, wherever it appears in a sentence.
 * @param {string} text
 */
export const code = (text) => (rightToLeft() ? `\u2066${text}\u2069` : text);

/**
 * The translation of an English text of a game or an agent, a number in the language's digits; undefined if there is
 * neither.
 * @param {string} text
 * @returns {string | undefined}
 */
const translated = (text) =>
  isNumber(text) ? written(text) : Object.hasOwn(current.names, text) ? current.names[text] : undefined;

/**
 * English texts of games and agents (names of games, players, settings, values in words), translated into the current
 * language. What has no translation stays as it is.
 * @param {unknown} text
 * @returns {string}
 */
export function say(text) {
  if (text === null || text === undefined) return '';
  return translated(String(text)) ?? String(text);
}

/**
 * A value in the gap of a message, or in a cell of a table.
 * @param {Field} value
 * @returns {string}
 */
export function field(value) {
  if (typeof value === 'number') return written(String(value));
  if (typeof value === 'string') return code(value);
  if (Array.isArray(value)) return list(value.map(field));
  if ('row' in value && value.row) return code(value.row.join(' '));
  if ('name' in value && value.name !== undefined) return translated(value.name) ?? code(value.name);
  return messageText(value);
}

/**
 * Does the language have its own sentence for this code?
 * @param {Message} message
 */
export const knows = (message) => Object.hasOwn(current.messages ?? {}, message.code);

/**
 * A message of the lab, `{ code, english, fields }`, in the current language; in English if it has no words for it.
 * @param {Message} message
 * @returns {string}
 */
export function messageText(message) {
  const { fields = {} } = message;
  return filled((knows(message) && current.messages?.[message.code]) || message.english, (name, forms) => {
    if (fields[name] === undefined) return null;
    return forms ? chosen(fields[name], forms) : field(fields[name]);
  });
}

/**
 * A list of texts, joined as the language does.
 * @param {string[]} things
 */
export const list = (things) => things.join(current.comma);

/**
 * A text of the lab at the start of a line: with a capital letter where the language has them.
 * @param {unknown} text
 */
export const sentence = (text) => {
  const said = say(text);
  return said.charAt(0).toUpperCase() + said.slice(1);
};
