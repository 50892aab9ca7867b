// A line of moves, played on a board: a refutation, or the playout of a simulation.

import { h, replace, set } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { digits, say, t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { marked } from './tiles.js';

/**
 * @import { At, Backdrop, Position } from '../../../types/protocol'
 * @import { Board, BoardModule, Client } from '../../../types/pages'
 */

const PACE = 700;
const QUICK = 120;
/** The most moves that the lab plays for us. */
const LONGEST = 200;

/**
 * `at` is the root of the search. `show({ moves, from, phases })` prepares a line, whose first `from` moves lead to it.
 * @param {{ client: Client, at: At, module: Promise<BoardModule>, backdrop: Backdrop, label: string }} options
 */
export function linePlayer({ client, at, module, backdrop, label }) {
  const box = h('div', { class: 'line-board' });
  const plies = h('div', { class: 'line-plies notation', dir: 'ltr' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const said = h('p', { class: 'visually-hidden', role: 'status' });
  const playButton = button(null, { icon: 'play', small: true, tip: t('explorer.line.play'), onclick: play });
  const element = h(
    'div',
    { class: 'line', role: 'group', 'aria-label': label, hidden: true },
    box,
    h(
      'div',
      { class: 'line-acts', dir: 'ltr' },
      button(null, { icon: 'first', small: true, kind: 'quiet', tip: t('explorer.line.first'), onclick: () => go(0) }),
      button(null, { icon: 'back', small: true, kind: 'quiet', tip: t('explorer.line.back'), onclick: () => go(ply - 1) }),
      playButton,
      button(null, {
        icon: 'forward',
        small: true,
        kind: 'quiet',
        tip: t('explorer.line.forward'),
        onclick: () => go(ply + 1),
      }),
    ),
    plies,
    problem,
    said,
  );
  /** @type {Board | null} */
  let board = null;
  /** @type {Position[]} */
  let positions = [];
  /** @type {string[]} */
  let moves = [];
  let ply = 0;
  let timer = 0;
  let serial = 0;
  let pace = PACE;

  const ready = module.then(({ create }) => {
    board = create({ backdrop, mini: true });
    replace(box, board.element);
  });

  /** @param {number} next */
  async function go(next) {
    stop();
    await reach(next);
  }

  /** @param {number} next */
  async function reach(next) {
    if (positions.length === 0 || !board) return;
    const before = positions[ply];
    ply = Math.min(positions.length - 1, Math.max(0, next));
    const { scene, ply: at } = positions[ply];
    const from = ply > 0 ? positions[ply - 1] : null;
    [...plies.children].forEach((each, index) =>
      set(/** @type {HTMLElement} */ (each), { 'aria-current': index + 1 === ply ? 'step' : null }),
    );
    said.textContent = ply > 0 ? digits(say(moves[ply - 1])) : '';
    await board.show(
      { scene: marked(backdrop, scene, from?.scene), ply: at },
      from && before === from ? { from, action: moves[ply - 1], animate: Math.min(260, pace) } : {},
    );
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
  }

  function play() {
    if (timer) return stop();
    if (ply >= positions.length - 1) reach(0);
    const next = async () => {
      await reach(ply + 1);
      timer = ply < positions.length - 1 ? setTimeout(next, pace) : 0;
    };
    timer = setTimeout(next, pace / 2);
  }

  return {
    element,
    /**
     * @param {{ from: string[], moves: string[], kinds?: string[], quick?: boolean, begin?: 'start' | 'end' }} line
     *   `kinds` are the classes of the moves, `quick` plays it at once
     */
    async show({ from, moves: line, kinds = [], quick = false, begin = 'start' }) {
      stop();
      serial += 1;
      const mine = serial;
      element.hidden = false;
      moves = line.slice(0, LONGEST - from.length);
      pace = quick ? QUICK : PACE;
      replace(
        plies,
        moves.map((move, index) =>
          h('button', { type: 'button', class: ['ply', 'notation', kinds[index]], onclick: () => go(index + 1) }, digits(say(move))),
        ),
      );
      try {
        const [answer] = await Promise.all([client.request('position.line', { at, moves: [...from, ...moves] }), ready]);
        if (mine !== serial) return;
        problem.hidden = true;
        positions = answer.positions.slice(from.length);
        ply = 0;
        await reach(begin === 'end' ? positions.length - 1 : 0);
        if (quick) play();
      } catch (error) {
        if (mine !== serial) return;
        problem.hidden = false;
        problem.textContent = errorText(error);
      }
    },
    hide() {
      stop();
      serial += 1;
      element.hidden = true;
    },
    destroy() {
      stop();
      board?.destroy();
    },
  };
}
