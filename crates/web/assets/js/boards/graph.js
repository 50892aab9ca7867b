// The graph board: points on a circle and edges between them; a solid line for one side, a dashed one for the other.

import { around, parts, svg, replace, set } from '../ui/elements.js';
import { t, say } from '../i18n.js';
import { caption } from './caption.js';
import { mover, ease } from './motion.js';
import { plate } from './values.js';
import { edgesOf } from './scene.js';
import { labelPoints } from './labels.js';
import { signsOf, stepOf } from '../ui/keys.js';

/**
 * @import { GraphBackdrop, GraphScene, Mark } from '../../../types/protocol'
 * @import { Board, BoardContext, Hint, ShowOptions, Shown, ValueEntry } from '../../../types/pages'
 * @import { DrawnEdge } from './scene.js'
 */

const R = 100;
/**
 * The default look of the players' edges, until one has been seen.
 * @type {Pick<DrawnEdge, 'line' | 'tone'>[]}
 */
const SIDES = [
  { line: 'solid', tone: 'red' },
  { line: 'dashed', tone: 'blue' },
];

/**
 * @param {BoardContext<GraphBackdrop>} context
 * @returns {Board}
 */
export function create({ backdrop, mini = false, announce }) {
  const triangle = svg('g', { class: 'triangle' });
  const faint = svg('g', { class: 'faint' });
  const drawn = svg('g', { class: 'drawn' });
  const preview = svg('line', { class: 'edge preview' });
  const marks = svg('g', { class: 'marks' });
  const plates = svg('g', { class: 'plates' });
  const points = svg('g', { class: 'points' });
  const targets = svg('g', { class: 'targets' });
  const element = svg(
    'svg',
    {
      class: ['board', 'graph', mini && 'mini'],
      viewBox: mini ? '-118 -118 236 236' : '-134 -134 268 268',
      role: mini ? 'img' : 'group',
      preserveAspectRatio: 'xMidYMid meet',
    },
    svg('circle', { r: R + (mini ? 12 : 24), class: 'table' }),
    triangle,
    faint,
    targets,
    marks,
    drawn,
    preview,
    plates,
    points,
  );
  const move = mover();
  const learned = [...SIDES];
  /** @type {Shown<GraphScene> | null} */
  let now = null;
  /** Every edge, as it is in the shown position. */
  let edges = edgesOf(backdrop, { edges: [] });
  /** @type {string[] | null} */
  let moves = null;
  /** @type {Hint['onAction']} */
  let onAction = null;
  /** @type {ValueEntry[]} */
  let values = [];
  /** @type {number | null} */
  let first = null;
  /** @type {number | null} */
  let chosen = null;
  /** @type {{ x: number, y: number }[]} */
  let spots = [];

  /** @param {number} i */
  const at = (i) => ({ x: backdrop.points[i].x * R, y: -backdrop.points[i].y * R });
  /** @param {DrawnEdge} edge */
  const name = (edge) => backdrop.points[edge.from].label + backdrop.points[edge.to].label;
  /** @param {DrawnEdge} edge */
  const open = (edge) => Boolean(moves?.includes(name(edge)));
  /** @param {DrawnEdge} edge */
  const style = (edge) => ({ class: ['edge', edge.line, edge.marked && 'marked'], stroke: `var(--tone-${edge.tone})` });
  /** @param {DrawnEdge} edge */
  const ends = (edge, share = 1) => {
    const [a, b] = [at(edge.from), at(edge.to)];
    return { x1: a.x, y1: a.y, x2: a.x + (b.x - a.x) * share, y2: a.y + (b.y - a.y) * share };
  };

  /**
   * An edge that an agent marks, if there is one between these points.
   * @param {Mark} mark
   */
  const drawnMark = ({ edge: labels, tone }) => {
    const marked = edges.find((edge) => {
      const [from, to] = [backdrop.points[edge.from].label, backdrop.points[edge.to].label];
      return labels && ((labels[0] === from && labels[1] === to) || (labels[0] === to && labels[1] === from));
    });
    return marked ? svg('line', { ...ends(marked), stroke: `var(--tone-${tone})` }) : null;
  };

  /** What stays the same during a game: points, and a target for each edge. */
  function build() {
    spots = labelPoints(edges.map((edge) => ends(edge)));
    replace(
      faint,
      edges.map((edge) => svg('line', ends(edge))),
    );
    replace(
      points,
      backdrop.points.map((p, i) =>
        svg(
          'g',
          { class: 'point', transform: `translate(${at(i).x} ${at(i).y})`, data: { point: i } },
          svg('circle', { r: mini ? 7 : 10 }),
          mini ? null : svg('text', { y: 4, 'text-anchor': 'middle', 'aria-hidden': 'true' }, p.label),
        ),
      ),
    );
    replace(
      targets,
      mini
        ? null
        : edges.map((edge, i) =>
            svg(
              'g',
              { role: 'button', tabindex: -1, class: 'target', data: { edge: i } },
              svg('line', { ...ends(edge), class: 'focus-line' }),
            ),
          ),
    );
  }

  function describe() {
    if (!now) return;
    /** @param {string} line */
    const taken = (line) =>
      edges
        .filter((e) => e.line === line)
        .map(name)
        .join(', ') || t('board.empty');
    const sides = learned.map((side) => `${say(side.tone[0].toUpperCase() + side.tone.slice(1))}: ${taken(side.line)}`);
    set(element, {
      'aria-label': `${say(backdrop.title)}. ${caption(now.scene)}. ${t('board.graph', { n: backdrop.points.length })}. ${sides.join('; ')}`,
    });
    const legal = edges.findIndex(open);
    const groups = parts(targets);
    edges.forEach((edge, i) => {
      const entry = values.find((v) => v.action === name(edge));
      set(groups[i], {
        'aria-label': [
          t('board.edge', { name: name(edge) }),
          open(edge) ? null : t('board.notLegal'),
          entry ? entry.words : null,
        ]
          .filter(Boolean)
          .join(', '),
        'aria-disabled': open(edge) ? null : 'true',
        tabindex: moves && (i === chosen || (chosen === null && i === legal)) ? 0 : -1,
      });
    });
  }

  /** @param {number | null} i */
  function choose(i) {
    if (i === chosen) return;
    chosen = i;
    const edge = i === null ? null : edges[i];
    const shown = edge && open(edge) ? edge : null;
    preview.classList.toggle('shown', Boolean(shown));
    if (shown) {
      const side = learned[Number(now?.turn)] ?? SIDES[0];
      set(preview, {
        ...ends(shown),
        class: ['edge', 'preview', 'shown', side.line],
        stroke: `var(--tone-${side.tone})`,
      });
    }
    const touched = new Set([first, ...(shown ? [shown.from, shown.to] : [])]);
    [...points.children].forEach((point, p) => point.classList.toggle('touched', touched.has(p)));
    describe();
  }

  /** @param {number} i */
  function pickPoint(i) {
    if (first === null || first === i) {
      first = first === i ? null : i;
      choose(null);
      [...points.children].forEach((point, p) => point.classList.toggle('touched', p === first));
      if (first !== null) announce?.(t('board.from', { name: backdrop.points[i].label }));
      return;
    }
    const edge = edges.find((e) => (e.from === first && e.to === i) || (e.to === first && e.from === i));
    first = null;
    choose(null);
    [...points.children].forEach((point) => point.classList.remove('touched'));
    if (edge) act(edge);
  }

  /** @param {DrawnEdge | undefined} edge */
  function act(edge) {
    if (!edge || !open(edge) || !onAction) return false;
    onAction(name(edge));
    return true;
  }

  /**
   * What a position of the pointer means: a point if one is near, else the nearest edge that can be played.
   * @param {MouseEvent} event
   * @returns {{ point?: number, edge?: number | null }}
   */
  function meant(event) {
    const matrix = element.getScreenCTM();
    if (!matrix || !now) return {};
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const point = backdrop.points.findIndex((_, i) => Math.hypot(at(i).x - p.x, at(i).y - p.y) < 15);
    if (point >= 0) return { point };
    /** @type {{ distance: number, edge: number | null }} */
    let best = { distance: event instanceof PointerEvent && event.pointerType === 'touch' ? 13 : 9, edge: null };
    edges.forEach((edge, i) => {
      if (!open(edge)) return;
      const { x1, y1, x2, y2 } = ends(edge);
      const along = Math.max(
        0,
        Math.min(1, ((p.x - x1) * (x2 - x1) + (p.y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)),
      );
      const distance = Math.hypot(x1 + along * (x2 - x1) - p.x, y1 + along * (y2 - y1) - p.y);
      if (distance < best.distance) best = { distance, edge: i };
    });
    return { edge: best.edge };
  }

  build();
  if (!mini) {
    element.addEventListener('pointermove', (event) => {
      if (!moves) return;
      const { point, edge } = meant(event);
      const begun = first;
      if (begun !== null) {
        const i = edges.findIndex(
          (e) =>
            point !== undefined && [e.from, e.to].includes(begun) && [e.from, e.to].includes(point) && point !== begun,
        );
        choose(i >= 0 ? i : null);
      } else choose(edge ?? null);
      element.classList.toggle('pointing', point !== undefined || (edge !== null && edge !== undefined));
    });
    element.addEventListener('pointerleave', () => choose(null));
    element.addEventListener('click', (event) => {
      if (!moves) return;
      if (event.detail === 0) return void act(edges[Number(around(event, '.target')?.dataset.edge)]);
      const { point, edge } = meant(event);
      if (point !== undefined) pickPoint(point);
      else if (edge !== null && edge !== undefined) {
        first = null;
        act(edges[edge]);
      }
    });
    targets.addEventListener('focusin', (event) => {
      const target = around(event, '.target');
      if (target?.matches(':focus-visible')) choose(Number(target.dataset.edge));
    });
  }

  /**
   * A point's letter (or number) starts or ends an edge; arrow keys go from edge to edge, Enter draws it.
   * @param {KeyboardEvent} event
   */
  function keys(event) {
    if (!moves || !now) return false;
    const signs = signsOf(event);
    const point = backdrop.points.findIndex((p) => signs.includes(p.label.toUpperCase()));
    if (point >= 0) {
      pickPoint(point);
      return true;
    }
    const step = stepOf(event, { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
    if (step) {
      const legal = edges.map((edge, i) => (open(edge) ? i : -1)).filter((i) => i >= 0);
      if (!legal.length) return false;
      const here = chosen === null ? -1 : legal.indexOf(chosen);
      const next = legal[here < 0 ? 0 : (here + step + legal.length) % legal.length];
      choose(next);
      parts(targets)[next].focus();
      return true;
    }
    if ((event.key === 'Enter' || event.key === ' ') && chosen !== null) return act(edges[chosen]);
    if (event.key === 'Escape' && first !== null) {
      pickPoint(first);
      return true;
    }
    return false;
  }

  /** Triangles of marked edges: every three that close. */
  function drawTriangles() {
    const marked = edges.filter((e) => e.marked);
    /**
     * @param {number} a
     * @param {number} b
     */
    const joined = (a, b) => marked.some((e) => (e.from === a && e.to === b) || (e.from === b && e.to === a));
    const corners = [...new Set(marked.flatMap((e) => [e.from, e.to]))].sort((a, b) => a - b);
    /** @type {number[][]} */
    const found = [];
    corners.forEach((a, i) =>
      corners
        .slice(i + 1)
        .forEach((b, j) =>
          corners
            .slice(i + j + 2)
            .forEach((c) => joined(a, b) && joined(b, c) && joined(a, c) && found.push([a, b, c])),
        ),
    );
    replace(
      triangle,
      found.map((three) =>
        svg('polygon', {
          points: three.map((p) => `${at(p).x},${at(p).y}`).join(' '),
          fill: `var(--tone-${marked[0].tone})`,
        }),
      ),
    );
  }

  function drawPlates() {
    replace(
      plates,
      values.map((entry) => {
        const edge = edges.find((e) => name(e) === entry.action);
        if (!edge) return null;
        const spot = spots[edges.indexOf(edge)];
        return plate(entry, spot.x, spot.y, entry.text.length > 3 ? 5.6 : 6.4);
      }),
    );
  }

  /**
   * @param {Shown<GraphScene>} position
   * @param {ShowOptions} [options]
   */
  async function show(position, { from, animate = 0 } = {}) {
    move.stop();
    const before = now?.scene;
    const player = (from ?? now)?.turn;
    now = position;
    edges = edgesOf(backdrop, position.scene);
    /** @param {DrawnEdge} edge */
    const key = (edge) => `${edge.from}-${edge.to}-${edge.line}`;
    const old = new Set((before?.edges ?? []).map(key));
    const visible = edges.filter((e) => e.line !== 'faint');
    const fresh = before ? visible.filter((e) => !old.has(key(e))) : [];
    if (fresh.length === 1 && typeof player === 'number')
      learned[player] = { line: fresh[0].line, tone: fresh[0].tone };
    replace(
      drawn,
      visible.map((edge) => svg('line', { ...ends(edge), ...style(edge) })),
    );
    [...faint.children].forEach((line, i) => line.classList.toggle('taken', edges[i].line !== 'faint'));
    first = null;
    chosen = null;
    values = [];
    preview.classList.remove('shown');
    [...points.children].forEach((point) => point.classList.remove('touched'));
    replace(plates);
    replace(triangle);
    if (mini) set(element, { 'aria-label': say(backdrop.title) });
    else describe();
    if (animate && fresh.length === 1) {
      const line = parts(drawn)[visible.indexOf(fresh[0])];
      await move.run(Math.min(animate, 260), (s) => set(line, ends(fresh[0], ease(s))));
    }
    if (now === position) drawTriangles();
  }

  return {
    element,
    show,
    keys,
    hint({ moves: legal = null, onAction: listener = null } = {}) {
      moves = legal;
      onAction = listener;
      element.classList.toggle('acting', Boolean(legal));
      if (!legal) choose(null);
      if (now && !mini) describe();
    },
    overlay(parts) {
      values = parts?.values ?? [];
      if (!now) return;
      replace(marks, parts?.marks?.map(drawnMark));
      drawPlates();
      if (!mini) describe();
    },
    destroy() {
      move.stop();
    },
  };
}
