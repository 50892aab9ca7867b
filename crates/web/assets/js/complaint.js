// What went wrong, told in the language spoken.

import { digits, language, number, say, t } from './i18n.js';
import { reasons, sentences } from './words/complaints.js';

/** Keeps a piece that is spelled from left to right together, wherever it stands in a sentence. */
const code = (text) => `\u2066${text}\u2069`;

/**
 * The sentence for an error of the lab, `{ code, message, reason, values }`: ours if there is one for its reason or its
 * code, with the lab's own inside it where that says more; else the lab's.
 */
export function complaint(error) {
  const message = error?.message ?? String(error ?? '');
  if (language() === 'fa') {
    for (const [pattern, build] of sentences) {
      const match = pattern.exec(message);
      if (match) return build(match, code, say, digits);
    }
    const ours = reasons[error?.reason]?.(error.values ?? {}, { code, say, number });
    if (ours) return ours;
  } else if (error?.code === 'internal' && error.reason) {
    // Where the lab knows what broke down, it says so well enough.
    return message;
  }
  const key = `complaints.${error?.code}`;
  const ours = t(key, { message: language() === 'fa' ? code(message) : message });
  return ours === key ? message : ours;
}

/** The same of a sentence that says why something that was written cannot be used. */
export const misuse = (message) => complaint({ code: 'bad-input', message });
