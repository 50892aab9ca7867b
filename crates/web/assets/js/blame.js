// Which field of a page an error of the lab is about, by its codes and fields; nothing here reads a sentence.

import { faultOf } from './fault.js';

/** @import { Fault, Field, Message } from '../../types/protocol' */

/**
 * The texts in the fields of a message and of its parts: what somebody typed.
 * @param {Message | undefined} message
 * @returns {string[]}
 */
function textsOf(message) {
  /**
   * @param {Field} field
   * @returns {string[]}
   */
  const texts = (field) => {
    if (typeof field === 'string') return [field];
    if (Array.isArray(field)) return field.flatMap(texts);
    return typeof field === 'object' && 'code' in field ? textsOf(field) : [];
  };
  return Object.values(message?.fields ?? {}).flatMap(texts);
}

/**
 * The texts of the places where an error is.
 * @param {Partial<Fault>} fault
 */
const placesOf = ({ where = [] }) => where.flatMap(textsOf);

/**
 * `settingOf(error, names, values)`: the setting that is to blame. It is the `key` of what is wrong, or bears the name of
 * a field of it, or has the value that is the place, such as the name of a file.
 * @param {unknown} error
 * @param {string[]} names
 * @param {Record<string, string>} [values]
 */
export function settingOf(error, names, values = {}) {
  const fault = faultOf(error);
  const { key, ...others } = fault.wrong?.fields ?? {};
  const places = placesOf(fault);
  return (
    [...(typeof key === 'string' ? [key] : []), ...Object.keys(others)].find((name) => names.includes(name)) ??
    names.find((name) => places.includes(values[name])) ??
    null
  );
}

/**
 * Does what was typed, with any values in its holes, stand for this text?
 * @param {string} typed
 * @param {string} text
 */
function standsFor(typed, text) {
  const parts = typed.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return typed.trim() !== '' && new RegExp(`^${parts.join('.+')}$`).test(text);
}

/**
 * `entryOf(error, entries)`: the entry of a form that is to blame, of `{ key, typed, numeric }` each. It has the `key` of
 * what is wrong and the value that is refused, or stands for a text that the error is about: first for a place, because
 * what is wrong may be a small part of it.
 * @template {{ key: string | number, typed: string, numeric?: boolean }} E
 * @param {unknown} error
 * @param {E[]} entries
 */
export function entryOf(error, entries) {
  const fault = faultOf(error);
  const { key, value } = fault.wrong?.fields ?? {};
  const refused = typeof value === 'string' ? value.replace(/^"(.*)"$/, '$1') : null;
  const keyed = entries.filter((entry) => entry.key === key);
  const exact = keyed.find(({ typed }) => typed.trim() === (refused ?? ''));
  if (exact) return exact;
  for (const text of [...placesOf(fault), ...textsOf(fault.wrong)]) {
    const found = entries.find(({ typed, numeric }) => !numeric && standsFor(typed, text));
    if (found) return found;
  }
  return null;
}
