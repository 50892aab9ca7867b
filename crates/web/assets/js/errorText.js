// Error texts in the current language.

import { faultOf } from './fault.js';
import { code, knows, messageText, t } from './i18n.js';

/** @import { Fault, Message } from '../../types/protocol' */

/**
 * The location, what is wrong and what would be right, in one message, composed as the lab does it.
 * @param {Partial<Fault> & { wrong: Message }} fault
 * @returns {Message}
 */
function whole({ where = [], wrong, expected }) {
  const right = expected
    ? { code: 'wrong-right', english: '{wrong}; {right}', fields: { wrong, right: expected } }
    : wrong;
  return where.reduceRight(
    (inner, place) => ({ code: 'at-place', english: '{place}: {wrong}', fields: { place, wrong: inner } }),
    right,
  );
}

/**
 * The sentence for an error of the lab, `{ code, message, wrong, where, expected }`: what is wrong, if the language has
 * words for it; otherwise the page's text for such errors, with the lab's own English in it. `location: false`
 * leaves out the location.
 * @param {unknown} error
 */
export function errorText(error, { location = true } = {}) {
  const { code: kind, message = String(error ?? ''), wrong, where, expected } = faultOf(error);
  if (!wrong) return general(kind, message);
  const said = messageText(whole({ wrong, expected, where: location ? where : [] }));
  // An internal error with a code of its own needs no further words.
  const enough = knows(wrong) || (kind === 'internal' && wrong.code !== 'verbatim');
  return enough ? said : general(kind, said);
}

/**
 * @param {string | undefined} kind
 * @param {string} message
 */
function general(kind, message) {
  const key = `complaints.${kind}`;
  const ours = t(key, { message: code(message) });
  return ours === key ? message : ours;
}
