// The node in focus and its children, one row each: board, move, value, window, how much was searched, and why not more.

import { around, h, replace } from '../ui/elements.js';
import { button, segments } from '../ui/controls.js';
import { digits, messageText, number, say, t } from '../i18n.js';
import { keptRows } from './rows.js';
import { boundWords, interval, moverOf, named, sizeOf, stateOf, stateWords, valueOf, valueWords, windowOf } from './words.js';

/**
 * @import { RecordedTree } from '../../../types/protocol'
 * @import { ExplorerNode, TreeSort, TreeView } from '../../../types/protocol'
 * @import { Child } from '../../../types/pages'
 * @import { boardTiles } from './tiles.js'
 */

/** @type {TreeSort[]} */
const SORTS = ['best', 'searched', 'cut'];

/**
 * @typedef {{ recorded: RecordedTree, tiles: ReturnType<typeof boardTiles> }} Drawn
 * @param {{ sort: TreeSort, samples: boolean, onSort: (sort: TreeSort) => void, onFocus: (node: number) => void,
 *   onOpen: (node: ExplorerNode) => void, onWhy: (node: ExplorerNode, kind: 'cut' | 'move') => void,
 *   onStep: (step: number) => void }} options
 */
export function childList({ sort, samples: sampled, onSort, onFocus, onOpen, onWhy, onStep }) {
  const head = h('div', { class: 'focus' });
  const rows = h('ol', { class: 'children', 'aria-label': t('explorer.children') });
  const keep = keptRows(rows);
  const order = segments(
    SORTS.filter((value) => !sampled || value !== 'cut').map((value) => ({ value, label: t(`explorer.sort.${value}`) })),
    { value: sort, label: t('explorer.sort.label'), onchange: (value) => onSort(/** @type {TreeSort} */ (value)) },
  );
  const title = h('h2', {});
  const rest = h('div', { class: 'children-rest' });
  const element = h(
    'section',
    { class: 'explorer-children', 'aria-label': t('explorer.childrenTitle') },
    h('div', { class: 'children-head' }, title, order),
    rows,
    rest,
  );
  /** @type {TreeView | null} */
  let shown = null;

  /**
   * Can a person ask why this node was cut? If its rest was pruned, or if it was pruned itself.
   * @param {ExplorerNode} node
   */
  const wasCut = (node) =>
    node.end.why === 'cut' ? !node.now || node.now.cut : node.end.why === 'pruned' && node.now?.phase !== 'ahead';

  /**
   * @param {ExplorerNode} node
   * @param {boolean} small
   */
  const whyCut = (node, small) =>
    button(t('explorer.whyCut'), {
      small,
      class: 'why-cut',
      onclick: (event) => (event.stopPropagation(), onWhy(node, 'cut')),
    });

  /**
   * @param {ExplorerNode} node
   * @param {Drawn} drawn
   * @param {ExplorerNode} parent
   * @param {boolean} focused
   */
  function row(node, { recorded, tiles }, parent, focused) {
    const [state, words] = [stateOf(node), stateWords(node)];
    const { samples } = node;
    const action = digits(say(node.action ?? ''));
    const reached = node.end.why !== 'pruned';
    // What a step has not reached is not told before.
    const facts = samples
      ? [
          h('span', { class: 'child-visits' }, sizeOf(node)),
          h('span', { class: 'child-bound number', dir: 'ltr' }, boundWords(samples)),
        ]
      : node.now?.phase === 'ahead'
        ? []
        : [
            h('span', { class: 'child-window number', dir: 'ltr' }, windowOf(node, recorded)),
            h('span', { class: 'child-size' }, sizeOf(node)),
          ];
    const share = samples && parent.samples && parent.samples.visits > 0 ? samples.visits / parent.samples.visits : null;
    return h(
      'li',
      {
        class: [
          'child',
          `is-${state}`,
          node.best && !node.now && 'is-best',
          node.chosen && !node.now && 'is-line',
          node.now?.current && 'is-current',
          focused && 'is-focused',
        ],
        data: { node: node.node },
        style: share === null ? {} : { '--share': String(share) },
      },
      h(
        'button',
        { type: 'button', class: 'child-go', onclick: () => onFocus(node.node) },
        tiles.tile(node, parent.scene, 'child'),
        h(
          'span',
          { class: 'child-move' },
          h('bdi', { class: 'notation', dir: 'ltr' }, action),
          node.weight === undefined
            ? null
            : h('small', { class: 'number' }, number(node.weight, { style: 'percent', maximumFractionDigits: 1 })),
        ),
        h(
          'span',
          { class: 'child-value number', dir: 'ltr', title: valueWords(node, recorded) },
          valueOf(node, recorded),
        ),
        h(
          'span',
          { class: 'child-facts' },
          h(
            'span',
            { class: 'child-state' },
            node.best && reached && !node.now ? h('span', { class: 'child-star' }, '★ ', t('explorer.best')) : null,
            node.best && reached && !node.now && words ? ' · ' : null,
            words,
          ),
          facts,
        ),
      ),
      h(
        'span',
        { class: 'child-acts' },
        wasCut(node) ? whyCut(node, true) : null,
        !node.best && reached && !node.now
          ? button(t('explorer.whyNot'), { small: true, kind: 'quiet', class: 'why-not', onclick: () => onWhy(node, 'move') })
          : null,
      ),
    );
  }

  /**
   * @param {TreeView} view
   * @param {Drawn} drawn
   */
  function headOf(view, { recorded, tiles }) {
    const { focus, path } = view;
    const before = path[path.length - 2]?.scene;
    /** @type {Child[]} */
    const facts = [];
    /**
     * @param {string} label
     * @param {Child} value
     */
    const fact = (label, value) =>
      value && facts.push(h('div', {}, h('dt', {}, label), h('dd', {}, h('bdi', { dir: 'ltr' }, value))));
    const { samples } = focus;
    if (samples) {
      fact(t('explorer.facts.visits'), number(samples.visits));
      fact(t('explorer.facts.mean'), interval(samples));
      fact('UCB', boundWords(samples).replace('UCB ', ''));
    } else {
      const worth = valueOf(focus, recorded);
      fact(t('trees.card.value'), worth && h('span', { title: valueWords(focus, recorded) }, worth));
      fact(t('trees.card.window'), windowOf(focus, recorded));
      if (!focus.now || focus.now.phase === 'done') fact(t('explorer.facts.size'), sizeOf(focus));
    }
    if (focus.weight !== undefined)
      fact(t('trees.card.chance'), number(focus.weight, { style: 'percent', maximumFractionDigits: 1 }));
    return [
      tiles.tile(focus, before, 'focus'),
      h(
        'div',
        { class: 'focus-words' },
        h(
          'div',
          { class: 'focus-title' },
          h('h2', { class: 'focus-name' }, h('bdi', {}, named(view.moves))),
          h('span', { class: 'soft' }, [moverOf(focus, recorded), stateWords(focus)].filter(Boolean).join(' · ')),
        ),
        h('dl', { class: 'focus-facts' }, facts),
        focus.opened
          ? h('p', { class: ['focus-opened', focus.opened.same && 'is-same'], role: 'status' }, messageText(focus.opened.words))
          : null,
        h(
          'div',
          { class: 'row focus-acts' },
          focus.parent === null
            ? null
            : button(t('explorer.up'), { small: true, icon: 'up', key: 'Backspace', onclick: () => onFocus(focus.parent ?? 0) }),
          wasCut(focus) ? whyCut(focus, true) : null,
          focus.parent !== null && !focus.best && !focus.now && focus.end.why !== 'pruned'
            ? button(t('explorer.whyNot'), { small: true, class: 'why-not', onclick: () => onWhy(focus, 'move') })
            : null,
          jump('trees.card.entered', focus.entered_at),
          jump('trees.card.left', focus.left_at),
        ),
      ),
    ];
  }

  /**
   * @param {string} label
   * @param {number | null} step
   */
  const jump = (label, step) =>
    step === null ? null : button(t(label, { step: step + 1 }), { small: true, kind: 'quiet', onclick: () => onStep(step) });

  /**
   * What is not listed: a branch that was not kept, with the way into it.
   * @param {TreeView} view
   */
  function restOf({ focus, children }) {
    if (focus.unkept > 0 && focus.kind !== 'leaf')
      return [
        h('p', {}, t(children.length > 0 ? 'explorer.restUnkept' : 'explorer.allUnkept', { n: focus.unkept })),
        button(t('explorer.open'), { kind: 'primary', small: true, class: 'open-branch', onclick: () => onOpen(focus) }),
      ];
    if (focus.children > children.length) return h('p', { class: 'soft' }, t('explorer.more', { n: focus.children - children.length }));
    if (children.length === 0) return h('p', { class: 'soft' }, t('explorer.noChildren'));
    return null;
  }

  rows.addEventListener('keydown', (event) => {
    const buttons = /** @type {HTMLElement[]} */ ([...rows.querySelectorAll('.child-go')]);
    const at = buttons.findIndex((each) => each.closest('li')?.contains(document.activeElement));
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (at < 0 || by === 0 || !around(event, '.child-go')) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))].focus();
  });

  return {
    element,
    /** The node in focus: above its children, or beside the picture. */
    head,
    /**
     * @param {TreeView} view
     * @param {Drawn} drawn
     */
    show(view, drawn) {
      const active = document.activeElement;
      const held = active instanceof HTMLElement && rows.contains(active) ? active.closest('li')?.dataset.node : undefined;
      const inRows = active instanceof HTMLElement && rows.contains(active);
      const moved = shown?.focus.node !== view.focus.node;
      shown = view;
      replace(head, headOf(view, drawn));
      // At a leaf, its siblings are the nodes to compare it with.
      const parent = view.path[view.path.length - 2];
      const beside = view.children.length === 0 && view.focus.unkept === 0 && parent;
      title.textContent = beside
        ? t('explorer.siblingsOf', { n: view.siblings.length - 1 })
        : t('explorer.childrenOf', { n: view.focus.children });
      const above = beside ? parent : view.focus;
      keep(
        (beside ? view.siblings : view.children).map((node) => {
          const focused = node.node === view.focus.node;
          const facts = [focused, above.samples?.visits];
          return { node, facts, make: () => row(node, drawn, above, focused) };
        }),
      );
      replace(rest, restOf(view));
      rest.hidden = rest.childElementCount === 0;
      if (moved) requestAnimationFrame(() => (rows.scrollTop = 0));
      // Keyboard users stay in the list.
      if (!inRows) return;
      const same = held && rows.querySelector(`li[data-node="${held}"] .child-go`);
      const next = same || rows.querySelector('.child-go') || head.querySelector('button');
      if (next instanceof HTMLElement) next.focus({ preventScroll: !moved });
    },
  };
}
