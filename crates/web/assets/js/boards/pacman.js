// The board of both kinds of Pac-Man: any scene with walls or blocks, food, Pac-Man and ghosts, on a canvas.
//
// create(context) answers with a board:
//
//   element                            put it on the page; it is as wide as its place allows
//   show(position, { animate })        draws a position; with animate (the default) everybody glides there from where they
//                                      are. Calls may follow each other faster than the pace: nobody jumps, those who are
//                                      behind hurry
//   hint({ moves, onAction, live })    lets a person move: keys (arrows, WASD, space to stay), a swipe, or a click beside
//                                      the one who moves. onAction(action) is called once; give the next hint after the
//                                      next position. A key pressed meanwhile is kept and used as soon as it is legal.
//                                      With live, the last direction is taken again whenever the animation has ended and
//                                      a hint is there, so that Pac-Man runs on by himself; where he cannot, he stays, and
//                                      the ghosts go on. hint(null) ends it
//   overlay({ moves, heat, reach })    moves: [{ action, value, words, best }] as arrows around the one who moves; heat: the
//                                      answer of position.heat; reach: the answer of position.reach. What is left out stays,
//                                      null takes it away
//   pace(milliseconds)                 how long a move takes on the screen; 0 jumps
//   onReady(listener)                  called whenever the animation has ended; answers with a function that ends that
//   moving()                           is anybody on the way?
//   describe()                         the position in a sentence, for screen readers
//   destroy()

import { h } from '../ui/elements.js';
import { number, onLanguage, t } from '../i18n.js';
import { drawGhost, drawPacman } from './pacman/actors.js';
import { drawHeat, drawMoves, drawReach, stepOf } from './pacman/overlays.js';
import { onTheme, readPalette } from './pacman/palette.js';
import { read, sameMaze } from './pacman/scene.js';
import { Stage } from './pacman/stage.js';
import { blocks, tubes } from './pacman/walls.js';

const PACE = 200;
const CROP = 0.2;
const BLINKS_FROM = 8;
const SWIPE = 24;
const KEYS = {
  ArrowUp: [0, -1], KeyW: [0, -1], ArrowDown: [0, 1], KeyS: [0, 1], ArrowRight: [1, 0], KeyD: [1, 0], ArrowLeft: [-1, 0],
  KeyA: [-1, 0], Space: [0, 0], KeyX: [0, 0],
};

let boards = 0;

function same(one, other) {
  return one !== null && other !== null && one[0] === other[0] && one[1] === other[1];
}

/** Does typing into this element mean something else than playing? */
function isControl(target) {
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable], [role="slider"], ' +
    '[role="tab"], [role="radio"], [role="tree"], dialog') !== null;
}

