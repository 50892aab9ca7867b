// Values as the lab sends them, `{ of, kind, score | plies, certainty }`, as short text and in words: always signed,
// always from the view of a named player.

import { t, say, number, digits, language, messageText } from '../i18n.js';

/**
 * @import { Certainty, Chance, Lane, Num, Outcome, Value } from '../../../types/protocol'
 * @import { Knowledge, Tone, ValueEntry } from '../../../types/pages'
 */

/** @typedef {Value | null | undefined} Maybe */
/** @typedef {{ value: Value, chance?: Chance | null }} Judged */

/**
 * How a finished game ended, as a value.
 * @param {number} of
 * @param {Outcome} outcome
 * @returns {Value}
 */
export const ended = (of, outcome) => /** @type {Value} */ ({ of, kind: outcome, plies: 0, certainty: 'exact' });

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
 * A value in short form, for boards and tables: +12, W9, L4, D, whatever its certainty.
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
      return t('analysis.drawShort');
    case 'score':
      return signed(value.score);
    default:
      return '';
  }
}

/**
 * A share in percent: 62 %.
 * @param {number} share
 */
export const percent = (share) => t('analysis.percent', { n: Math.round(100 * share) });

/**
 * A chance with its interval: 62 % (59 % to 65 %). An interval that is narrower than one percent has a decimal.
 * @param {Chance} chance
 */
function interval({ mean, low, high }) {
  const narrow = Math.round(100 * low) === Math.round(100 * high);
  const end = (/** @type {number} */ share) =>
    narrow ? t('analysis.percent', { n: Math.round(1000 * share) / 10 }) : percent(share);
  return t('analysis.percentBetween', { n: percent(mean), low: end(low), high: end(high) });
}

/** @type {Record<Certainty, string>} */
const BOUNDS = { exact: '', 'at-most': '≤', 'at-least': '≥', estimate: '' };

/**
 * The sign before a bound.
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
 * What kind of knowledge a value is: a proven result, an exact score, a bound, or an estimate.
 * @param {Maybe} value
 * @param {Pick<Lane, 'exhaustive'>} lane
 * @returns {Knowledge}
 */
export function knowledge(value, lane) {
  if (value?.certainty === 'at-most' || value?.certainty === 'at-least') return 'bound';
  if (value && value.kind !== 'score' && value.certainty === 'exact') return 'decided';
  return value?.certainty === 'exact' && lane.exhaustive ? 'score' : 'estimate';
}

/**
 * A value in words with its player's name: "Yellow wins in 9 moves", "about 62 % (59 % to 65 %) for Yellow (alpha-beta,
 * depth 8)".
 * @param {Judged} judged
 * @param {Pick<Lane, 'exhaustive' | 'depth'>} lane
 * @param {{ name: string, by?: string }} who
 */
export function about({ value, chance }, lane, { name, by }) {
  if (!value) return '';
  const who = say(name);
  const { plies, points } = value;
  const kind = knowledge(value, lane);
  if (kind === 'decided') {
    const key = { win: plies ? 'winsIn' : 'wins', loss: plies ? 'losesIn' : 'loses', draw: 'drawFor', score: '' };
    const words = t(`analysis.${key[value.kind]}`, { name: who, n: plies });
    return points === undefined ? words : t('analysis.withPoints', { words, points: signed(points) });
  }
  if (kind === 'score') return t('analysis.exactFor', { value: signed(value.score), name: who });
  if (kind === 'bound') return `${spoken(value)} ${t('analysis.pov', { name: who })}`;
  const number = chance ? interval(chance) : signed(value.score);
  const words = t('analysis.aboutFor', { value: number, name: who });
  if (!by) return words;
  const source = lane.depth ? `${by}${t('analysis.and')}${t('analysis.depth', { n: lane.depth })}` : by;
  return `${words} (${source})`;
}

/**
 * Are two values the same?
 * @param {Maybe} one
 * @param {Maybe} other
 */
const same = (one, other) =>
  one?.kind === other?.kind &&
  one?.plies === other?.plies &&
  one?.score === other?.score &&
  one?.certainty === other?.certainty;

/**
 * The actions that are equally best: the lane's own choice, and all moves of the same value. What a wheel has drawn need
 * not be the best.
 * @param {Pick<Lane, 'moves' | 'best' | 'wheel'>} lane
 */
export function bestSet(lane) {
  const top = lane.wheel
    ? lane.moves.reduce((one, other) => (order(other) > order(one) ? other : one), lane.moves[0])
    : lane.moves.find(({ action }) => action === lane.best);
  if (!top) return lane.best ? [lane.best] : [];
  return lane.moves.filter(({ value }) => same(value, top.value)).map(({ action }) => action);
}

/** Chances closer to one half than this are even. */
const EVEN = 0.05;
/** A move that loses less of the best value than this is no bad move. */
const LITTLE = 0.02;

