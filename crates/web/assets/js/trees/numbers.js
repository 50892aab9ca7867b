// Values as they are written on trees: short, signed where that matters, infinity as a symbol.

import { digits } from '../i18n.js';
import { brief } from '../analysis/values.js';
import { plain } from './moments.js';

/** @import { Num, Value } from '../../../types/protocol' */

/**
 * A value in short form: 3, −12, 2.75, 1.2e6, ∞. The digits are Latin, as in all notation.
 * @param {Num | null | undefined} value
 */
export function written(value) {
  const number = plain(value);
  if (number === null || Number.isNaN(number)) return '';
  if (!Number.isFinite(number)) return number > 0 ? '+∞' : '−∞';
  const size = Math.abs(number);
  const text = size >= 1e5 ? size.toExponential(1).replace('e+', 'e') : String(Math.round(size * 100) / 100);
  return (number < 0 ? '−' : '') + text;
}

/**
 * The same for sentences, in the language's digits.
 * @param {Num | null | undefined} value
 */
export const prose = (value) => `\u2066${digits(written(value))}\u2069`;

/**
 * The value of a search's root, written like the values on its tree.
 * @param {Value | null} value
 */
export const verdict = (value) => (value?.kind === 'score' ? prose(value.score) : brief(value));
