// The line below the board: whose turn it is, who thinks, how it ended; or that one looks at the past or ahead.

import { h } from '../ui/elements.js';
import { button, toggle } from '../ui/controls.js';
import { t, say } from '../i18n.js';
import { outcomeWords } from '../replays/outcome.js';
import { complaint } from '../complaint.js';

/**
 * @import { Game, Position } from '../../../types/protocol'
 * @import { Icon } from '../ui/icons.js'
 * @import { Preview } from './stage.js'
 */

/**
 * @typedef {{ again: () => void, moveNow: () => void, resign: () => void }} StatusActs
 * @typedef {{ game: Game, position: Position, live: boolean, playing: boolean, act: StatusActs,
 *   run: { on: boolean, set: (on: boolean) => void } | null }} StatusLine
 */

/**
 * How a game ended, in words; nothing while it goes on.
 * @param {Game} game
 */
export function resultWords(game) {
  if (game.state !== 'over' || !game.outcomes) return '';
  if (game.resigned !== null) {
    return t('game.resigned', { name: say(game.players[game.resigned]) });
  }
  return outcomeWords(game);
}

/**
 * Whose turn it is in a position, or how it ended.
 * @param {Position} position
 * @param {string[]} players
 */
export function standing(position, players) {
  if (position.outcomes) return outcomeWords({ players, outcomes: position.outcomes });
  return typeof position.turn === 'number' ? t('game.toMove', { name: say(players[position.turn]) }) : t('analysis.chance');
}

/**
 * The way back from where one looks ahead.
 * @param {Pick<Preview, 'moves' | 'count'>} preview
 * @param {{ step: (count: number) => void, leave: () => void }} way
 */
export function previewLine({ moves, count }, { step, leave }) {
  /**
   * @param {Icon} icon
   * @param {string} tip
   * @param {number} next
   * @param {boolean} disabled
   */
  const arrow = (icon, tip, next, disabled) =>
    button(null, { icon, tip: t(tip), small: true, disabled, onclick: () => step(next) });
  return [
    h(
      'span',
      { class: 'grow' },
      `${t('game.previewing')} `,
      h('span', { class: 'notation' }, moves.slice(0, count).join(' ')),
    ),
    arrow('back', 'game.back', count - 1, count <= 1),
    arrow('forward', 'game.forward', count + 1, count >= moves.length),
    button(t('analysis.lineBack'), { small: true, key: 'Escape', onclick: leave }),
  ];
}

/**
 * What one can do with an earlier position.
 * @param {{ playOn: () => void, follow: () => void }} way
 */
export const pastLine = ({ playOn, follow }) => [
  h('span', { class: 'grow' }, t('game.earlier')),
  button(t('game.playOn'), { small: true, kind: 'primary', onclick: playOn }),
  button(t('game.live'), { small: true, onclick: follow }),
];

/**
 * The line of a game that goes on. `act` has `again`, `moveNow`, `resign`; `run` is the switch of real time, where
 * there is one.
 * @param {StatusLine} line
 */
export function statusLine({ game, position, live, playing, act, run }) {
  if (game.state === 'failed') return h('p', { class: 'problem' }, t('game.failed', { message: complaint(game.fault) }));
  if (game.state === 'over' && live) {
    return [
      h('strong', { class: 'ending' }, resultWords(game)),
      button(t('game.again'), { kind: 'primary', small: true, icon: 'restart', onclick: act.again }),
    ];
  }
  if (playing && run) return h('span', {}, t('game.watching'));
  if (game.state === 'thinking' && live && typeof game.position.turn === 'number') {
    return [
      h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
      h('span', {}, t('game.thinking', { name: say(game.players[game.position.turn]) })),
      playing ? null : button(t('game.moveNow'), { small: true, key: 'm', class: 'appear-late', onclick: act.moveNow }),
    ];
  }
  const resigns = game.state === 'person' && live && game.players.length === 2 && game.moves.length > 1;
  return [
    h('span', {}, standing(position, game.players)),
    run && game.seats.includes('person')
      ? toggle(t('game.realtime'), { checked: run.on, onchange: run.set, data: { tip: t('game.realtimeAbout') } })
      : null,
    game.state === 'waiting' && live && !playing && game.moves.length === 0
      ? h('span', { class: 'soft' }, t('game.waiting'))
      : null,
    resigns ? button(t('game.resign'), { small: true, kind: 'quiet', icon: 'flag', onclick: act.resign }) : null,
  ];
}
