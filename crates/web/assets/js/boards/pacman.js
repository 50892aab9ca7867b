// The board of both kinds of Pac-Man: any scene with walls or blocks, food, Pac-Man and ghosts, on a canvas.
//
// It keeps the contract of docs/boards.md, and adds:
//
//   show(position, { animate })        everybody glides from where they are, `animate` milliseconds a move. Calls may
//                                      follow each other faster than that: nobody jumps, those who are behind hurry,
//                                      and those who move one after the other in the rules glide together
//   hint({ moves, onAction, live })    onAction(action) is called once; give the next hint after the next position. A
//                                      key pressed meanwhile is kept and used as soon as it is legal. With live, the
//                                      last direction is taken again as soon as the movement has all but ended and a
//                                      hint is there, so that Pac-Man runs on by himself; where he cannot, he stays,
//                                      and the ghosts go on. Ghosts that a person leads go on where there is one
//                                      way only, and wait, marked by a ring, where there are several
//   onReady(listener)                  called whenever the movement has ended; gives the way to stop that
//   moving()                           is anybody on the way?
//   describe()                         the position in sentences, for screen readers

import { h } from '../ui/elements.js';
import { number, onLanguage, t, say as told } from '../i18n.js';
import { signed } from '../analysis/values.js';
import { drawGhost, drawPacman } from './pacman/actors.js';
import { drawAsked, drawHeat, drawMoves, drawReach, stepOf } from './pacman/overlays.js';
import { onTheme, readPalette } from './pacman/palette.js';
import { mazeOf, read } from './pacman/scene.js';
import { Stage } from './pacman/stage.js';
import { blocks, tubes } from './pacman/walls.js';
import { factsOf, legendOf, sentencesOf } from './pacman/words.js';

// Nobody needs the outer half of a joined wall, but blocks are shown whole.
const CROP = { tubes: 0.2, blocks: -0.04 };
const ACTOR_SIZE = 1.12;
// Small mazes do not grow without end.
const LARGEST = 84;
const BLINKS_FROM = 8;
const SWIPE = 24;
// For so long after a hint was taken away keys are still the board's: the others are just moving.
const PATIENCE = 1500;
// In real time the next move is asked for a little before this one ends, so that the answer comes in time.
const LEAD = 40;
// How long a move takes where nothing is seen of it.
const PACE = 260;
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

