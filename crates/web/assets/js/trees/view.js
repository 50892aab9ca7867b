// The tree on the screen: shapes and edges in SVG, on paper that zooms and pans, with folding, and keys to move from
// node to node.
//
// treeView({ onFold, onSelect }) returns { element, draw, step, select, fit, zoom, destroy }.

import { around, replace, set, svg } from '../ui/elements.js';
import { t } from '../i18n.js';
import { childrenOf } from './moments.js';
import { written } from './numbers.js';
import { paper } from './paper.js';
import { hiddenWords, wordsOf } from './sentences.js';

/**
 * @import { Cut, Figure, FigureNode, Role } from '../../../types/protocol'
 * @import { Moment } from './moments.js'
 */

const ACROSS = 66;
const DOWN = 116;
const EDGE = 46;
const READABLE = 0.5;
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
  /** @type {Moment[]} */
  let moments = [];
  /** @type {string[]} */
  let players = [];
  /** @type {Drawn[]} */
  let drawn = [];
  let selected = 0;
  /** @type {Edits | null} */
  let edits = null;

  /** @param {number} index */
  const xOf = (index) => figure.nodes[index].x * ACROSS;
  /** @param {number} index */
  const yOf = (index) => figure.nodes[index].depth * DOWN;

  /** Fits all of it; with `readable`, the root and what is near, if all of it would be too small to read. */
  function fit(smooth = true, readable = false) {
    if (!figure.nodes.length) return;
    const xs = figure.nodes.map((node) => node.x * ACROSS);
    const [left, right] = [Math.min(...xs) - EDGE, Math.max(...xs) + EDGE];
    const box = { left, right, top: -EDGE, bottom: figure.depth * DOWN + EDGE + 14 };
    sheet.fit(box, { smooth, readable: readable ? READABLE : 0, begin: xOf(0), foot: foot() });
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
   * @param {string[]} named
   * @param {{ keep?: { old: number, fresh: number } | null }} [options]
   */
  function draw(next, named, { keep = null } = {}) {
    const before = keep && { x: xOf(keep.old), y: yOf(keep.old) };
    figure = next;
    players = named;
    children = childrenOf(figure);
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
   * @param {Moment[]} next
   * @param {{ last?: boolean }} [options]
   */
  function step(next, { last = false } = {}) {
    moments = next;
    drawn.forEach(({ group, label, value, alpha, beta, reason, unseen, edge, tight }, index) => {
      const node = figure.nodes[index];
      const moment = moments[index];
      const text =
        moment.phase === 'skipped'
          ? unseen
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
        !(moment.alpha === -Infinity && moment.beta === Infinity && !moment.cut && moment.phase === 'done');
      alpha.textContent = window ? `α ${written(moment.alpha)}` : '';
      beta.textContent = window ? `β ${written(moment.beta)}` : '';
      reason.textContent =
        moment.cut && node.cut && node.cut.kind !== 'table'
          ? written(node.cut.value) + comparison(node.cut) + written(node.cut.limit)
          : '';
      const classes = [
        'tree-node',
        `tree-${node.role ?? 'skipped'}`,
        `is-${moment.phase}`,
        moment.current && 'is-current',
        moment.cut && 'is-cut',
        last && node.chosen && 'is-chosen',
        index === selected && 'is-selected',
      ];
      group.setAttribute('class', classes.filter(Boolean).join(' '));
      label.setAttribute('class', `tree-label is-${moment.phase}`);
      set(group, {
        'aria-label': wordsOf(figure, node, moment, players),
        'aria-selected': String(index === selected),
        tabindex: index === selected ? 0 : -1,
      });
      if (edge) {
        const deep = node.parent !== null && moments[node.parent].phase === 'skipped';
        const states = ['tree-edge', `is-${moment.phase}`, deep && 'is-deep', last && node.chosen && 'is-chosen'];
        edge.setAttribute('class', states.filter(Boolean).join(' '));
      }
    });
  }

  /** @param {Cut} cut */
  function comparison({ kind, words = '' }) {
    const sign = /(<=|>=|<|>)/.exec(words)?.[1].replace('<=', '≤').replace('>=', '≥');
    const letter = kind === 'alpha' || kind === 'chance-low' ? 'α' : 'β';
    return ` ${sign ?? (letter === 'α' ? '≤' : '≥')} ${letter} `;
  }

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

  /**
   * @param {number} index
   * @param {number} by
   */
  function neighbour(index, by) {
    const { depth } = figure.nodes[index];
    const level = figure.nodes
      .map((_, each) => each)
      .filter((each) => figure.nodes[each].depth === depth)
      .sort((one, other) => figure.nodes[one].x - figure.nodes[other].x);
    return level[level.indexOf(index) + by];
  }

  nodes.addEventListener('keydown', (event) => {
    if (edits?.key(event, selected)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey && event.key.startsWith('Arrow')) return;
    /** @type {Record<string, () => number | null | undefined>} */
    const ways = {
      ArrowUp: () => figure.nodes[selected].parent,
      ArrowDown: () => children[selected][0],
      ArrowLeft: () => neighbour(selected, -1),
      ArrowRight: () => neighbour(selected, 1),
      Home: () => 0,
      End: () => figure.nodes.length - 1,
    };
    const to = ways[event.key];
    if (to) {
      const next = to();
      if (next !== undefined && next !== null) select(next, { focus: true });
    } else if (event.key === 'Enter' || event.key === ' ') onFold(selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    element,
    draw,
    step,
    select,
    fit,
    reveal,
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
      showHandle();
    },
    get selected() {
      return selected;
    },
    /** The figure that is drawn; null before anything is. */
    get figure() {
      return figure.nodes.length ? figure : null;
    },
    destroy: sheet.destroy,
  };
}
