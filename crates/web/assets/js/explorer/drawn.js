// A search as triangles and lines, with folded branches: the picture for trees that are small enough.

import { h, later, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';
import { treeView } from '../trees/view.js';

/**
 * @import { DrawnNow, Figure, RecordedTree } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 * @import { Way } from './keys.js'
 */

const LIMITS = [300, 1000, 3000];

/**
 * The moves that lead to every node of a figure, as a key: the same in every search of the same tree.
 * @param {Figure} figure
 * @param {number} index
 * @returns {string[]}
 */
export function pathOf(figure, index) {
  const { parent, action } = figure.nodes[index];
  return parent === null ? [] : [...pathOf(figure, parent), action ?? ''];
}

/**
 * `onSelect` gets the number of the selected node, null for one below a pruned node, of which the lab knows nothing;
 * `onDraw` is called when other nodes are drawn, `onLost` if the lab no longer has the tree.
 * @param {{ client: Client, onSelect: (node: number | null, path: string[]) => void, onDraw: () => void,
 *   onLost: () => void }} options
 */
export function drawnForm({ client, onSelect, onDraw, onLost }) {
  /** @type {RecordedTree | null} */
  let recorded = null;
  /** @type {Figure | null} */
  let figure = null;
  /** @type {{ open: Set<number>, closed: Set<number> }} */
  let folds = { open: new Set(), closed: new Set() };
  let limit = LIMITS[0];

  const view = treeView({ onFold: fold, onSelect: selected });
  const more = h('div', { class: 'tree-folded', hidden: true });
  const element = h(
    'section',
    { class: 'tree-frame', 'aria-label': t('trees.paper') },
    view.element,
    h(
      'div',
      { class: 'tree-tools' },
      button(null, { icon: 'zoomIn', tip: t('trees.zoomIn'), key: '+', onclick: () => view.zoom(1.3) }),
      button(null, { icon: 'zoomOut', tip: t('trees.zoomOut'), key: '-', onclick: () => view.zoom(1 / 1.3) }),
      button(null, { icon: 'fit', tip: t('trees.fit'), key: '0', onclick: () => view.fit() }),
    ),
    more,
  );

  const known = (/** @type {number} */ node) => node < (recorded?.kept ?? 0);

  /** @param {number} index */
  function selected(index) {
    if (!figure) return;
    const { node } = figure.nodes[index];
    onSelect(known(node) ? node : null, pathOf(figure, index));
  }

  /** @param {string[]} path */
  function indexOf(path) {
    const key = path.join('\u0000');
    return figure ? figure.nodes.findIndex((_, index) => figure && pathOf(figure, index).join('\u0000') === key) : -1;
  }

  /**
   * Another search; a tree that was changed keeps its place on the screen.
   * @param {RecordedTree} next
   * @param {{ fit: boolean, select?: string[] }} options
   */
  function show(next, { fit, select = [] }) {
    const [before, focused] = [figure?.nodes.length ?? 0, view.focused];
    recorded = next;
    folds = { open: new Set(), closed: new Set() };
    figure = next.figure;
    view.draw(figure);
    view.select(Math.max(0, indexOf(select)), { notify: false, focus: focused });
    if (fit || figure.nodes.length !== before) view.fit(!fit, fit);
    showFolded();
  }

  function showFolded() {
    if (!figure) return;
    more.hidden = !figure.folded;
    const next = LIMITS.find((each) => each > limit);
    replace(
      more,
      h('span', {}, t('trees.folded', { n: figure.nodes.length })),
      next ? button(t('trees.drawMore', { n: next }), { small: true, onclick: () => ((limit = next), redraw()) }) : null,
    );
  }

  /** @param {number} index */
  function fold(index) {
    const node = figure?.nodes[index];
    if (!node || !(node.hidden || figure?.nodes.some(({ parent }) => parent === index))) return;
    const [into, outOf] = node.hidden ? [folds.open, folds.closed] : [folds.closed, folds.open];
    into.add(node.node);
    outOf.delete(node.node);
    redraw(index);
  }

  /** @param {number | null} [index] */
  async function redraw(index = null) {
    if (!recorded || !figure) return;
    const mine = recorded;
    try {
      const asked = { tree: mine.tree, limit, open: [...folds.open], closed: [...folds.closed] };
      const answer = await client.request('tree.draw', asked);
      if (recorded !== mine) return;
      const [node, focused] = [index === null ? null : figure.nodes[index].node, view.focused];
      figure = answer.figure;
      const fresh = node === null ? -1 : figure.nodes.findIndex((each) => each.node === node);
      view.draw(figure, { keep: index === null || fresh < 0 ? null : { old: index, fresh } });
      onDraw();
      view.select(Math.max(0, fresh), { focus: focused });
      if (index === null) view.fit();
      showFolded();
    } catch (error) {
      if (codeOf(error) === 'not-found') onLost();
      else toast(errorText(error), { kind: 'danger' });
    }
  }

  const resize = new ResizeObserver(later(() => view.fit(false, true), 60));
  resize.observe(view.element);

  return {
    element,
    view,
    show,
    indexOf,
    fold: () => fold(view.selected),
    /** How many nodes exports may draw. */
    get limit() {
      return limit;
    },
    /** The numbers of the drawn nodes that the lab knows. */
    get nodes() {
      return figure?.nodes.map(({ node }) => node).filter(known) ?? [];
    },
    /**
     * What is known at a step, of the nodes in the order of `nodes`; what is below a pruned node is pruned with it.
     * @param {DrawnNow[]} drawn
     * @param {{ last: boolean, node: number | null }} at the node that the step is about
     */
    step(drawn, { last, node }) {
      if (!figure) return;
      const found = drawn[Symbol.iterator]();
      /** @type {(DrawnNow | undefined)[]} */
      const moments = [];
      for (const { node: each, parent } of figure.nodes)
        moments.push(known(each) ? found.next().value : parent === null ? undefined : moments[parent]);
      if (moments.some((moment) => moment === undefined)) return;
      view.step(/** @type {DrawnNow[]} */ (moments), { last, kept: recorded?.kept ?? 0 });
      const index = figure.nodes.findIndex((each) => each.node === node);
      if (index >= 0) view.reveal(index);
    },
    /**
     * Selects the node beside the selected one.
     * @param {Way} way
     */
    go(way) {
      const next = view.beside(way);
      if (next !== null) view.select(next, { focus: view.focused });
      if (next !== null) view.reveal(next);
    },
    destroy() {
      resize.disconnect();
      view.destroy();
    },
  };
}
