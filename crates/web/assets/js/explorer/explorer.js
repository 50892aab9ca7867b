// The explorer of one recorded search: the path with its boards, the children of the node in focus, the overview, the
// steps, and the answers to "why?". All of them show the same moment.

import { around, h } from '../ui/elements.js';
import { toggle } from '../ui/controls.js';
import { keys, typing } from '../ui/keys.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';
import { stepPlayer } from '../trees/player.js';
import { childList } from './children.js';
import { icicle } from './icicle.js';
import { pathColumn } from './path.js';
import { visitPlot } from './plot.js';
import { session } from './session.js';
import { simulationPanel } from './simulation.js';
import { boardTiles } from './tiles.js';
import { whyPanel } from './why.js';
import { stepWords } from './words.js';

/**
 * @import { At, RecordedTree } from '../../../types/protocol'
 * @import { ExplorerNode, TreeSort } from '../../../types/protocol'
 * @import { BoardModule, Client } from '../../../types/pages'
 * @import { Moment, Wish } from './session.js'
 */

const STRIDES = [1, 10, 100, 1000];

/** Choices that survive another search, and leaving the page. */
/** @type {{ sort: TreeSort, follow: boolean, tab: string | null }} */
const kept = { sort: 'best', follow: true, tab: null };

/**
 * `beside` are panels of the page, shown as tabs beside the answers. `onLost` is called if the lab no longer has the
 * tree.
 * @param {{ client: Client, at: At, recorded: RecordedTree, module: Promise<BoardModule>, onLost: () => void,
 *   beside: { id: string, label: string, panel: HTMLElement, onShow?: () => void }[] }} options
 */