function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

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
  const listeners = new Set();
  let position = null;
  let palette = null;
  const solid = mazeOf(backdrop);
  const walls = {
    tubes: solid.walls.length > 0 ? tubes(solid.walls) : null,
    blocks: solid.blocks.length > 0 ? blocks(solid.blocks) : null,
  };
  const crop = walls.blocks ? CROP.blocks : CROP.tubes;
  const shape = (backdrop.width - 2 * crop) / (backdrop.height - 2 * crop);
  board.style.aspectRatio = String(shape);
  element.style.setProperty('--pac-shape', String(shape));
  element.style.setProperty('--pac-most', `${(backdrop.width - 2 * crop) * LARGEST}px`);
  let cell = 0;
  let exact = null;
  let frame = 0;
  let wasMoving = false;
  let hint = null;
  let wish = null;
  let heading = null;
  let taking = false;
  let beat = PACE;
  let timer = 0;
  let takesUntil = 0;
  let acted = { position: null, at: 0 };
  let over = {};
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

  function paperOf(canvas) {
    const paper = canvas.getContext('2d');
    const scale = canvas.width / (backdrop.width - 2 * crop);
    paper.setTransform(1, 0, 0, 1, 0, 0);
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.setTransform(scale, 0, 0, scale, -crop * scale, -crop * scale);
    return paper;
  }

  function toneOf(player) {
    return stage.reading.actors.filter((actor) => actor.kind === 'ghost')[player - 1]?.tone;
  }

  function paintMaze() {
    if (!stage.reading || cell === 0) return;
    const paper = paperOf(maze);
    paper.fillStyle = palette.floor;
    paper.fillRect(-1, -1, backdrop.width + 2, backdrop.height + 2);
    if (over.heat) drawHeat(paper, over.heat, backdrop.height, palette);
    if (walls.tubes) {
      paper.lineCap = 'round';
      paper.lineJoin = 'round';
      const line = Math.max(0.055, 1.2 / cell);
      paper.strokeStyle = palette.wallLine;
      paper.lineWidth = 0.46;
      paper.stroke(walls.tubes.lines);
      paper.fillStyle = palette.wall;
      paper.strokeStyle = palette.wall;
      paper.lineWidth = 0.46 - 2 * line;
      paper.stroke(walls.tubes.lines);
      paper.fill(walls.tubes.solids);
    }
    if (walls.blocks) {
      paper.fillStyle = palette.block;
      paper.fill(walls.blocks);
      paper.lineWidth = 0.045;
      paper.strokeStyle = palette.blockLine;
      paper.stroke(walls.blocks);
    }
    if (over.reach) drawReach(paper, over.reach, backdrop.height, toneOf, palette);
  }

  function drawFood(paper, bite, size = 1) {
    const radius = (bite.kind === 'capsule' ? 0.27 : walls.blocks ? 0.17 : 0.1) * size;
    paper.beginPath();
    paper.arc(bite.x + 0.5, bite.y + 0.5, radius, 0, 2 * Math.PI);
    paper.fillStyle = bite.tone === 'green' ? palette.tones.green : palette.pellet;
    paper.fill();
    if (bite.kind === 'capsule') {
      paper.lineWidth = 0.06;
      paper.strokeStyle = palette.pelletLine;
      paper.stroke();
    }
  }

  function moodOf(actor, now) {
    if (actor.flight) return 'eyes';
    if (actor.scared === 0) return 'calm';
    if (actor.scared > BLINKS_FROM) return 'scared';
    const phase = stage.moving(now) ? Math.floor(now / 110) : actor.scared;
    return phase % 2 === 0 ? 'scared' : 'waking';
  }

  function paintLife(now) {
    const paper = paperOf(life);
    const view = stage.at(now);
    paper.lineWidth = 0.04;
    for (const { x, y } of stage.reading.crumbs) {
      paper.beginPath();
      paper.arc(x + 0.5, y + 0.5, 0.11, 0, 2 * Math.PI);
      paper.fillStyle = palette.crumb;
      paper.fill();
      paper.strokeStyle = palette.crumbLine;
      paper.stroke();
    }
    for (const bite of stage.reading.food.values()) drawFood(paper, bite);
    for (const bite of view.leaving) drawFood(paper, bite, bite.rest);
    const others = view.actors.filter((actor) => actor.kind !== 'pacman');
    const eater = view.actors.find((actor) => actor.kind === 'pacman');
    const place = (actor, draw) => {
      paper.save();
      paper.translate(actor.x + 0.5, actor.y + 0.5);
      paper.scale(ACTOR_SIZE, ACTOR_SIZE);
      draw();
      paper.restore();
    };
    if (eater) {
      const chew = eater.walking > 0 ? Math.abs(Math.cos(eater.walking * Math.PI)) : 0.5;
      place(eater, () => {
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
      place(ghost, () =>
        drawGhost(paper, {
          facing: ghost.facing,
          tone: ghost.tone,
          mood: moodOf(ghost, now),
          sway,
          label: ghost.label,
          palette,
        }),
      );
    }
    for (const pop of view.pops) {
      paper.globalAlpha = 1 - pop.part ** 2;
      paper.font = `700 ${Math.max(0.5, 14 / cell)}px system-ui, sans-serif`;
      paper.textAlign = 'center';
      paper.fillStyle = palette.text;
      paper.strokeStyle = palette.floor;
      paper.lineWidth = 0.14;
      paper.strokeText(pop.text, pop.x + 0.5, pop.y + 0.1 - pop.part * 0.7);
      paper.fillText(pop.text, pop.x + 0.5, pop.y + 0.1 - pop.part * 0.7);
      paper.globalAlpha = 1;
    }
    const mover = over.values && view.actors.find((actor) => actor.key === moverKey());
    if (mover) drawMoves(paper, over.values, mover, cell, palette);
  }

  function moverKey() {
    const turn = position?.turn;
    if (turn === 0) return stage.reading.actors.find((actor) => actor.kind === 'pacman')?.key;
    if (typeof turn === 'number') return stage.reading.actors.filter((actor) => actor.kind === 'ghost')[turn - 1]?.key;
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

  const describe = () => (position ? sentencesOf(backdrop, position, stage.reading.actors) : '');

  function say() {
    if (mini) return;
    board.setAttribute('aria-label', t('pacman.board', { title: told(backdrop.title) }));
    if (!position) return;
    facts.replaceChildren(...factsOf(position.scene, stage.reading.actors));
    // Boards stand from left to right in every language; what is said beside them does not.
    for (const part of [facts, legend, words]) part.dir = document.documentElement.dir;
    words.textContent = `${describe()} ${hint ? t('pacman.keys') : ''}`;
    legend.hidden = !over.heat && !over.reach;
    legend.replaceChildren(...legendOf(over));
  }

  // Acting.

  function actionOf(step) {
    return hint?.moves.find((move) => same(stepOf(move), step)) ?? null;
  }

  /**
   * What is done in real time while nobody says anything: Pac-Man walks on, or stays where he cannot; a ghost goes
   * where it must, and waits where there is a choice.
   */
  function onward() {
    if (position.turn !== 0) return hint.moves.length === 1 ? stepOf(hint.moves[0]) : null;
    if (!heading) return null;
    return actionOf(heading) ? heading : actionOf([0, 0]) ? [0, 0] : null;
  }

  function act() {
    const now = performance.now();
    if (!hint || stage.moving(now + (hint.live ? LEAD : 0))) return;
    const again = acted.position === position;
    if (again && now - acted.at < PATIENCE) return;
    let step = null;
    if (wish && actionOf(wish)) step = wish;
    else if (again) return;
    else if (hint.live) step = onward();
    if (!step) return;
    // Where nobody glides, because all stay or motion is unwelcome, real time still keeps its pace.
    const rest = acted.at + beat - LEAD - now;
    if (hint.live && rest > 0) {
      clearTimeout(timer);
      timer = setTimeout(act, rest);
      return;
    }
    const action = actionOf(step);
    const { onAction } = hint;
    const live = hint.live;
    const eater = position.turn === 0;
    if (eater && !(live && same(step, [0, 0]) && !same(wish, step))) heading = step;
    // Pac-Man remembers where he was told to turn; what is said to one ghost is not meant for the next.
    if (!live || !eater || same(wish, step)) wish = null;
    hint = null;
    acted = { position, at: now };
    onAction(action);
  }

  function want(step) {
    wish = step;
    act();
  }

  /** Do keys and touches mean moves now? */
  const takesMoves = () => taking || performance.now() < takesUntil;

  function takes(event) {
    const step = KEYS[event.code];
    if (!takesMoves() || !step || event.ctrlKey || event.metaKey || event.altKey) return false;
    want(step);
    return true;
  }

  let touch = null;

  function cellAt(event) {
    const box = board.getBoundingClientRect();
    return [(event.clientX - box.left) / cell + crop, (event.clientY - box.top) / cell + crop];
  }

  function onDown(event) {
    touch = { id: event.pointerId, x: event.clientX, y: event.clientY };
  }

  function onUp(event) {
    if (!touch || touch.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - touch.x, event.clientY - touch.y];
    touch = null;
    const toward = (x, y) => (Math.abs(x) > Math.abs(y) ? [Math.sign(x), 0] : [0, Math.sign(y)]);
    if (Math.hypot(dx, dy) > SWIPE) {
      if (takesMoves()) want(toward(dx, dy));
      return;
    }
    const mover = stage.reading?.actors.find((actor) => actor.key === moverKey());
    if (!mover) return;
    const [x, y] = cellAt(event);
    const [ox, oy] = [x - mover.x - 0.5, y - mover.y - 0.5];
    if (takesMoves()) want(Math.hypot(ox, oy) < 0.6 ? [0, 0] : toward(ox, oy));
  }

  function onHover(event) {
    if (!stage.reading || (!over.heat && !over.reach)) {
      tip.hidden = true;
      return;
    }
    const [column, row] = cellAt(event).map(Math.floor);
    const y = backdrop.height - 1 - row;
    const lines = [];
    const warm = over.heat?.cells.find((each) => each.x === column && each.y === y);
    if (warm) lines.push(signed(warm.value));
    for (const ghost of over.reach?.ghosts ?? []) {
      const found = ghost.cells.find((each) => Math.round(each.x) === column && Math.round(each.y) === y);
      if (found) lines.push(t('pacman.reached', { number: number(ghost.player), moves: number(found.after) }));
    }
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
  // Browsers that tell the size in the screen's own pixels get a picture without any blur.
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
  const offLanguage = onLanguage(say);

  return {
    element,
    show(next, { animate = 0 } = {}) {
      const reading = read(backdrop, next);
      const fresh = !stage.reading;
      position = next;
      settle();
      const glide = animate > 0 && !still.matches && !fresh;
      beat = glide ? animate : PACE;
      if (glide) stage.walk(reading, animate, performance.now());
      else stage.jump(reading);
      if (fresh) repaint();
      say();
      wasMoving = true;
      wake();
      return new Promise((resolve) => waiting.push(resolve));
    },
    hint(next = {}) {
      if (taking && !next.onAction) takesUntil = performance.now() + PATIENCE;
      taking = Boolean(next.onAction);
      hint = next.moves?.length > 0 && taking ? { live: false, ...next } : null;
      if (!takesMoves()) wish = null;
      element.classList.toggle('pac-takes', takesMoves());
      say();
      act();
      wake();
    },
    overlay(next = {}) {
      over = next;
      if (!over.heat && !over.reach) tip.hidden = true;
      if (palette) paintMaze();
      say();
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
      settle();
      resize.disconnect();
      offTheme();
      offLanguage();
      listeners.clear();
    },
  };
}
