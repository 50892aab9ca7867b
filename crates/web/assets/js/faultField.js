// Finds the field of a page that an error of the lab is about, by its codes and fields; no sentence is parsed.

import { faultOf } from './fault.js';

/** @import { Fault, Field, Message } from '../../types/protocol' */

/**
 * The texts in the fields of a message and its parts: what the user typed.
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
 * The texts that locate an error.
 * @param {Partial<Fault>} fault
 */
const locationsOf = ({ where = [] }) => where.flatMap(textsOf);

/**
 * `settingOf(error, names, values)`: the setting that caused the error. It is the `key` of what is wrong, has the name
 * of one of its fields, or has the value that locates the error, such as the name of a file.
 * @param {unknown} error
 * @param {string[]} names
 * @param {Record<string, string>} [values]
 */
export function settingOf(error, names, values = {}) {
  const fault = faultOf(error);
  const { key, ...others } = fault.wrong?.fields ?? {};
  const locations = locationsOf(fault);
  return (
    [...(typeof key === 'string' ? [key] : []), ...Object.keys(others)].find((name) => names.includes(name)) ??
    names.find((name) => locations.includes(values[name])) ??
    null
  );
}

/**
 * Does the typed text, with any values in its gaps, match this text?
 * @param {string} typed
 * @param {string} text
 */
function matches(typed, text) {
  const parts = typed.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return typed.trim() !== '' && new RegExp(`^${parts.join('.+')}$`).test(text);
}

/**
 * `entryOf(error, entries)`: the entry of a form that caused the error, from entries `{ key, typed, numeric }`. It has
 * the `key` of what is wrong and the refused value, or matches a text in the error. Locations are tried first, because
 * what is wrong may be a small part of them.
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
  for (const text of [...locationsOf(fault), ...textsOf(fault.wrong)]) {
    const found = entries.find(({ typed, numeric }) => !numeric && matches(typed, text));
    if (found) return found;
  }
  return null;
}
