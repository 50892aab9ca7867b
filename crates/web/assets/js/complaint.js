// What went wrong, told in the language spoken.

import { code, knows, t, tell } from './i18n.js';

/** The places, what is wrong and what would be right, in one message, as the lab puts errors together. */
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
 */
export function complaint(error, { place = true } = {}) {
  const message = error?.message ?? String(error ?? '');
  if (!error?.wrong) return general(error?.code, message);
  const said = tell(whole(place ? error : { ...error, where: [] }));
  // Where the lab knows what broke down, it says so well enough.
  const enough = knows(error.wrong) || (error.code === 'internal' && error.wrong.code !== 'verbatim');
  return enough ? said : general(error.code, said);
}

function general(kind, message) {
  const key = `complaints.${kind}`;
  const ours = t(key, { message: code(message) });
  return ours === key ? message : ours;
}
