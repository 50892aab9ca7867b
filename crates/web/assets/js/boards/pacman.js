// The board of both Pac-Man games: any scene with walls or blocks, food, Pac-Man and ghosts, on a canvas.
//
// It implements the contract of docs/boards.md, and adds:
//
//   show(position, { animate })        actors glide from where they are, `animate` milliseconds per move. Calls may
//                                      follow each other faster than that: actors never jump, those behind speed up,
//                                      and those who move in turn by the rules glide together
//   hint({ moves, onAction, live })    onAction(action) is called once; give the next hint after the next position. A
//                                      key pressed meanwhile is kept and used as soon as it is legal. With live, the
//                                      last direction is repeated as soon as the movement has almost ended and a hint
//                                      is set, so that Pac-Man keeps walking; where he cannot, he stays, and the
//                                      ghosts go on. Ghosts led by a person go on where there is only one way, and
//                                      wait, marked by a ring, where there are several
//   onReady(listener)                  called whenever the movement has ended; returns a function that stops it
//   moving()                           is any actor moving?
//   describe()                         the position in sentences, for screen readers

import { h, needed, seldom } from '../ui/elements.js';
import { onLanguage, t, say } from '../i18n.js';
import { drawGhost, drawPacman, moodOf } from './pacman/actors.js';
import { drawAsked, drawHeat, drawMarks, drawMoves, drawReach, stepOf } from './pacman/overlays.js';
import { onTheme, readPalette } from './pacman/palette.js';
import { mazeOf, read } from './pacman/scene.js';
import { Stage } from './pacman/stage.js';
import { drawCrumb, drawFood, drawPop } from './pacman/things.js';
import { blocks, drawBlocks, drawTubes, tubes } from './pacman/walls.js';
import { cellWords, factsOf, legendOf, sentencesOf } from './pacman/words.js';

/**
 * @import { BoardBackdrop, BoardScene } from '../../../types/protocol'
 * @import { Board, BoardContext, Overlay, Shown, Step } from '../../../types/pages'
 * @import { Palette } from './pacman/palette.js'
 * @import { Actor } from './pacman/scene.js'
 */

// The outer half of a joined wall is cropped, but blocks are shown whole.
const CROP = { tubes: 0.2, blocks: -0.04 };
const ACTOR_SIZE = 1.12;
// The size of food depends on how coarse the maze is.
const SMALL_DOT = 0.1;
const LARGE_DOT = 0.17;
// Small mazes have a maximum cell size.
const LARGEST = 84;
const SWIPE = 24;
// For this many milliseconds after a turn the board still takes keys but repeats no move: the others are moving.
const GRACE_MS = 1500;
// In real time the next move is requested a little before this one ends, so that the answer comes in time.
const LEAD = 40;
// Words are for people: so often they are said again at most.
const WORDS_MS = 100;
// How long a move takes when no animation is shown.
const PACE = 260;
/** @type {Record<string, Step>} */
const KEYS = {
  ArrowUp: [0, -1],
  KeyW: [0, -1],
  ArrowDown: [0, 1],
  KeyS: [0, 1],
  ArrowRight: [1, 0],
  KeyD: [1, 0],
  ArrowLeft: [-1, 0],
  KeyA: [-1, 0],
  Space: [0, 0],
  KeyX: [0, 0],
};

let boards = 0;

/**
 * @param {Step | null} one
 * @param {Step | null} other
 */
function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

/**
 * @param {BoardContext<BoardBackdrop>} context
 * @returns {Board}
 */
