// A search as triangles and lines, with its steps: the paper, the transport below it, and the card of a node.

import { around, h, later, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { keys, typing } from '../ui/keys.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';
import { nodeCard } from './card.js';
import { childrenOf, eventAt, momentsAt, pathOf } from './moments.js';
import { stepPlayer } from './player.js';
import { sentenceOf } from './sentences.js';
import { treeView } from './view.js';
import { wholeFigure } from './whole.js';

/**
 * @import { Figure, RecordedTree } from '../../../types/protocol'
 * @import { Child, Client } from '../../../types/pages'
 * @import { Moment } from './moments.js'
 */

const LIMITS = [300, 1000, 3000];

/**
 * `everything` is a search of the same tree that pruned nothing, whose nodes are drawn too.
 * @typedef {{ recorded: RecordedTree, everything: RecordedTree | null }} Shown
 */

/**
 * `onLost` is called if the lab no longer has the tree, `onSelect` with the index of the selected node.
 * @param {{ client: Client, tools?: Child, onSelect?: (index: number) => void, onLost: () => void,
 *   onStep?: (step: number, last: boolean) => void }} options
 */
export function drawing({ client, tools = null, onSelect, onLost, onStep }) {
  /** @type {Shown | null} */
  let shown = null;
  /** @type {Figure | null} */
  let figure = null;
  /** @type {number[][]} */
  let children = [];
  /** @type {Moment[]} */
  let moments = [];
  /** @type {{ open: Set<number>, closed: Set<number> }} */
  let folds = { open: new Set(), closed: new Set() };
  let limit = LIMITS[0];

  const view = treeView({ onFold: fold, onSelect: (index) => (showCard(index), onSelect?.(index)) });
  const player = stepPlayer({ onStep: showStep });
  const sentence = h('p', { class: 'tree-sentence', role: 'status' });
  const card = h('div');
  const more = h('div', { class: 'tree-folded', hidden: true });
  const frame = h(
    'div',
    { class: 'tree-frame' },
    view.element,
    h(
      'div',
      { class: 'tree-tools' },
      button(null, { icon: 'zoomIn', tip: t('trees.zoomIn'), key: '+', onclick: () => view.zoom(1.3) }),
      button(null, { icon: 'zoomOut', tip: t('trees.zoomOut'), key: '-', onclick: () => view.zoom(1 / 1.3) }),
      button(null, { icon: 'fit', tip: t('trees.fit'), key: '0', onclick: () => view.fit() }),
      tools,
    ),
    more,
  );
  const element = h(
    'section',
    { class: 'tree-main', 'aria-label': t('trees.paper') },
    frame,
    h('div', { class: 'tree-bar' }, sentence, player.element),
  );

  /** @param {Figure} base */
  const completed = (base) => (shown?.everything ? wholeFigure(base, shown.recorded.figure) : base);

  /**
   * Shows a search: another tree at the end of its search, the same one in another form at the step where it was.
   * @param {Shown} next
   * @param {{ fit: boolean, step?: number | null, select?: string | null }} options `select` is a path of moves
   */
  function show(next, { fit, step = null, select = null }) {
    const before = select ?? (figure ? pathOf(figure, view.selected) : null);
    const fresh = shown === null;
    shown = next;
    folds = { open: new Set(), closed: new Set() };
    // What a search folds away cannot be told from what it pruned: then only its own nodes are drawn.
    if (next.recorded.figure.folded) shown = { ...next, everything: null };
    figure = completed((shown.everything ?? next.recorded).figure);
    children = childrenOf(figure);
    view.draw(figure, next.recorded.players);
    const last = next.recorded.steps - 1;
    player.set(next.recorded.steps, fresh ? (step ?? last) : fit || player.step >= player.steps - 1 ? last : player.step);
    showStep(player.step);
    const same = before === null ? -1 : figure.nodes.findIndex((_, index) => figure && pathOf(figure, index) === before);
    view.select(Math.max(0, same));
    if (fit) view.fit(false, true);
    showFolded();
  }

  /** @param {number} step */
  function showStep(step) {
    if (!shown || !figure) return;
    const last = step >= shown.recorded.steps - 1;
    moments = momentsAt(figure, children, step);
    const event = eventAt(figure, step);
    view.step(moments, { last });
    replace(sentence, sentenceOf(figure, event, moments, shown.recorded.players));
    if (event.index >= 0) view.reveal(event.index);
    showCard(view.selected);
    onStep?.(step, last);
  }

  /** @param {number} index */
  function showCard(index) {
    if (!shown || !figure?.nodes[index] || !moments[index]) return;
    replace(
      card,
      nodeCard(figure, index, moments[index], {
        players: shown.recorded.players,
        canFold: canFold(index),
        onFold: () => fold(index),
        onStep: (step) => player.go(step),
      }),
    );
  }

  function showFolded() {
    if (!figure) return;
    more.hidden = !figure.folded;
    const next = LIMITS.find((each) => each > limit);
    replace(
      more,
      h('span', {}, t('trees.folded', { n: figure.nodes.length })),
      next
        ? button(t('trees.drawMore', { n: next }), { small: true, onclick: () => ((limit = next), redraw()) })
        : null,
    );
  }

  /** @param {number} index */
  const canFold = (index) => Boolean(figure?.nodes[index]?.hidden || children[index]?.length > 0);

  /** @param {number} index */
  function fold(index) {
    const node = figure?.nodes[index];
    if (!node || !canFold(index)) return;
    const [into, outOf] = node.hidden ? [folds.open, folds.closed] : [folds.closed, folds.open];
    into.add(node.node);
    outOf.delete(node.node);
    redraw(index);
  }

  /** @param {number | null} [index] */
  async function redraw(index = null) {
    if (!shown || !figure) return;
    const mine = shown;
    const { tree } = mine.everything ?? mine.recorded;
    const asked = { tree, limit, open: [...folds.open], closed: [...folds.closed] };
    try {
      const answer = await client.request('tree.draw', asked);
      if (shown !== mine) return;
      const node = index === null ? null : figure.nodes[index].node;
      figure = completed(answer.figure);
      const fresh = node === null ? -1 : figure.nodes.findIndex((each) => each.node === node);
      const focused = view.element.querySelector('.tree-node:focus') !== null;
      view.draw(figure, mine.recorded.players, {
        keep: index === null || fresh < 0 ? null : { old: index, fresh },
      });
      children = childrenOf(figure);
      view.select(Math.max(0, fresh), { notify: false });
      showStep(player.step);
      view.select(Math.max(0, fresh), { focus: focused });
      if (index === null) view.fit();
      showFolded();
    } catch (error) {
      if (codeOf(error) === 'not-found') onLost();
      else toast(errorText(error), { kind: 'danger' });
    }
  }

  const off = keys({
    ',': () => (player.pause(), player.walk(-1)),
    '.': () => (player.pause(), player.walk(1)),
    '[': () => (player.pause(), player.go(0)),
    ']': () => (player.pause(), player.go(player.steps - 1)),
    ' ': () => player.toggle(),
  });
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event)) return;
    const onNode = around(event, '.tree-node');
    const elsewhere = around(event, 'button, a, input, summary');
    if (event.key.startsWith('Arrow') && (elsewhere || (onNode && !event.shiftKey))) return;
    if (view.keys(event)) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  const resize = new ResizeObserver(later(() => view.fit(false, true), 60));
  resize.observe(view.element);

  return {
    element,
    frame,
    card,
    view,
    show,
    /** How many nodes exports may draw. */
    get limit() {
      return limit;
    },
    destroy() {
      off();
      player.pause();
      resize.disconnect();
      document.removeEventListener('keydown', onKey);
      view.destroy();
    },
  };
}
