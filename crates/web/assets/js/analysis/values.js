// Values as the lab sends them, `{ of, kind, score | plies, certainty }`, as short text and in words: always signed,
// always from the view of a named player.

import { t, say, number, digits, language } from '../i18n.js';

/**
 * @import { Certainty, Lane, Num, Outcome, Value } from '../../../types/protocol'
 * @import { ValueEntry } from '../../../types/pages'
 */

/** @typedef {Value | null | undefined} Maybe */

/**
 * The number of an evaluation as a value.
 * @param {number} of
 * @param {number} number
 * @returns {Value}
 */
export const score = (of, number) => ({ of, kind: 'score', score: number, certainty: 'exact' });

/**
 * How a finished game ended, as a value.
 * @param {number} of
 * @param {Outcome} outcome
 * @returns {Value}
 */
export const ended = (of, outcome) => ({ of, kind: outcome, plies: 0, certainty: 'exact' });

/**
 * A number in short form: +12, −3.5, in the language's digits.
 * @param {Num | null | undefined} value
 */
export function signed(value) {
  if (value === 'inf') return '∞';
  if (value === '-inf') return '−∞';
  if (typeof value !== 'number') return '';
  const size = Math.abs(value);
  const text =
    size >= 1e5
      ? language() === 'fa'
        ? number(size, { notation: 'compact', maximumSignificantDigits: 2 })
        : size.toExponential(0).replace('+', '')
      : Number.isInteger(size)
        ? String(size)
        : size >= 100
          ? size.toFixed(0)
          : String(Number(size.toPrecision(size < 1 ? 2 : 3)));
  return digits(value > 0 ? `+${text}` : value < 0 ? `−${text}` : '0');
}

/**
 * A value in short form, for boards and tables: +12, W9, L4, =, whatever its certainty.
 * @param {Maybe} value
 */
export function brief(value) {
  const plies = value?.plies ? value.plies : '';
  switch (value?.kind) {
    case 'win':
      return t('analysis.winShort', { n: plies }).trim();
    case 'loss':
      return t('analysis.lossShort', { n: plies }).trim();
    case 'draw':
      return '=';
    case 'score':
      return signed(value.score);
    default:
      return '';
  }
}

/** @type {Record<Certainty, string>} */
const BOUNDS = { exact: '', 'at-most': '≤', 'at-least': '≥', estimate: '≈' };

/**
 * The sign before a value that is not exact.
 * @param {Maybe} value
 */
export const bound = (value) => (value ? BOUNDS[value.certainty] : '');

/** @type {Partial<Record<Certainty, string>>} */
const CERTAINTIES = { 'at-most': 'atMost', 'at-least': 'atLeast', estimate: 'estimate' };

/**
 * A value in words, without its player: "win in 9", "at most +3".
 * @param {Maybe} value
 */
export function spoken(value) {
  if (!value) return '';
  const { kind, plies } = value;
  const words =
    kind === 'score'
      ? signed(value.score)
      : kind === 'draw'
        ? t('analysis.draw')
        : t(`analysis.${kind}${plies ? 'In' : ''}`, { n: plies });
  const certainty = CERTAINTIES[value.certainty];
  return certainty ? t(`analysis.${certainty}`, { value: words }) : words;
}

/**
 * A value in words with its player's name: "Yellow wins in 9".
 * @param {string} name
 * @param {Maybe} value
 */
export function about(name, value) {
  const who = say(name);
  if (value?.certainty === 'exact' || value?.certainty === undefined) {
    const plies = value?.plies;
    if (value?.kind === 'win') return t(plies ? 'analysis.winsIn' : 'analysis.wins', { name: who, n: plies });
    if (value?.kind === 'loss') return t(plies ? 'analysis.losesIn' : 'analysis.loses', { name: who, n: plies });
    if (value?.kind === 'draw' || value?.score === 0) return t('analysis.evenFor', { name: who });
  }
  return `${spoken(value)} ${t('analysis.pov', { name: who })}`;
}

