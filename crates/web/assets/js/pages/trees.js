// The tree explorer: a real search, step by step, on a hand-written tree or at a position of a game.

import { download, h, later, replace, around, needed } from '../ui/elements.js';
import { button, select, slider } from '../ui/controls.js';
import { codeField } from '../ui/code.js';
import { keys, typing } from '../ui/keys.js';
import { toast } from '../ui/toast.js';
import { number, say, t } from '../i18n.js';
import { ALGORITHMS, algorithmOf, depthOf } from '../trees/algorithms.js';
import { comparison, legend, nodeCard } from '../trees/card.js';
import { childrenOf, eventAt, momentsAt, pathOf } from '../trees/moments.js';
import { stepPlayer } from '../trees/player.js';
import { sentenceOf } from '../trees/sentences.js';
import { verdict } from '../trees/numbers.js';
import { treeView } from '../trees/view.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';

/**
 * @import { At, TreeFormat } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 * @import { Algorithm, Search } from '../trees/card.js'
 * @import { Moment } from '../trees/moments.js'
 */

const WHOLE = 50;
const LIMITS = [300, 1000, 3000];
const OWN = 'own';
/** @type {TreeFormat[]} */
const FORMATS = ['svg', 'dot', 'text', 'json'];
/** @type {Partial<Record<TreeFormat, string>>} */
const TYPES = { svg: 'image/svg+xml', json: 'application/json' };
// After a search of at most this many nodes, the others run automatically, for comparison.
const CHEAP = 5000;

// The user's choices and input survive leaving the page and changing the language.
/** @type {{ source: string, text: string | null, algorithm: string, step: number | null, at: string | null }} */
const kept = { source: 'textbook', text: null, algorithm: 'strict', step: null, at: null };

/**
 * @param {Record<string, string | undefined>} query
 * @returns {{ at: At, agent: string } | null}
 */
