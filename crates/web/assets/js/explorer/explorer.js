// The viewer of recorded searches, whatever searched and however large: small trees as triangles and lines, others as
// path, children and overview; steps, questions and the answers to "why?" are the same for both. All parts show the
// same moment.

import { h, replace } from '../ui/elements.js';
import { toggle } from '../ui/controls.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { messageText, t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';
import { childList } from './children.js';
import { drawnForm } from './drawn.js';
import { icicle } from './icicle.js';
import { viewerKeys } from './keys.js';
import { pathColumn } from './path.js';
import { stepPlayer } from './player.js';
import { visitPlot } from './plot.js';
import { predictor } from './predict.js';
import { session } from './session.js';
import { simulationPanel } from './simulation.js';
import { boardTiles } from './tiles.js';
import { whyPanel } from './why.js';

/**
 * @import { At, RecordedTree } from '../../../types/protocol'
 * @import { ExplorerNode, TreeSort } from '../../../types/protocol'
 * @import { BoardModule, Client } from '../../../types/pages'
 * @import { Moment, Wish } from './session.js'
 * @import { Way } from './keys.js'
 */

const STRIDES = [1, 10, 100, 1000];

/** Choices that survive another search, and leaving the page. */
/** @type {{ sort: TreeSort, follow: boolean, tab: string | null }} */
const kept = { sort: 'best', follow: true, tab: null };

/**
 * Where somebody is in a search: at a step, at the node after these moves.
 * @typedef {{ step: number, path: string[] }} Place
 * @typedef {{ id: string, label: string, panel: HTMLElement, onShow?: () => void }} Tab
 */

/**
 * `before` and `after` are panels of the page, shown as tabs around the answers. `onMoment` is told what is shown, `onSelect` which
 * node is selected in the picture; `onLost` is called if the lab no longer has the tree; `key` may take keys first.
 * @param {{ client: Client, before: Tab[], after: Tab[], onMoment: (moment: Moment, place: Place) => void,
 *   onSelect?: (path: string[]) => void, onLost: () => void, key?: (event: KeyboardEvent) => boolean }} options
 */
