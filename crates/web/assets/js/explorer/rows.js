// Rows that are kept from one step to the next: only those of which something has changed are made anew.

import { arrange } from '../ui/elements.js';

/** @import { ExplorerNode } from '../../../types/protocol' */

/** @param {HTMLElement} list */
export function keptRows(list) {
  /** @type {Map<string, HTMLElement>} */
  let shown = new Map();

  /**
   * `make(node)` makes the row of a node; it depends on the node and on `facts` alone.
   * @param {{ node: ExplorerNode, facts: unknown, make: () => HTMLElement }[]} wanted
   */
  return (wanted) => {
    const fresh = new Map(
      wanted.map(({ node, facts, make }) => {
        const key = JSON.stringify([{ ...node, scene: undefined }, facts]);
        return [key, shown.get(key) ?? make()];
      }),
    );
    shown = fresh;
    arrange(list, [...fresh.values()]);
  };
}
