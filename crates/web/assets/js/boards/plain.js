// The plain board: draws any game that has no board of its own, as cells with pieces or as lines of text. If a game
// declares that its moves are cells, they can be chosen on the board; otherwise moves are made beside it.

import { svg, replace, set } from '../ui/elements.js';
import { t, say, list, messageText } from '../i18n.js';
import { caption } from './caption.js';
import { freeCells, piecesOf, wallsOf } from './scene.js';
import { fitting, plate } from './values.js';

/**
 * @import { BoardBackdrop, BoardScene, Piece, TextScene, Tone } from '../../../types/protocol'
 * @import { Attributes, Board, BoardContext, Child } from '../../../types/pages'
 */

const CELL = 100;
/** How wide a plate may be: plates of neighbours never touch. */
const ROOM = 88;
const EDGE = 8;
const LABELS = 52;
/** The size of a character and a line in a picture made of text. */
const CHARACTER = 24;
const LINE = 52;

/** @param {Tone} tone */
const paint = (tone) => `var(--tone-${tone})`;
/** @param {Tone} tone */
const rim = (tone) => `var(--tone-${tone}-rim, var(--tone-${tone}))`;

/**
 * A piece that has no drawing of its own: its label, or the first letter of its name.
 * @param {Piece} piece
 */
const token = ({ shape, tone, label }) => [
  svg('circle', { r: 40, fill: rim(tone) }),
  svg('circle', { r: 36, fill: paint(tone) }),
  svg('text', { y: 15, class: 'token', 'text-anchor': 'middle' }, label || shape[0].toUpperCase()),
];

/** @type {Record<string, (piece: Piece) => Child>} */
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

/**
 * @param {BoardContext} context
 * @returns {Board}
 */