export function explorer({ client, before, after, onMoment, onSelect, onLost, key }) {
  /** @type {ReturnType<typeof open> | null} */
  let shown = null;
  const sentence = h('p', { class: 'tree-sentence', role: 'status' });
  const busy = h('span', { class: 'explorer-busy', role: 'status', hidden: true }, t('trees.busy'));
  const [pathSlot, listSlot, headSlot, overviewSlot] = ['path', 'list', 'head', 'overview'].map((name) =>
    h('div', { class: `explorer-slot is-${name}` }),
  );
  const [whySlot, plotSlot, simulationSlot] = [h('div'), h('div'), h('div')];
  const picture = drawnForm({
    client,
    onSelect: (node, path) => (node === null ? null : shown?.state.focus(node), onSelect?.(path)),
    onDraw: () => shown?.state.again(),
    onLost,
  });
  const player = stepPlayer({
    onStep: (step) => shown?.state.step(step),
    strides: STRIDES,
    // Steps inside a branch that was not kept are passed over.
    next: (from, by) => {
      const moment = shown?.state.moment;
      if (moment?.event.kind !== 'inside' || Math.abs(by) !== 1) return from + by;
      return (by > 0 ? moment.next : moment.previous) ?? from + by;
    },
  });
  const predict = predictor({
    onReveal: () => player.walk(1),
    onToggle: (on) => {
      element.classList.toggle('is-predicting', on);
      predict.ask(shown?.state.moment?.question ?? null, true);
    },
  });
  const follow = toggle(t('explorer.follow'), {
    checked: kept.follow,
    onchange: (on) => shown?.state.follow((kept.follow = on)),
  });

  /** @type {Tab[]} */
  const entries = [
    ...before,
    { id: 'why', label: t('explorer.tabs.why'), panel: whySlot },
    { id: 'simulation', label: t('explorer.tabs.simulation'), panel: simulationSlot },
    { id: 'plot', label: t('explorer.tabs.plot'), panel: plotSlot },
    ...after,
  ];
  /** @param {string} id */
  const showTab = (id) => entries.find((each) => each.id === id)?.onShow?.();
  const answers = tabs(entries, {
    label: t('explorer.tabs.label'),
    selected: entries.find(({ id }) => id === kept.tab)?.id ?? entries[0].id,
    onselect: (id) => showTab((kept.tab = id)),
  });
  /** On a phone, one part at a time. */
  const parts = h('div', { class: 'segments explorer-parts', role: 'group', 'aria-label': t('explorer.parts.label') });
  const element = h(
    'div',
    { class: ['explorer', predict.on && 'is-predicting'], data: { part: 'tree', form: 'drawn' } },
    parts,
    picture.element,
    pathSlot,
    listSlot,
    h(
      'aside',
      { class: 'explorer-side', 'aria-label': t('explorer.side') },
      headSlot,
      overviewSlot,
      h('section', { class: 'explorer-answers' }, answers.element, answers.panels),
    ),
    h(
      'div',
      { class: 'tree-bar explorer-bar' },
      predict.element,
      h('div', { class: 'explorer-said' }, sentence, busy, predict.control, follow),
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

  /**
   * The parts of one recorded search.
   * @param {{ at: At, recorded: RecordedTree, module: Promise<BoardModule>, drawn: boolean }} search
   */
  function open({ at, recorded, module, drawn }) {
    const samples = recorded.method === 'simulations';
    // Simulations prune nothing.
    if (samples && kept.sort === 'cut') kept.sort = 'best';
    const tiles = boardTiles({ module, backdrop: recorded.backdrop });
    const state = session({
      client,
      recorded,
      sort: kept.sort,
      follow: kept.follow,
      drawn: () => (drawn ? picture.nodes : []),
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
      onStep: (step) => player.go(step),
    });
    const overview = drawn ? null : icicle({ client, recorded, onFocus: state.focus });
    const why = whyPanel({ client, at, recorded, module, tiles, onFocus: state.focus });
    const plot = samples ? visitPlot({ onStep: (step) => player.go(step) }) : null;
    const simulation = samples ? simulationPanel({ client, at, recorded, module, onFocus: state.focus }) : null;
    /** The way that keys have led so far. */
    let walked = Promise.resolve();

    /**
     * @param {Moment} moment
     * @param {Wish} wish
     */
    function show(moment, wish) {
      const { view, step, event, last } = moment;
      const parts = { recorded, tiles };
      path.show(view, parts);
      children.show(view, parts);
      const stepped = wish.kind === 'step' || wish.kind === 'again';
      // Steps that were asked for meanwhile are not taken back.
      if (!state.waiting) player.set(state.end + 1, step);
      overview?.show(
        view.path.map(({ node }) => node),
        last ? null : step,
      );
      if (stepped) {
        replace(sentence, messageText(moment.words));
        simulation?.show(event, wish.kind === 'step' && !player.playing);
        plot?.mark(step);
        if (predict.on && moment.question && player.playing) player.pause();
      }
      if (wish.kind === 'open') overview?.renew();
      if (drawn) showDrawn(moment, stepped);
      predict.ask(moment.question, wish.kind === 'step');
      onMoment(moment, { step, path: view.moves });
    }

    /**
     * @param {Moment} moment
     * @param {boolean} stepped
     */
    function showDrawn({ drawn: known, last, event, view }, stepped) {
      const node = event.kind === 'none' || event.kind === 'simulation' ? null : event.node;
      if (stepped) picture.step(known, { last, node });
      const index = picture.indexOf(view.moves);
      if (index >= 0) picture.view.select(index, { notify: false });
    }

    /**
     * @param {ExplorerNode} node
     * @param {'cut' | 'move'} kind
     */
    function ask(node, kind) {
      answers.choose('why');
      part(matchMedia('(max-width: 980px)').matches ? 'answers' : 'tree');
      why.ask(node, kind, state.moment?.view.focus.node ?? 0);
    }

    replace(pathSlot, path.element);
    replace(listSlot, drawn ? null : children.head, children.element);
    replace(headSlot, drawn ? children.head : null);
    replace(overviewSlot, overview?.element);
    replace(whySlot, why.element);
    replace(plotSlot, plot?.element);
    replace(simulationSlot, simulation?.element);
    for (const id of ['simulation', 'plot']) answers.hide(id, !samples);
    // How the visits were shared out tells most of simulations, until somebody chooses otherwise.
    if (samples && kept.tab === null) answers.choose('plot');
    if (plot)
      client.request('tree.plot', { tree: recorded.tree }).then((answer) => (plot.draw(answer), plot.mark(player.step)), fail);
    /** @param {Way} way */
    function walk(way) {
      if (drawn) return picture.go(way);
      const { focus, siblings, path: line, children: below } = state.moment?.view ?? recorded.view;
      const at = siblings.findIndex(({ node }) => node === focus.node);
      const next =
        way === 'up' ? line.at(-2) : way === 'down' ? below[0] : at < 0 ? null : siblings[at + (way === 'after' ? 1 : -1)];
      if (next) state.focus(next.node);
    }

    return {
      state,
      recorded,
      drawn,
      /**
       * From node to node; keys that follow each other quickly each go on from where the one before has led.
       * @param {Way} way
       */
      go(way) {
        walked = walked.then(() => state.answered).then(() => walk(way));
      },
      destroy() {
        state.destroy();
        overview?.destroy();
        why.destroy();
        simulation?.destroy();
        tiles.destroy();
      },
    };
  }

  /** @param {unknown} error */
  function fail(error) {
    if (codeOf(error) === 'not-found') onLost();
    else toast(errorText(error), { kind: 'danger' });
  }

  const off = viewerKeys({
    step: (by) => (player.pause(), player.walk(by)),
    end: (last) => (player.pause(), player.go(last ? player.steps - 1 : 0)),
    play: () => player.toggle(),
    go: (way) => shown?.go(way),
    fold: () => (shown?.drawn && picture.view.focused ? picture.fold() : null),
    predict: () => predict.toggle(),
    first: (event) =>
      Boolean(key?.(event)) || predict.key(event) || (element.dataset.form === 'drawn' && picture.view.keys(event)),
  });
  part('tree');
  showTab(answers.selected);

  return {
    element,
    picture,
    /**
     * Shows a search, from its first step on unless told a place. With `stay`, another search of the same tree stays
     * where it was, if it was not at the end.
     * @param {{ at: At, recorded: RecordedTree, module: Promise<BoardModule>, drawn: boolean, place?: Partial<Place>,
     *   stay?: boolean }} search
     */
    show({ place = {}, stay = false, ...search }) {
      const { recorded, drawn } = search;
      const before = stay ? shown?.state.moment : null;
      const fresh = !before || shown?.drawn !== drawn;
      player.pause();
      shown?.destroy();
      element.dataset.form = drawn ? 'drawn' : 'listed';
      shown = open(search);
      const { end } = shown.state;
      player.count(recorded.method === 'simulations' ? 0 : 1);
      // The step that was asked for last, shown already or not.
      const step = !before ? (place.step ?? 0) : player.steps > 1 && player.step >= player.steps - 1 ? end : player.step;
      const path = place.path ?? before?.view.moves;
      player.set(end + 1, step);
      picture.view.windows(recorded.prunes);
      if (drawn) picture.show(recorded, { fit: fresh, select: path ?? [] });
      shown.state.step(step, path);
    },
    /** Is something asked before it is shown? Then nothing else may tell it. */
    get predicting() {
      return predict.on;
    },
    destroy() {
      off();
      player.pause();
      shown?.destroy();
      picture.destroy();
    },
  };
}
