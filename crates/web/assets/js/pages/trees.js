// Hand-written trees: a real search of one, step by step, and a bar to change it by clicks.

import { download, h, later, replace } from '../ui/elements.js';
import { button, select } from '../ui/controls.js';
import { codeField, locationOf } from '../ui/code.js';
import { keys } from '../ui/keys.js';
import { toast } from '../ui/toast.js';
import { digits, say, t } from '../i18n.js';
import { recall, remember } from '../memory.js';
import { ALGORITHMS } from '../trees/algorithms.js';
import { comparison, legend } from '../trees/card.js';
import { drawing } from '../trees/drawing.js';
import { treeEditor } from '../trees/editor.js';
import { actionsTo } from '../trees/moments.js';
import { verdict, written } from '../trees/numbers.js';
import { nodeAround, pathTo } from '../trees/text.js';
import { errorText } from '../errorText.js';
import { searchAddress } from '../explorer/address.js';

/**
 * @import { TreeFormat } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 * @import { Search } from '../trees/card.js'
 */

const WHOLE = 50;
/** The search that visits every node. */
const EVERYTHING = 'minimax';
const OWN = 'own';
const MEMORY = 'plylab.trees';
/** @type {TreeFormat[]} */
const FORMATS = ['svg', 'dot', 'text', 'json'];
/** @type {Partial<Record<TreeFormat, string>>} */
const TYPES = { svg: 'image/svg+xml', json: 'application/json' };

