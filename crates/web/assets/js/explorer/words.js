// The values of a search as they are written on plates: short, in the digits of the language. Sentences come from the lab.

import { digits, messageText, number, say, t } from '../i18n.js';
import { about, brief, spoken } from '../analysis/values.js';

/**
 * @import { Num, RecordedTree, Value } from '../../../types/protocol'
 * @import { ExplorerNode, TreeSamples } from '../../../types/protocol'
 */

/**
 * A value of the protocol (a number, "inf" or "-inf") as a number.
 * @param {Num | null | undefined} value
 * @returns {number | null}
 */
export function plain(value) {
  if (value === 'inf') return Infinity;
  if (value === '-inf') return -Infinity;
  return value ?? null;
}

/**
 * A value in short form: 3, −12, 2.75, 1.2e6, ∞. The digits are Latin, as in all notation.
 * @param {Num | null | undefined} value
 */
export function written(value) {
  const size = plain(value);
  if (size === null || Number.isNaN(size)) return '';
  if (!Number.isFinite(size)) return size > 0 ? '+∞' : '−∞';
  const rest = Math.abs(size);
  const text = rest >= 1e5 ? rest.toExponential(1).replace('e+', 'e') : String(Math.round(rest * 100) / 100);
  return (size < 0 ? '−' : '') + text;
}

/**
 * The value of a search's root, written like the values on its tree.
 * @param {Value | null} value
 */
export const verdict = (value) => (value?.kind === 'score' ? isolated(digits(written(value.score))) : brief(value));

/**
 * Moves as the name of a node.
 * @param {string[]} moves
 */
export function named(moves) {
  const text = moves.map((move) => digits(say(move))).join(' › ');
  return moves.length === 0 ? t('trees.root') : t('trees.quote', { text: `\u2066${text}\u2069` });
}

/**
 * A number of the search, as short as on a plate; wins and losses by their length where the search counts so.
 * @param {Num | null} value
 * @param {RecordedTree} recorded
 */
export function short(value, recorded) {
  const size = plain(value);
  if (size !== null && recorded.wins_at !== null && Number.isFinite(size) && Math.abs(size) > recorded.wins_at / 2) {
    const plies = Math.max(0, Math.round(recorded.wins_at - Math.abs(size)));
    return t(size > 0 ? 'analysis.winShort' : 'analysis.lossShort', { n: plies }).trim();
  }
  return digits(written(value));
}

/** @param {Value | null} value */
const sign = (value) => (value?.certainty === 'at-most' ? '≤ ' : value?.certainty === 'at-least' ? '≥ ' : '');

/**
 * The value of a node, short, as far as it was known at the step that is shown.
 * @param {ExplorerNode} node
 * @param {RecordedTree} recorded
 */
export function valueOf(node, recorded) {
  const { now, samples } = node;
  if (samples) return samples.mean === null ? '–' : mean(samples.mean);
  if (now && now.phase !== 'done') return now.value === null ? '' : `${short(now.value, recorded)}…`;
  if (node.value === null) return node.unseen === undefined ? '' : `(${short(node.unseen, recorded)})`;
  const worth = node.value.kind === 'score' ? digits(written(node.value.score)) : brief(node.value);
  return sign(node.value) + worth;
}

/**
 * The same in words.
 * @param {ExplorerNode} node
 * @param {RecordedTree} recorded
 */
export function valueWords(node, recorded) {
  if (node.samples?.mean !== undefined && node.samples?.mean !== null)
    return t('explorer.meanOf', { mean: mean(node.samples.mean), name: say(recorded.players[node.samples.owner]) });
  if (!node.value || (node.now && node.now.phase !== 'done')) return '';
  const name = recorded.players[node.value.of];
  if (name === undefined) return spoken(node.value);
  // A number of the search is what its leaves made of it, neither exact nor calibrated.
  if (node.value.kind === 'score') return `${spoken(node.value)} ${t('analysis.pov', { name: say(name) })}`;
  return about({ value: node.value }, {}, { name });
}

/**
 * A mean reward, signed, with two places.
 * @param {Num} value
 */
export const mean = (value) => {
  const size = plain(value) ?? 0;
  const text = number(Math.abs(size), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `\u2066${size < 0 ? '−' : size > 0 ? '+' : ''}${text}\u2069`;
};

/**
 * A mean with its 95 % interval; without one where all simulations ended alike, which does not make it certain.
 * @param {TreeSamples} samples
 */
export const interval = ({ mean: middle, error }) =>
  middle === null
    ? '–'
    : !error
      ? mean(middle)
      : `${mean(middle)} ± ${number(1.96 * error, { maximumFractionDigits: 2 })}`;

/**
 * The two parts of a node's upper confidence bound.
 * @param {TreeSamples} samples
 */
export function boundWords({ ucb }) {
  if (!ucb) return '';
  return `UCB ${mean(ucb.score)} = ${mean(ucb.mean)} + ${mean(ucb.bonus).replace('+', '')}`;
}

/**
 * A text that keeps its own direction among others.
 * @param {string} text
 */
const isolated = (text) => `\u2068${text}\u2069`;

/**
 * The window of a node, as on a plate; nothing where the search does not prune.
 * @param {ExplorerNode} node
 * @param {RecordedTree} recorded
 */
export function windowOf({ now, window, parent }, recorded) {
  const [alpha, beta] = now && now.alpha !== null ? [now.alpha, now.beta] : [window?.alpha, window?.beta];
  if (!recorded.prunes || alpha === undefined || alpha === null || beta === undefined || beta === null) return '';
  if (alpha === '-inf' && beta === 'inf' && parent !== null) return '';
  return `α ${isolated(short(alpha, recorded))}  β ${isolated(short(beta, recorded))}`;
}

/**
 * What became of a node, as the class of its row.
 * @param {ExplorerNode} node
 */
export function stateOf({ end, now, samples }) {
  if (now?.phase === 'ahead' || samples?.visits === 0) return 'ahead';
  if (end.why === 'pruned') return 'pruned';
  if (now?.phase === 'open' && !now.cut) return 'open';
  return end.why === 'searched' || end.why === 'cut' ? end.why : 'leaf';
}

/**
 * The same in words.
 * @param {ExplorerNode} node
 */
export const stateWords = ({ words }) => (words ? messageText(words) : '');

/**
 * How much was searched below a node.
 * @param {ExplorerNode} node
 */
export function sizeOf({ below, unkept, samples, end }) {
  if (samples) return t('explorer.visits', { n: samples.visits });
  if (end.why === 'pruned') return '';
  if (unkept > 0) return t('explorer.someKept', { n: below + 1, kept: below + 1 - unkept });
  return t('explorer.nodes', { n: below + 1 });
}

/**
 * Who decides at a node.
 * @param {ExplorerNode} node
 * @param {RecordedTree} recorded
 */
export function moverOf({ kind, actor }, recorded) {
  if (kind === null || kind === 'leaf') return '';
  const role = t(`trees.roles.${kind === 'chance' ? 'mean' : kind}`);
  const name = recorded.players[actor ?? -1];
  return name && name !== kind ? t('trees.who', { role, name: say(name) }) : role;
}
