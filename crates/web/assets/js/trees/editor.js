// The bar with which a hand-written tree is changed by clicks: the selected node's kind, value, name and probability,
// and what can be done with it. It works on the text, and the text is what counts.

import { h, replace, set } from '../ui/elements.js';
import { button, segments, select, textInput } from '../ui/controls.js';
import { digits, number, say, t } from '../i18n.js';
import * as edits from './edits.js';
import { CHANCE, allOf, nodeAt, partsOf, pathTo } from './written.js';

/**
 * @import { TextNode, TextTree } from './written.js'
 * @import { Child } from '../../../types/pages'
 */

const LEAF = 'leaf';
/** How many changes can be undone. */
const MEMORY = 200;

/** @param {string} word */
const isNumber = (word) => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word);
/** @param {string} name */
const isName = (name) => /^[\p{L}\p{N}_\-+']+$/u.test(name);

/**
 * A number as people type it, with Persian digits and any minus sign, as the text has it.
 * @param {string} typed
 */
export const latin = (typed) =>
  typed
    .trim()
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\u2212\u2013]/g, '-')
    .replace('٫', '.');

/**
 * `read(text)` asks the lab where the nodes of a text are. `onChange(text, path)` gets the new text, and the path of the
 * node to select in it; `valueOf(path)` is what the search found there.
 * @param {{ text: string, read: (text: string) => Promise<TextTree | null>,
 *   onChange: (text: string, path: string[]) => void, valueOf: (path: string[]) => string }} options
 */