/**
 * The side of a decided value: 1 won, -1 lost, 0 undecided or drawn.
 * @param {Maybe} value
 */
const decided = (value) =>
  value?.kind === 'win' || value?.score === 'inf' ? 1 : value?.kind === 'loss' || value?.score === '-inf' ? -1 : 0;

/**
 * The number to compare undecided values by.
 * @param {Maybe} value
 */
const rank = (value) => (typeof value?.score === 'number' ? value.score : 0);

/** @param {Maybe[]} values */
function spread(values) {
  const open = values.flatMap((v) => (v?.kind === 'score' && typeof v.score === 'number' ? [v.score] : []));
  const [low, high] = [Math.min(...open), Math.max(...open)];
  const largest = Math.max(1e-9, Math.abs(low), Math.abs(high));
  return { low, high, largest, alike: open.length > 1 && low * high > 0 && high > low && high - low < 0.5 * largest };
}

/**
 * Are all values on one side of zero and close together? Then colours compare them with each other, not with zero.
 * @param {Maybe[]} values
 */
export const alike = (values) => spread(values).alike;

/**
 * How each value compares with the others, for colours and bars: from -1 to 1, decided games at the ends. Values that
 * are all far from zero and close together are compared with each other, others with zero.
 * @param {Maybe[]} values
 */
export function shares(values) {
  const { low, high, largest, alike } = spread(values);
  const middle = alike ? (low + high) / 2 : 0;
  const reach = alike ? (high - low) / 2 : largest;
  return values.map((v) => decided(v) || (v?.kind === 'score' ? ((rank(v) - middle) / reach) * 0.85 : 0));
}

/**
 * The first player's share from 0 to 1 if the game is decided, else null.
 * @param {Maybe} value
 */
export const certain = (value) => {
  const stands = decided(value);
  return stands === 0 ? undefined : stands > 0 ? 1 : 0;
};

/**
 * A lane's moves in the form that boards and tables use.
 * @param {Pick<Lane, 'moves' | 'best'>} message
 * @returns {ValueEntry[]}
 */
export function entries(message) {
  const list = message.moves ?? [];
  const share = shares(list.map((move) => move.value));
  return list.map((move, i) => ({
    ...move,
    share: share[i],
    text: brief(move.value),
    words: spoken(move.value),
    exact: move.value.certainty === 'exact',
    best: move.action === message.best,
  }));
}

/** @type {Partial<Record<Value['kind'], Value['kind']>>} */
const NEGATED = { win: 'loss', loss: 'win' };
/** @type {Partial<Record<Certainty, Certainty>>} */
const OTHER_BOUND = { 'at-most': 'at-least', 'at-least': 'at-most' };
/** @param {Num | undefined} n */
const opposite = (n) => (typeof n === 'number' ? (n === 0 ? 0 : -n) : n === 'inf' ? '-inf' : n === '-inf' ? 'inf' : n);

/**
 * The same value from the view of another player, who wins what this one loses.
 * @param {Maybe} value
 * @param {number} of
 * @returns {Value | null}
 */
export function negated(value, of) {
  if (!value) return null;
  return {
    ...value,
    of,
    kind: NEGATED[value.kind] ?? value.kind,
    certainty: OTHER_BOUND[value.certainty] ?? value.certainty,
    ...(value.kind === 'score' ? { score: opposite(value.score) } : {}),
  };
}

/**
 * Milliseconds in a readable unit.
 * @param {number} milliseconds
 */
export const seconds = (milliseconds) =>
  milliseconds < 1000 && milliseconds > 0
    ? t('analysis.milliseconds', { n: number(milliseconds, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 }) })
    : t('analysis.seconds', {
        n: number(milliseconds / 1000, { maximumFractionDigits: milliseconds < 10000 ? 1 : 0 }),
      });
