// What surrounds a game being played: the score above the board, the players beside it, whose turn it is below it.

import { h } from '../ui/elements.js';
import { recall, remember } from '../memory.js';
import { say } from '../i18n.js';
import { scoreBar } from './bars.js';
import { playersPanel } from './players.js';
import { pastLine, resultWords, standing, statusLine } from './status.js';

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
  const scores = scoreBar();
  const players = playersPanel({ client, catalogueGame: kind, files, ask, fail });
  let realtime = recall(RUN, true) === true;
  let announced = '';
  let steady = true;
  let answered = -BLINK;
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

  /** Show who is thinking? On gliding boards agents answer almost at once, unless one thinks for long. */
  function isSteady() {
    const { game } = session;
    clearTimeout(blink);
    if (!glides || view.playing || game.state !== 'thinking' || game.moves.length === 0) {
      answered = performance.now();
      return true;
    }
    if (performance.now() - answered > BLINK) return true;
    blink = setTimeout(view.draw, BLINK);
    return false;
  }

  /** Where actors move several times per second, whose turn it is would only flicker. */
  const watched = () => (glides && view.playing ? { ...session.position, turn: null } : session.position);

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
    forward: session.game.state === 'waiting' || (session.game.state === 'thinking' && !session.game.auto),
    undo: session.game.undo !== null && session.game.undo !== undefined,
    swap: session.game.players.length === 2,
  });
  const acts = { undo: () => change('undo'), restart: () => change('restart'), swap: () => change('swap') };
  const moveNow = () => ask('stop').catch(fail);
  const resign = () => ask('resign', { player: session.game.position.turn }).catch(fail);

  return {
    head: [h('h1', { class: 'visually-hidden' }, say(session.game.title)), scores.element],
    side: players.element,
    tab: { initial: 'analysis', memory: 'plylab.tab' },
    acts,
    keys: {
      u: () => can().undo && acts.undo(),
      r: acts.restart,
      s: () => can().swap && acts.swap(),
      m: moveNow,
    },
    can,
    running: () => realtime,
    greeting: standing(session.position, session.game.players),
    show() {
      const { game, position } = session;
      steady = isSteady();
      if (steady) {
        const seen = watched();
        players.show(seen === position ? game : { ...game, state: 'waiting' }, seen);
        scores.show(game, seen);
      }
      const words = resultWords(game);
      if (words && words !== announced) announce(words);
      announced = words;
    },
    line() {
      const { game, live } = session;
      if (!live) return { notice: pastLine({ playOn, follow }) };
      if (!steady) return null;
      const act = { again: acts.restart, moveNow, resign };
      const line = { game, position: watched(), playing: view.playing, act, run: glides ? run : null };
      return { status: statusLine(line) };
    },
    destroy: () => clearTimeout(blink),
  };
}
