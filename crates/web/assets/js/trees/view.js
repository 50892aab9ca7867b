// The tree on the screen: shapes and edges in SVG, on paper that zooms and pans, with folding.

import { around, replace, set, svg } from '../ui/elements.js';
import { messageText, number, t } from '../i18n.js';
import { plain, written } from '../explorer/words.js';
import { paper } from './paper.js';

/**
 * @import { Cut, DrawnNow, Figure, FigureNode, Role } from '../../../types/protocol'
 * @import { Way } from '../explorer/keys.js'
 */

const ACROSS = 66;
/** Levels are as far apart as the paper is high, within these limits. */
const DOWN = { least: 100, most: 240 };
const EDGE = 46;
/** The smallest scale at which values, of 15 px, can be read. */
const READABLE = 0.8;
const ROOMY = 1.45;

/**
 * @typedef {{ group: SVGGElement, label: SVGGElement, value: SVGTextElement, alpha: SVGTextElement,
 *   beta: SVGTextElement, reason: SVGTextElement, unseen: string, edge: SVGGElement | null, tight: boolean }} Drawn
 */

/** @type {Record<Role, string>} */
const SHAPES = {
  max: 'M0 -27 L27 20 Q28 23 25 23 L-25 23 Q-28 23 -27 20 Z',
  min: 'M0 27 L27 -20 Q28 -23 25 -23 L-25 -23 Q-28 -23 -27 -20 Z',
  mean: 'M-25 0 A25 25 0 1 1 25 0 A25 25 0 1 1 -25 0 Z',
  leaf: 'M-17 -20 H17 Q20 -20 20 -17 V17 Q20 20 17 20 H-17 Q-20 20 -20 17 V-17 Q-20 -20 -17 -20 Z',
};
/** @type {Record<Role, number>} */
const VALUE_AT = { max: 11, min: -4, mean: 4.5, leaf: 4.5 };

/** @param {FigureNode} node */
const shapeOf = (node) => SHAPES[node.role ?? 'leaf'];
/** @param {string} text */
const clip = (text, length = 9) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/**
 * What is folded away below a node.
 * @param {FigureNode} node
 */
const hiddenWords = ({ hidden }) =>
  hidden && hidden.looked_at > 0
    ? t('trees.state.hidden', { n: hidden.looked_at })
    : t('trees.state.hiddenSkipped', { n: hidden?.skipped ?? 0 });

/**
 * `edits`, where the tree can be changed: `add(index)`, `move(index, below)`, `canMove(index, below)`, and
 * `key(event, index)`, which is true if it took the key.
 * @typedef {{ add: (index: number) => void, move: (index: number, below: number) => void,
 *   canMove: (index: number, below: number) => boolean, open: (index: number) => void,
 *   key: (event: KeyboardEvent, index: number) => boolean }} Edits
 * @param {{ onFold: (index: number) => void, onSelect: (index: number) => void }} options
 */