export function treeEditor({ text: initial, read, onChange, valueOf }) {
  const element = h('div', { class: 'tree-edit', role: 'group', 'aria-label': t('trees.editor.label') });
  let text = initial;
  /** @type {TextTree | null} */
  let tree = null;
  /** @type {Promise<TextTree | null>} The tree of the text, as soon as it is read: changes wait for it. */
  let reading = Promise.resolve(null);
  /** @type {string[]} */
  let path = [];
  let done = [text];
  /** @type {string[]} */
  let undone = [];
  let typing = false;
  let wrong = false;

  const node = () => (tree ? nodeAt(tree, path) : null);

  /**
   * Reads another text; false if yet another has come meanwhile.
   * @param {string} next
   */
  async function adopt(next) {
    text = next;
    const mine = read(next);
    reading = mine;
    const found = await mine;
    if (reading !== mine) return false;
    tree = found;
    return true;
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  async function travel(from, to) {
    const next = from === done ? done.at(-2) : from.at(-1);
    if (next === undefined) return;
    to.push(/** @type {string} */ (from.pop()));
    if (!(await adopt(next))) return;
    while (path.length > 0 && !(tree && nodeAt(tree, path))) path = path.slice(0, -1);
    typing = false;
    show();
    onChange(text, path);
  }
  const undo = () => travel(done, undone);
  const redo = () => travel(undone, done);

  /**
   * Applies an edit of the selected node, which keeps its index or gets another.
   * @param {(at: TextNode) => string} edit
   * @param {(at: TextNode) => number[]} [where] the indices that lead to the node to select then
   */
  async function change(edit, where = indices) {
    await reading;
    const at = node();
    const next = at ? edit(at) : text;
    if (!at || next === text) return;
    const to = where(at);
    done = [...done.slice(-MEMORY), next];
    undone = [];
    typing = false;
    if (!(await adopt(next))) return;
    /** @type {TextNode | null | undefined} */
    let found = tree?.root;
    for (const index of to) found = found?.children[index] ?? found;
    path = found ? pathTo(found) : [];
    show();
    onChange(text, path);
  }

  /**
   * @param {TextNode} at
   * @returns {number[]}
   */
  const indices = (at) => (at.parent ? [...indices(at.parent), at.index] : []);

  /**
   * A new node's mover: the agent after the one above.
   * @param {TextNode} at
   */
  function nextMover(at) {
    const agents = tree?.agents ?? [];
    let above = at.parent;
    while (above?.mover === CHANCE) above = above.parent;
    return agents[(agents.indexOf(above?.mover ?? '') + 1) % agents.length] ?? CHANCE;
  }

  const add = () =>
    change(
      (at) => edits.addChild(text, at, nextMover(at)),
      (at) => [...indices(at), at.mover === null ? 0 : at.children.length],
    );
  const remove = () =>
    change(
      (at) => edits.remove(text, at),
      (at) =>
        at.parent && at.parent.children.length > 1
          ? [...indices(at.parent), Math.max(0, at.index - 1)]
          : indices(at).slice(0, -1),
    );
  /** @param {number} by */
  const shift = (by) =>
    change(
      (at) => edits.shift(text, at, by),
      (at) => (at.parent?.children[at.index + by] ? [...indices(at).slice(0, -1), at.index + by] : indices(at)),
    );
  /** @param {string} kind */
  const become = (kind) =>
    change((at) => {
      if (kind !== LEAF) return edits.setMover(text, at, kind);
      const found = latin(valueOf(path));
      return edits.setLeaf(text, at, isNumber(found) ? found : '0');
    });
  /** @param {string[]} below */
  function move(below) {
    const target = tree && nodeAt(tree, below);
    const from = node();
    if (!target || !from || !edits.canMove(from, target)) return;
    change(
      (at) => edits.moveBelow(text, at, target),
      (at) => {
        // The new parent may be among the siblings behind it, which then have one before them less.
        const [old, now] = [indices(at), indices(target)];
        const level = old.length - 1;
        const beside = now.length > level && old.slice(0, level).every((index, each) => index === now[each]);
        if (beside && now[level] > old[level]) now[level] -= 1;
        return [...now, target.children.length];
      },
    );
  }

  // The fields. Each checks what is typed when it is left, and says what is wrong in its own place.

  /**
   * @param {string} name
   * @param {string} value
   * @param {(typed: string) => string | null} problem
   * @param {(typed: string) => void} commit
   */
  function entry(name, value, problem, commit) {
    const label = t(`trees.editor.${name}`);
    const wrong = h('span', { class: 'problem', role: 'alert', hidden: true });
    const input = textInput({ class: 'input', value, dir: 'ltr', data: { field: name } });
    let settled = false;
    const settle = () => {
      if (settled) return;
      const typed = latin(input.value);
      const words = typed === value ? null : problem(typed);
      wrong.hidden = !words;
      wrong.textContent = words ?? '';
      set(input, { 'aria-invalid': words ? 'true' : null });
      settled = !words && typed !== value;
      if (settled) commit(typed);
    };
    input.addEventListener('blur', settle);
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') settle();
      if (event.key !== 'Escape') return;
      input.value = value;
      input.blur();
    });
    return h('label', { class: 'tree-edit-field' }, h('span', {}, label), input, wrong);
  }

  /** @param {TextNode} at */
  function nameEntry(at) {
    /** @param {string} typed */
    const problem = (typed) => {
      if (typed && !isName(typed)) return t('trees.editor.badName');
      const clash = at.parent?.children.some((other) => other !== at && other.action === typed);
      return clash ? t('trees.editor.sameName', { name: typed }) : null;
    };
    return entry('name', at.label ? at.action : '', problem, (typed) => change((n) => edits.rename(text, n, typed)));
  }

  /** @param {TextNode} at */
  function valueEntry(at) {
    const leaf = at.mover === null;
    /** @param {string} typed */
    const problem = (typed) => (isNumber(typed) || (!leaf && !typed) ? null : t('trees.editor.badValue'));
    return entry(leaf ? 'value' : 'estimate', at.value ?? '', problem, (typed) => change((n) => edits.setValue(text, n, typed)));
  }

  /** @param {TextNode} at */
  function partEntry(at) {
    if (at.parent?.mover !== CHANCE) return null;
    const parts = partsOf(at.parent);
    const share = parts[at.index] / parts.reduce((sum, part) => sum + part, 0);
    /** @param {string} typed */
    const problem = (typed) => (/^[1-9]\d{0,5}$/.test(typed) ? null : t('trees.editor.badPart'));
    const field = entry('part', String(parts[at.index]), problem, (typed) =>
      change((n) => edits.setPart(text, n, Number(typed))),
    );
    field.append(h('span', { class: 'soft' }, number(share, { style: 'percent', maximumFractionDigits: 1 })));
    return field;
  }

  /** @param {TextNode} at */
  function moveEntry(at) {
    const targets = tree ? allOf(tree.root).filter((target) => edits.canMove(at, target)) : [];
    if (targets.length === 0) return null;
    return select(
      [
        { value: '', label: t('trees.editor.moveBelow') },
        ...targets.map((target) => ({
          value: JSON.stringify(pathTo(target)),
          label: target.parent ? pathTo(target).map(digits).join(' › ') : t('trees.root'),
        })),
      ],
      {
        value: '',
        label: t('trees.editor.moveBelow'),
        class: 'input tree-edit-move',
        onchange: (chosen) => chosen && move(JSON.parse(chosen)),
      },
    );
  }

  /** @param {string} agent */
  const mover = (agent) => (agent === 'max' || agent === 'min' ? t(`trees.roles.${agent}`) : say(agent));

  function show() {
    const at = node();
    const held = document.activeElement instanceof HTMLElement && element.contains(document.activeElement);
    const field = held ? /** @type {HTMLElement} */ (document.activeElement).dataset.field : undefined;
    const instead = () => [h('p', { class: 'soft small' }, t(wrong ? 'trees.editor.mend' : 'trees.editor.onlyText'))];
    replace(element, ...(at && !wrong ? fields(at) : instead()), history());
    if (field) /** @type {HTMLElement | null} */ (element.querySelector(`[data-field="${field}"]`))?.focus();
  }

  /**
   * @param {TextNode} at
   * @returns {Child[]}
   */
  function fields(at) {
    const last = (at.parent?.children.length ?? 0) - 1;
    const kinds = [...(tree?.agents ?? []).map((agent) => ({ value: agent, label: mover(agent) }))];
    const rest = [
      { value: CHANCE, label: t('trees.roles.mean') },
      { value: LEAF, label: t('trees.editor.leaf') },
    ];
    return [
      segments([...kinds, ...rest], {
        value: at.mover ?? LEAF,
        label: t('trees.editor.kind'),
        onchange: (kind) => kind !== (at.mover ?? LEAF) && become(kind),
      }),
      at.parent ? nameEntry(at) : null,
      valueEntry(at),
      partEntry(at),
      h(
        'div',
        { class: 'row tree-edit-acts' },
        button(t('trees.editor.add'), { icon: 'plus', small: true, key: 'a', onclick: add }),
        at.parent
          ? [
              button(null, {
                icon: 'back',
                small: true,
                tip: t('trees.editor.earlier'),
                key: 'Alt+ArrowLeft',
                disabled: at.index === 0,
                onclick: () => shift(-1),
              }),
              button(null, {
                icon: 'forward',
                small: true,
                tip: t('trees.editor.later'),
                key: 'Alt+ArrowRight',
                disabled: at.index === last,
                onclick: () => shift(1),
              }),
              moveEntry(at),
              button(null, { icon: 'trash', small: true, tip: t('trees.editor.remove'), key: 'Delete', onclick: remove }),
            ]
          : null,
      ),
    ];
  }

  const history = () =>
    h(
      'div',
      { class: 'row tree-edit-past' },
      button(null, {
        icon: 'undo',
        small: true,
        kind: 'quiet',
        tip: t('trees.editor.undo'),
        key: 'Control+z',
        disabled: done.length < 2,
        onclick: undo,
      }),
      button(null, {
        icon: 'undo',
        class: 'is-redo',
        small: true,
        kind: 'quiet',
        tip: t('trees.editor.redo'),
        key: 'Control+y',
        disabled: undone.length === 0,
        onclick: redo,
      }),
    );

  /** @param {string} name */
  function focus(name, first = '') {
    const input = element.querySelector(`input[data-field="${name}"]`);
    if (!(input instanceof HTMLInputElement)) return false;
    input.focus();
    input.select();
    if (first) input.setRangeText(first, 0, input.value.length, 'end');
    return true;
  }

  /**
   * The keys of the selected node; true if it took the key.
   * @param {KeyboardEvent} event
   */
  function key(event) {
    const at = node();
    const kind = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (kind === 'z' && !event.shiftKey) undo();
      else if (kind === 'y' || kind === 'z') redo();
      else return false;
      return true;
    }
    if (!at) return false;
    if (event.altKey) {
      if (event.key === 'ArrowLeft') shift(-1);
      else if (event.key === 'ArrowRight') shift(1);
      else return false;
      return true;
    }
    if (event.key === 'Insert' || kind === 'a' || event.code === 'KeyA') add();
    else if (event.key === 'Delete' || event.key === 'Backspace') remove();
    else if (event.key === 'F2') return focus('name');
    else if (kind === 'm' || event.code === 'KeyM') cycle(at);
    else if (/^[\d۰-۹-]$/.test(event.key)) return focus(at.mover === null ? 'value' : 'estimate', event.key);
    else return false;
    return true;
  }

  /**
   * The next kind of a node: the agents in turn, then chance.
   * @param {TextNode} at
   */
  function cycle(at) {
    const kinds = [...(tree?.agents ?? []), CHANCE];
    become(kinds[(kinds.indexOf(at.mover ?? CHANCE) + 1) % kinds.length]);
  }

  adopt(text).then(show);
  return {
    element,
    key,
    add,
    undo,
    redo,
    move,
    /** The place of the selected node in the text; null without one. */
    get span() {
      return node()?.span ?? null;
    },
    get tree() {
      return tree;
    },
    /** Goes to the fields of the selected node. */
    open: () => focus(node()?.mover === null ? 'value' : 'name') || focus('estimate'),
    /**
     * Another node is selected.
     * @param {string[]} next
     */
    select(next) {
      if (next.join('\u0000') === path.join('\u0000') && element.childElementCount > 0) return;
      path = next;
      show();
    },
    /**
     * Is the text wrong? Then there is nothing to click at.
     * @param {boolean} next
     */
    problem(next) {
      if (next === wrong) return;
      wrong = next;
      show();
    },
    /**
     * Can this node be moved below that one?
     * @param {string[]} from
     * @param {string[]} below
     */
    canMove(from, below) {
      const [at, target] = tree ? [nodeAt(tree, from), nodeAt(tree, below)] : [null, null];
      return Boolean(at && target && edits.canMove(at, target));
    },
    /**
     * The text was typed, or another tree was chosen, which begins anew.
     * @param {string} next
     * @param {{ fresh?: boolean }} [options]
     */
    async set(next, { fresh = false } = {}) {
      if (next === text && !fresh) return;
      const read = adopt(next);
      // What is typed in one go is undone in one go.
      done = fresh ? [next] : typing ? [...done.slice(0, -1), next] : [...done.slice(-MEMORY), next];
      undone = [];
      typing = !fresh;
      if (fresh) path = [];
      if (await read) show();
    },
  };
}
