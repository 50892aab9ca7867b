// Reads pictures: what is on a board, from the backdrop, sent once per game, and the scene of a position.

/**
 * @import {
 *   BoardBackdrop, BoardScene, Edge, GraphBackdrop, GraphScene, Piece, Scene, TreeBackdrop, TreeScene
 * } from '../../../types/protocol'
 */

/**
 * An edge to draw: taken, or with a faint line.
 * @typedef {Omit<Edge, 'line'> & { line: Edge['line'] | 'faint' }} DrawnEdge
 */

/**
 * The walls of a board: `{ x, y, form }`, where form is 'wall' (joined to its neighbours) or 'block' (separate).
 * @param {Pick<BoardBackdrop, 'height' | 'walls'>} backdrop
 */
export function wallsOf({ height, walls }) {
  /** @type {Record<string, 'wall' | 'block'>} */
  const forms = { '#': 'wall', X: 'block' };
  return (walls?.rows ?? []).flatMap((row, index) =>
    [...row].flatMap((sign, x) => (forms[sign] ? [{ x, y: height - 1 - index, form: forms[sign] }] : [])),
  );
}

/**
 * The cells of a board that are not walls, row by row from the top: those that a scene's `cells` describe.
 * @param {Pick<BoardBackdrop, 'width' | 'height' | 'walls'>} backdrop
 */
export function freeCells({ width, height, walls }) {
  const free = [];
  for (let index = 0; index < height; index += 1)
    for (let x = 0; x < width; x += 1)
      if ((walls?.rows[index]?.[x] ?? ' ') === ' ') free.push({ x, y: height - 1 - index });
  return free;
}

/**
 * Everything on a board: the contents of its cells, and then the pieces on top of them.
 * @param {BoardBackdrop} backdrop
 * @param {BoardScene} scene
 * @returns {Piece[]}
 */
export function piecesOf(backdrop, scene) {
  const legend = Object.fromEntries((backdrop.legend ?? []).map(({ sign, ...rest }) => [sign, rest]));
  const cells = scene.cells ? [...scene.cells] : [];
  const lying = cells.length
    ? freeCells(backdrop).flatMap(({ x, y }, index) =>
        Object.hasOwn(legend, cells[index]) ? [{ ...legend[cells[index]], x, y }] : [],
      )
    : [];
  return [...lying, ...(scene.pieces ?? [])];
}

/**
 * The nodes of a tree to draw, each with whether the game is there.
 * @param {TreeBackdrop} backdrop
 * @param {TreeScene} scene
 */
export function nodesOf(backdrop, scene) {
  const nodes = scene.nodes ?? backdrop.nodes;
  const current = new Set(scene.current);
  return nodes.map((node, index) => ({ ...node, current: current.has(index) }));
}

/**
 * The edges of a graph to draw: those that were taken, and the others with a faint line.
 * @param {GraphBackdrop} backdrop
 * @param {Pick<GraphScene, 'edges'>} scene
 * @returns {DrawnEdge[]}
 */
export function edgesOf(backdrop, scene) {
  const taken = new Map(scene.edges.map((edge) => [`${edge.from}-${edge.to}`, edge]));
  return backdrop.edges.map(
    ([from, to]) => taken.get(`${from}-${to}`) ?? { from, to, line: 'faint', tone: 'grey' },
  );
}

/**
 * The value of the fact with this label in a caption; undefined if there is none.
 * @param {Pick<Scene, 'facts'>} scene
 * @param {string} label
 */
export function factOf(scene, label) {
  return scene.facts?.find((fact) => fact.label === label)?.value;
}