export function treeView({ onFold, onSelect }) {
  const edges = svg('g', { class: 'tree-edges', role: 'presentation' });
  const nodes = svg('g', { class: 'tree-nodes', role: 'presentation' });
  // The texts on nodes are in a layer of their own: screen readers get accessible names instead.
  const labels = svg('g', { class: 'tree-labels', 'aria-hidden': 'true' });
  const handle = svg(
    'g',
    { class: 'tree-handle', 'aria-hidden': 'true', onclick: () => edits?.add(selected) },
    svg('circle', { r: 11 }),
    svg('path', { d: 'M-5 0h10M0-5v10' }),
  );
  const sheet = paper({ world: svg('g', { role: 'presentation' }, edges, nodes, labels, handle), grip });
  const { element } = sheet;

  /** @type {Figure} */
  let figure = { width: 0, depth: 0, folded: false, nodes: [] };
  /** @type {number[][]} */
  let children = [];
  /** @type {DrawnNow[]} */
  let moments = [];
  /** @type {{ last: boolean, kept: number }} */
  let shown = { last: false, kept: 0 };
  let down = DOWN.least;
  let pruning = true;
  /** @type {Drawn[]} */
  let drawn = [];
  let selected = 0;
  /** @type {Edits | null} */
  let edits = null;

  /** @param {number} index */
  const xOf = (index) => figure.nodes[index].x * ACROSS;
  /** @param {number} index */
  const yOf = (index) => figure.nodes[index].depth * down;

  /** Fits all of it; with `readable`, the root and what is near, if all of it would be too small to read. */
  function fit(smooth = true, readable = false) {
    if (!figure.nodes.length) return;
    const xs = figure.nodes.map((node) => node.x * ACROSS);
    const [left, right] = [Math.min(...xs) - EDGE, Math.max(...xs) + EDGE];
    spread(element.clientWidth / (right - left));
    const box = { left, right, top: -EDGE, bottom: figure.depth * down + EDGE + 14 };
    sheet.fit(box, { smooth, readable: readable ? READABLE : 0, begin: xOf(0), foot: foot() });
  }

  /**
   * Sets the levels as far apart as the height allows at a scale that fits the width.
   * @param {number} scale
   */
  function spread(scale) {
    const room = (element.clientHeight - foot()) / Math.min(1.6, Math.max(READABLE, scale)) - 2 * EDGE - 14;
    const wanted = Math.round(Math.min(DOWN.most, Math.max(DOWN.least, room / Math.max(1, figure.depth))));
    if (wanted === down || element.clientHeight === 0) return;
    down = wanted;
    const focus = focused();
    draw(figure);
    if (moments.length === figure.nodes.length) step(moments, shown);
    select(selected, { focus, notify: false });
  }

  /** How much of the paper is covered from below, by what stands on it. */
  const foot = () => parseFloat(getComputedStyle(element).getPropertyValue('--tree-foot')) || 0;

  /** @param {number} node */
  const reveal = (node) => sheet.show(xOf(node), yOf(node), foot());

  // Drawing.

  /** The nodes whose neighbours are too close to write anything beside them. */
  function crowded() {
    /** @type {Map<number, number[]>} */
    const levels = new Map();
    figure.nodes.forEach((node, index) => levels.set(node.depth, [...(levels.get(node.depth) ?? []), index]));
    const tight = new Set();
    for (const level of levels.values()) {
      level.sort((one, other) => figure.nodes[one].x - figure.nodes[other].x);
      level.slice(1).forEach((index, before) => {
        if (figure.nodes[index].x - figure.nodes[level[before]].x < ROOMY) tight.add(index).add(level[before]);
      });
    }
    return tight;
  }

  /**
   * @param {FigureNode} node
   * @param {number} index
   */
  function makeEdge(node, index) {
    if (node.parent === null) return null;
    const [x, y] = [xOf(index), yOf(index)];
    const [px, py] = [xOf(node.parent), yOf(node.parent)];
    const [from, to] = [py + 23, y - 24];
    const middle = (from + to) / 2;
    const action = [node.action, node.name].filter(Boolean).join(': ');
    const chance = node.weight ?? null;
    const weight = chance === null ? '' : `${Number((chance * 100).toPrecision(2))}%`;
    const part = 0.62;
    const [lx, ly] = [px + (x - px) * part, from + (to - from) * part];
    // The probability of a move is written below its name: siblings are close together.
    /**
     * @param {string} text
     * @param {number} down
     * @param {string} [kind]
     */
    const line = (text, down, kind) =>
      text ? svg('text', { class: ['tree-action', kind], x: lx, y: ly + down }, text) : null;
    return svg(
      'g',
      { class: 'tree-edge', role: 'presentation' },
      svg('path', { d: `M${px} ${from} C${px} ${middle} ${x} ${middle} ${x} ${to}` }),
      svg('path', { class: 'tree-slash', d: `M${lx - 9} ${ly + 24} L${lx + 9} ${ly + 10}` }),
      line(clip(action), weight ? -5 : 3),
      line(weight, action ? 9 : 3, 'tree-weight'),
    );
  }

  /**
   * @param {FigureNode} node
   * @param {number} index
   */
  function makeNode(node, index) {
    const value = svg('text', { class: 'tree-value', y: VALUE_AT[node.role ?? 'leaf'] });
    const [aside, low] = node.role === 'min' ? [12, 22] : node.role === 'mean' ? [20, -22] : [12, -15];
    const alpha = svg('text', { class: 'tree-window tree-alpha', x: -aside, y: low });
    const beta = svg('text', { class: 'tree-window tree-beta', x: aside, y: low });
    const reason = svg('text', { class: 'tree-reason', y: 40 });
    const fold = node.hidden
      ? svg(
          'g',
          {
            class: 'tree-more',
            transform: 'translate(0 38)',
            onclick: (event) => (event.stopPropagation(), onFold(index)),
          },
          svg('rect', { x: -24, y: -10, width: 48, height: 20, rx: 10 }),
          svg('text', { y: 4 }, `+${written(node.hidden.looked_at || node.hidden.skipped)}`),
          svg('title', {}, hiddenWords(node)),
        )
      : null;
    const unseen =
      node.state === 'skipped' && node.unseen !== undefined ? written(node.unseen) : '';
    const group = svg(
      'g',
      {
        class: ['tree-node', `tree-${node.role ?? 'skipped'}`],
        role: 'treeitem',
        tabindex: -1,
        transform: `translate(${xOf(index)} ${yOf(index)})`,
        'aria-level': node.depth + 1,
        data: { index },
        'aria-expanded': node.hidden ? 'false' : children[index].length > 0 ? 'true' : null,
      },
      svg('path', { class: 'tree-halo', d: shapeOf(node) }),
      svg('path', { class: 'tree-shape', d: shapeOf(node) }),
    );
    const label = svg('g', { transform: `translate(${xOf(index)} ${yOf(index)})` }, value, alpha, beta, reason, fold);
    return { group, label, value, alpha, beta, reason, unseen };
  }

  /**
   * @param {Figure} next
   * @param {{ keep?: { old: number, fresh: number } | null }} [options]
   */
  function draw(next, { keep = null } = {}) {
    const before = keep && { x: xOf(keep.old), y: yOf(keep.old) };
    figure = next;
    children = figure.nodes.map(() => []);
    figure.nodes.forEach(({ parent }, index) => parent !== null && children[parent].push(index));
    const lines = figure.nodes.map(makeEdge);
    const tight = crowded();
    drawn = figure.nodes.map((node, index) => ({
      ...makeNode(node, index),
      edge: lines[index],
      tight: tight.has(index),
    }));
    replace(edges, lines.filter(Boolean));
    replace(
      nodes,
      drawn.map(({ group }) => group),
    );
    replace(
      labels,
      drawn.map(({ label }) => label),
    );
    set(sheet.sheet, { 'aria-label': t('trees.paper') });
    selected = Math.min(selected, figure.nodes.length - 1);
    if (before && keep) sheet.hold(before, { x: xOf(keep.fresh), y: yOf(keep.fresh) });
    showHandle();
  }

  /**
   * What is known of every node at a step. Nodes from `kept` on are below pruned ones.
   * @param {DrawnNow[]} next
   * @param {{ last: boolean, kept: number }} at
   */
  function step(next, at) {
    moments = next;
    shown = at;
    const { last, kept } = at;
    drawn.forEach(({ group, label, value, alpha, beta, reason, unseen, edge, tight }, index) => {
      const node = figure.nodes[index];
      const moment = moments[index];
      const below = node.node >= kept;
      const cut = moment.cut && !below;
      // Whoever edits a tree sees its leaves, searched or not.
      const own = edits && node.role === 'leaf' ? written(node.value ?? node.unseen) : '';
      const text =
        moment.phase === 'pruned'
          ? unseen
          : own
            ? own
            : moment.value === null
            ? moment.phase === 'open'
              ? '?'
              : ''
            : (moment.bound === 'at-most' ? '≤' : moment.bound === 'at-least' ? '≥' : '') + written(moment.value);
      value.textContent = text;
      value.setAttribute('data-length', text.length > 6 ? 'long' : text.length > 4 ? 'wide' : '');
      const window =
        node.role !== 'leaf' &&
        (!tight || moment.phase === 'open') &&
        (moment.phase === 'open' || moment.phase === 'done') &&
        moment.alpha !== null &&
        pruning &&
        !(plain(moment.alpha) === -Infinity && plain(moment.beta) === Infinity && !cut && moment.phase === 'done');
      alpha.textContent = window ? `α ${written(moment.alpha)}` : '';
      beta.textContent = window ? `β ${written(moment.beta)}` : '';
      reason.textContent =
        cut && node.cut && node.cut.kind !== 'table'
          ? written(node.cut.value) + comparison(node.cut) + written(node.cut.limit)
          : moment.visits
            ? `× ${number(moment.visits)}`
            : '';
      const classes = [
        'tree-node',
        `tree-${node.role ?? 'skipped'}`,
        `is-${moment.phase}`,
        moment.current && !below && 'is-current',
        cut && 'is-cut',
        last && node.chosen && 'is-chosen',
        index === selected && 'is-selected',
      ];
      group.setAttribute('class', classes.filter(Boolean).join(' '));
      label.setAttribute('class', `tree-label is-${moment.phase}`);
      set(group, {
        'aria-label': [
          below ? t('trees.about.skipped') : messageText(moment.words),
          moment.phase === 'pruned' && unseen && t('trees.card.unseen', { value: unseen }),
          node.hidden && hiddenWords(node),
        ]
          .filter(Boolean)
          .join('; '),
        'aria-selected': String(index === selected),
        tabindex: index === selected ? 0 : -1,
      });
      if (edge) {
        const deep = node.parent !== null && moments[node.parent].phase === 'pruned';
        const states = ['tree-edge', `is-${moment.phase}`, deep && 'is-deep', last && node.chosen && 'is-chosen'];
        edge.setAttribute('class', states.filter(Boolean).join(' '));
      }
    });
  }

  /** @param {Cut} cut */
  function comparison({ kind, value, limit }) {
    const equal = value === limit;
    return kind === 'alpha' || kind === 'chance-low' ? ` ${equal ? '≤' : '<'} α ` : ` ${equal ? '≥' : '>'} β `;
  }

  /** Has a node of the tree the keyboard's focus? */
  const focused = () => element.querySelector('.tree-node:focus') !== null;

  /**
   * @param {number} index
   * @param {{ focus?: boolean, notify?: boolean }} [options]
   */
  function select(index, { focus = false, notify = true } = {}) {
    if (!drawn[index]) return;
    const before = drawn[selected]?.group;
    before?.classList.remove('is-selected');
    if (before) set(before, { tabindex: -1, 'aria-selected': 'false' });
    selected = index;
    const { group } = drawn[index];
    group.classList.add('is-selected');
    set(group, { tabindex: 0, 'aria-selected': 'true' });
    if (focus) {
      group.focus({ preventScroll: true });
      reveal(index);
    }
    showHandle();
    if (notify) onSelect(index);
  }

  /** The sign below the selected node that adds a child. */
  function showHandle() {
    const node = figure.nodes[selected];
    handle.classList.toggle('is-shown', edits !== null && Boolean(node) && !node.hidden);
    if (node) set(handle, { transform: `translate(${xOf(selected)} ${yOf(selected) + 44})` });
  }

  /**
   * A node that is dragged, where trees can be changed: it is dropped on the node below which it goes.
   * @param {PointerEvent} event
   */
  function grip(event) {
    const group = edits && around(event, '.tree-node');
    if (!group) return null;
    const index = Number(group.dataset.index);
    let below = -1;
    const mark = () => drawn.forEach(({ group: each }, i) => each.classList.toggle('is-target', i === below));
    return {
      /**
       * @param {number} x
       * @param {number} y
       */
      move(x, y) {
        const near = figure.nodes.map((_, each) => Math.hypot(xOf(each) - x, yOf(each) - y));
        const closest = near.indexOf(Math.min(...near));
        below = near[closest] < ACROSS && edits?.canMove(index, closest) ? closest : -1;
        group.setAttribute('transform', `translate(${x} ${y})`);
        group.classList.add('is-dragged');
        mark();
      },
      /** @param {boolean} dropped */
      end(dropped) {
        const target = dropped ? below : -1;
        below = -1;
        mark();
        group.classList.remove('is-dragged');
        group.setAttribute('transform', `translate(${xOf(index)} ${yOf(index)})`);
        if (target >= 0) edits?.move(index, target);
      },
    };
  }

  // Pointer and keys.

  nodes.addEventListener('click', (event) => {
    const group = around(event, '.tree-node');
    if (!group || sheet.dragged) return;
    select(Number(group.dataset.index), { focus: true });
  });
  nodes.addEventListener('dblclick', (event) => {
    const group = around(event, '.tree-node');
    if (!group) return;
    if (edits) edits.open(Number(group.dataset.index));
    else onFold(Number(group.dataset.index));
  });

  nodes.addEventListener('keydown', (event) => {
    if (!edits?.key(event, selected)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /**
   * The node beside the selected one; null if there is none.
   * @param {Way} way
   */
  function beside(way) {
    const { parent, depth } = figure.nodes[selected];
    if (way === 'up') return parent;
    if (way === 'down') return children[selected][0] ?? null;
    const level = figure.nodes
      .map((_, each) => each)
      .filter((each) => figure.nodes[each].depth === depth)
      .sort((one, other) => figure.nodes[one].x - figure.nodes[other].x);
    return level[level.indexOf(selected) + (way === 'after' ? 1 : -1)] ?? null;
  }

  return {
    element,
    draw,
    step,
    select,
    fit,
    reveal,
    beside,
    /** @param {KeyboardEvent} event */
    keys: (event) => sheet.keys(event, fit),
    /** @param {number} factor */
    zoom: (factor) => sheet.zoom(factor),
    /**
     * Whether the tree can be changed here, and how.
     * @param {Edits | null} next
     */
    edit(next) {
      edits = next;
      element.classList.toggle('is-editing', next !== null);
      if (moments.length === figure.nodes.length) step(moments, shown);
      showHandle();
    },
    get selected() {
      return selected;
    },
    get focused() {
      return focused();
    },
    /** @param {boolean} on are windows worth showing? */
    windows(on) {
      pruning = on;
    },
    /** The figure that is drawn; null before anything is. */
    get figure() {
      return figure.nodes.length ? figure : null;
    },
    destroy: sheet.destroy,
  };
}
