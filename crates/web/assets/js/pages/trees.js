// Hand-written trees in the viewer: bundled ones or one's own, which is changed as text or by clicks.

import { h, later, replace } from '../ui/elements.js';
import { button, select } from '../ui/controls.js';
import { codeField, locationOf } from '../ui/code.js';
import { parse, format } from '../ui/spec.js';
import { digits, say, t } from '../i18n.js';
import { recall, remember } from '../memory.js';
import { errorText } from '../errorText.js';
import { readAddress, searchAddress } from '../explorer/address.js';
import { pathOf } from '../explorer/drawn.js';
import { searchPage } from '../explorer/search.js';
import { written } from '../explorer/words.js';
import { treeEditor } from '../trees/editor.js';
import { legend } from '../trees/legend.js';
import { nodeAround, pathTo, treeOf } from '../trees/written.js';

/**
 * @import { At } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 * @import { Place } from '../explorer/explorer.js'
 */

const OWN = 'own';
const MEMORY = 'plylab.trees';
const AGENT = 'alphabeta:cut=strict';
/** Longer addresses are no use to anybody: a large tree is shared as a file. */
const LONGEST = 6000;

// The user's tree survives a reload; the bar survives leaving the page and changing the language.
/** @type {{ source: string, text: string | null, agent: string }} */
const kept = { source: 'textbook', text: null, agent: AGENT, ...recall(MEMORY, {}) };
const here = { editing: false };

/**
 * An agent without its depth: a tree is searched to its end.
 * @param {string} spec
 */
