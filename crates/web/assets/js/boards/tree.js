// The tree board: a hand-written tree as a game. The player to move goes down one of the branches from the current
// node.

import { parts, svg, replace, set } from '../ui/elements.js';
import { stepOf } from '../ui/keys.js';
import { t, say } from '../i18n.js';
import { caption } from './caption.js';
import { plate } from './values.js';
import { nodesOf } from './scene.js';

/**
 * @import { TreeBackdrop, TreeNode, TreeScene } from '../../../types/protocol'
 * @import { Board, BoardContext, Hint, Shown, ValueEntry } from '../../../types/pages'
 */

const WIDE = 56;
const HIGH = 92;

/**
 * Coordinates of nodes: leaves side by side, parents above the middle of their children.
 * @param {TreeNode[]} nodes
 */
function layoutOf(nodes) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  nodes.forEach((node, i) => node.parent !== null && children[node.parent].push(i));
  /** @type {{ x: number, y: number }[]} */
  const at = [];
  let leaves = 0;
  /**
   * @param {number} i
   * @param {number} depth
   */
  const walk = (i, depth) => {
    children[i].forEach((child) => walk(child, depth + 1));
    const [first, last] = [children[i][0], children[i].at(-1)];
    const x = last === undefined ? (leaves += 1) * WIDE : (at[first].x + at[last].x) / 2;
    at[i] = { x, y: depth * HIGH };
  };
  if (nodes.length) walk(0, 0);
  return { at, children, width: (leaves + 1) * WIDE, depth: Math.max(0, ...at.map((p) => p.y)) };
}

/** @type {Record<string, string>} */
const FORM = {
  max: 'M0 -20 22 18H-22Z',
  min: 'M0 20 22 -18H-22Z',
  chance: 'M-19 0A19 19 0 1 0 19 0 19 19 0 1 0 -19 0Z',
};

/**
 * @param {BoardContext<TreeBackdrop>} context
 * @returns {Board}
 */