// The user's tree survives a reload; the step and the bar survive leaving the page and changing the language.
/** @type {{ source: string, text: string | null, algorithm: string }} */
const kept = { source: 'textbook', text: null, algorithm: 'strict', ...recall(MEMORY, {}) };
/** @type {{ step: number | null, editing: boolean, path: string[] }} */
const here = { step: null, editing: false, path: [] };

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, { client, catalogue, navigate }) {
  /** The bundled trees: the boards of the game whose moves are branches. */
  const trees = catalogue.games.find(({ interaction }) => interaction?.kind === 'branch')?.boards ?? [];
  if (kept.source !== OWN && !trees.some(({ name }) => name === kept.source)) kept.source = trees[0]?.name ?? OWN;
  const algorithms = Object.entries(ALGORITHMS).map(([id, spec]) => ({ id, label: t(`trees.names.${id}`), spec }));
  let chosen = kept.algorithm in ALGORITHMS ? kept.algorithm : 'strict';
  /** @type {Map<string, Search>} */
  let results = new Map();
  let turn = 0;
  let gone = false;

  /** @param {string} name */
  const textOf = (name) => trees.find((tree) => tree.name === name)?.text ?? '';
  const textNow = () => kept.text ?? textOf(kept.source);
  const keep = () => remember(MEMORY, kept);

  // The parts of the page.

  const editButton = button(t('trees.editor.button'), {
    icon: 'pencil',
    key: 'e',
    tip: t('trees.editor.about'),
    pressed: here.editing,
    class: 'tree-edit-button',
    onclick: () => edit(!here.editing),
  });
  const picture = drawing({
    client,
    onLost: renew,
    onSelect: selected,
    onStep: (step, last) => (here.step = last ? null : step),
  });
  const { view } = picture;
  const editor = treeEditor({ text: textNow(), onChange: edited, valueOf });
  const stale = h('div', { class: 'tree-stale', role: 'status', hidden: true });
  const busy = h('p', { class: 'tree-busy', role: 'status', hidden: true }, t('trees.busy'));
  picture.frame.append(stale, busy, editButton, editor.element);

  const summary = h('p', { class: 'tree-summary soft' });
  const compare = h('div');
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
  const code = codeField({ label: t('trees.text'), value: textNow(), rows: 9, oninput: typed, onplace: placed });
  const about = h('p', { class: 'soft small', dir: 'auto' });

  replace(
    root,
    h(
      'div',
      { class: 'trees' },
      picture.element,
      h(
        'aside',
        { class: 'tree-side', 'aria-label': t('trees.side') },
        h(
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
        ),
        h(
          'section',
          { class: 'stack' },
          h('h2', {}, t('trees.algorithms')),
          compare,
          summary,
          h('div', { class: 'row' }, button(t('trees.explore'), { icon: 'tree', small: true, onclick: explore })),
          exports,
        ),
        h('section', {}, picture.card),
        h(
          'section',
          {},
          h('h2', {}, t('trees.legend')),
          legend(),
          h('p', { class: 'soft small tree-keys' }, t('trees.keys')),
          h('p', { class: 'soft small tree-keys' }, t('trees.editor.keys')),
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

  function whereNow() {
    if (kept.source !== OWN) return { spec: `tree:file=${kept.source}` };
    return { spec: 'tree:file=mine', files: { mine: kept.text ?? '' } };
  }

  /**
   * @param {string} id
   * @returns {Promise<Search>}
   */
  async function record(id) {
    try {
      return await client.request('tree.record', { at: whereNow(), agent: ALGORITHMS[id](WHOLE), limit: picture.limit });
    } catch (error) {
      return { failed: error };
    }
  }

  /**
   * Records the tree with every search. The tree that was drawn stays as it is if the text is wrong.
   * @param {{ fit?: boolean }} [options]
   */
  async function renew({ fit = true } = {}) {
    turn += 1;
    const mine = turn;
    /** @type {Map<string, Search>} */
    const fresh = new Map();
    busy.hidden = false;
    // What is drawn first: the chosen search, on the tree that a search of everything shows.
    const first = [...new Set([chosen, EVERYTHING])];
    for (const id of first) fresh.set(id, await record(id));
    busy.hidden = true;
    if (gone || mine !== turn) return;
    const failed = [...fresh.values()].find((result) => 'failed' in result);
    fail(failed && 'failed' in failed ? failed.failed : null);
    if (failed) return;
    results = fresh;
    showResult({ fit });
    for (const { id } of algorithms) {
      if (results.has(id)) continue;
      const result = await record(id);
      if (gone || mine !== turn) return;
      results.set(id, result);
      // Somebody may have chosen it meanwhile.
      if (id === chosen) showResult({ fit });
      else showCompare();
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    code.problem(error);
    editor.problem(Boolean(error));
    stale.hidden = !error;
    picture.frame.classList.toggle('is-stale', Boolean(error));
    if (!error) return;
    const place = locationOf(error);
    replace(
      stale,
      h('span', {}, t('trees.stale')),
      place
        ? button(digits(t('trees.go', place)), { small: true, tip: errorText(error), onclick: code.go })
        : h('bdi', {}, errorText(error)),
    );
  }

  /** @param {string} id */
  function choose(id) {
    chosen = id;
    kept.algorithm = id;
    keep();
    if (recorded(id)) showResult({ fit: false });
    else renew();
  }

  const check = later(() => renew(), 350);

  /** @param {string} text */
  function own(text) {
    kept.source = OWN;
    kept.text = text;
    source.value = OWN;
    keep();
    showAbout();
  }

  /** @param {string} text */
  function typed(text) {
    own(text);
    editor.set(text);
    check();
  }

  /**
   * The tree was changed by a click.
   * @param {string} text
   * @param {string[]} path
   */
  function edited(text, path) {
    own(text);
    code.value = text;
    here.path = path;
    code.mark(editor.span);
    renew({ fit: false });
  }

  /** @param {string} name */
  function chooseSource(name) {
    kept.text = name === OWN ? textNow() : null;
    kept.source = name;
    keep();
    here.path = [];
    code.value = textNow();
    editor.set(textNow(), { fresh: true });
    showAbout();
    renew();
  }

  function showAbout() {
    about.textContent = say(trees.find((tree) => tree.name === kept.source)?.about ?? t('trees.ownAbout'));
  }

  // Showing.

  /** @param {{ fit: boolean }} options */
  function showResult({ fit }) {
    showCompare();
    const result = recorded(chosen);
    if (!result) return;
    const before = view.figure?.nodes.length ?? 0;
    const focused = view.element.querySelector('.tree-node:focus') !== null;
    const everything = chosen === EVERYTHING ? null : recorded(EVERYTHING);
    const select = here.path.join('\u0000');
    picture.show({ recorded: result, everything }, { fit, step: here.step, select });
    if (!fit && view.figure?.nodes.length !== before) view.fit();
    if (focused) view.select(view.selected, { focus: true, notify: false });
  }

  function showCompare() {
    replace(compare, comparison(algorithms, { chosen, results, onChoose: choose, group: 'tree-algorithm' }));
    const result = recorded(chosen);
    if (!result) return;
    const line = h('bdi', { class: 'notation', dir: 'ltr' }, result.line.join(' '));
    const values = { value: verdict(result.value), seen: result.looked_at, skipped: result.skipped };
    replace(summary, t('trees.summary', values), ' ', t('trees.line'), ' ', line);
  }

  // Editing.

  /** @param {number} index */
  const pathAt = (index) => (view.figure ? actionsTo(view.figure, index) : []);

  /**
   * The value that the search found at a node, as a text has it.
   * @param {string[]} path
   */
  function valueOf(path) {
    const key = path.join('\u0000');
    const found = view.figure?.nodes.find((_, index) => pathAt(index).join('\u0000') === key);
    return written(found?.value ?? found?.unseen ?? 0);
  }

  /** @param {number} index */
  function selected(index) {
    here.path = pathAt(index);
    editor.select(here.path);
    if (stale.hidden) code.mark(here.editing ? editor.span : null);
  }

  /**
   * The user went to a place in the text: its node is selected.
   * @param {number} place
   */
  function placed(place) {
    const node = editor.tree && nodeAround(editor.tree, place);
    if (!node || !stale.hidden || !here.editing) return;
    const key = pathTo(node).join('\u0000');
    const index = view.figure?.nodes.findIndex((_, each) => pathAt(each).join('\u0000') === key) ?? -1;
    if (index < 0) return;
    view.select(index);
    view.reveal(index);
  }

  /** @param {boolean} on */
  function edit(on) {
    here.editing = on;
    editButton.setAttribute('aria-pressed', String(on));
    picture.frame.classList.toggle('is-editing', on);
    picture.frame.style.setProperty('--tree-foot', on ? `${editor.element.offsetHeight + 16}px` : '0px');
    view.edit(
      on
        ? {
            add: editor.add,
            move: (index, below) => (view.select(index), editor.move(pathAt(below))),
            canMove: (index, below) => editor.canMove(pathAt(index), pathAt(below)),
            open: () => editor.open(),
            key: editor.key,
          }
        : null,
    );
    code.mark(on && stale.hidden ? editor.span : null);
    view.fit(true, true);
  }

  /** The same search in the explorer. */
  function explore() {
    navigate(searchAddress(whereNow(), ALGORITHMS[chosen](WHOLE), { view: 'explore' }));
  }

  /** @param {TreeFormat} format */
  async function save(format) {
    const result = recorded(chosen);
    if (!result) return;
    try {
      const { name, text } = await client.request('tree.export', { tree: result.tree, format, limit: picture.limit });
      download(name, text, TYPES[format] ?? 'text/plain');
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  const off = keys({ e: () => edit(!here.editing) });
  /** @param {KeyboardEvent} event */
  const past = (event) => {
    const inField = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (!here.editing || event.defaultPrevented || inField || !(event.ctrlKey || event.metaKey)) return;
    if (editor.key(event)) event.preventDefault();
  };
  document.addEventListener('keydown', past);

  showAbout();
  edit(here.editing);
  renew();
  return () => {
    gone = true;
    check.cancel();
    off();
    document.removeEventListener('keydown', past);
    picture.destroy();
  };
}