function whole(spec) {
  const { name, settings } = parse(spec);
  return format(name, settings.cut ? { cut: settings.cut } : {});
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { client, catalogue, route } = context;
  /** The bundled trees: the boards of the game whose moves are branches. */
  const trees = catalogue.games.find(({ interaction }) => interaction?.kind === 'branch')?.boards ?? [];
  const linked = readAddress(route.query);
  if (linked) {
    const text = linked.at.files?.mine ?? null;
    const source = text === null ? (linked.at.spec ?? '').replace('tree:file=', '') : OWN;
    Object.assign(kept, { source, text, agent: whole(linked.agent) });
  }
  if (kept.source !== OWN && !trees.some(({ name }) => name === kept.source)) kept.source = trees[0]?.name ?? OWN;
  /** @type {string[]} */
  let path = [];

  const textNow = () => kept.text ?? trees.find((tree) => tree.name === kept.source)?.text ?? '';
  const keep = () => remember(MEMORY, kept);

  const editButton = button(t('trees.editor.button'), {
    icon: 'pencil',
    key: 'e',
    tip: t('trees.editor.about'),
    pressed: here.editing,
    class: 'tree-edit-button',
    onclick: () => edit(!here.editing),
  });
  const editor = treeEditor({
    text: textNow(),
    read: (text) => client.request('tree.check', { text }).then(treeOf, () => null),
    onChange: edited,
    valueOf,
  });
  const stale = h('div', { class: 'tree-stale', role: 'status', hidden: true });
  const source = select(
    [
      ...trees.map((tree) => ({ value: tree.name, label: say(tree.name), about: tree.about })),
      { value: OWN, label: t('trees.own') },
    ],
    { value: kept.source, label: t('trees.which'), onchange: chooseSource },
  );
  const code = codeField({ label: t('trees.text'), value: textNow(), rows: 9, oninput: typed, onplace: placed });
  const about = h('p', { class: 'soft small', dir: 'auto' });
  const panel = h(
    'div',
    { class: 'stack tree-source' },
    h('p', { class: 'soft small' }, t('trees.lead')),
    h('div', { class: 'field' }, source),
    about,
    h('div', { class: 'tree-text' }, code.element, h('p', { class: 'soft small' }, t('trees.notation'))),
    h('h2', {}, t('trees.legend')),
    legend(),
    h('p', { class: 'soft small tree-keys' }, t('trees.keys')),
    h('p', { class: 'soft small tree-keys' }, t('trees.editor.keys')),
  );
  const page = searchPage(context, {
    title: t('trees.title'),
    drawn: true,
    beside: [{ id: 'tree', label: t('trees.which'), panel: h('div', {}, panel) }],
    onPlace: placedAt,
    onRecorded: fail,
    onSelect: selected,
    key,
  });
  const { picture } = page.view;
  const { view } = picture;
  picture.element.append(stale, editButton, editor.element);
  replace(root, page.element);

  /** @returns {At} */
  function whereNow() {
    if (kept.source !== OWN) return { spec: `tree:file=${kept.source}` };
    return { spec: 'tree:file=mine', files: { mine: kept.text ?? '' } };
  }

  /** @param {{ place?: Partial<Place>, stay?: boolean }} [options] */
  const search = (options = {}) => page.search({ at: whereNow(), agent: kept.agent, ...options });

  /**
   * The address says what is looked at, so that it can be sent to others.
   * @param {string} agent
   * @param {Place} place
   */
  function placedAt(agent, { step, path: moves }) {
    kept.agent = whole(agent);
    keep();
    const place = { step: String(step), ...(moves.length ? { path: moves.join(' ') } : {}) };
    const address = searchAddress(whereNow(), kept.agent, place, 'trees');
    history.replaceState(null, '', address.length > LONGEST ? '#/trees' : address);
  }

  /**
   * The tree that was drawn stays as it is if the text is wrong.
   * @param {unknown} error
   */
  function fail(error) {
    code.problem(error);
    editor.problem(Boolean(error));
    stale.hidden = !error;
    picture.element.classList.toggle('is-stale', Boolean(error));
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

  const check = later(() => search({ stay: true }), 350);

  /** @param {string} text */
  function own(text) {
    kept.source = OWN;
    kept.text = text;
    source.value = OWN;
    keep();
    // Until it is searched, the address would bring an older text back.
    history.replaceState(null, '', '#/trees');
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
   * @param {string[]} at
   */
  function edited(text, at) {
    own(text);
    code.value = text;
    path = at;
    code.mark(editor.span);
    search({ stay: true, place: { path } });
  }

  /** @param {string} name */
  function chooseSource(name) {
    kept.text = name === OWN ? textNow() : null;
    kept.source = name;
    keep();
    path = [];
    code.value = textNow();
    editor.set(textNow(), { fresh: true });
    showAbout();
    search();
  }

  function showAbout() {
    about.textContent = say(trees.find((tree) => tree.name === kept.source)?.about ?? t('trees.ownAbout'));
  }

  // Editing.

  /** @param {number} index */
  const pathAt = (index) => (view.figure ? pathOf(view.figure, index) : []);

  /**
   * The value that the search found at a node, as a text has it.
   * @param {string[]} at
   */
  function valueOf(at) {
    const found = view.figure?.nodes[picture.indexOf(at)];
    return written(found?.value ?? found?.unseen ?? 0);
  }

  /** @param {string[]} at */
  function selected(at) {
    path = at;
    editor.select(path);
    if (stale.hidden) code.mark(here.editing ? editor.span : null);
  }

  /**
   * The user went to a place in the text: its node is selected.
   * @param {number} place
   */
  function placed(place) {
    const node = editor.tree && nodeAround(editor.tree, place);
    if (!node || !stale.hidden || !here.editing) return;
    const index = picture.indexOf(pathTo(node));
    if (index < 0) return;
    view.select(index);
    view.reveal(index);
  }

  /** @param {boolean} on */
  function edit(on) {
    here.editing = on;
    editButton.setAttribute('aria-pressed', String(on));
    picture.element.classList.toggle('is-editing', on);
    picture.element.style.setProperty('--tree-foot', on ? `${editor.element.offsetHeight + 16}px` : '0px');
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

  /** @param {KeyboardEvent} event */
  function key(event) {
    if (event.ctrlKey || event.metaKey) return here.editing && editor.key(event);
    if (event.altKey || !(event.key === 'e' || event.code === 'KeyE')) return false;
    edit(!here.editing);
    return true;
  }

  showAbout();
  edit(here.editing);
  search({ place: linked?.place });
  return () => {
    check.cancel();
    page.destroy();
  };
}
