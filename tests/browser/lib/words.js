// The texts of the pages, by key, in every language: tests look texts up where the pages do, and hard-code none.

import { readFileSync, readdirSync } from 'node:fs';
import { chosen, filled, isNumber } from '../../../crates/web/assets/js/template.js';

const folder = new URL('../../../crates/lab/messages/', import.meta.url);
const files = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));

/** The available languages. */
export const LANGUAGES = files.map(({ language }) => language);

/** A text without the characters that isolate the direction of its parts. */
export const bare = (text) => text.replace(/[\u2066-\u2069]/g, '');

/** Persian numbers in Latin digits. */
export const plain = (text) =>
  text.replace(/[۰-۹]/g, (digit) => digit.charCodeAt(0) - 0x6f0).replace(/(\d)٫(?=\d)/g, '$1.');

/** Escapes a text for use in a pattern. */
export const pattern = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * A language for tests. Nothing has a fallback: a key, a name or a field that is missing is an error.
 *
 * - `t('game.won', { name })`: the words of a page
 * - `say('Yellow')`: an English text of a game or an agent, translated; `sentence` with a capital letter
 * - `messageText('no-such', { name }, english)`: a message of the lab; its English is in the lab's code
 * - `number(1000)` and `digits('7.5')`: numbers as the language writes them
 */
export function wordsOf(language) {
  const file = files.find((each) => each.language === language);
  const missing = (what) => new Error(`${language}.json has no ${what}`);
  const digits = (text) =>
    String(text)
      .replace(/(\d)\.(?=\d)/g, (_, before) => before + file.decimal)
      .replace(/[0-9]/g, (sign) => [...file.digits][Number(sign)]);
  const number = (value) => new Intl.NumberFormat(file.locale, { maximumFractionDigits: 2 }).format(value);
  const put = (text, fields) =>
    filled(text, (name, forms) => {
      if (!(name in fields)) throw new Error(`'${text}' wants the field ${name}`);
      const value = fields[name];
      if (forms) return chosen(value, forms);
      return typeof value === 'number' ? number(value) : String(value);
    });
  const t = (key, fields = {}) => {
    const text = key.split('.').reduce((at, part) => at?.[part], file.pages);
    if (typeof text !== 'string') throw missing(`words for ${key}`);
    return put(text, fields);
  };
  // Games and agents use English: only other languages need translations of their texts.
  const say = (text) => {
    if (isNumber(text)) return digits(text.replace(/^-/, file.minus));
    const said = file.names[text] ?? (language === 'en' ? text : null);
    if (said === null) throw missing(`name for '${text}'`);
    return said;
  };
  const messageText = (code, fields = {}, english = undefined) => {
    const text = file.messages[code] ?? (language === 'en' ? english : undefined);
    if (text === undefined) throw missing(`message ${code}`);
    return put(text, fields);
  };
  const sentence = (text) => say(text).charAt(0).toUpperCase() + say(text).slice(1);
  const list = (things) => things.join(file.comma);
  return { language, t, say, sentence, messageText, list, number, digits };
}
