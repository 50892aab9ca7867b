// What surrounds a game being played: the score above the board, the players beside it, whose turn it is below it.

import { h } from '../ui/elements.js';
import { recall, remember } from '../memory.js';
import { say } from '../i18n.js';
import { scoreBar } from './bars.js';
import { playersPanel } from './players.js';
import { pastLine, resultWords, standing, statusLine, watchedLine } from './status.js';

/**
 * @import { Frame, View } from '../../../types/pages'
 * @import { Session } from './session.js'
 */

const RUN = 'plylab.realtime';
/** How many milliseconds an agent of a gliding board may think before the page shows that it is thinking. */
const BLINK = 400;

/**
 * @param {View<Session>} view
 * @returns {Frame}
 */
export function gameFrame(view) {
  const { source: session, kind, files, glides, fail } = view;
  const { client, announce } = view.context;
  const { ask } = session;
  const scores = scoreBar(kind);
  const { mine } = session;
  const players = playersPanel({ client, catalogueGame: kind, files, ask: mine ? ask : null, fail });
  let realtime = recall(RUN, true) === true;
  let announced = '';
  let steady = true;
  let slow = false;
  /** Since when an agent has been thinking of the move with that number. */
  let thought = { move: -1, since: 0 };
  let blink = 0;

  const run = {
    get on() {
      return realtime;
    },
    /** @param {boolean} next */
    set: (next) => {
      realtime = next;
      remember(RUN, next);
      view.settle();
    },
  };

  /**
   * Is an agent thinking for so long that it should be shown? On gliding boards agents answer almost at once, and
   * whose turn it is would only flicker; before the first move there is nothing that could.
   */
  function isSlow() {
    const { game } = session;
    clearTimeout(blink);
    const move = game.state === 'thinking' ? game.moves.length : -1;
    if (move !== thought.move) thought = { move, since: performance.now() };
    if (move < 0) return false;
    if (!glides || move === 0) return true;
    const rest = thought.since + BLINK - performance.now();
    if (rest <= 0) return true;
    blink = setTimeout(view.draw, rest + 1);
    return false;
  }

  /** Is there something to show now? Not while an agent blinks, nor before the last move has come to rest. */
  function isSteady() {
    if (session.game.state === 'over' && session.live && view.moving) return false;
    return slow || !glides || view.playing || session.game.state !== 'thinking';
  }

  /** Where actors move several times per second, whose turn it is would only flicker. */
  const watched = () => (glides && view.playing && !slow ? { ...session.position, turn: null } : session.position);

  /**
   * Takes back, restarts or swaps sides, from any position shown.
   * @param {'undo' | 'restart' | 'swap'} what
   */
  function change(what) {
    view.rest();
    session.follow().catch(fail);
    ask(what).catch(fail);
  }

  const follow = () => session.follow().catch(fail);
  const playOn = () => ask('back', { ply: session.ply }).then(follow, fail);
  const can = () => ({
    forward: mine && (session.game.state === 'waiting' || (session.game.state === 'thinking' && !session.game.auto)),
    undo: session.game.undo !== null && session.game.undo !== undefined,
    swap: session.game.players.length === 2,
  });
  const acts = { undo: () => change('undo'), restart: () => change('restart'), swap: () => change('swap') };
  const moveNow = () => ask('stop').catch(fail);
  const resign = () => ask('resign', { player: Number(session.game.position.turn) }).catch(fail);

  return {
    head: [h('h1', { class: 'visually-hidden' }, say(session.game.title)), scores.element],
    side: players.element,
    tab: { initial: 'analysis', memory: 'plylab.tab' },
    acts: mine ? acts : {},
    keys: mine
      ? { u: () => can().undo && acts.undo(), r: acts.restart, s: () => can().swap && acts.swap(), m: moveNow }
      : {},
    can,
    running: () => realtime,
    greeting: standing(kind, session.position, session.game.players),
    show() {
      const { game, position } = session;
      slow = isSlow();
      steady = isSteady();
      if (steady) {
        const seen = watched();
        players.show(seen === position ? game : { ...game, state: 'waiting' }, seen);
        scores.show(game, seen);
      }
      const words = steady ? resultWords(kind, game) : announced;
      if (words && words !== announced) announce(words);
      announced = words;
    },
    line() {
      const { game, live } = session;
      if (!live) return { notice: pastLine({ playOn: mine ? playOn : null, follow }) };
      if (!steady) return null;
      if (!mine) return { status: watchedLine({ kind, game, position: watched() }) };
      const act = { again: acts.restart, moveNow, resign };
      const line = { kind, game, position: watched(), playing: view.playing, slow, act, run: glides ? run : null };
      return { status: statusLine(line) };
    },
    destroy: () => clearTimeout(blink),
  };
}
