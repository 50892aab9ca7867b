// Small real boards of the nodes of a search, drawn when they come into view. What the last move changed is marked.

import { h, replace } from '../ui/elements.js';
import { piecesOf } from '../boards/scene.js';

/**
 * @import { Backdrop, Piece, Scene } from '../../../types/protocol'
 * @import { ExplorerNode } from '../../../types/protocol'
 * @import { Board, BoardModule } from '../../../types/pages'
 */

/** How many boards are kept for nodes that come into view again. */
const KEPT = 300;

/** @param {Piece} piece */
const sign = ({ x, y, shape, tone }) => `${x} ${y} ${shape} ${tone}`;

/**
 * A scene in which everything that was not in the scene before is marked. Mazes are left as they are: there, all move.
 * @param {Backdrop} backdrop
 * @param {Scene} scene
 * @param {Scene | undefined} before
 * @returns {Scene}
 */
export function marked(backdrop, scene, before) {
  if (!before) return scene;
  if (backdrop.kind === 'board' && !backdrop.walls && scene.kind === 'board' && before.kind === 'board') {
    const old = new Set(piecesOf(backdrop, before).map(sign));
    const pieces = piecesOf(backdrop, scene).map((piece) => ({
      ...piece,
      marked: piece.marked || !old.has(sign(piece)),
    }));
    return { facts: scene.facts, kind: 'board', pieces };
  }
  if (scene.kind === 'graph' && before.kind === 'graph') {
    const old = new Set(before.edges.map(({ from, to }) => `${from}-${to}`));
    const edges = scene.edges.map((edge) => ({ ...edge, marked: edge.marked || !old.has(`${edge.from}-${edge.to}`) }));
    return { ...scene, edges };
  }
  return scene;
}

/**
 * @param {{ module: Promise<BoardModule>, backdrop: Backdrop }} options
 */
export function boardTiles({ module, backdrop }) {
  /** @type {Map<string, { element: HTMLElement, draw: () => void, board: Board | null }>} */
  const kept = new Map();
  let gone = false;
  /** Mazes are wide: a square would waste most of its room. */
  const wide = backdrop.kind === 'tree' || (backdrop.kind === 'board' && backdrop.width > 1.5 * backdrop.height);
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        for (const tile of kept.values()) if (tile.element === target) tile.draw();
      }
    },
    { rootMargin: '200px' },
  );

  /**
   * The board of a node; `where` tells apart places that show the same node at the same time.
   * @param {ExplorerNode} node
   * @param {Scene | undefined} before
   * @param {string} where
   */
  function tile(node, before, where) {
    const { scene } = node;
    if (!scene) return h('div', { class: ['tile', 'is-empty', wide && 'is-wide'] });
    const key = `${where} ${node.node}`;
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known.element;
    }
    const element = h('div', { class: ['tile', 'miniature', wide && 'is-wide'], 'aria-hidden': 'true' });
    const fresh = {
      element,
      /** @type {Board | null} */
      board: null,
      async draw() {
        const { create } = await module;
        if (gone || fresh.board) return;
        fresh.board = create({ backdrop, mini: true, detail: false });
        replace(element, fresh.board.element);
        await fresh.board.show({ scene: marked(backdrop, scene, before), ply: node.depth });
      },
    };
    kept.set(key, fresh);
    seen.observe(element);
    for (const [old, { board }] of kept) {
      if (kept.size <= KEPT) break;
      board?.destroy();
      kept.delete(old);
    }
    return element;
  }

  return {
    tile,
    destroy() {
      gone = true;
      seen.disconnect();
      for (const { board } of kept.values()) board?.destroy();
    },
  };
}
