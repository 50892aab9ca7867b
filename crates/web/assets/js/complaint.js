// What went wrong, told in the language spoken.

import { faultOf } from './fault.js';
import { code, knows, t, tell } from './i18n.js';

/** @import { Fault, Message } from '../../types/protocol' */

/**
 * The places, what is wrong and what would be right, in one message, as the lab puts errors together.
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
 * The sentence for an error of the lab, `{ code, message, wrong, where, expected }`: what is wrong, where the language
 * has words for it; else what the page says of such errors, with the lab's own English in it. `place: false` leaves out
 * where it is.
 * @param {unknown} error
 */
export function complaint(error, { place = true } = {}) {
  const { code: kind, message = String(error ?? ''), wrong, where, expected } = faultOf(error);
  if (!wrong) return general(kind, message);
  const said = tell(whole({ wrong, expected, where: place ? where : [] }));
  // Where the lab knows what broke down, it says so well enough.
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