export function explorer({ client, at, recorded, module, onLost, beside }) {
  const samples = recorded.method === 'simulations';
  // Simulations prune nothing.
  if (samples && kept.sort === 'cut') kept.sort = 'best';
  const tiles = boardTiles({ module, backdrop: recorded.backdrop });
  const drawn = { recorded, tiles };
  const sentence = h('p', { class: 'tree-sentence', role: 'status' });
  const busy = h('span', { class: 'explorer-busy', role: 'status', hidden: true }, t('trees.busy'));

  const state = session({
    client,
    recorded,
    sort: kept.sort,
    follow: kept.follow,
    onMoment: show,
    onBusy: (on) => (busy.hidden = !on),
    onFault: fail,
  });
  const path = pathColumn({ onFocus: state.focus });
  const children = childList({
    sort: kept.sort,
    samples,
    onSort: (sort) => state.sort((kept.sort = sort)),
    onFocus: state.focus,
    onOpen: state.open,
    onWhy: ask,
  });
  const overview = icicle({ client, recorded, onFocus: state.focus });
  const why = whyPanel({ client, at, recorded, module, tiles, onFocus: state.focus });
  const plot = samples ? visitPlot({ onStep: (step) => player.go(step) }) : null;
  const simulation = samples ? simulationPanel({ client, at, recorded, module, onFocus: state.focus }) : null;
  const player = stepPlayer({
    onStep: state.step,
    strides: samples ? STRIDES : [],
    first: samples ? 0 : 1,
    // Steps inside a branch that was not kept are passed over.
    next: (from, by) => {
      const { event, next, previous } = state.moment;
      if (event?.kind !== 'inside' || Math.abs(by) !== 1) return from + by;
      return (by > 0 ? next : previous) ?? from + by;
    },
  });
  const follow = toggle(t('explorer.follow'), {
    checked: kept.follow,
    onchange: (on) => state.follow((kept.follow = on)),
  });

  const entries = [
    { id: 'why', label: t('explorer.tabs.why'), panel: h('div', {}, why.element) },
    ...(simulation ? [{ id: 'simulation', label: t('explorer.tabs.simulation'), panel: h('div', {}, simulation.element) }] : []),
    ...(plot ? [{ id: 'plot', label: t('explorer.tabs.plot'), panel: h('div', {}, plot.element) }] : []),
    ...beside,
  ];
  /** @param {string} id */
  const shown = (id) => beside.find((each) => each.id === id)?.onShow?.();
  const answers = tabs(entries, {
    label: t('explorer.tabs.label'),
    selected: entries.find(({ id }) => id === kept.tab)?.id ?? (plot ? 'plot' : 'why'),
    onselect: (id) => shown((kept.tab = id)),
  });
  /** On a phone, one part at a time. */
  const parts = h('div', { class: 'segments explorer-parts', role: 'group', 'aria-label': t('explorer.parts.label') });
  const element = h(
    'div',
    { class: 'explorer', data: { part: 'tree' } },
    parts,
    path.element,
    children.element,
    h(
      'aside',
      { class: 'explorer-side', 'aria-label': t('explorer.side') },
      overview.element,
      h('section', { class: 'explorer-answers' }, answers.element, answers.panels),
    ),
    h(
      'div',
      { class: 'tree-bar explorer-bar' },
      h('div', { class: 'explorer-said' }, sentence, busy, follow),
      player.element,
    ),
  );
  for (const name of ['tree', 'overview', 'answers'])
    parts.append(
      h('button', { type: 'button', data: { part: name }, onclick: () => part(name) }, t(`explorer.parts.${name}`)),
    );

  /** @param {string} name */
  function part(name) {
    element.dataset.part = name;
    for (const each of parts.children)
      each.setAttribute('aria-pressed', String(each instanceof HTMLElement && each.dataset.part === name));
  }

  /** @type {number | null} The node that a key asked for, until it is shown. */
  let aim = null;

  /**
   * @param {Moment} moment
   * @param {Wish | null} wish
   */
  function show(moment, wish) {
    const { view, step, event } = moment;
    if (view.focus.node === aim) aim = null;
    path.show(view, drawn);
    children.show(view, drawn);
    const at = step ?? state.end;
    if (!player.playing || wish?.kind !== 'step') player.set(state.end + 1, at);
    overview.show(
      view.path.map(({ node }) => node),
      step,
    );
    if (wish === null || wish.kind === 'step') {
      sentence.textContent = stepWords(event, view, recorded);
      simulation?.show(event, wish !== null && !player.playing);
      plot?.mark(at);
    }
    if (wish?.kind === 'open') overview.renew();
  }

  /** @param {unknown} error */
  function fail(error) {
    if (codeOf(error) === 'not-found') onLost();
    else toast(errorText(error), { kind: 'danger' });
  }

  /**
   * @param {ExplorerNode} node
   * @param {'cut' | 'move'} kind
   */
  function ask(node, kind) {
    answers.choose('why');
    part(matchMedia('(max-width: 760px)').matches ? 'answers' : 'tree');
    why.ask(node, kind, state.moment.view.focus.node);
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
    const { focus, siblings, path: line } = state.moment.view;
    const inTabs = around(event, '[role=tablist], [role=radiogroup]');
    const at = siblings.findIndex(({ node }) => node === focus.node);
    // Keys that follow each other quickly go on from where the last one leads.
    const above = line[line.findIndex(({ node }) => node === (aim ?? focus.node)) - 1];
    if (event.key === 'Backspace' && above) state.focus((aim = above.node));
    else if (!inTabs && (event.key === 'ArrowLeft' || event.key === 'ArrowRight') && at >= 0) {
      const next = siblings[at + (event.key === 'ArrowRight' ? 1 : -1)];
      if (next) state.focus(next.node);
    } else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);

  part('tree');
  shown(answers.selected);
  player.set(state.end + 1, state.end);
  show(state.moment, null);
  // The first view lists children as they were searched: they are asked for in the chosen order.
  if (kept.sort !== 'searched') state.sort(kept.sort);
  if (plot)
    client.request('tree.plot', { tree: recorded.tree }).then((answer) => (plot.draw(answer), plot.mark(state.end)), fail);

  return {
    element,
    destroy() {
      off();
      document.removeEventListener('keydown', onKey);
      player.pause();
      state.destroy();
      overview.destroy();
      why.destroy();
      simulation?.destroy();
      tiles.destroy();
    },
  };
}
