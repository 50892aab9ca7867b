// What the explorer says of a node, a step and a cutoff, in sentences of the current language.

import { digits, list, number, say, t } from '../i18n.js';
import { about, brief, spoken } from '../analysis/values.js';
import { prose, written } from '../trees/numbers.js';
import { plain } from '../trees/moments.js';

/**
 * @import { Num, RecordedTree, Value } from '../../../types/protocol'
 * @import { ExplorerNode, TreeEvent, TreeSamples, TreeView, TreeWhy } from '../../../types/protocol'
 */

const NAMED = 3;

/**
 * Moves as the last part of a name.
 * @param {string[]} moves
 */
export function named(moves) {
  if (moves.length === 0) return t('trees.root');
  const last = moves.slice(-NAMED).map((move) => digits(say(move)));
  const text = (moves.length > NAMED ? '… ' : '') + last.join(' › ');
  return t('trees.quote', { text: `\u2066${text}\u2069` });
}

/**
 * The moves that lead to a node of a path.
 * @param {ExplorerNode[]} path
 * @param {ExplorerNode} node
 */
export function movesTo(path, node) {
  const index = path.findIndex((each) => each.node === node.node);
  const above = index >= 0 ? path.slice(0, index + 1) : [...path.slice(0, node.depth), node];
  return above.flatMap(({ action }) => (action === null ? [] : [action]));
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
 * The window of a node, as on a plate.
 * @param {ExplorerNode} node
 * @param {RecordedTree} recorded
 */
export function windowOf(node, recorded) {
  const { now, window } = node;
  const [alpha, beta] = now && now.alpha !== null ? [now.alpha, now.beta] : [window?.alpha, window?.beta];
  if (alpha === undefined || alpha === null || beta === undefined || beta === null) return '';
  if (alpha === '-inf' && beta === 'inf' && node.parent !== null) return '';
  return `α ${isolated(short(alpha, recorded))}  β ${isolated(short(beta, recorded))}`;
}

/**
 * What became of a node: best, pruned, from the table, not searched.
 * @param {ExplorerNode} node
 * @param {RecordedTree} recorded
 * @returns {{ kind: string, words: string }}
 */
export function stateOf(node, recorded) {
  const { end, now, samples } = node;
  const phase = now?.phase;
  if (phase === 'ahead') return { kind: 'ahead', words: t('trees.state.ahead') };
  if (end.why === 'pruned' || phase === 'pruned') return { kind: 'pruned', words: t('explorer.ends.pruned') };
  if (samples && samples.visits === 0) return { kind: 'ahead', words: t('explorer.ends.unvisited') };
  if (samples?.proven) return { kind: 'line', words: t('explorer.ends.proven') };
  if (phase === 'open') return { kind: 'open', words: t('explorer.ends.open') };
  if (end.why === 'cut') {
    const low = end.by === 'alpha' || end.by === 'chance-low';
    const equal = plain(end.value) === plain(end.limit);
    const sign = low ? (equal ? '≤' : '<') : equal ? '≥' : '>';
    const sum = `${isolated(short(end.value, recorded))} ${sign} ${low ? 'α' : 'β'} ${isolated(short(end.limit, recorded))}`;
    return { kind: 'cut', words: t('explorer.ends.cut', { sum: `\u2066${sum}\u2069` }) };
  }
  if (end.why === 'searched') return { kind: 'searched', words: '' };
  return { kind: end.why === 'table' ? 'table' : 'leaf', words: t(`explorer.ends.${end.why}`) };
}

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
  if (kind === 'chance' && actor === null) return t('trees.roles.mean');
  const name = recorded.players[actor ?? -1];
  const role = t(`trees.roles.${kind === 'chance' ? 'mean' : kind}`);
  return name && name !== kind ? t('trees.who', { role, name: say(name) }) : role;
}

/**
 * Why a node's rest was pruned, in one sentence with the two numbers.
 * @param {NonNullable<TreeWhy['cut']>} cut
 * @param {RecordedTree} recorded
 * @param {(node: ExplorerNode) => string} name
 */
export function cutWords(cut, recorded, name) {
  const at = name(cut.at);
  if (cut.by === 'table') return t('trees.cuts.table', { name: at });
  const fields = {
    name: at,
    value: prosaic(cut.value, recorded),
    limit: prosaic(cut.limit, recorded),
    crossed: cut.crossed ? name(cut.crossed) : at,
    set: cut.set ? name(cut.set) : '',
    rest: cut.pruned.length,
  };
  const low = cut.by === 'alpha' || cut.by === 'chance-low' ? 'low' : 'high';
  const from = cut.from === 'node' && cut.set ? 'node' : cut.from === 'window' ? 'window' : 'above';
  return t(`explorer.why.${low}.${from}`, fields);
}

