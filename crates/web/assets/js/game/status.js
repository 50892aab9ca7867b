// The line below the board: whose turn it is, who is thinking, how it ended; or that the past or a preview is shown.

import { h } from '../ui/elements.js';
import { button, toggle } from '../ui/controls.js';
import { t, say } from '../i18n.js';
import { outcomeWords } from '../replays/outcome.js';
import { errorText } from '../errorText.js';

/**
 * @import { GameInProgress, GameKind, Move, Position } from '../../../types/protocol'
 * @import { Viewed } from '../../../types/pages'
 * @import { Icon } from '../ui/icons.js'
 * @import { Preview } from './stage.js'
 */

/**
 * @typedef {{ again: () => void, moveNow: () => void, resign: () => void }} StatusActs
 * @typedef {{ kind: GameKind, game: GameInProgress, position: Position, playing: boolean, slow: boolean, act: StatusActs,
 *   run: { on: boolean, set: (on: boolean) => void } | null }} StatusLine
 */

/**
 * How a game ended, in words; empty while it goes on. `position` is its last, where that is known.
 * @param {GameKind} kind
 * @param {Pick<Viewed, 'state' | 'outcomes' | 'resigned' | 'players'> & { position?: Position | null }} game
 */
export function resultWords(kind, game) {
  if (game.state !== 'over' || !game.outcomes) return '';
  if (game.resigned !== null) {
    return t('game.resigned', { name: say(game.players[game.resigned]) });
  }
  return outcomeWords(kind, game);
}

/**
 * Whose turn it is in a position, or how it ended.
 * @param {GameKind} kind
 * @param {Position} position
 * @param {string[]} players
 */
export function standing(kind, position, players) {
  if (position.outcomes) return outcomeWords(kind, { players, outcomes: position.outcomes, position });
  return typeof position.turn === 'number' ? t('game.toMove', { name: say(players[position.turn]) }) : t('analysis.chance');
}

/**
 * Who made a move, and which move.
 * @param {Pick<Move, 'by' | 'action'>} move
 * @param {string[]} players
 */
export const movedWords = ({ by, action }, players) =>
  typeof by === 'number'
    ? t('game.moved', { name: say(players[by]), action: say(action) })
    : `${t('game.dice')}: ${say(action)}`;

/**
 * The way back from a preview.
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
 * What can be done with an earlier position; `playOn` only in a game of one's own.
 * @param {{ playOn: (() => void) | null, follow: () => void }} way
 */
export const pastLine = ({ playOn, follow }) => [
  h('span', { class: 'grow' }, t('game.earlier')),
  playOn && button(t('game.playOn'), { small: true, kind: 'primary', onclick: playOn }),
  button(t('game.live'), { small: true, onclick: follow }),
];

/**
 * The line of somebody else's game: how it stands, and that it can only be watched.
 * @param {Pick<StatusLine, 'kind' | 'game' | 'position'>} line
 */
export const watchedLine = ({ kind, game, position }) => [
  h('span', {}, resultWords(kind, game) || standing(kind, position, game.players)),
  h('span', { class: 'soft small' }, t('game.readOnly')),
];

/**
 * The line of a game in progress. `act` has `again`, `moveNow`, `resign`; `run` is the switch for real time, where
 * there is one; `slow` says that an agent takes so long that it is worth a word.
 * @param {StatusLine} line
 */
export function statusLine({ kind, game, position, playing, slow, act, run }) {
  if (game.state === 'failed') return h('p', { class: 'problem' }, t('game.failed', { message: errorText(game.fault) }));
  if (game.state === 'over') {
    return [
      h('strong', { class: 'ending' }, resultWords(kind, game)),
      button(t('game.again'), { kind: 'primary', small: true, icon: 'restart', onclick: act.again }),
    ];
  }
  if (playing && run && !slow) return h('span', {}, t('game.watching'));
  if (game.state === 'thinking' && typeof game.position.turn === 'number') {
    return [
      h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')),
      h('span', {}, t('game.thinking', { name: say(game.players[game.position.turn]) })),
      playing ? null : button(t('game.moveNow'), { small: true, key: 'm', class: 'appear-late', onclick: act.moveNow }),
    ];
  }
  const resigns = game.state === 'person' && game.players.length === 2 && game.moves.length > 1;
  return [
    h('span', {}, standing(kind, position, game.players)),
    run && game.seats.includes('person')
      ? toggle(t('game.realtime'), { checked: run.on, onchange: run.set, data: { tip: t('game.realtimeAbout') } })
      : null,
    game.state === 'waiting' && !playing && game.moves.length === 0
      ? h('span', { class: 'soft' }, t('game.waiting'))
      : null,
    resigns ? button(t('game.resign'), { small: true, kind: 'quiet', icon: 'flag', onclick: act.resign }) : null,
  ];
}