export function create({ backdrop, interaction = null, mini = false }) {
  const ground = svg('g', { class: 'ground' });
  const pieces = svg('g', { class: 'pieces' });
  const marks = svg('g', { class: 'marks' });
  const plates = svg('g', { class: 'plates' });
  const targets = svg('g', { class: 'targets' });
  const element = svg(
    'svg',
    {
      class: ['board', 'plain', mini && 'mini'],
      role: mini ? 'img' : 'group',
      preserveAspectRatio: 'xMidYMid meet',
    },
    ground,
    pieces,
    marks,
    plates,
    targets,
  );
  const grid = backdrop.kind === 'board' ? backdrop : null;
  /** @param {number} column */
  const x = (column) => (column + 0.5) * CELL;
  /** @param {number} row */
  const y = (row) => ((grid?.height ?? 0) - row - 0.5) * CELL;
  /** @param {number} at */
  const column = (at) => grid?.column_labels?.[at] ?? String(at + 1);
  /** @param {number} at */
  const row = (at) => grid?.row_labels?.[at] ?? String(at + 1);

  /**
   * Cells, holes, walls and labels: drawn once.
   * @param {BoardBackdrop} grid
   */
  function build(grid) {
    const { width, height, holes, walls, column_labels: columns = [], row_labels: rows = [] } = grid;
    const [w, h] = [width * CELL, height * CELL];
    const [beside, below] = [rows, columns].map((labels) => (labels.length && !mini ? LABELS : 0));
    set(element, {
      viewBox: `${-EDGE - beside} ${-EDGE} ${w + 2 * EDGE + beside} ${h + 2 * EDGE + below}`,
    });
    const lines = [];
    for (let c = 1; c < width; c += 1) lines.push(`M${c * CELL} 0V${h}`);
    for (let r = 1; r < height; r += 1) lines.push(`M0 ${r * CELL}H${w}`);
    /**
     * @param {string} text
     * @param {Attributes} at
     */
    const label = (text, at) => svg('text', { ...at, class: 'label', 'text-anchor': 'middle' }, text);
    replace(
      ground,
      svg('rect', { x: 0, y: 0, width: w, height: h, rx: 10, class: 'slab' }),
      svg('path', { d: lines.join(''), class: 'lines' }),
      holes
        ? freeCells(grid).map((cell) => svg('circle', { cx: x(cell.x), cy: y(cell.y), r: 38, class: 'hole' }))
        : null,
      wallsOf(grid).map((wall) =>
        svg('rect', {
          x: wall.x * CELL + 2,
          y: y(wall.y) - CELL / 2 + 2,
          width: CELL - 4,
          height: CELL - 4,
          rx: wall.form === 'block' ? 10 : 2,
          fill: paint(walls?.tone ?? 'grey'),
        }),
      ),
      below ? columns.map((text, c) => label(text, { x: x(c), y: h + EDGE + 36 })) : null,
      beside ? rows.map((text, r) => label(text, { x: -EDGE - 26, y: y(r) + 12 })) : null,
    );
  }

  /**
   * What a piece is, and what its number says of it.
   * @param {BoardBackdrop} grid
   * @param {Piece} piece
   */
  const words = ({ count_words: counted }, { name, count: n }) =>
    list([say(name), ...(counted && n ? [messageText({ ...counted, fields: { n } })] : [])]);

  /**
   * @param {BoardBackdrop} grid
   * @param {BoardScene} scene
   */
  function drawPieces(grid, scene) {
    const all = piecesOf(grid, scene);
    replace(
      pieces,
      all.map((piece) =>
        svg(
          'g',
          { transform: `translate(${x(piece.x)} ${y(piece.y)})`, class: ['piece', piece.marked && 'marked'] },
          piece.marked ? svg('circle', { r: 46, class: 'mark' }) : null,
          (SHAPES[piece.shape] ?? token)(piece),
          piece.name ? svg('title', {}, words(grid, piece)) : null,
        ),
      ),
    );
    /** @param {Piece} piece */
    const named = (piece) =>
      piece.name
        ? words(grid, piece)
        : SHAPES[piece.shape]
          ? t(`board.shapes.${piece.shape}`)
          : `${piece.shape} ${piece.label ?? ''}`.trim();
    const texts = all.map((piece) => `${named(piece)} ${column(Math.floor(piece.x))} ${row(Math.floor(piece.y))}`);
    const size = t('board.stones', { width: grid.width, height: grid.height });
    return `${size}. ${texts.length ? list(texts) : t('board.empty')}`;
  }

  /** @param {TextScene} scene */
  function drawLines({ lines }) {
    const longest = Math.max(1, ...lines.map((line) => [...line].length));
    set(element, { viewBox: `${-CHARACTER} 0 ${(longest + 2) * CHARACTER} ${(lines.length + 1) * LINE}` });
    replace(
      pieces,
      lines.map((line, index) => svg('text', { y: (index + 1) * LINE, class: 'line', 'xml:space': 'preserve' }, line)),
    );
    return lines.join('. ');
  }

  /** The cell that a move names, where moves are cells: the label of its column, then of its row. */
  const cells = new Map(
    grid && interaction?.kind === 'cell'
      ? freeCells(grid).map((cell) => [`${column(cell.x)}${row(cell.y)}`, cell])
      : [],
  );

  /**
   * Makes the cells of these moves clickable and reachable by the keyboard.
   * @param {string[]} moves
   * @param {(action: string) => unknown} onAction
   */
  function offer(moves, onAction) {
    /** @param {string} action */
    const choose = (action) => (/** @type {Event} */ event) => {
      if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onAction(action);
    };
    replace(
      targets,
      moves.map((action) => {
        const cell = cells.get(action);
        if (!cell) return null;
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

  if (grid) build(grid);

  return {
    element,
    async show({ scene }) {
      const description =
        grid && scene.kind === 'board' ? drawPieces(grid, scene) : scene.kind === 'text' ? drawLines(scene) : '';
      set(element, { 'aria-label': `${say(backdrop.title)}. ${caption(scene)}. ${description}` });
    },
    hint({ moves, onAction } = {}) {
      offer(onAction ? (moves ?? []) : [], (action) => onAction?.(action));
    },
    overlay({ values = [], marks: marked = [] } = {}) {
      replace(
        marks,
        marked.map(({ cell, tone }) =>
          cell && grid
            ? svg('rect', {
                x: x(cell[0]) - CELL / 2 + 6,
                y: y(cell[1]) - CELL / 2 + 6,
                width: CELL - 12,
                height: CELL - 12,
                rx: 8,
                stroke: paint(tone),
              })
            : null,
        ),
      );
      const size = fitting(values, 24, ROOM);
      replace(
        plates,
        values.map((entry) => {
          const cell = cells.get(entry.action);
          return cell ? plate(entry, x(cell.x), y(cell.y), size) : null;
        }),
      );
    },
    destroy() {},
  };
}
