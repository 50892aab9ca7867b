// The plain board: draws any game that no other board knows, as cells with pieces or as lines of text. Where a game says
// that its moves are cells, they can be chosen on the board; else moves are made beside it.

import { svg, replace, set } from '../ui/elements.js';
import { t, say, list } from '../i18n.js';
import { caption } from './caption.js';
import { freeCells, piecesOf, wallsOf } from './scene.js';
import { plate } from './values.js';

const CELL = 100;
const EDGE = 8;
const LABELS = 52;
/** What a character and a line take in a picture made of text. */
const CHARACTER = 24;
const LINE = 52;

const paint = (tone) => `var(--tone-${tone})`;
const rim = (tone) => `var(--tone-${tone}-rim, var(--tone-${tone}))`;

/** A figure that has no drawing of its own: its label, or the first letter of its name. */
const token = ({ shape, tone, label }) => [
  svg('circle', { r: 40, fill: rim(tone) }),
  svg('circle', { r: 36, fill: paint(tone) }),
  svg('text', { y: 15, class: 'token', 'text-anchor': 'middle' }, label || shape[0].toUpperCase()),
];

const SHAPES = {
  disc: ({ tone }) => [svg('circle', { r: 38, fill: rim(tone) }), svg('circle', { r: 34, fill: paint(tone) })],
  ring: ({ tone }) => svg('circle', { r: 29, fill: 'none', stroke: paint(tone), 'stroke-width': 15 }),
  cross: ({ tone }) =>
    svg('path', {
      d: 'M-28 -28 28 28M-28 28 28 -28',
      stroke: paint(tone),
      'stroke-width': 15,
      'stroke-linecap': 'round',
    }),
  dot: ({ tone }) => svg('circle', { r: 10, fill: paint(tone), class: 'dot' }),
  'big-dot': ({ tone }) => svg('circle', { r: 24, fill: paint(tone), class: 'dot' }),
  crumb: ({ tone }) => svg('circle', { r: 6, fill: paint(tone), opacity: 0.5 }),
};

