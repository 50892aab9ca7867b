// What happened at a step, and what is known of a node, in sentences of the current language.

import { digits, number, say, t } from '../i18n.js';
import { prose } from './numbers.js';

/**
 * @import { Figure, FigureNode } from '../../../types/protocol'
 * @import { Moment, StepEvent } from './moments.js'
 */

const NAMED = 3;

/**
 * A node's name: the last moves that lead to it, or "the root".
 * @param {Figure} figure
 * @param {FigureNode} node
 */
export function nameOf(figure, node) {
  const moves = [];
  let at = node;
  while (at.parent !== null && moves.length < NAMED) {
    if (at.action) moves.unshift(digits(at.action));
    at = figure.nodes[at.parent];
  }
  if (node.parent === null) return t('trees.root');
  return moves.length > 0 ? t('trees.quote', { text: `\u2066${moves.join(' › ')}\u2069` }) : t('trees.unnamed');
}

/**
 * Who decides at a node: the player's name where it says more than max or min.
 * @param {FigureNode} node
 * @param {string[]} players
 */
function mover(node, players) {
  const name = players[node.actor ?? -1];
  if (!name || players.length <= 2) return t(`trees.roles.${node.role}`);
  return t('trees.who', { role: t(`trees.roles.${node.role}`), name: say(name) });
}

/**
 * Why the rest below a node was pruned.
 * @param {Figure} figure
 * @param {FigureNode} node
 */
export function whyCut(figure, node) {
  if (!node.cut) return '';
  const { kind, value, limit, skipped = [] } = node.cut;
  const rest = t('trees.rest', { n: skipped.length });
  const reason = t(`trees.cuts.${kind}`, { value: prose(value), limit: prose(limit), name: nameOf(figure, node) });
  return kind === 'table' || skipped.length === 0 ? reason : `${reason} ${rest}`;
}

/**
 * The sentence for a step.
 * @param {Figure} figure
 * @param {StepEvent} event
 * @param {Moment[]} moments
 * @param {string[]} players
 */
export function sentenceOf(figure, event, moments, players) {
  if (event.kind === 'none') return t('trees.steps.none');
  const node = figure.nodes[event.index];
  const name = nameOf(figure, node);
  if (event.kind === 'folded') return t('trees.steps.folded', { name });
  if (event.kind === 'cut') return whyCut(figure, node);
  const moment = moments[event.index];
  if (event.kind === 'entered') {
    if (node.role === 'leaf') return t('trees.steps.leafEntered', { name });
    const who = mover(node, players);
    if (node.window)
      return t('trees.steps.entered', { who, name, alpha: prose(node.window.alpha), beta: prose(node.window.beta) });
    return t('trees.steps.enteredFree', { who, name });
  }
  const value = prose(moment.value);
  if (node.role === 'leaf') return t('trees.steps.leafLeft', { name, value });
  if (node.parent === null) return t('trees.steps.rootLeft', { value });
  if (node.bound) return t(`trees.steps.${node.bound}`, { name, value });
  return t(`trees.steps.${node.role}Left`, { name, value });
}

/**
 * Everything about a node at a moment, as its accessible name.
 * @param {Figure} figure
 * @param {FigureNode} node
 * @param {Moment} moment
 * @param {string[]} players
 */
export function wordsOf(figure, node, moment, players) {
  const parts = [];
  if (node.parent !== null) parts.push(nameOf(figure, node));
  if (moment.phase === 'skipped') parts.push(t('trees.state.skipped'));
  else if (moment.phase === 'ahead') parts.push(t('trees.state.ahead'));
  else {
    parts.push(node.role === 'leaf' ? t('trees.roles.leaf') : mover(node, players));
    if (moment.value !== null) {
      const key = moment.bound ?? (moment.phase === 'done' ? 'worth' : 'soFar');
      parts.push(t(`trees.state.${key}`, { value: prose(moment.value) }));
    } else parts.push(t('trees.state.open'));
    if (moment.alpha !== null && node.role !== 'leaf')
      parts.push(t('trees.state.window', { alpha: prose(moment.alpha), beta: prose(moment.beta) }));
    if (moment.cut) parts.push(whyCut(figure, node));
  }
  if (node.weight !== undefined)
    parts.push(t('trees.state.chance', { share: number(node.weight, { style: 'percent', maximumFractionDigits: 1 }) }));
  if (node.hidden) parts.push(hiddenWords(node));
  return parts.join(t('trees.and'));
}

/**
 * What is folded away below a node.
 * @param {FigureNode} node
 */
export function hiddenWords(node) {
  const { looked_at: seen, skipped } = node.hidden ?? { looked_at: 0, skipped: 0 };
  return seen > 0 ? t('trees.state.hidden', { n: seen }) : t('trees.state.hiddenSkipped', { n: skipped });
}
