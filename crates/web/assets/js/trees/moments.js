// What a search knew at each of its steps, computed from a figure: pure data, no page.

/** @import { Figure, Num } from '../../../types/protocol' */

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
 * @typedef {{phase: 'ahead'|'open'|'done'|'skipped', value: number|null, bound: 'at-most'|'at-least'|null,
 *   alpha: number|null, beta: number|null, cut: boolean, current: boolean}} Moment
 * @typedef {{kind: 'entered'|'cut'|'left'|'none'|'folded', index: number}} StepEvent
 */

/**
 * The children of every node of a figure, by index.
 * @param {Figure} figure
 */
export function childrenOf(figure) {
  /** @type {number[][]} */
  const children = figure.nodes.map(() => []);
  figure.nodes.forEach((node, index) => {
    if (node.parent !== null) children[node.parent].push(index);
  });
  return children;
}

/**
 * @param {number | null | undefined} at
 * @param {number} step
 */
const reached = (at, step) => at !== undefined && at !== null && at <= step;

/**
 * The value of a node from the children that were finished by then; null if none was.
 * @param {Figure} figure
 * @param {number[][]} children
 * @param {number} index
 * @param {number} step
 */
function soFar(figure, children, index, step) {
  const { role } = figure.nodes[index];
  const left = children[index].map((child) => figure.nodes[child]).filter((child) => reached(child.left_at, step));
  const values = left.map((child) => plain(child.value)).filter((value) => value !== null);
  if (values.length === 0) return null;
  if (role === 'max') return Math.max(...values);
  if (role === 'min') return Math.min(...values);
  const weights = left.map((child) => child.weight ?? 1 / children[index].length);
  return values.reduce((sum, value, child) => sum + value * weights[child], 0);
}

/**
 * What was known of every node at a step.
 * @param {Figure} figure
 * @param {number[][]} children
 * @param {number} step
 * @returns {Moment[]}
 */
export function momentsAt(figure, children, step) {
  const deepest = { index: -1, depth: -1 };
  // Nodes are listed after their parents: what is below a pruned node was pruned with it.
  /** @type {(number | undefined)[]} */
  const prunedAt = [];
  figure.nodes.forEach((node, index) => {
    const above = node.parent === null ? null : figure.nodes[node.parent];
    prunedAt[index] = node.state === 'skipped' && above ? (above.cut?.at ?? prunedAt[node.parent ?? 0]) : undefined;
  });
  /** @type {Moment[]} */
  const moments = figure.nodes.map((node, index) => {
    const cut = reached(node.cut?.at, step);
    if (node.state === 'skipped') {
      return {
        phase: reached(prunedAt[index], step) ? 'skipped' : 'ahead',
        value: null,
        bound: null,
        alpha: null,
        beta: null,
        cut: false,
        current: false,
      };
    }
    if (!reached(node.entered_at, step))
      return { phase: 'ahead', value: null, bound: null, alpha: null, beta: null, cut: false, current: false };
    const done = reached(node.left_at, step);
    const value = done ? plain(node.value) : soFar(figure, children, index, step);
    let alpha = plain(node.window?.alpha ?? null);
    let beta = plain(node.window?.beta ?? null);
    if (!done && value !== null) {
      if (node.role === 'max' && alpha !== null) alpha = Math.max(alpha, value);
      if (node.role === 'min' && beta !== null) beta = Math.min(beta, value);
    }
    const inHand = !done || node.left_at === step;
    if (inHand && node.depth > deepest.depth) Object.assign(deepest, { index, depth: node.depth });
    return {
      phase: done ? 'done' : 'open',
      value,
      bound: done ? (node.bound ?? null) : null,
      alpha,
      beta,
      cut,
      current: false,
    };
  });
  if (deepest.index >= 0) moments[deepest.index].current = true;
  return moments;
}

/**
 * What happened at a step: which node of the figure it was about, and what happened to it.
 * @param {Figure} figure
 * @param {number} step
 * @returns {StepEvent}
 */
export function eventAt(figure, step) {
  for (let index = 0; index < figure.nodes.length; index += 1) {
    const node = figure.nodes[index];
    if (node.entered_at === step) return { kind: 'entered', index };
    if (node.cut && node.cut.at === step) return { kind: 'cut', index };
    if (node.left_at === step) return { kind: 'left', index };
  }
  let inside = -1;
  figure.nodes.forEach((node, index) => {
    if (node.hidden && reached(node.entered_at, step) && !reached(node.left_at, step)) inside = index;
  });
  return { kind: inside < 0 ? 'none' : 'folded', index: inside };
}

/**
 * The names of the actions that lead to a node: the same in every search of the same tree.
 * @param {Figure} figure
 * @param {number} index
 */
export function actionsTo(figure, index) {
  const path = [];
  let node = figure.nodes[index];
  while (node.parent !== null) {
    const { parent } = node;
    const siblings = figure.nodes.filter((other) => other.parent === parent);
    path.unshift(node.action ?? String(siblings.indexOf(node)));
    node = figure.nodes[parent];
  }
  return path;
}

/**
 * The same as a key.
 * @param {Figure} figure
 * @param {number} index
 */
export const pathOf = (figure, index) => actionsTo(figure, index).join('\u0000');
