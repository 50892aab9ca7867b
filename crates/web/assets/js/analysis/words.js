// Values in words and signs: always signed, always somebody's.

import { t, say, number, digits, language } from '../i18n.js';

/** The words of a value seen by one player, told about that player by name: "Yellow wins in 9". */
export function about(name, words, value) {
  const who = say(name);
  const win = /^win in (\d+)/.exec(words);
  const loss = /^loss in (\d+)/.exec(words);
  if (win) return t('analysis.winsIn', { name: who, n: Number(win[1]) });
  if (loss) return t('analysis.losesIn', { name: who, n: Number(loss[1]) });
  if (words === 'win') return t('analysis.wins', { name: who });
  if (words === 'loss') return t('analysis.loses', { name: who });
  if (typeof value === 'number' && value === 0) return t('analysis.evenFor', { name: who });
  return `${say(words)} ${t('analysis.pov', { name: who })}`;
}

/** A value on few signs, for boards and tables: +12, −3.5, W9, L4, and the same in the language's own. */
export function brief(value, words = '') {
  const win = /win in (\d+)/.exec(words);
  const loss = /loss in (\d+)/.exec(words);
  if (win) return t('analysis.winShort', { n: Number(win[1]) });
  if (loss) return t('analysis.lossShort', { n: Number(loss[1]) });
  if (words === 'win') return t('analysis.winShort', { n: '' }).trim();
  if (words === 'loss') return t('analysis.lossShort', { n: '' }).trim();
  if (words === 'draw') return '=';
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

const decided = (entry) =>
  /win/.test(entry.words) || entry.value === 'inf' ? 1 : /loss/.test(entry.words) || entry.value === '-inf' ? -1 : 0;

function spread(entries) {
  const open = entries.filter((e) => !decided(e) && typeof e.value === 'number').map((e) => e.value);
  const [low, high] = [Math.min(...open), Math.max(...open)];
  const most = Math.max(1e-9, Math.abs(low), Math.abs(high));
  return { low, high, most, alike: open.length > 1 && low * high > 0 && high > low && high - low < 0.5 * most };
}

/** Are all values on one side of zero, and near to each other? Then colours compare them, and say nothing of zero. */
export const alike = (entries) => spread(entries).alike;

/**
 * How each value stands among the others, for colours and bars: from -1 to 1, decided games at the ends. Where all are
 * far from
 * zero and near to each other, they are measured against each other, else against zero.
 */
export function shares(entries) {
  const { low, high, most, alike } = spread(entries);
  const middle = alike ? (low + high) / 2 : 0;
  const reach = alike ? (high - low) / 2 : most;
  return entries.map((e) => decided(e) || (typeof e.value === 'number' ? ((e.value - middle) / reach) * 0.85 : 0));
}

/** A lane's moves as boards and tables want them. */
export function entries(message) {
  const list = message.moves ?? [];
  const share = shares(list);
  return list.map((move, i) => ({
    ...move,
    share: share[i],
    text: brief(move.value, move.words),
    best: move.action === message.best,
  }));
}

/** The same value, seen from the other side. */
export const turned = (value) =>
  typeof value === 'number' ? (value === 0 ? 0 : -value) : value === 'inf' ? '-inf' : value === '-inf' ? 'inf' : value;

/** The words of a value, seen from the other side. */
export const turnedWords = (words) =>
  words
    .replace(/\b(win|loss)\b/g, (w) => (w === 'win' ? 'loss' : 'win'))
    .replace(/^([+-])(?=[\d.])/, (sign) => (sign === '+' ? '-' : '+'))
    .replace(/^at (most|least)/, (_, which) => `at ${which === 'most' ? 'least' : 'most'}`);

/** Milliseconds as people say them. */
export const seconds = (milliseconds) =>
  milliseconds < 1000 && milliseconds > 0
    ? t('analysis.milliseconds', { n: number(milliseconds, { maximumFractionDigits: milliseconds < 10 ? 1 : 0 }) })
    : t('analysis.seconds', {
        n: number(milliseconds / 1000, { maximumFractionDigits: milliseconds < 10000 ? 1 : 0 }),
      });