export function create({ backdrop, mini = false }) {
  boards += 1;
  const maze = h('canvas', { class: 'pac-layer', 'aria-hidden': 'true' });
  const life = h('canvas', { class: 'pac-layer', 'aria-hidden': 'true' });
  const tip = h('div', { class: 'pac-tip number', hidden: true, 'aria-hidden': 'true' });
  const words = h('p', { class: 'visually-hidden', id: `pac-words-${boards}` });
  const alive = { tabindex: 0, role: 'application', 'aria-describedby': words.id };
  const board = h(
    'div',
    { class: 'pac-board', dir: 'ltr', ...(mini ? { 'aria-hidden': 'true' } : alive) },
    maze,
    life,
    tip,
  );
  const field = h('div', { class: 'pac-field' }, board);
  const facts = h('dl', { class: 'pac-facts' });
  const legend = h('div', { class: 'pac-legend', hidden: true });
  const element = h('div', { class: ['pac', mini && 'pac-mini'] }, mini ? field : [facts, field, legend, words]);

  const stage = new Stage();
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  /** @type {Set<() => void>} */
  const listeners = new Set();
  /** @type {Shown<BoardScene> | null} */
  let position = null;
  /** @type {Palette} */
  let palette;
  const solid = mazeOf(backdrop);
  const walls = {
    tubes: solid.walls.length > 0 ? tubes(solid.walls) : null,
    blocks: solid.blocks.length > 0 ? blocks(solid.blocks) : null,
  };
  const crop = walls.blocks ? CROP.blocks : CROP.tubes;
  const [width, height] = [backdrop.width - 2 * crop, backdrop.height - 2 * crop];
  /** What is seen of the maze: its middle and size, in cells. */
  const seen = { x: backdrop.width / 2, y: backdrop.height / 2, width, height };
  const shape = width / height;
  board.style.aspectRatio = String(shape);
  element.style.setProperty('--pac-shape', String(shape));
  element.style.setProperty('--pac-most', `${(backdrop.width - 2 * crop) * LARGEST}px`);
  let cell = 0;
  /** @type {{ width: number, height: number } | null} */
  let exact = null;
  let frame = 0;
  let wasMoving = false;
  /** @type {{ moves: string[], onAction: (action: string) => unknown, live: boolean } | null} */
  let hint = null;
  /** @type {Step | null} */
  let wish = null;
  /** @type {Step | null} */
  let heading = null;
  let taking = false;
  let beat = PACE;
  let timer = 0;
  let takesUntil = 0;
  /** @type {{ position: Shown | null, at: number }} */
  let acted = { position: null, at: 0 };
  /** @type {Overlay} */
  let over = {};
  /** @type {(() => void)[]} */
  let waiting = [];

  // Size and colours.

  function fit() {
    if (!stage.reading) return;
    const room = board.getBoundingClientRect();
    if (room.width === 0) return;
    const ratio = devicePixelRatio || 1;
    const pixels = exact ?? { width: Math.round(room.width * ratio), height: Math.round(room.height * ratio) };
    cell = room.width / (backdrop.width - 2 * crop);
    for (const canvas of [maze, life]) {
      if (canvas.width === pixels.width && canvas.height === pixels.height) continue;
      canvas.width = pixels.width;
      canvas.height = pixels.height;
    }
  }

  /** @param {HTMLCanvasElement} canvas */
  function paperOf(canvas) {
    const paper = needed(canvas.getContext('2d'), 'canvas to draw on');
    const scale = canvas.width / (backdrop.width - 2 * crop);
    paper.setTransform(1, 0, 0, 1, 0, 0);
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.setTransform(scale, 0, 0, scale, -crop * scale, -crop * scale);
    return paper;
  }

  const actors = () => stage.reading?.actors ?? [];
  const ghosts = () => actors().filter((actor) => actor.kind === 'ghost');

  /** @param {number} player */
  const toneOf = (player) => ghosts()[player - 1]?.tone;

  function paintMaze() {
    if (!stage.reading || cell === 0) return;
    const paper = paperOf(maze);
    paper.fillStyle = palette.floor;
    paper.fillRect(-1, -1, backdrop.width + 2, backdrop.height + 2);
    if (over.heat) drawHeat(paper, over.heat, backdrop.height, palette);
    if (walls.tubes) drawTubes(paper, walls.tubes, cell, palette);
    if (walls.blocks) drawBlocks(paper, walls.blocks, palette);
    if (over.reach) drawReach(paper, over.reach, backdrop.height, toneOf, palette);
    if (over.marks) drawMarks(paper, over.marks, backdrop.height, palette);
  }

  /** @param {number} now */
  function paintLife(now) {
    if (!stage.reading) return;
    const paper = paperOf(life);
    const view = stage.at(now);
    const dot = walls.blocks ? LARGE_DOT : SMALL_DOT;
    for (const crumb of stage.reading.crumbs) drawCrumb(paper, crumb, palette);
    for (const bite of stage.reading.food.values()) drawFood(paper, bite, { dot, palette });
    for (const bite of view.leaving) drawFood(paper, bite, { dot, size: bite.rest, palette });
    const others = view.actors.filter((actor) => actor.kind !== 'pacman');
    const eater = view.actors.find((actor) => actor.kind === 'pacman');
    /**
     * @param {Actor} actor
     * @param {() => void} draw
     */
    const drawAt = (actor, draw) => {
      paper.save();
      paper.translate(actor.x + 0.5, actor.y + 0.5);
      paper.scale(ACTOR_SIZE, ACTOR_SIZE);
      draw();
      paper.restore();
    };
    if (eater) {
      const chew = eater.walking > 0 ? Math.abs(Math.cos(eater.walking * Math.PI)) : 0.5;
      drawAt(eater, () => {
        paper.globalAlpha = 1 - 0.55 * view.fall;
        drawPacman(paper, {
          facing: eater.facing ?? 'east',
          mouth: view.fall > 0 ? chew + view.fall * 2.4 : chew,
          palette,
        });
      });
    }
    const asked = hint && !stage.moving(now) && others.find((ghost) => ghost.key === moverKey());
    if (asked) drawAsked(paper, asked, palette);
    for (const ghost of others) {
      const sway = ghost.walking > 0 ? Math.sin(ghost.walking * 2 * Math.PI) : 0;
      drawAt(ghost, () =>
        drawGhost(paper, {
          facing: ghost.facing,
          tone: ghost.tone,
          mood: moodOf(ghost, stage.moving(now) ? now : null),
          sway,
          label: ghost.label,
          palette,
        }),
      );
    }
    for (const pop of view.pops) drawPop(paper, pop, cell, palette);
    const mover = view.actors.find((actor) => actor.key === moverKey());
    const rest = view.actors.filter((actor) => actor !== mover);
    if (mover && over.values) drawMoves(paper, over.values, mover, rest, seen, cell, palette);
  }

  function moverKey() {
    const turn = position?.turn;
    if (turn === 0) return actors().find((actor) => actor.kind === 'pacman')?.key;
    if (typeof turn === 'number') return ghosts()[turn - 1]?.key;
    return null;
  }

  function tick() {
    frame = 0;
    if (!stage.reading || cell === 0) return;
    const now = performance.now();
    paintLife(now);
    if (stage.busy(now)) wake();
    const moving = stage.moving(now);
    if (moving && hint?.live) act();
    if (wasMoving && !moving) {
      wasMoving = false;
      settle();
      for (const listener of listeners) listener();
      act();
    }
  }

  function settle() {
    for (const resolve of waiting.splice(0)) resolve();
  }

  function wake() {
    if (frame === 0) frame = requestAnimationFrame(tick);
  }

  function repaint() {
    palette = readPalette(element);
    fit();
    paintMaze();
    wake();
  }

  // Words.

  const describe = () => (position ? sentencesOf(backdrop, position, actors()) : '');

  const describeBoard = seldom(() => {
    if (mini) return;
    board.setAttribute('aria-label', t('pacman.board', { title: say(backdrop.title) }));
    if (!position) return;
    facts.replaceChildren(...factsOf(position.scene, actors()));
    // Boards run from left to right in every language; the text beside them does not.
    for (const part of [facts, legend, words]) part.dir = document.documentElement.dir;
    words.textContent = `${describe()} ${hint ? t('pacman.keys') : ''}`;
    legend.hidden = !over.heat && !over.reach;
    legend.replaceChildren(...legendOf(over));
  }, WORDS_MS);

  // Input.

  /** @param {Step} step */
  function actionOf(step) {
    return hint?.moves.find((move) => same(stepOf(move), step)) ?? null;
  }

  /**
   * The move made in real time without input: Pac-Man walks on, or stays where he cannot; a ghost goes where it must,
   * and waits where there is a choice.
   * @returns {Step | null}
   */
  function onward() {
    if (!hint) return null;
    if (position?.turn !== 0) return hint.moves.length === 1 ? stepOf(hint.moves[0]) : null;
    if (!heading) return null;
    return actionOf(heading) ? heading : actionOf([0, 0]) ? [0, 0] : null;
  }

  function act() {
    const now = performance.now();
    if (!hint || stage.moving(now + (hint.live ? LEAD : 0))) return;
    const again = acted.position === position;
    if (again && now - acted.at < GRACE_MS) return;
    /** @type {Step | null} */
    let step = null;
    if (wish && actionOf(wish)) step = wish;
    else if (again) return;
    else if (hint.live) step = onward();
    if (!step) return;
    // Where nothing glides, because all stay or motion is reduced, real time still keeps its pace.
    const rest = acted.at + beat - LEAD - now;
    if (hint.live && rest > 0) {
      clearTimeout(timer);
      timer = setTimeout(act, rest);
      return;
    }
    const action = actionOf(step);
    if (action === null) return;
    const { onAction, live } = hint;
    const eater = position?.turn === 0;
    if (eater && !(live && same(step, [0, 0]) && !same(wish, step))) heading = step;
    // Pac-Man remembers the direction to turn to; input for one ghost is not meant for the next.
    if (!live || !eater || same(wish, step)) wish = null;
    hint = null;
    acted = { position, at: now };
    onAction(action);
  }

  /** @param {Step} step */
  function want(step) {
    wish = step;
    act();
  }

  /** Do keys and touches make moves now? */
  const takesMoves = () => taking || performance.now() < takesUntil;

  /** @param {KeyboardEvent} event */
  function takes(event) {
    const step = KEYS[event.code];
    if (!takesMoves() || !step || event.ctrlKey || event.metaKey || event.altKey) return false;
    want(step);
    return true;
  }

  /** @type {{ id: number, x: number, y: number } | null} */
  let touch = null;

  /** @param {MouseEvent} event */
  function cellAt(event) {
    const box = board.getBoundingClientRect();
    return [(event.clientX - box.left) / cell + crop, (event.clientY - box.top) / cell + crop];
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    touch = { id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    if (!touch || touch.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
    touch = null;
    /**
     * @param {number} x
     * @param {number} y
     * @returns {Step}
     */
    const toward = (x, y) => (Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)]);
    if (Math.hypot(dx, dy) > SWIPE) {
      if (takesMoves()) want(toward(dx, dy));
      return;
    }
    const mover = actors().find((actor) => actor.key === moverKey());
    if (!mover) return;
    const [x, y] = cellAt(event);
    const [ox, oy] = [x - mover.x - 0.5, y - mover.y - 0.5];
    if (takesMoves()) want(Math.hypot(ox, oy) < 0.6 ? [0, 0] : toward(ox, oy));
  }

  /** @param {PointerEvent} event */
  function onHover(event) {
    if (!stage.reading || (!over.heat && !over.reach)) {
      tip.hidden = true;
      return;
    }
    const [column, row] = cellAt(event).map(Math.floor);
    const y = backdrop.height - 1 - row;
    const lines = cellWords(over, column, y);
    tip.hidden = lines.length === 0;
    if (tip.hidden) return;
    tip.replaceChildren(...lines.map((line) => h('div', {}, line)));
    tip.style.left = `${(column + 0.5 - crop) * cell}px`;
    tip.style.top = `${(row - crop) * cell}px`;
    tip.classList.toggle('below', row < 2);
  }

  function onLeave() {
    tip.hidden = true;
  }

  if (!mini) {
    board.addEventListener('pointerdown', onDown);
    board.addEventListener('pointerup', onUp);
    board.addEventListener('pointermove', onHover);
    board.addEventListener('pointerleave', onLeave);
  }
  // Browsers that report the size in device pixels get a picture without any blur.
  const resize = new ResizeObserver(([entry]) => {
    const size = entry.devicePixelContentBoxSize?.[0];
    exact = size ? { width: size.inlineSize, height: size.blockSize } : null;
    repaint();
  });
  try {
    resize.observe(board, { box: 'device-pixel-content-box' });
  } catch {
    resize.observe(board);
  }
  const offTheme = onTheme(() => requestAnimationFrame(repaint));
  const offLanguage = onLanguage(describeBoard);

  return {
    element,
    /**
     * @param {Shown<BoardScene>} next
     * @param {{ animate?: number }} [options]
     */
    show(next, { animate = 0 } = {}) {
      const reading = read(backdrop, next);
      const fresh = !stage.reading;
      // After moves were taken back, nobody goes on until the person does.
      if (position && next.ply < position.ply) [heading, wish] = [null, null];
      position = next;
      settle();
      const glide = animate > 0 && !still.matches && !fresh;
      beat = glide ? animate : PACE;
      if (glide) stage.walk(reading, animate, performance.now());
      else stage.jump(reading);
      if (fresh) repaint();
      describeBoard();
      wasMoving = true;
      wake();
      return new Promise((resolve) => waiting.push(resolve));
    },
    hint(next = {}) {
      if (taking && !next.onAction) takesUntil = performance.now() + GRACE_MS;
      taking = Boolean(next.onAction);
      const { moves, onAction, live = false } = next;
      hint = moves?.length && onAction ? { moves, onAction, live } : null;
      if (!takesMoves()) wish = null;
      element.classList.toggle('pac-takes', takesMoves());
      describeBoard();
      act();
      wake();
    },
    overlay(next = {}) {
      const other = next.heat !== over.heat || next.reach !== over.reach || next.marks !== over.marks;
      over = next;
      if (!over.heat && !over.reach) tip.hidden = true;
      if (position && other) paintMaze();
      describeBoard();
      wake();
    },
    keys: takes,
    onReady(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    moving: () => stage.moving(performance.now()),
    describe,
    focus: () => board.focus(),
    destroy() {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      describeBoard.cancel();
      settle();
      resize.disconnect();
      offTheme();
      offLanguage();
      listeners.clear();
    },
  };
}
