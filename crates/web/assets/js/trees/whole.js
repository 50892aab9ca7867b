// A hand-written tree with everything that is in it: what a search never reached is drawn too, below what it pruned.

import { pathOf } from './moments.js';

/** @import { Figure, FigureNode } from '../../../types/protocol' */

/**
 * The figure of a search that pruned, completed by that of a search that visits everything.
 * @param {Figure} everything
 * @param {Figure} searched
 * @returns {Figure}
 */
export function wholeFigure(everything, searched) {
  const known = new Map(searched.nodes.map((node, index) => [pathOf(searched, index), node]));
  /** @type {FigureNode[]} */
  const nodes = everything.nodes.map((node, index) => {
    const { node: id, parent, depth, x, action, weight, role, value, hidden } = node;
    const found = known.get(pathOf(everything, index));
    if (found) return { ...found, node: id, parent, depth, x, hidden, role: found.role ?? role };
    const unseen = role === 'leaf' && value !== undefined ? { unseen: value } : {};
    return { node: id, parent, depth, x, action, weight, role, hidden, state: 'skipped', words: '', ...unseen };
  });
  return { ...everything, nodes };
}
