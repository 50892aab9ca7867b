// The nodes of a hand-written tree with their places in its text, as the lab read them.

/**
 * @import { CheckedTree } from '../../../types/protocol'
 * @typedef {{ from: number, to: number }} Span
 * @typedef {{ action: string, index: number, parent: TextNode | null, children: TextNode[], span: Span, body: Span,
 *   word: Span, odds: Span | null, label: Span | null, part: number, mover: string | null, value: string | null }} TextNode
 *   `span` is all of a child, `body` without its probability and the name of its move, `word` its mover or number
 * @typedef {{ agents: string[], root: TextNode }} TextTree
 */

export const CHANCE = 'chance';

/**
 * The tree of a text; null if it can be changed only as text.
 * @param {Pick<CheckedTree, 'players' | 'written'>} checked
 * @returns {TextTree | null}
 */
export function treeOf({ players, written }) {
  /** @type {TextNode[]} */
  const nodes = [];
  /** @param {[number, number]} span */
  const span = ([from, to]) => ({ from, to });
  for (const node of written) {
    const parent = node.parent === null ? null : nodes[node.parent];
    const made = {
      ...node,
      parent,
      index: parent?.children.length ?? 0,
      children: [],
      span: span(node.span),
      body: span(node.body),
      word: span(node.word),
      odds: node.odds && span(node.odds),
      label: node.label && span(node.label),
      part: node.part ?? 1,
    };
    parent?.children.push(made);
    nodes.push(made);
  }
  return nodes.length > 0 ? { agents: players, root: nodes[0] } : null;
}

/**
 * A node by the actions that lead to it; null if there is none.
 * @param {TextTree} tree
 * @param {string[]} path
 * @returns {TextNode | null}
 */
export function nodeAt({ root }, path) {
  /** @type {TextNode | null} */
  let node = root;
  for (const action of path) node = node?.children.find((child) => child.action === action) ?? null;
  return node;
}

/**
 * The actions that lead to a node.
 * @param {TextNode} node
 * @returns {string[]}
 */
export const pathTo = (node) => (node.parent ? [...pathTo(node.parent), node.action] : []);

/**
 * Every node, in the order of the text.
 * @param {TextNode} node
 * @returns {TextNode[]}
 */
export const allOf = (node) => [node, ...node.children.flatMap(allOf)];

/**
 * The innermost node around a place in the text; null outside the tree.
 * @param {TextTree} tree
 * @param {number} place
 * @returns {TextNode | null}
 */
export function nodeAround({ root }, place) {
  const around = allOf(root).filter(({ span }) => span.from <= place && place <= span.to);
  return around.at(-1) ?? null;
}

/**
 * The probabilities of a chance node's children as whole parts.
 * @param {TextNode} node
 */
export const partsOf = (node) => node.children.map(({ part }) => part);