export function create(context = {}) {
  boards += 1;
  const maze = h('canvas', { class: 'pac-layer', 'aria-hidden': 'true' });
  const life = h('canvas', { class: 'pac-layer', 'aria-hidden': 'true' });
  const tip = h('div', { class: 'pac-tip number', hidden: true, 'aria-hidden': 'true' });
  const words = h('p', { class: 'visually-hidden', id: `pac-words-${boards}` });
  const board = h('div', {
    class: 'pac-board', tabindex: '0', role: 'application', dir: 'ltr', 'aria-describedby': words.id,
  }, maze, life, tip);
  const facts = h('dl', { class: 'pac-facts' });
  const legend = h('div', { class: 'pac-legend', hidden: true });
  const element = h('div', { class: 'pac' }, facts, board, legend, words);

  const stage = new Stage();
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const listeners = new Set();
  let position = null;
  let palette = null;
  let walls = null;
  let cell = 0;
  let pace = PACE;
  let frame = 0;
  let wasMoving = false;
  let hint = null;
  let wish = null;
  let heading = null;
  let over = { moves: null, heat: null, reach: null };

  // Size and colours.

  function fit() {
    if (!stage.reading) return;
    const { width, height } = stage.reading;
    const ratio = devicePixelRatio || 1;
    const room = board.clientWidth;
    if (room === 0) return;
    cell = room / (width - 2 * CROP);
    for (const canvas of [maze, life]) {
      const [pixelWidth, pixelHeight] = [Math.round(room * ratio), Math.round(cell * (height - 2 * CROP) * ratio)];
      if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
        canvas.width = pixelWidth;
        canvas.height = pixelHeight;
      }
    }
  }

  function paperOf(canvas) {
    const paper = canvas.getContext('2d');
    const scale = canvas.width / (stage.reading.width - 2 * CROP);
    paper.setTransform(1, 0, 0, 1, 0, 0);
    paper.clearRect(0, 0, canvas.width, canvas.height);
    paper.setTransform(scale, 0, 0, scale, -CROP * scale, -CROP * scale);
    return paper;
  }

  function toneOf(player) {
    return stage.reading.actors.filter((actor) => actor.kind === 'ghost')[player - 1]?.tone;
  }

  function paintMaze() {
    if (!stage.reading || cell === 0) return;
    const paper = paperOf(maze);
    paper.fillStyle = palette.floor;
    paper.fillRect(0, 0, stage.reading.width, stage.reading.height);
    if (over.heat) drawHeat(paper, over.heat, stage.reading.height, palette);
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
    if (over.reach) drawReach(paper, over.reach, stage.reading.height, toneOf, palette);
  }

  function drawFood(paper, bite, size = 1) {
    const radius = (bite.kind === 'capsule' ? 0.27 : stage.reading.blocks.length > 0 ? 0.17 : 0.1) * size;
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
      draw();
      paper.restore();
    };
    if (eater) {
      const chew = eater.walking > 0 ? Math.abs(Math.cos(eater.walking * Math.PI)) : 0.5;
      place(eater, () => {
        paper.globalAlpha = 1 - 0.55 * view.fall;
        drawPacman(paper, { facing: eater.facing ?? 'east', mouth: view.fall > 0 ? chew + view.fall * 2.4 : chew, palette });
      });
    }
    for (const ghost of others) {
      const sway = ghost.walking > 0 ? Math.sin(ghost.walking * 2 * Math.PI) : 0;
      place(ghost, () => drawGhost(paper, {
        facing: ghost.facing, tone: ghost.tone, mood: moodOf(ghost, now), sway, label: ghost.label, palette,
      }));
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
    const mover = over.moves && view.actors.find((actor) => actor.key === moverKey());
    if (mover) drawMoves(paper, over.moves, mover, cell, palette);
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
    if (wasMoving && !moving) {
      wasMoving = false;
      for (const listener of listeners) listener();
      act();
    }
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

  function fact(label, value) {
    return h('div', {}, h('dt', {}, label), h('dd', { class: 'number' }, value));
  }

  function showFacts() {
    const report = position.report ?? {};
    const rows = [];
    if (report.level !== undefined) rows.push(fact(t('pacman.level'), number(report.level)));
    if (report.score !== undefined) rows.push(fact(t('pacman.score'), number(report.score)));
    if (report.pellets !== undefined) rows.push(fact(t('pacman.food'), number(report.pellets)));
    if (report.capsules) rows.push(fact(t('pacman.capsules'), number(report.capsules)));
    const scared = Math.max(0, ...(report.agents ?? []).map((agent) => agent.scared));
    if (scared > 0) rows.push(fact(t('pacman.scared'), number(scared)));
    facts.replaceChildren(...rows);
  }

  function describe() {
    if (!position) return '';
    const { agents = [], score, pellets, win, lose } = position.report ?? {};
    const place = (agent) => t('pacman.place', { x: number(agent.x), y: number(agent.y) });
    const parts = [];
    if (agents.length > 0) parts.push(t('pacman.at', { place: place(agents[0]) }));
    agents.slice(1).forEach((agent, ghost) => parts.push(t(agent.scared > 0 ? 'pacman.scared-ghost' : 'pacman.ghost', {
      number: number(ghost + 1), place: place(agent), moves: number(agent.scared),
    })));
    if (score !== undefined) parts.push(t('pacman.counts', { score: number(score), food: number(pellets) }));
    if (win) parts.push(t('pacman.won'));
    if (lose) parts.push(t('pacman.lost'));
    return parts.join(' ');
  }

  function say() {
    board.setAttribute('aria-label', t('pacman.board', { title: position?.scene?.title ?? 'Pac-Man' }));
    if (!position) return;
    showFacts();
    words.textContent = `${describe()} ${hint ? t('pacman.keys') : ''}`;
    showLegend();
  }

  function showLegend() {
    legend.hidden = !over.heat && !over.reach;
    const rows = [];
    if (over.heat) {
      rows.push(h('span', { class: 'pac-scale' },
        h('span', { class: 'number' }, number(over.heat.min)), h('span', { class: 'pac-ramp', 'aria-hidden': 'true' }),
        h('span', { class: 'number' }, number(over.heat.max)), h('span', { class: 'soft' }, t('pacman.heat'))));
    }
    if (over.reach) rows.push(h('span', { class: 'soft' }, t('pacman.reach')));
    legend.replaceChildren(...rows);
  }

  // Acting.

  function actionOf(step) {
    return hint?.moves.find((move) => same(stepOf(move), step)) ?? null;
  }

  function act() {
    if (!hint || stage.moving(performance.now())) return;
    let step = null;
    if (wish && actionOf(wish)) step = wish;
    else if (hint.live && heading && actionOf(heading)) step = heading;
    else if (hint.live && heading && actionOf([0, 0])) step = [0, 0];
    if (!step) return;
    const action = actionOf(step);
    const { onAction } = hint;
    const live = hint.live;
    if (!(live && same(step, [0, 0]) && !same(wish, step))) heading = step;
    if (!live || same(wish, step)) wish = null;
    hint = null;
    onAction(action);
  }

  function want(step) {
    wish = step;
    act();
  }

  function onKey(event) {
    if (!hint && !element.contains(document.activeElement)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isControl(event.target)) return;
    const step = KEYS[event.code];
    if (!step) return;
    if (event.code === 'Space' && event.target instanceof Element && event.target.closest('button, a')) return;
    event.preventDefault();
    want(step);
  }

  let touch = null;

  function cellAt(event) {
    const box = board.getBoundingClientRect();
    return [(event.clientX - box.left) / cell + CROP, (event.clientY - box.top) / cell + CROP];
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
      want(toward(dx, dy));
      return;
    }
    const mover = stage.reading?.actors.find((actor) => actor.key === moverKey());
    if (!mover) return;
    const [x, y] = cellAt(event);
    const [ox, oy] = [x - mover.x - 0.5, y - mover.y - 0.5];
    want(Math.hypot(ox, oy) < 0.6 ? [0, 0] : toward(ox, oy));
  }

  function onHover(event) {
    if (!stage.reading || (!over.heat && !over.reach)) {
      tip.hidden = true;
      return;
    }
    const [column, row] = cellAt(event).map(Math.floor);
    const y = stage.reading.height - 1 - row;
    const lines = [];
    const warm = over.heat?.cells.find((each) => each.x === column && each.y === y);
    if (warm) lines.push(number(warm.value));
    for (const ghost of over.reach?.ghosts ?? []) {
      const found = ghost.cells.find((each) => Math.round(each.x) === column && Math.round(each.y) === y);
      if (found) lines.push(t('pacman.reached', { number: number(ghost.player), moves: number(found.after) }));
    }
    tip.hidden = lines.length === 0;
    if (tip.hidden) return;
    tip.replaceChildren(...lines.map((line) => h('div', {}, line)));
    tip.style.left = `${(column + 0.5 - CROP) * cell}px`;
    tip.style.top = `${(row - CROP) * cell}px`;
    tip.classList.toggle('below', row < 2);
  }

  function onLeave() {
    tip.hidden = true;
  }

  board.addEventListener('pointerdown', onDown);
  board.addEventListener('pointerup', onUp);
  board.addEventListener('pointermove', onHover);
  board.addEventListener('pointerleave', onLeave);
  document.addEventListener('keydown', onKey);
  const resize = new ResizeObserver(repaint);
  resize.observe(board);
  const offTheme = onTheme(() => requestAnimationFrame(repaint));
  const offLanguage = onLanguage(say);

  return {
    element,
    show(next, { animate = true } = {}) {
      const reading = read(next);
      const now = performance.now();
      const glide = animate && pace > 0 && !still.matches && sameMaze(stage.reading, reading);
      const fresh = !sameMaze(stage.reading, reading);
      position = next;
      if (glide) stage.walk(reading, pace, now);
      else stage.jump(reading);
      if (fresh) {
        heading = null;
        walls = {
          tubes: reading.walls.length > 0 ? tubes(reading.walls) : null,
          blocks: reading.blocks.length > 0 ? blocks(reading.blocks) : null,
        };
        board.style.aspectRatio = `${reading.width - 2 * CROP} / ${reading.height - 2 * CROP}`;
        element.style.setProperty('--pac-shape', String((reading.width - 2 * CROP) / (reading.height - 2 * CROP)));
        repaint();
      }
      say();
      wasMoving = true;
      wake();
    },
    hint(next) {
      hint = next && next.moves?.length > 0 ? { live: false, ...next } : null;
      if (next === null) wish = null;
      element.classList.toggle('pac-takes', next !== null);
      say();
      act();
    },
    overlay(next) {
      over = { ...over, ...next };
      if (!over.heat && !over.reach) tip.hidden = true;
      if (palette) paintMaze();
      say();
      wake();
    },
    pace(milliseconds) {
      pace = milliseconds;
    },
    onReady(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    moving: () => stage.moving(performance.now()),
    describe,
    focus: () => board.focus(),
    destroy() {
      cancelAnimationFrame(frame);
      document.removeEventListener('keydown', onKey);
      resize.disconnect();
      offTheme();
      offLanguage();
      listeners.clear();
      element.remove();
    },
  };
}
