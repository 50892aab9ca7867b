// Values as the lab sends them, `{ of, kind, score | plies, certainty }`, in words and signs: always signed, always
// somebody's.

import { t, say, number, digits, language } from '../i18n.js';

/** A number of an evaluation as a value. */
export const score = (of, number) => ({ of, kind: 'score', score: number, certainty: 'exact' });

/** How a finished game ended, as a value. */
export const ended = (of, outcome) => ({ of, kind: outcome, plies: 0, certainty: 'exact' });

const isScore = (value) => value?.kind === 'score';

/** A number on few signs: +12, −3.5, and the same in the language's own. */
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

/** A value on few signs, for boards and tables: +12, W9, L4, =, whatever its certainty. */
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

/** The sign before a value that is not exact. */
export const bound = (value) => ({ 'at-most': '≤', 'at-least': '≥', estimate: '≈' })[value?.certainty] ?? '';

/** A value in words, without whose it is: "win in 9", "at most +3". */
export function spoken(value) {
  const plies = value?.plies;
  const words = isScore(value)
    ? signed(value.score)
    : value?.kind === 'draw'
      ? t('analysis.draw')
      : value
        ? t(`analysis.${value.kind}${plies ? 'In' : ''}`, { n: plies })
        : '';
  const certainty = { 'at-most': 'atMost', 'at-least': 'atLeast', estimate: 'estimate' }[value?.certainty];
  return certainty ? t(`analysis.${certainty}`, { value: words }) : words;
}

/** A value told about its player by name: "Yellow wins in 9". */
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

/** Where a decided value stands: 1 won, -1 lost, 0 open or drawn. */
const decided = (value) =>
  value?.kind === 'win' || value?.score === 'inf' ? 1 : value?.kind === 'loss' || value?.score === '-inf' ? -1 : 0;

/** The number to compare open values by. */
const rank = (value) => (typeof value?.score === 'number' ? value.score : 0);

function spread(values) {
  const open = values.filter((v) => isScore(v) && typeof v.score === 'number').map((v) => v.score);
  const [low, high] = [Math.min(...open), Math.max(...open)];
  const most = Math.max(1e-9, Math.abs(low), Math.abs(high));
  return { low, high, most, alike: open.length > 1 && low * high > 0 && high > low && high - low < 0.5 * most };
}

/** Are all values on one side of zero, and near to each other? Then colours compare them, and say nothing of zero. */
export const alike = (values) => spread(values).alike;

/**
 * How each value stands among the others, for colours and bars: from -1 to 1, decided games at the ends. Where all are
 * far from zero and near to each other, they are measured against each other, else against zero.
 */
export function shares(values) {
  const { low, high, most, alike } = spread(values);
  const middle = alike ? (low + high) / 2 : 0;
  const reach = alike ? (high - low) / 2 : most;
  return values.map((v) => decided(v) || (isScore(v) ? ((rank(v) - middle) / reach) * 0.85 : 0));
}

/** How well the first player stands, from 0 to 1, if that is decided; else nothing. */
export const certain = (value) => ({ 1: 1, '-1': 0 })[decided(value)];

/** A lane's moves as boards and tables want them. */
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

const NEGATED = { win: 'loss', loss: 'win' };
const OTHER_BOUND = { 'at-most': 'at-least', 'at-least': 'at-most' };
const opposite = (n) => (typeof n === 'number' ? (n === 0 ? 0 : -n) : n === 'inf' ? '-inf' : n === '-inf' ? 'inf' : n);

/** The same value, seen by another player who wins what this one loses. */
export function negated(value, of) {
  if (!value) return value;
  return {
    ...value,
    of,
    kind: NEGATED[value.kind] ?? value.kind,
    certainty: OTHER_BOUND[value.certainty] ?? value.certainty,
    ...(isScore(value) ? { score: opposite(value.score) } : {}),
  };
}

/** Milliseconds as people say them. */
export const seconds = (milliseconds) =>
  milliseconds < 1000 && milliseconds > 0
    ? t('analysis.milliseconds', { n: number(milliseconds, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 }) })
    : t('analysis.seconds', {
        n: number(milliseconds / 1000, { maximumFractionDigits: milliseconds < 10000 ? 1 : 0 }),
      });