/**
 * @param {Num | null} value
 * @param {RecordedTree} recorded
 */
const prosaic = (value, recorded) => `\u2066${short(value, recorded)}\u2069`;

/**
 * Why a move was not taken.
 * @param {NonNullable<TreeWhy['refutation']>} refutation
 * @param {RecordedTree} recorded
 */
export function refutationWords({ move, value, number: worth, instead, line, equal }, recorded) {
  const fields = {
    move: digits(say(move)),
    instead: digits(say(instead.action ?? '')),
    better: `\u2066${valueOf(instead, recorded)}\u2069`,
    reply: digits(say(line[1]?.action ?? '')),
  };
  if (worth === null) return t('explorer.why.never', fields);
  const own = `\u2066${sign(value)}${short(worth, recorded)}\u2069`;
  if (equal) return t('explorer.why.equal', { ...fields, value: own });
  return t(line.length > 1 ? 'explorer.why.refuted' : 'explorer.why.worse', { ...fields, value: own });
}

/**
 * Why a move was not taken, by the numbers of the simulations.
 * @param {NonNullable<TreeWhy['samples']>} samples
 * @param {string} move
 * @param {string} instead
 */
export function samplesWords({ move: own, instead: other, overlap }, move, instead) {
  return t(overlap ? 'explorer.why.unsure' : 'explorer.why.sure', {
    move: digits(say(move)),
    instead: digits(say(instead)),
    visits: own.visits,
    more: other.visits,
    mean: own.mean === null ? '–' : interval(own),
    better: other.mean === null ? '–' : interval(other),
  });
}

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
 * The sentence for a step.
 * @param {TreeEvent | null} event
 * @param {TreeView} view
 * @param {RecordedTree} recorded
 */
export function stepWords(event, view, recorded) {
  const root = view.path[0] ?? view.focus;
  if (recorded.method === 'simulations') return simulationWords(event, recorded, root);
  if (event === null) return t('trees.steps.rootLeft', { value: `\u2066${valueOf(root, recorded)}\u2069` });
  if (event.kind === 'none' || event.kind === 'simulation') return t('trees.steps.none');
  const node = [view.focus, ...view.path, ...view.children].find((each) => each.node === event.node);
  if (!node) return t('trees.steps.none');
  const name = named(movesTo(view.path, node));
  if (event.kind === 'inside') return t('explorer.steps.inside', { name, n: node.unkept });
  if (event.kind === 'cut' && node.end.why === 'cut') {
    const { by, value, limit, pruned } = node.end;
    const reason = t(`trees.cuts.${by}`, { name, value: prosaic(value, recorded), limit: prosaic(limit, recorded) });
    return `${reason} ${t('trees.rest', { n: pruned.length })}`;
  }
  if (event.kind === 'entered') {
    if (node.kind === 'leaf') return t('trees.steps.leafEntered', { name });
    const who = moverOf(node, recorded);
    if (!node.window) return t('trees.steps.enteredFree', { who, name });
    const [alpha, beta] = [prosaic(node.window.alpha, recorded), prosaic(node.window.beta, recorded)];
    return t('trees.steps.entered', { who, name, alpha, beta });
  }
  const value = prosaic(node.number, recorded);
  if (node.kind === 'leaf') return t('trees.steps.leafLeft', { name, value });
  if (node.value?.certainty === 'at-most' || node.value?.certainty === 'at-least')
    return t(`trees.steps.${node.value.certainty}`, { name, value });
  const role = node.kind === 'chance' ? 'mean' : (node.kind ?? 'max');
  return t(`trees.steps.${role}Left`, { name, value });
}

/**
 * @param {TreeEvent | null} event
 * @param {RecordedTree} recorded
 * @param {ExplorerNode} root
 */
function simulationWords(event, recorded, root) {
  if (event?.kind !== 'simulation')
    return t(event === null ? 'explorer.steps.done' : 'explorer.steps.nothing', { n: root.samples?.visits ?? 0 });
  const moves = event.moves.map((move) => digits(say(move))).join(' ');
  const rewards = list(event.rewards.map((reward, player) => `${say(recorded.players[player])} ${mean(reward)}`));
  return t(`explorer.steps.${event.ended}`, {
    n: event.number,
    moves: moves ? `\u2066${moves}\u2069` : t('trees.root'),
    plies: event.playout?.length ?? 0,
    rewards,
  });
}

/**
 * A value of a comparison's row.
 * @param {{ value: Value | null, number: Num | null }} row
 */
export const verdictOf = ({ value, number: own }) =>
  value && value.kind !== 'score' ? brief(value) : prose(value?.score ?? own);