/**
 * Good, bad or even for the player it belongs to. A result has its own tone; a chance is compared with one half; other
 * numbers with zero. Points have no middle: the best is good unless it is a loss, and the worse half of the others is bad.
 * @param {Judged} judged
 * @param {{ best: boolean, rank: number, drop: number, points: boolean }} among
 * @returns {Tone}
 */
function toneOf({ value, chance }, { best, rank, drop, points }) {
  if (value.kind === 'win') return 'good';
  if (value.kind === 'loss') return 'bad';
  if (value.kind === 'draw') return 'even';
  if (chance) return chance.mean > 0.5 + EVEN ? 'good' : chance.mean < 0.5 - EVEN ? 'bad' : 'even';
  const number = value.score === 'inf' ? Infinity : value.score === '-inf' ? -Infinity : Number(value.score ?? 0);
  if (!points) return number > 0 ? 'good' : number < 0 ? 'bad' : 'even';
  if (number < 0) return best ? 'even' : 'bad';
  return best ? 'good' : rank >= 0.5 || drop < LITTLE ? 'even' : 'bad';
}

/**
 * How strong a tone is, from 0 to 1: the best moves have the strongest.
 * @param {Judged} judged
 * @param {{ best: boolean, rank: number }} among
 */
function strengthOf({ value, chance }, { best, rank }) {
  if (best) return 1;
  if (value.kind !== 'score') return value.kind === 'draw' ? 0.3 : 0.55;
  return chance ? 0.2 + 0.6 * Math.abs(chance.mean - 0.5) * 2 : 0.25 + 0.4 * Math.abs(rank - 0.5);
}

/**
 * A number to sort moves by: wins first, the sooner the better, then undecided values, then losses.
 * @param {Judged} judged
 */
function order({ value, chance }) {
  if (value.kind === 'win') return 1e9 - (value.plies ?? 0);
  if (value.kind === 'loss') return (value.plies ?? 0) - 1e9;
  if (value.kind === 'draw') return chance === undefined ? 0 : 0.5;
  return value.score === 'inf' ? 1e8 : value.score === '-inf' ? -1e8 : Number(value.score ?? 0);
}

/**
 * A lane's moves in the form that boards and tables use. `points` says that games are counted in points, `sides` names
 * the game where two play, so that wins have the mark of the winner, `by` is the name of the agent that estimates.
 * @param {Lane} lane
 * @param {{ points?: boolean, sides?: string | null, by?: string }} [game]
 * @returns {ValueEntry[]}
 */
export function entries(lane, { points = false, sides = null, by } = {}) {
  const list = lane.moves ?? [];
  const best = bestSet(lane);
  const orders = list.map(order);
  const [low, high] = [Math.min(...orders), Math.max(...orders)];
  return list.map((move, i) => {
    const { value, chance } = move;
    const isBest = best.includes(move.action);
    const rank = high > low ? (orders[i] - low) / (high - low) : 1;
    const among = { best: isBest, rank, drop: (high - orders[i]) / Math.max(1, Math.abs(high)), points };
    const kind = knowledge(value, lane);
    const winner = value.kind === 'win' ? value.of : value.kind === 'loss' ? 1 - value.of : null;
    return {
      action: move.action,
      value,
      chance,
      kind,
      order: orders[i],
      tone: toneOf(move, among),
      strength: strengthOf(move, among),
      text: kind === 'estimate' && chance ? percent(chance.mean) : `${bound(value)}${brief(value)}`,
      note: kind === 'decided' && value.points !== undefined ? signed(value.points) : '',
      words: [about(move, lane, { name: lane.name ?? '', by }), move.then && messageText(move.then)]
        .filter(Boolean)
        .join(t('analysis.and')),
      best: isBest,
      mark: winner !== null && sides ? { spec: sides, seat: winner } : null,
    };
  });
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
  return /** @type {Value} */ ({
    ...value,
    of,
    kind: NEGATED[value.kind] ?? value.kind,
    certainty: OTHER_BOUND[value.certainty] ?? value.certainty,
    ...(value.kind === 'score' ? { score: opposite(value.score) } : {}),
    ...(value.points === undefined ? {} : { points: value.points === 0 ? 0 : -value.points }),
  });
}

/**
 * How games ended that were played out from a position: the expected points, the chance to survive, the number of games.
 * @param {Lane['expected']} expected
 */
export function expectation(expected) {
  if (!expected) return [];
  const { games, points, interval, survives } = expected;
  const [low, high] = (interval ?? []).map((end) => number(Math.round(end)));
  const [share, least, most] = [survives.mean, survives.low, survives.high].map(percent);
  return [
    t(`analysis.${interval ? 'expected' : 'expectedAlone'}`, { n: number(Math.round(points)), low, high }),
    t('analysis.survives', { n: share, low: least, high: most }),
    t('analysis.playouts', { n: games }),
  ];
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
