// The overview of a search: one canvas, a strip for each ply, whose cells are as wide as their branches are large. The
// lab merges what is thinner than a pixel, so that a million nodes are one picture.

import { h, later, replace } from '../ui/elements.js';
import { button, segments } from '../ui/controls.js';
import { t } from '../i18n.js';

/**
 * @import { RecordedTree } from '../../../types/protocol'
 * @import { OverviewCell, TreeOverview } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

/** Rows are this high if there is room, and never less than the second number. */
const HIGH = 44;
const LOW = 10;
/** The widest picture that the lab draws. */
const WIDEST = 4096;
/** Classes that are hatched as well as coloured, and the style of each class. */
const HATCHED = new Set(['pruned', 'unkept']);
/** @type {Record<string, string>} */
const STYLES = {
  line: '--icicle-line',
  searched: '--icicle-searched',
  leaf: '--icicle-leaf',
  cut: '--icicle-cut',
  table: '--icicle-table',
  pruned: '--icicle-pruned',
  unkept: '--icicle-unkept',
  open: '--icicle-open',
};

/**
 * @param {{ client: Client, recorded: RecordedTree, onFocus: (node: number) => void }} options
 */
export function icicle({ client, recorded, onFocus }) {
  const samples = recorded.method === 'simulations';
  const canvas = h('canvas', { class: 'icicle-canvas', role: 'img', tabindex: -1 });
  /** All cells, as they are without the focus: drawn once, shown at every step. */
  const aside = h('canvas');
  const tip = h('div', { class: 'icicle-tip number', hidden: true, 'aria-hidden': 'true' });
  const box = h('div', { class: 'icicle-box', dir: 'ltr' }, canvas, tip);
  const legend = h('ul', { class: 'icicle-legend' });
  const back = button(t('explorer.overview.whole'), { small: true, kind: 'quiet', icon: 'fit', onclick: whole });
  /** @type {'log' | 'linear'} */
  let scale = 'log';
  const element = h(
    'section',
    { class: 'icicle', 'aria-label': t('explorer.overview.title') },
    h(
      'div',
      { class: 'icicle-head' },
      h('h2', {}, t('explorer.overview.title')),
      segments(
        [
          { value: 'log', label: t('explorer.overview.log'), tip: t('explorer.overview.logAbout') },
          { value: 'linear', label: t('explorer.overview.linear'), tip: t('explorer.overview.linearAbout') },
        ],
        {
          value: scale,
          label: t('explorer.overview.scale'),
          onchange: (value) => ((scale = value === 'linear' ? 'linear' : 'log'), ask()),
        },
      ),
      button(null, { icon: 'zoomIn', small: true, kind: 'quiet', tip: t('trees.zoomIn'), onclick: () => zoom(1.6) }),
      button(null, { icon: 'zoomOut', small: true, kind: 'quiet', tip: t('trees.zoomOut'), onclick: () => zoom(1 / 1.6) }),
      back,
    ),
    box,
    legend,
  );

  /** @type {TreeOverview | null} */
  let shown = null;
  /** The nodes whose branches were zoomed into, one inside the other. */
  let roots = [recorded.view.focus.node];
  let magnified = 1;
  /** Where the window begins in the magnified picture, in pixels. */
  let offset = 0;
  /** @type {number[]} */
  let path = [];
  /** @type {number | null} */
  let step = null;
  let wanted = false;
  let asking = false;
  let gone = false;

  /** The size of the picture, measured when it changes: asking for it at every step would lay the page out again. */
  let room = { wide: 0, high: 0 };
  const width = () => Math.max(1, room.wide);
  const rowHeight = () => Math.max(LOW, Math.min(HIGH, Math.floor(room.high / Math.max(1, shown?.rows.length ?? 1))));

  /** Asks for the picture; what is asked while one is on its way is asked once, after it. */
  async function ask() {
    wanted = true;
    if (asking) return;
    asking = true;
    while (wanted && !gone && room.wide > 0) {
      wanted = false;
      const wide = Math.min(WIDEST, Math.round(width() * magnified));
      const request = { tree: recorded.tree, node: roots[roots.length - 1], width: wide, rows: 32, scale };
      const answered = await client
        .request('tree.overview', step === null ? request : { ...request, step })
        .catch(() => null);
      if (gone || wanted || !answered) continue;
      shown = answered;
      back.disabled = roots.length === 1 && magnified === 1;
      draw();
      explain();
    }
    asking = false;
  }
  const askSoon = later(ask, 120);

  /**
   * The colour of a cell: what it is, or for simulations how good it is for the searching player.
   * @param {OverviewCell} cell
   * @param {string} kind
   */
  function paint([, , , , , , mean], kind) {
    if (!samples || mean === null) return `var(${STYLES[kind] ?? '--icicle-searched'})`;
    const share = Math.round(Math.min(1, Math.abs(mean)) * 100);
    return `color-mix(in oklab, var(--even) ${100 - share}%, var(${mean >= 0 ? '--good' : '--bad'}))`;
  }

  /** @type {Map<string, string>} */
  const computed = new Map();
  const probe = h('span', { hidden: true });
  /**
   * A colour of the style sheets as the canvas understands it.
   * @param {string} style
   */
  function resolved(style) {
    const known = computed.get(style);
    if (known) return known;
    probe.style.color = style;
    const found = getComputedStyle(probe).color;
    computed.set(style, found);
    return found;
  }

  /** Draws all cells, aside; then shows them. */
  function draw() {
    const context = aside.getContext('2d');
    if (!context || !shown) return;
    if (!probe.isConnected) element.append(probe);
    computed.clear();
    const [wide, high] = [width(), Math.max(1, room.high)];
    const dots = window.devicePixelRatio || 1;
    for (const each of [aside, canvas]) [each.width, each.height] = [wide * dots, high * dots];
    context.setTransform(dots, 0, 0, dots, 0, 0);
    const row = rowHeight();
    canvas.dataset.row = String(row);
    const hatch = resolved('var(--icicle-hatch)');
    shown.rows.forEach(({ cells }, depth) => {
      const top = depth * row;
      for (const cell of cells) {
        const [x, w, kind] = cell;
        const left = x - offset;
        if (left > wide || left + w < 0) continue;
        const name = shown?.classes[kind] ?? 'searched';
        const gap = w > 3 ? 0.75 : 0;
        context.fillStyle = resolved(paint(cell, name));
        context.fillRect(left, top, Math.max(0.5, w - gap), row - 1);
        if (HATCHED.has(name) && w > 4) stripes(context, left, top, w - gap, row - 1, hatch);
      }
    });
    mark();
  }

  /** Shows the cells, and around them where the focus is. */
  function mark() {
    const context = canvas.getContext('2d');
    if (!context || !shown) return;
    const dots = window.devicePixelRatio || 1;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.drawImage(aside, 0, 0);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    const row = rowHeight();
    context.strokeStyle = resolved('var(--text)');
    shown.rows.forEach(({ depth, cells }, index) => {
      const node = path[depth];
      const cell = node === undefined ? undefined : cells.find((each) => each[3] === node);
      if (!cell) return;
      const [x, w] = cell;
      context.lineWidth = depth === path.length - 1 ? 2.5 : 1;
      context.strokeRect(x - offset + 1, index * row + 1, Math.max(2, w - 2.75), row - 3);
    });
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} left
   * @param {number} top
   * @param {number} wide
   * @param {number} high
   * @param {string} style
   */
  function stripes(context, left, top, wide, high, style) {
    context.save();
    context.beginPath();
    context.rect(left, top, wide, high);
    context.clip();
    context.strokeStyle = style;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = left - high; x < left + wide; x += 6) {
      context.moveTo(x, top + high);
      context.lineTo(x + high, top);
    }
    context.stroke();
    context.restore();
  }

  function explain() {
    if (!shown) return;
    const present = new Set(shown.rows.flatMap(({ cells }) => cells.map(([, , kind]) => shown?.classes[kind] ?? '')));
    canvas.setAttribute(
      'aria-label',
      t('explorer.overview.words', { n: recorded.looked_at, rows: shown.rows.length }),
    );
    /**
     * @param {string} style
     * @param {string} words
     * @param {boolean} [hatched]
     */
    const entry = (style, words, hatched) =>
      h('li', {}, h('span', { class: ['icicle-sign', hatched && 'is-hatched'], style: { background: style } }), words);
    const kinds = Object.keys(STYLES).filter((kind) => present.has(kind));
    replace(
      legend,
      samples
        ? [
            entry('var(--good)', t('explorer.overview.good')),
            entry('var(--even)', t('explorer.overview.even')),
            entry('var(--bad)', t('explorer.overview.bad')),
          ]
        : kinds.map((kind) => entry(`var(${STYLES[kind]})`, t(`explorer.classes.${kind}`), HATCHED.has(kind))),
    );
  }

  // Zoom: the picture is magnified as far as the lab draws it, then the branch under the pointer fills the window.

  /**
   * @param {number} factor
   * @param {number} [x]
   */
  function zoom(factor, x = width() / 2) {
    const most = Math.max(1, WIDEST / width());
    const before = magnified;
    if (factor > 1 && magnified >= most * 0.999) {
      dive(x);
      return;
    }
    if (factor < 1 && magnified <= 1.001) {
      if (roots.length > 1) roots = roots.slice(0, -1);
      offset = 0;
      askSoon();
      return;
    }
    magnified = Math.min(most, Math.max(1, magnified * factor));
    const ratio = magnified / before;
    const end = width() * (magnified - 1);
    offset = Math.min(end, Math.max(0, (offset + x) * ratio - x));
    stretch(ratio);
    askSoon();
  }

  /**
   * Shows the picture that is there at its new size until a sharper one has come.
   * @param {number} ratio
   */
  function stretch(ratio) {
    if (!shown) return;
    const rows = shown.rows.map(({ depth, cells }) => ({
      depth,
      cells: cells.map(([x, w, ...rest]) => /** @type {OverviewCell} */ ([x * ratio, w * ratio, ...rest])),
    }));
    shown = { ...shown, rows };
    draw();
  }

  /**
   * The branch that fills the window most, as deep as possible, becomes the root of the picture.
   * @param {number} x
   */
  function dive(x) {
    if (!shown) return;
    let into = roots[roots.length - 1];
    for (const { cells } of shown.rows) {
      const cell = cells.find(([left, w]) => left - offset <= x && x < left - offset + w);
      if (!cell || cell[5] > 1 || cell[1] < width() * 0.5) break;
      into = cell[3];
    }
    if (into === roots[roots.length - 1]) return;
    roots = [...roots, into];
    magnified = 1;
    offset = 0;
    ask();
  }

  function whole() {
    roots = [recorded.view.focus.node];
    magnified = 1;
    offset = 0;
    ask();
  }

  /** @param {MouseEvent} event */
  function hit(event) {
    if (!shown) return null;
    const bounds = canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    const cells = shown.rows[Math.floor(y / rowHeight())]?.cells ?? [];
    // Thin cells are hard to hit: the nearest within a few pixels is meant.
    let best = null;
    let nearest = 4;
    for (const cell of cells) {
      const left = cell[0] - offset;
      const away = x < left ? left - x : x > left + cell[1] ? x - left - cell[1] : 0;
      if (away < nearest) [best, nearest] = [cell, away];
      if (away === 0) break;
    }
    return best && { cell: best, x, y };
  }

  canvas.addEventListener('click', (event) => {
    const found = hit(event);
    if (found) onFocus(found.cell[3]);
  });
  canvas.addEventListener('pointermove', (event) => {
    const found = hit(event);
    tip.hidden = !found;
    if (!found || !shown) return;
    const [, , kind, , nodes, runs] = found.cell;
    const count = t(samples ? 'explorer.visits' : 'explorer.nodes', { n: nodes });
    const name = samples ? '' : t(`explorer.classes.${shown.classes[kind]}`);
    const many = runs > 1 ? t('explorer.overview.merged', { n: runs }) : '';
    tip.textContent = [name, count, many].filter(Boolean).join(' · ');
    tip.style.left = `${Math.min(Math.max(0, found.x), width() - 180)}px`;
    tip.style.top = `${found.y + 18}px`;
  });
  canvas.addEventListener('pointerleave', () => (tip.hidden = true));
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const bounds = canvas.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), event.clientX - bounds.left);
    },
    { passive: false },
  );
  const resize = new ResizeObserver(([{ contentRect }]) => {
    room = { wide: Math.floor(contentRect.width), high: Math.floor(contentRect.height) };
    if (shown) askSoon();
    else ask();
  });
  resize.observe(box);
  const theme = new MutationObserver(() => draw());
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', draw);

  return {
    element,
    /** How many nodes are drawn now: for tests and measurements. */
    get cells() {
      return shown?.rows.reduce((sum, { cells }) => sum + cells.length, 0) ?? 0;
    },
    /**
     * Shows where the focus is, and how the tree was at a step; only trees that grow are drawn anew for that.
     * @param {number[]} next
     * @param {number | null} at
     */
    show(next, at) {
      path = next;
      const grown = samples && at !== step;
      step = samples ? at : null;
      if (grown || !shown) ask();
      else mark();
    },
    /** Draws it again, after a branch was opened. */
    renew: ask,
    destroy() {
      gone = true;
      askSoon.cancel();
      resize.disconnect();
      theme.disconnect();
      scheme.removeEventListener('change', draw);
    },
  };
}