function readQuery(query) {
  if (!query.at) return null;
  try {
    const at = JSON.parse(query.at);
    return typeof at === 'object' && at !== null ? { at, agent: query.agent ?? 'alphabeta' } : null;
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, { client, catalogue, route, navigate }) {
  /** The bundled trees: the boards of the game whose moves are branches. */
  const trees = catalogue.games.find(({ interaction }) => interaction?.kind === 'branch')?.boards ?? [];
  const given = readQuery(route.query);
  const atKey = given ? route.query.at : null;
  if (kept.at !== atKey) Object.assign(kept, { at: atKey, step: null });
  const own = given ? algorithmOf(given.agent) : null;
  let depth = given ? (depthOf(given.agent) ?? 2) : WHOLE;
  let chosen = given ? (own ?? 'given') : kept.algorithm;
  /** @type {Map<string, Search>} */
  let results = new Map();
  let limit = LIMITS[0];
  /** @type {{ open: Set<number>, closed: Set<number> }} */
  let folds = { open: new Set(), closed: new Set() };
  /** @type {number[][]} */
  let children = [];
  /** @type {Moment[]} */
  let moments = [];
  let turn = 0;
  let gone = false;

  /** @returns {Algorithm[]} */
  const algorithms = () => [
    ...(given && own === null ? [{ id: 'given', label: given.agent, spec: () => given.agent }] : []),
    ...Object.entries(ALGORITHMS).map(([id, spec]) => ({ id, label: t(`trees.names.${id}`), spec })),
  ];

  // The parts of the page.

  const view = treeView({ onFold: fold, onSelect: showCard });
  const player = stepPlayer({ onStep: showStep });
  const sentence = h('p', { class: 'tree-sentence', role: 'status' });
  const summary = h('p', { class: 'tree-summary soft' });
  const compare = h('div');
  const card = h('div');
  const more = h('div', { class: 'tree-folded', hidden: true });
  const busy = h('p', { class: 'tree-busy', role: 'status', hidden: true }, t('trees.busy'));
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const exports = h(
    'div',
    { class: 'row tree-exports' },
    FORMATS.map((format) =>
      button(format.toUpperCase(), {
        small: true,
        tip: t(`trees.export.${format}`),
        'aria-label': `${format.toUpperCase()}: ${t(`trees.export.${format}`)}`,
        icon: format === 'svg' ? 'download' : null,
        onclick: () => save(format),
      }),
    ),
  );

  const source = select(
    [
      ...trees.map((tree) => ({ value: tree.name, label: say(tree.name), about: tree.about })),
      { value: OWN, label: t('trees.own') },
    ],
    { value: kept.source, label: t('trees.which'), onchange: chooseSource },
  );
  const code = codeField({ label: t('trees.text'), value: kept.text ?? textOf(kept.source), rows: 9, oninput: typed });
  const about = h('p', { class: 'soft small', dir: 'auto' });

  const depthOut = h('output', { class: 'number' });
  const depthField = given
    ? h(
        'div',
        { class: 'field' },
        h('label', { class: 'label' }, h('span', {}, t('trees.depth')), depthOut),
        slider({
          min: 1,
          max: 8,
          value: depth,
          label: t('trees.depth'),
          oninput: (value) => depthOut.replaceChildren(number(value)),
          onchange: (value) => ((depth = value), renew()),
        }),
      )
    : null;
  depthOut.textContent = number(depth);

  const sourceCard = given
    ? h(
        'section',
        { class: 'stack tree-source' },
        h('h1', {}, t('trees.searchTitle')),
        h('p', { class: 'soft' }, t('trees.searchLead')),
        depthField,
        given.at.game
          ? button(t('trees.backToGame'), { small: true, onclick: () => navigate(`#/game/${given.at.game}`) })
          : null,
        h('a', { href: '#/trees', class: 'small' }, t('trees.toTrees')),
      )
    : h(
        'section',
        { class: 'stack tree-source' },
        h('div', {}, h('h1', {}, t('trees.title')), h('p', { class: 'soft' }, t('trees.lead'))),
        h('div', { class: 'field' }, source),
        about,
        h(
          'details',
          { class: 'tree-text', open: innerWidth > 760 || kept.source === OWN },
          h('summary', {}, t('trees.edit')),
          code.element,
          h('p', { class: 'soft small' }, t('trees.notation')),
        ),
      );

  const tools = h(
    'div',
    { class: 'tree-tools' },
    button(null, { icon: 'zoomIn', tip: t('trees.zoomIn'), key: '+', onclick: () => view.zoom(1.3) }),
    button(null, { icon: 'zoomOut', tip: t('trees.zoomOut'), key: '-', onclick: () => view.zoom(1 / 1.3) }),
    button(null, { icon: 'fit', tip: t('trees.fit'), key: '0', onclick: () => view.fit() }),
  );

  replace(
    root,
    h(
      'div',
      { class: 'trees' },
      h(
        'section',
        { class: 'tree-main', 'aria-label': t('trees.paper') },
        h('div', { class: 'tree-frame' }, view.element, tools, more, busy),
        h('div', { class: 'tree-bar' }, sentence, player.element),
      ),
      h(
        'aside',
        { class: 'tree-side', 'aria-label': t('trees.side') },
        sourceCard,
        problem,
        h('section', { class: 'stack' }, h('h2', {}, t('trees.algorithms')), compare, summary, exports),
        h('section', {}, card),
        h(
          'section',
          {},
          h('h2', {}, t('trees.legend')),
          legend(),
          h('p', { class: 'soft small tree-keys' }, t('trees.keys')),
        ),
      ),
    ),
  );

  // Recording.

  /**
   * What a search recorded; null if it was not run, or failed.
   * @param {string} id
   */
  function recorded(id) {
    const result = results.get(id);
    return result && 'tree' in result ? result : null;
  }

  /** @param {string} name */
  function textOf(name) {
    return trees.find((tree) => tree.name === name)?.text ?? '';
  }

  function whereNow() {
    if (given) return given.at;
    if (kept.source !== OWN) return { spec: `tree:file=${kept.source}` };
    return { spec: 'tree:file=mine', files: { mine: kept.text ?? '' } };
  }

  /**
   * @param {string} id
   * @returns {Promise<Search>}
   */
  async function record(id) {
    const { spec } = needed(
      algorithms().find((each) => each.id === id),
      `algorithm ${id}`,
    );
    try {
      const tree = await client.request('tree.record', { at: whereNow(), agent: spec(depth), limit });
      return { ...tree, shown: tree.figure };
    } catch (error) {
      return { failed: error };
    }
  }

  /** Records the tree again with every search; cheap ones all at once, so that they can be compared. */
  async function renew() {
    turn += 1;
    const mine = turn;
    const fresh = new Map();
    folds = { open: new Set(), closed: new Set() };
    busy.hidden = false;
    const first = await record(chosen);
    busy.hidden = true;
    if (gone || mine !== turn) return;
    if ('failed' in first) {
      fail(first.failed);
      return;
    }
    fail(null);
    fresh.set(chosen, first);
    results = fresh;
    showResult({ fit: true });
    if (given && first.looked_at > CHEAP) return;
    for (const { id } of algorithms()) {
      if (id === chosen || results.has(id)) continue;
      const result = await record(id);
      if (gone || mine !== turn) return;
      results.set(id, result);
      showCompare();
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    if (given) {
      problem.hidden = !error;
      replace(problem, error ? h('bdi', {}, errorText(error)) : null);
    } else code.problem(error);
  }

  /** @param {string} id */
  async function choose(id) {
    chosen = id;
    if (!given) kept.algorithm = id;
    if (!recorded(id)) {
      busy.hidden = false;
      const mine = turn;
      const result = await record(id);
      busy.hidden = true;
      if (gone || mine !== turn || chosen !== id) return;
      results.set(id, result);
      if ('failed' in result) {
        fail(result.failed);
        showCompare();
        return;
      }
    }
    fail(null);
    folds = { open: new Set(), closed: new Set() };
    showResult({ fit: false });
  }

  const check = later(renew, 350);

  /** @param {string} text */
  function typed(text) {
    kept.source = OWN;
    kept.text = text;
    source.value = OWN;
    showAbout();
    check();
  }

  /** @param {string} name */
  function chooseSource(name) {
    kept.source = name;
    kept.text = name === OWN ? (kept.text ?? code.value) : null;
    code.value = kept.text ?? textOf(name);
    showAbout();
    renew();
  }

  function showAbout() {
    about.textContent = say(trees.find((tree) => tree.name === kept.source)?.about ?? t('trees.ownAbout'));
  }

  // Showing.

  /** @param {{ fit: boolean }} options */
  function showResult({ fit }) {
    const result = recorded(chosen);
    if (!result) return;
    const before = view.figure ? pathOf(view.figure, view.selected) : null;
    // A different tree is shown at the end of its search; the same one in another form stays at its step.
    const last = result.steps - 1;
    const step = before === null ? (kept.step ?? last) : fit || player.step >= player.steps - 1 ? last : player.step;
    view.draw(result.shown, result.players);
    children = childrenOf(result.shown);
    const same =
      before === null ? -1 : result.shown.nodes.findIndex((_, index) => pathOf(result.shown, index) === before);
    player.set(result.steps, step);
    showStep(player.step);
    view.select(Math.max(0, same));
    if (fit) view.fit(false, true);
    showCompare();
    showFolded();
  }

  /** @param {number} step */
  function showStep(step) {
    const result = recorded(chosen);
    if (!result) return;
    kept.step = step >= result.steps - 1 ? null : step;
    moments = momentsAt(result.shown, children, step);
    const event = eventAt(result.shown, step);
    const last = step >= result.steps - 1;
    view.step(moments, { last });
    replace(sentence, sentenceOf(result.shown, event, moments, result.players));
    if (event.index >= 0) view.reveal(event.index);
    if (view.selected < result.shown.nodes.length) showCard(view.selected);
  }

  function showCompare() {
    replace(compare, comparison(algorithms(), { chosen, results, onChoose: choose, group: 'tree-algorithm' }));
    compare.querySelector('.is-chosen input')?.setAttribute('checked', '');
    const result = recorded(chosen);
    if (!result) return;
    const line = h('bdi', { class: 'notation', dir: 'ltr' }, result.line.join(' '));
    replace(
      summary,
      t('trees.summary', { value: verdict(result.value), seen: result.looked_at, skipped: result.skipped }),
      ' ',
      t('trees.line'),
      ' ',
      line,
    );
  }

  /** @param {number} index */
  function showCard(index) {
    const result = recorded(chosen);
    if (!result?.shown.nodes[index]) return;
    replace(
      card,
      nodeCard(result.shown, index, moments[index], {
        players: result.players,
        canFold: canFold(index),
        onFold: () => fold(index),
        onStep: (step) => player.go(step),
      }),
    );
  }

  function showFolded() {
    const shown = recorded(chosen)?.shown;
    if (!shown) return;
    more.hidden = !shown.folded;
    const next = LIMITS.find((each) => each > limit);
    replace(
      more,
      h('span', {}, t('trees.folded', { n: shown.nodes.length })),
      next
        ? button(t('trees.drawMore', { n: next }), { small: true, onclick: () => ((limit = next), redraw()) })
        : null,
    );
  }

  // Folding.

  /** @param {number} index */
  const canFold = (index) => {
    const node = recorded(chosen)?.shown.nodes[index];
    return Boolean(node && (node.hidden || children[index].length > 0));
  };

  /** @param {number} index */
  function fold(index) {
    const result = recorded(chosen);
    const node = result?.shown.nodes[index];
    if (!node || !canFold(index)) return;
    const [into, outOf] = node.hidden ? [folds.open, folds.closed] : [folds.closed, folds.open];
    into.add(node.node);
    outOf.delete(node.node);
    redraw(index);
  }

  /** @param {number | null} [index] */
  async function redraw(index = null) {
    const result = recorded(chosen);
    if (!result) return;
    const mine = turn;
    try {
      const { figure } = await client.request('tree.draw', {
        tree: result.tree,
        limit,
        open: [...folds.open],
        closed: [...folds.closed],
      });
      if (gone || mine !== turn || results.get(chosen) !== result) return;
      const node = index === null ? null : result.shown.nodes[index].node;
      const fresh = node === null ? -1 : figure.nodes.findIndex((each) => each.node === node);
      const focused = root.querySelector('.tree-node:focus') !== null;
      view.draw(figure, result.players, { keep: index === null || fresh < 0 ? null : { old: index, fresh } });
      result.shown = figure;
      children = childrenOf(figure);
      view.select(Math.max(0, fresh), { notify: false });
      showStep(player.step);
      view.select(Math.max(0, fresh), { focus: focused });
      if (index === null) view.fit();
      showFolded();
    } catch (error) {
      if (codeOf(error) === 'not-found') {
        results.delete(chosen);
        choose(chosen);
      } else toast(errorText(error), { kind: 'danger' });
    }
  }

  /** @param {TreeFormat} format */
  async function save(format) {
    const result = recorded(chosen);
    if (!result) return;
    try {
      const { name, text } = await client.request('tree.export', { tree: result.tree, format, limit });
      download(name, text, TYPES[format] ?? 'text/plain');
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  // Keys.

  const off = keys({
    ',': () => (player.pause(), player.go(player.step - 1)),
    '.': () => (player.pause(), player.go(player.step + 1)),
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

  showAbout();
  renew();
  return () => {
    gone = true;
    off();
    player.pause();
    resize.disconnect();
    document.removeEventListener('keydown', onKey);
    view.destroy();
  };
}
