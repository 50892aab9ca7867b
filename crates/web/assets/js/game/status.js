// The line below the board: whose turn it is, who thinks, how it ended; or that one looks at the past or ahead.

import { h } from '../ui/elements.js';
import { button, toggle } from '../ui/controls.js';
import { t, say, list } from '../i18n.js';
import { complaint } from '../complaint.js';

/** How a game ended, in words; nothing while it goes on. */
export function resultWords(game) {
  if (game.state !== 'over' || !game.outcomes) return '';
  if (game.resigned !== null && game.resigned !== undefined) {
    return t('game.resigned', { name: say(game.players[game.resigned]) });
  }
  const winners = game.players.filter((_, i) => game.outcomes[i] === 'win');
  if (!winners.length) return t('game.draw');
  return t(winners.length > 1 ? 'replays.wonMany' : 'game.won', { name: list(winners.map(say)) });
}

/** Whose turn it is in a position, or how it ended. */
export function standing(position, players) {
  if (position.outcomes) {
    const winners = players.filter((_, i) => position.outcomes[i] === 'win');
    if (!winners.length) return t('game.draw');
    return t(winners.length > 1 ? 'replays.wonMany' : 'game.won', { name: list(winners.map(say)) });
  }
  return typeof position.turn === 'number' ? t('game.toMove', { name: say(players[position.turn]) }) : t('analysis.chance');
}

/** The way back from where one looks ahead. */
export function previewLine({ moves, count }, { step, leave }) {
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

/** What one can do with an earlier position. */
export const pastLine = ({ playOn, follow }) => [
  h('span', { class: 'grow' }, t('game.earlier')),
  button(t('game.playOn'), { small: true, kind: 'primary', onclick: playOn }),
  button(t('game.live'), { small: true, onclick: follow }),
];

/**
 * The line of a game that goes on. `act` has `again`, `moveNow`, `resign`; `run` is the switch of real time, where
 * there is one.
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
