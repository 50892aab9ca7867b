// What surrounds a replay: who played and how it ended above the board, what can be done with it beside it, the move
// that was made below it.

import { h } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { emblem } from '../ui/emblem.js';
import { toast } from '../ui/toast.js';
import { say, t } from '../i18n.js';
import { agentName, seatName } from '../agents.js';
import { saveLine } from '../game/share.js';
import { movedWords, resultWords } from '../game/status.js';
import { levelsFor } from '../setup/levels.js';
import { outcomeWords } from './outcome.js';
import { keepLine } from './save.js';

/**
 * @import { Frame, View } from '../../../types/pages'
 * @import { Film } from './film.js'
 */

/**
 * @param {View<Film>} view
 * @returns {Frame}
 */
export function replayFrame(view) {
  const { source: film, kind, fail } = view;
  const { client, navigate } = view.context;
  const { game } = film;
  // The value of a tree stands in its last position, which may not be here yet.
  const ending = () => {
    const position = film.live ? film.position : null;
    return game.resigned === null ? outcomeWords(kind, { ...game, position }) : resultWords(kind, game);
  };
  const chip = h('span', { class: 'chip' }, ending());

  /**
   * @param {string} name
   * @param {number} seat
   */
  const player = (name, seat) => {
    const who = game.seats[seat];
    return h(
      'li',
      { class: game.outcomes?.[seat] === 'win' ? 'won' : null },
      emblem(game.spec, name, seat),
      h('span', {}, say(name)),
      who === undefined
        ? null
        : h(
            'span',
            { class: 'soft small', data: { tip: who === 'person' ? undefined : agentName(kind, who) } },
            seatName(kind, who, seat),
          ),
    );
  };

  /** A person takes over the seat whose turn it is; the others stay, and agents stand in for people. */
  async function playOn() {
    view.rest();
    const turn = typeof film.position.turn === 'number' ? film.position.turn : 0;
    const seats = game.players.map((_, seat) => {
      const was = game.seats[Math.min(seat, game.seats.length - 1)];
      if (seat === turn) return 'person';
      return !was || was === 'person' ? (levelsFor(kind, seat)[0]?.spec ?? 'random') : was;
    });
    const answer = await client.request('game.create', { ...film.beginning(), seats });
    navigate(`#/game/${answer.game.id}`);
  }

  /** @param {(line: string) => unknown} use */
  async function withLine(use) {
    const line = await film.line();
    if (line !== null) await use(line);
  }

  /** @param {string} line */
  async function keep(line) {
    const name = await keepLine(client, line);
    toast(t('replays.kept'));
    navigate(`#/replay/${name}`);
  }

  const save = () => withLine((line) => saveLine(game.spec, line)).catch(fail);
  return {
    head: h(
      'div',
      { class: 'replay-head' },
      h('h1', {}, say(game.title)),
      h('ul', { class: 'replay-players' }, game.players.map(player)),
      chip,
    ),
    side: h(
      'div',
      { class: 'replay-actions' },
      button(t('game.playOn'), { kind: 'primary', small: true, icon: 'play', onclick: () => playOn().catch(fail) }),
      button(t('game.save'), { small: true, icon: 'download', onclick: save }),
      film.name === null &&
        button(t('replays.keep'), { small: true, icon: 'plus', onclick: () => withLine(keep).catch(fail) }),
    ),
    tab: { initial: 'log', memory: 'plylab.tab.replay' },
    acts: {},
    keys: {},
    can: () => ({ forward: false }),
    running: () => false,
    greeting: ending(),
    show() {
      if (film.live) chip.textContent = ending();
    },
    line() {
      const move = game.moves[film.ply - 1];
      const words = film.live ? ending() : move ? movedWords(move, game.players) : t('game.start');
      return { status: h('span', {}, words) };
    },
  };
}