export function create({ backdrop, mini = false }) {
  const scene = svg('g');
  const plates = svg('g', { class: 'plates' });
  const element = svg(
    'svg',
    {
      class: ['board', 'tree-board', mini && 'mini'],
      role: mini ? 'img' : 'group',
      preserveAspectRatio: 'xMidYMid meet',
    },
    scene,
    plates,
  );
  /** @type {Shown<TreeScene> | null} */
  let now = null;
  /** @type {(TreeNode & { current: boolean })[]} */
  let nodes = [];
  /** @type {ReturnType<typeof layoutOf>} */
  let layout = layoutOf([]);
  /** @type {string[] | null} */
  let moves = null;
  /** @type {Hint['onAction']} */
  let onAction = null;
  /** @type {ValueEntry[]} */
  let values = [];
  let chosen = -1;

  /** The branches that lead on from here, in order. */
  const ways = () => {
    const here = nodes.findIndex((node) => node.current);
    return here < 0 ? [] : layout.children[here].filter((i) => moves?.includes(nodes[i].action ?? ''));
  };
  /** @param {number} i */
  const act = (i) => {
    onAction?.(nodes[i].action ?? '');
    return Boolean(onAction);
  };

  function draw() {
    if (!now) return;
    layout = layoutOf(nodes);
    const pad = mini ? 26 : 44;
    set(element, {
      viewBox: `${WIDE - pad} ${-pad} ${Math.max(layout.width - 2 * WIDE, 1) + 2 * pad} ${layout.depth + 2 * pad}`,
    });
    const path = new Set();
    /** @type {number | null} */
    let step = nodes.findIndex((n) => n.current);
    for (; step !== null && step >= 0; step = nodes[step].parent) path.add(step);
    const legal = moves ? ways() : [];
    replace(
      scene,
      nodes.map((node, i) => {
        if (node.parent === null) return null;
        const [a, b] = [layout.at[node.parent], layout.at[i]];
        const words =
          node.chance !== null && node.chance !== undefined
            ? `${node.action} ${Math.round(node.chance * 100)}%`
            : node.action;
        return svg(
          'g',
          { class: ['branch', path.has(i) && 'walked', legal.includes(i) && 'legal'] },
          svg('path', {
            d: `M${a.x} ${a.y + 16}C${a.x} ${(a.y + b.y) / 2} ${b.x} ${(a.y + b.y) / 2} ${b.x} ${b.y - 16}`,
          }),
          mini
            ? null
            : svg('text', { x: a.x + (b.x - a.x) * 0.55, y: a.y + (b.y - a.y) * 0.54, 'text-anchor': 'middle' }, words),
        );
      }),
      nodes.map((node, i) => {
        const leaf = layout.children[i].length === 0;
        const can = legal.includes(i);
        const form = leaf
          ? svg('rect', { x: -20, y: -16, width: 40, height: 32, rx: 8 })
          : svg('path', { d: FORM[node.mover ?? 'chance'] ?? FORM.chance });
        const text = leaf ? String(node.value ?? '') : (node.name ?? '');
        return svg(
          'g',
          {
            class: [
              'node',
              leaf ? 'leaf' : node.mover,
              node.current && 'current',
              path.has(i) && 'walked',
              can && 'legal',
            ],
            transform: `translate(${layout.at[i].x} ${layout.at[i].y})`,
            ...(can
              ? {
                  role: 'button',
                  tabindex: i === (legal.includes(chosen) ? chosen : legal[0]) ? 0 : -1,
                  'aria-label': `${node.action}${leaf ? `, ${t('board.leaf', { value: say(node.value) })}` : ''}`,
                  onclick: () => act(i),
                  data: { node: i },
                }
              : {}),
          },
          form,
          text
            ? svg(
                'text',
                {
                  y: leaf ? 5 : node.mover === 'max' ? 12 : 4,
                  'text-anchor': 'middle',
                  class: leaf ? 'worth' : 'name',
                },
                text,
              )
            : null,
        );
      }),
    );
    const walked = [...path]
      .reverse()
      .map((i) => nodes[i].action)
      .filter(Boolean);
    set(element, { 'aria-label': `${say(backdrop.title)}. ${caption(now.scene)}. ${walked.join(' / ')}` });
    replace(
      plates,
      values.map((entry) => {
        const i = nodes.findIndex(
          ({ action, parent }) => action === entry.action && parent !== null && nodes[parent].current,
        );
        return i < 0
          ? null
          : plate(
              entry,
              layout.at[i].x + (layout.children[i].length ? 26 : 0),
              layout.at[i].y + (layout.children[i].length ? 6 : 28),
              12,
            );
      }),
    );
  }

  return {
    element,
    /** @param {Shown<TreeScene>} position */
    async show(position) {
      now = position;
      nodes = nodesOf(backdrop, position.scene);
      values = [];
      draw();
    },
    hint({ moves: legal = null, onAction: listener = null } = {}) {
      moves = legal;
      onAction = listener;
      draw();
    },
    overlay(parts) {
      values = parts?.values ?? [];
      draw();
    },
    /** Left and right choose a branch, Enter or down takes it, a digit takes that one. */
    keys(event) {
      if (!moves || !now) return false;
      const legal = ways();
      const digit = Number(event.key);
      if (digit >= 1 && digit <= legal.length) return act(legal[digit - 1]);
      const step = stepOf(event, { ArrowLeft: -1, ArrowRight: 1 });
      if (step && legal.length) {
        const here = legal.indexOf(chosen);
        chosen = legal[here < 0 ? 0 : (here + step + legal.length) % legal.length];
        draw();
        parts(scene).find((node) => node.dataset.node === String(chosen))?.focus();
        return true;
      }
      if (['Enter', ' ', 'ArrowDown'].includes(event.key) && legal.includes(chosen)) return act(chosen);
      return false;
    },
    destroy() {},
  };
}