export function create({ backdrop, interaction = null, mini = false }) {
  const ground = svg('g', { class: 'ground' });
  const pieces = svg('g', { class: 'pieces' });
  const plates = svg('g', { class: 'plates' });
  const targets = svg('g', { class: 'targets' });
  const element = svg(
    'svg',
    {
      class: ['board', 'plain', mini && 'mini'],
      role: 'img',
      preserveAspectRatio: 'xMidYMid meet',
    },
    ground,
    pieces,
    plates,
    targets,
  );
  const onCells = backdrop.kind === 'board';
  const x = (column) => (column + 0.5) * CELL;
  const y = (row) => (backdrop.height - row - 0.5) * CELL;
  const column = (at) => backdrop.column_labels?.[at] ?? String(at + 1);
  const row = (at) => backdrop.row_labels?.[at] ?? String(at + 1);

  /** Cells, holes, walls and labels: drawn once. */
  function build() {
    const { width, height, holes, walls, column_labels: columns = [], row_labels: rows = [] } = backdrop;
    const [w, h] = [width * CELL, height * CELL];
    const [beside, below] = [rows, columns].map((labels) => (labels.length && !mini ? LABELS : 0));
    set(element, {
      viewBox: `${-EDGE - beside} ${-EDGE} ${w + 2 * EDGE + beside} ${h + 2 * EDGE + below}`,
    });
    const lines = [];
    for (let c = 1; c < width; c += 1) lines.push(`M${c * CELL} 0V${h}`);
    for (let r = 1; r < height; r += 1) lines.push(`M0 ${r * CELL}H${w}`);
    const label = (text, at) => svg('text', { ...at, class: 'label', 'text-anchor': 'middle' }, text);
    replace(
      ground,
      svg('rect', { x: 0, y: 0, width: w, height: h, rx: 10, class: 'slab' }),
      svg('path', { d: lines.join(''), class: 'lines' }),
      holes
        ? freeCells(backdrop).map((cell) => svg('circle', { cx: x(cell.x), cy: y(cell.y), r: 38, class: 'hole' }))
        : null,
      wallsOf(backdrop).map((wall) =>
        svg('rect', {
          x: wall.x * CELL + 2,
          y: y(wall.y) - CELL / 2 + 2,
          width: CELL - 4,
          height: CELL - 4,
          rx: wall.form === 'block' ? 10 : 2,
          fill: paint(walls.tone),
        }),
      ),
      below ? columns.map((text, c) => label(text, { x: x(c), y: h + EDGE + 36 })) : null,
      beside ? rows.map((text, r) => label(text, { x: -EDGE - 26, y: y(r) + 12 })) : null,
    );
  }

  function drawPieces(scene) {
    const all = piecesOf(backdrop, scene);
    replace(
      pieces,
      all.map((piece) =>
        svg(
          'g',
          { transform: `translate(${x(piece.x)} ${y(piece.y)})`, class: ['piece', piece.marked && 'marked'] },
          piece.marked ? svg('circle', { r: 46, class: 'mark' }) : null,
          (SHAPES[piece.shape] ?? token)(piece),
          piece.name ? svg('title', {}, say(piece.name)) : null,
        ),
      ),
    );
    const named = ({ shape, name, label }) =>
      name ? say(name) : SHAPES[shape] ? t(`board.shapes.${shape}`) : `${shape} ${label ?? ''}`.trim();
    const told = all.map((piece) => `${named(piece)} ${column(Math.floor(piece.x))} ${row(Math.floor(piece.y))}`);
    const size = t('board.stones', { width: backdrop.width, height: backdrop.height });
    return `${size}. ${told.length ? list(told) : t('board.empty')}`;
  }

  function drawLines({ lines = [] }) {
    const longest = Math.max(1, ...lines.map((line) => [...line].length));
    set(element, { viewBox: `${-CHARACTER} 0 ${(longest + 2) * CHARACTER} ${(lines.length + 1) * LINE}` });
    replace(
      pieces,
      lines.map((line, place) => svg('text', { y: (place + 1) * LINE, class: 'line', 'xml:space': 'preserve' }, line)),
    );
    return lines.join('. ');
  }

  /** The cell that a move names, where moves are cells: the label of its column, then of its row. */
  const cells = new Map(
    onCells && interaction?.kind === 'cell'
      ? freeCells(backdrop).map((cell) => [`${column(cell.x)}${row(cell.y)}`, cell])
      : [],
  );

  /** Makes the cells of these moves places to click, or to reach by the keyboard. */
  function offer(moves, onAction) {
    const choose = (action) => (event) => {
      if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onAction(action);
    };
    replace(
      targets,
      moves
        .filter((action) => cells.has(action))
        .map((action) => {
          const cell = cells.get(action);
          const target = svg('rect', {
            x: x(cell.x) - CELL / 2 + 3,
            y: y(cell.y) - CELL / 2 + 3,
            width: CELL - 6,
            height: CELL - 6,
            rx: 8,
            class: 'target',
            role: 'button',
            tabindex: 0,
            'aria-label': action,
            'data-action': action,
          });
          target.addEventListener('click', choose(action));
          target.addEventListener('keydown', choose(action));
          return target;
        }),
    );
  }

  if (onCells) build();

  return {
    element,
    async show({ scene }) {
      const told = onCells ? drawPieces(scene) : drawLines(scene);
      set(element, { 'aria-label': `${say(backdrop.title)}. ${caption(scene)}. ${told}` });
    },
    hint({ moves = [], onAction } = {}) {
      offer(moves, onAction);
    },
    overlay({ values = [] } = {}) {
      const known = values.filter(({ action }) => cells.has(action));
      replace(
        plates,
        known.map((entry) => plate(entry, x(cells.get(entry.action).x), y(cells.get(entry.action).y), 26)),
      );
    },
    destroy() {},
  };
}
