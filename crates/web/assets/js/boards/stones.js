// The stone board: an upright frame with holes that stones are dropped into, of any size.

import { around, needed, parts, svg, replace, set, unique } from '../ui/elements.js';
import { t, say, digits, list } from '../i18n.js';
import { caption } from './caption.js';
import { mover, fall, ease } from './motion.js';
import { plate } from './values.js';
import { piecesOf } from './scene.js';
import { signsOf, stepOf } from '../ui/keys.js';

/**
 * @import { BoardBackdrop, BoardScene, PieceStyle, Piece } from '../../../types/protocol'
 * @import { Board, BoardContext, Hint, ShowOptions, Shown, ValueEntry } from '../../../types/pages'
 */

const CELL = 100;
const HOLE = 41;
const STONE = 43;
const EDGE = 22;
/**
 * The default style of the players' stones: shapes differ, so that colour alone is never needed.
 * @type {PieceStyle[]}
 */
const SIDES = [
  { shape: 'disc', tone: 'yellow' },
  { shape: 'ring', tone: 'red' },
];

/**
 * @param {BoardContext<BoardBackdrop>} context
 * @returns {Board}
 */
export function create({ backdrop, mini = false, detail = true }) {
  const id = unique('stones');
  const well = svg('g');
  const stones = svg('g');
  const ghost = svg('g', { class: 'ghost' });
  const front = svg('g', { class: 'front' });
  const lights = svg('g', { class: 'lights' });
  const marks = svg('g', { class: 'marks' });
  const plates = svg('g', { class: 'plates' });
  const columns = svg('g');
  const element = svg(
    'svg',
    { class: ['board', 'stones', mini && 'mini'], role: mini ? 'img' : 'group', preserveAspectRatio: 'xMidYMid meet' },
    gradients(id),
    well,
    stones,
    ghost,
    front,
    lights,
    marks,
    plates,
    columns,
  );
  const labels = backdrop.column_labels ?? [];
  const move = mover();
  /** @type {Shown<BoardScene> | null} */
  let now = null;
  /** @type {string[] | null} */
  let moves = null;
  /** @type {Hint['onAction']} */
  let onAction = null;
  let chosen = -1;
  /** @type {Map<string, { piece: Piece, drawn: SVGGElement }>} */
  const placed = new Map();
  /** @type {ValueEntry[]} */
  let values = [];
  const learned = [...SIDES];

  /** @param {number} column */
  const x = (column) => (column + 0.5) * CELL;
  /** @param {number} row */
  const y = (row) => (backdrop.height - row - 0.5) * CELL;
  const top = () => -0.62 * CELL;

  /** @param {PieceStyle} style */
  function stone({ shape, tone }) {
    const paint = `var(--tone-${tone})`;
    const rim = `var(--tone-${tone}-rim, var(--tone-${tone}))`;
    const layers = [svg('circle', { r: STONE, fill: rim }), svg('circle', { r: STONE - 3, fill: paint })];
    if (shape === 'ring') layers.push(svg('circle', { r: 19.5, fill: rim }), svg('circle', { r: 17, class: 'core' }));
    else layers.push(svg('circle', { r: 28, fill: 'none', stroke: rim, 'stroke-width': 3, opacity: 0.55 }));
    layers.push(svg('circle', { r: STONE - 3, fill: `url(#${id}-shine)` }));
    return svg('g', { class: 'stone' }, layers);
  }

  /** The frame and its holes: drawn once. */
  function build() {
    const { width, height } = backdrop;
    const [w, h] = [width * CELL, height * CELL];
    const head = mini ? EDGE : 1.16 * CELL;
    const foot = mini ? EDGE : 62;
    set(element, { viewBox: `${-EDGE - 6} ${-head - 2} ${w + 2 * EDGE + 12} ${h + head + foot + 4}` });
    const r = 30;
    const [left, up, right, down] = [-EDGE, -EDGE, w + EDGE, h + EDGE];
    const frame = `M${left + r} ${up}H${right - r}Q${right} ${up} ${right} ${up + r}V${down - r}Q${right} ${down} ${right - r} ${down}H${left + r}Q${left} ${down} ${left} ${down - r}V${up + r}Q${left} ${up} ${left + r} ${up}Z`;
    const holes = [];
    for (let c = 0; c < width; c += 1) for (let row = 0; row < height; row += 1) holes.push([x(c), y(row)]);
    const cut = holes
      .map(
        ([cx, cy]) => `M${cx - HOLE} ${cy}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`,
      )
      .join('');
    replace(well, svg('path', { d: frame, class: 'well' }));
    replace(
      front,
      svg('path', { d: frame + cut, 'fill-rule': 'evenodd', class: 'face' }),
      svg('path', { d: frame, fill: 'none', class: 'bevel' }),
      detail
        ? holes.map(([cx, cy]) => [
            svg('circle', { cx, cy, r: HOLE, fill: `url(#${id}-depth)` }),
            svg('circle', { cx, cy, r: HOLE + 1.5, fill: 'none', stroke: `url(#${id}-rim)`, 'stroke-width': 3 }),
          ])
        : svg('path', { d: cut, class: 'rims' }),
      mini
        ? null
        : labels.map((label, c) =>
            svg(
              'text',
              { x: x(c), y: h + EDGE + 27, class: 'label', 'text-anchor': 'middle', 'aria-hidden': 'true' },
              label,
            ),
          ),
    );
    replace(
      columns,
      mini
        ? null
        : labels.map((_, c) =>
            svg(
              'g',
              { class: 'column', role: 'button', tabindex: -1, data: { column: c } },
              svg('rect', {
                x: c * CELL + 2,
                y: -1.1 * CELL,
                width: CELL - 4,
                height: h + 1.1 * CELL + EDGE + 34,
                rx: 16,
              }),
            ),
          ),
    );
  }

  /** @param {number} column */
  const free = (column) => {
    for (let row = 0; row < backdrop.height; row += 1) if (!placed.has(`${column},${row}`)) return row;
    return -1;
  };

  function describe() {
    if (!now) return;
    /** @param {Piece} piece */
    const side = (piece) =>
      t(`board.shapes.${piece.shape}`) + ' ' + say(piece.tone[0].toUpperCase() + piece.tone.slice(1));
    const lists = labels.map((label, c) => {
      const held = [...placed.values()].filter(({ piece }) => piece.x === c).sort((a, b) => a.piece.y - b.piece.y);
      return `${digits(label)}: ${held.length ? list(held.map(({ piece }) => side(piece))) : t('board.empty')}`;
    });
    set(element, {
      'aria-label': `${say(backdrop.title)}. ${caption(now.scene)}. ${t('board.stones', { width: backdrop.width, height: backdrop.height })}. ${lists.join('; ')}`,
    });
    const groups = parts(columns);
    labels.forEach((label, c) => {
      const group = groups[c];
      if (!group) return;
      const legal = moves?.includes(label);
      const entry = values.find((v) => v.action === label);
      set(group, {
        'aria-label': [
          t('board.column', { n: digits(label) }),
          legal ? null : t('board.notLegal'),
          entry ? entry.words : null,
        ]
          .filter(Boolean)
          .join(', '),
        'aria-disabled': legal ? null : 'true',
        class: ['column', legal && 'legal', c === chosen && 'chosen'],
        tabindex: moves && (c === chosen || (chosen < 0 && c === Math.floor(backdrop.width / 2))) ? 0 : -1,
      });
    });
  }

  /** @param {number} column */
  function hover(column) {
    const legal = moves && column >= 0 && moves.includes(labels[column]);
    const same = chosen === column;
    chosen = column;
    ghost.classList.toggle('shown', Boolean(legal) && !move.busy);
    if (legal) {
      const side = learned[Number(now?.turn)] ?? SIDES[0];
      if (ghost.dataset.side !== JSON.stringify(side)) {
        ghost.dataset.side = JSON.stringify(side);
        replace(ghost, stone(side));
      }
      ghost.style.transform = `translate(${x(column)}px, ${top()}px)`;
    }
    if (!same) describe();
  }

  /** @param {number} column */
  function drop(column) {
    const label = labels[column];
    if (!moves?.includes(label) || !onAction) return false;
    onAction(label);
    return true;
  }

  function drawPlates() {
    replace(
      plates,
      values.map((entry) => {
        const column = labels.indexOf(entry.action);
        const row = column < 0 ? -1 : free(column);
        return row < 0 ? null : plate(entry, x(column), y(row), entry.text.length > 4 ? 19 : 25, { tall: true });
      }),
    );
  }

  function drawLights() {
    const marked = [...placed.values()].filter(({ piece }) => piece.marked).map(({ piece }) => piece);
    element.classList.toggle('won', marked.length > 0);
    replace(
      lights,
      marked.map((piece) => svg('circle', { cx: x(piece.x), cy: y(piece.y), r: HOLE - 3 })),
    );
  }

  /**
   * @param {Shown<BoardScene>} position
   * @param {ShowOptions} [options]
   */
  async function show(position, { from, animate = 0 } = {}) {
    move.stop();
    const before = now;
    now = position;
    const wanted = new Map(piecesOf(backdrop, position.scene).map((p) => [`${p.x},${p.y}`, p]));
    const gone = [...placed].filter(
      ([key, { piece }]) => wanted.get(key)?.shape !== piece.shape || wanted.get(key)?.tone !== piece.tone,
    );
    const fresh = [...wanted].filter(
      ([key, p]) => placed.get(key)?.piece.shape !== p.shape || placed.get(key)?.piece.tone !== p.tone,
    );
    for (const [key] of gone) placed.delete(key);
    for (const [key, stone] of placed) stone.piece = wanted.get(key) ?? stone.piece;
    for (const [key, piece] of fresh) {
      const drawn = stone(piece);
      drawn.setAttribute('transform', `translate(${x(piece.x)} ${y(piece.y)})`);
      stones.append(drawn);
      placed.set(key, { piece, drawn });
    }
    const player = (from ?? before)?.turn;
    if (fresh.length === 1 && typeof player === 'number')
      learned[player] = { shape: fresh[0][1].shape, tone: fresh[0][1].tone };
    ghost.classList.remove('shown');
    values = [];
    replace(plates);
    replace(marks);
    replace(lights);
    if (!mini) describe();
    else set(element, { 'aria-label': say(backdrop.title) });
    if (animate && fresh.length === 1 && gone.length === 0) {
      const [key, piece] = fresh[0];
      const { drawn } = needed(placed.get(key), 'stone');
      const [start, end] = [top(), y(piece.y)];
      const duration = Math.min(animate, 190 + 130 * Math.sqrt((end - start) / CELL));
      await move.run(duration, (s) =>
        drawn.setAttribute(
          'transform',
          `translate(${x(piece.x)} ${start + (end - start) * fall(s, 0.16 / ((end - start) / CELL + 1))})`,
        ),
      );
    } else if (animate && gone.length === 1 && fresh.length === 0) {
      const [, { piece, drawn }] = gone[0];
      await move.run(Math.min(animate, 180), (s) => {
        drawn.setAttribute('transform', `translate(${x(piece.x)} ${y(piece.y) + (top() - y(piece.y)) * ease(s)})`);
        drawn.style.opacity = String(1 - s * s);
      });
    }
    for (const [, { drawn }] of gone) drawn.remove();
    if (now === position) {
      drawLights();
      if (chosen >= 0) hover(chosen);
    }
  }

  build();
  if (!mini) {
    /** @param {MouseEvent} event */
    const columnAt = (event) => {
      const matrix = element.getScreenCTM();
      if (!matrix || !now) return -1;
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      const column = Math.floor(at.x / CELL);
      return column >= 0 && column < backdrop.width && at.y > -1.2 * CELL && at.y < backdrop.height * CELL + 70
        ? column
        : -1;
    };
    let pressed = false;
    element.addEventListener('pointermove', (event) => hover(columnAt(event)));
    element.addEventListener('pointerdown', (event) => {
      pressed = event.button === 0;
      hover(columnAt(event));
    });
    element.addEventListener('pointerup', (event) => {
      if (pressed) drop(columnAt(event));
      pressed = false;
      if (event.pointerType === 'touch') hover(-1);
    });
    element.addEventListener('pointercancel', () => ((pressed = false), hover(-1)));
    element.addEventListener('pointerleave', () => ((pressed = false), hover(-1)));
    columns.addEventListener('focusin', (event) => {
      const column = around(event, '.column');
      if (column?.matches(':focus-visible')) hover(Number(column.dataset.column));
    });
    // Screen readers press buttons by a click without a pointer.
    columns.addEventListener(
      'click',
      (event) => event.detail === 0 && drop(Number(around(event, '.column')?.dataset.column)),
    );
  }

  /**
   * Left and right choose; Enter, Space or down drop; a digit does both.
   * @param {KeyboardEvent} event
   */
  function keys(event) {
    if (!moves || !now) return false;
    const signs = signsOf(event);
    const byName = labels.findIndex((label) => signs.includes(label.toUpperCase()));
    if (byName >= 0) {
      hover(byName);
      drop(byName);
      return true;
    }
    const step = stepOf(event, { ArrowLeft: -1, ArrowRight: 1 });
    if (step) {
      const next = chosen < 0 ? Math.floor(backdrop.width / 2) : (chosen + step + backdrop.width) % backdrop.width;
      hover(next);
      parts(columns)[next].focus();
      return true;
    }
    if ([' ', 'Enter', 'ArrowDown'].includes(event.key) && chosen >= 0) return drop(chosen);
    return false;
  }

  return {
    element,
    show,
    keys,
    hint({ moves: legal = null, onAction: listener = null } = {}) {
      moves = legal;
      onAction = listener;
      element.classList.toggle('acting', Boolean(legal));
      if (now && !mini) {
        describe();
        hover(chosen);
      }
    },
    overlay(parts) {
      values = parts?.values ?? [];
      if (!now) return;
      replace(
        marks,
        parts?.marks?.map(({ cell, tone }) =>
          cell
            ? svg('circle', { cx: x(cell[0]), cy: y(cell[1]), r: HOLE + 2, stroke: `var(--tone-${tone})` })
            : null,
        ),
      );
      drawPlates();
      describe();
    },
    destroy() {
      move.stop();
    },
  };
}

/**
 * Light from above: shine on stones, depth in holes, a lit rim below.
 * @param {string} id
 */
function gradients(id) {
  /**
   * @param {number} offset
   * @param {string} color
   * @param {number} opacity
   */
  const stop = (offset, color, opacity) => svg('stop', { offset, 'stop-color': color, 'stop-opacity': opacity });
  return svg(
    'defs',
    {},
    svg(
      'radialGradient',
      { id: `${id}-shine`, cx: 0.38, cy: 0.28, r: 0.85 },
      stop(0, '#fff', 0.42),
      stop(0.45, '#fff', 0.05),
      stop(1, '#000', 0.22),
    ),
    svg(
      'radialGradient',
      { id: `${id}-depth`, cx: 0.5, cy: 0.6, r: 0.62 },
      stop(0, '#000', 0),
      stop(0.72, '#000', 0),
      stop(1, '#000', 0.55),
    ),
    svg(
      'linearGradient',
      { id: `${id}-rim`, x1: 0, y1: 0, x2: 0, y2: 1 },
      stop(0, '#000', 0.4),
      stop(0.5, '#000', 0.05),
      stop(1, '#fff', 0.38),
    ),
  );
}
