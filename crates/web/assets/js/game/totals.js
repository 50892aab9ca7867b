// A batch of games between agents, counted as they are played: the totals that the reports print.

import { h, replace, set } from '../ui/elements.js';
import { button, field, slider, toggle } from '../ui/controls.js';
import { emblem, toneOf } from '../ui/emblem.js';
import { agentLog } from '../ui/logs.js';
import { list as listed, messageText, number, say, t } from '../i18n.js';
import { seatPicker } from '../setup/seat.js';
import { agentName, seatName } from '../agents.js';
import { seconds } from '../analysis/values.js';
import { hashOf } from '../replays/link.js';
import { keepLine } from '../replays/save.js';
import { startMatch } from './match.js';
import { errorText } from '../errorText.js';

/**
 * @import { GameKind, MatchEvent } from '../../../types/protocol'
 * @import { Client, Navigate, OwnFiles, Viewed } from '../../../types/pages'
 */

/** @typedef {Omit<MatchEvent, 'event' | 'match' | 'unfinished'>} Totals */

const COUNTS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];

/** @param {{ client: Client, catalogueGame: GameKind, game: Viewed, files: OwnFiles, navigate: Navigate }} options */
export function totalsPanel({ client, catalogueGame, game, files, navigate }) {
  /** @type {Awaited<ReturnType<typeof startMatch>> | null} */
  let match = null;
  let alternate = false;
  let count = 100;
  const groups = game.players.length > 2 ? [[game.players[0]], game.players.slice(1)] : game.players.map((p) => [p]);
  // A link need not name its players.
  const played = groups.map((_, i) => game.seats[i] ?? 'person');
  const seats = played.map((seat, i) =>
    seat === 'person' ? (i === 0 ? (catalogueGame.levels[0]?.spec ?? 'random') : 'random') : seat,
  );
  if (groups.length === 2 && game.players.length === 2 && played[1] !== 'person' && played[0] === 'person') {
    seats[0] = played[1];
    seats[1] = 'random';
  }
  const problem = h('p', { class: 'problem', hidden: true, role: 'alert' });
  const pickers = groups.map((names, i) =>
    seatPicker({
      game: catalogueGame,
      player: i,
      names,
      spec: game.spec,
      value: seats[i],
      people: false,
      onchange: (seat) => (seats[i] = seat),
    }),
  );
  const output = h('output', { class: 'number' }, number(count));
  const words = h('span', {}, t('game.totalsStart', { n: count }));
  const go = button(words, { kind: 'primary', icon: 'play', onclick: start });
  const stop = button(t('game.totalsStop'), { icon: 'stop', onclick: () => match?.stop() });
  const counter = field(
    t('game.totalsGames'),
    slider({
      min: 0,
      max: COUNTS.length - 1,
      value: COUNTS.indexOf(count),
      oninput: (i) => (
        (count = COUNTS[i]),
        (output.textContent = number(count)),
        replace(words, t('game.totalsStart', { n: count }))
      ),
    }),
    { output },
  );
  const result = h('div', { class: 'totals', 'aria-live': 'off' });
  const element = h(
    'div',
    { class: 'stack' },
    h('p', { class: 'soft small' }, t('game.totalsLead')),
    counter.element,
    h('div', { class: 'row' }, go, stop),
    problem,
    result,
    pickers.map((p) => p.element),
    game.players.length === 2 ? toggle(t('game.alternate'), { onchange: (next) => (alternate = next) }) : null,
  );

  async function start() {
    problem.hidden = true;
    match?.forget();
    match = null;
    draw({
      state: 'queued',
      done: 0,
      total: count,
      wins: seats.map(() => 0),
      draws: 0,
      seats: [...seats],
      players: game.players,
      rounds: null,
      time: 0,
      last: null,
      fault: null,
      forfeits: [],
      first_forfeit: null,
    });
    try {
      match = await startMatch(
        client,
        { spec: game.spec, seats, games: count, ...files, ...(alternate ? { alternate } : {}) },
        draw,
      );
    } catch (error) {
      replace(result);
      set(stop, { disabled: true });
      fail(error);
    }
  }

  /** @param {unknown} error */
  function fail(error) {
    problem.textContent = errorText(error);
    problem.hidden = false;
  }

  /**
   * Opens a game: by its moves, or, where agents told or wrote more than that, as a replay that has it all.
   * @param {NonNullable<Totals['last']>} last
   */
  async function show(last) {
    navigate(last.line ? `#/replay/${await keepLine(client, last.line)}` : hashOf(last));
  }

  /**
   * The first game that somebody forfeited, and what its agent wrote.
   * @param {NonNullable<Totals['first_forfeit']>} first
   */
  function forfeit({ game: index, player, why, log }) {
    const name = say(player);
    const words = t('replays.forfeit', { n: index + 1, name, why: messageText(why) });
    return h('div', { class: 'small' }, h('p', { dir: 'auto' }, words), log ? agentLog(name, log) : null);
  }

  /** @param {Totals} event */
  function draw(event) {
    const { last } = event;
    const running = event.state === 'running' || event.state === 'queued';
    set(stop, { disabled: !running });
    /** @param {number} n */
    const share = (n) => (event.done ? n / event.done : 0);
    /** @param {number} i */
    const side = (i) =>
      h(
        'div',
        { class: 'side' },
        emblem(game.spec, game.players[i], i),
        h(
          'span',
          { class: 'grow ellipsis', dir: 'auto', data: { tip: agentName(catalogueGame, event.seats[i]) } },
          seatName(catalogueGame, event.seats[i], i),
        ),
        h('span', { class: 'big number' }, number(event.wins[i])),
        h(
          'span',
          { class: 'soft number' },
          event.done ? number(share(event.wins[i]), { style: 'percent', maximumFractionDigits: 1 }) : '',
        ),
        event.forfeits[i]?.length
          ? h('span', { class: 'soft small forfeits' }, listed(event.forfeits[i].map((kind) => messageText(kind))))
          : null,
      );
    replace(
      result,
      h(
        'div',
        { class: 'meter', style: { '--done': String(event.total ? event.done / event.total : 0) } },
        h('span', { class: 'progress' }),
      ),
      h(
        'div',
        {
          class: 'split',
          role: 'img',
          'aria-label': groups.map((names, i) => `${list(names)}: ${number(event.wins[i])}`).join(', '),
        },
        event.wins.map((w, i) =>
          h('span', {
            class: `part part-${i}`,
            style: { 'flex-grow': String(w || 0.0001), '--tone': `var(--tone-${toneOf(game.spec, i)})` },
          }),
        ),
        event.draws ? h('span', { class: 'part draws', style: { 'flex-grow': String(event.draws) } }) : null,
      ),
      groups.map((_, i) => side(i)),
      h(
        'p',
        { class: 'soft small row' },
        h('span', {}, t('game.totalsDone', { done: event.done, total: event.total })),
        event.draws ? h('span', {}, t('game.draws', { n: event.draws })) : null,
        event.rounds ? h('span', {}, t('game.totalsRounds', { n: event.rounds })) : null,
        event.time ? h('span', {}, seconds(event.time)) : null,
      ),
      event.state === 'failed' ? h('p', { class: 'problem' }, errorText(event.fault)) : null,
      event.first_forfeit ? forfeit(event.first_forfeit) : null,
      last && (last.moves.length || last.line)
        ? h('div', {}, button(t('game.totalsShow'), { small: true, onclick: () => show(last).catch(fail) }))
        : null,
    );
  }
  /** @param {string[]} names */
  const list = (names) => names.map(say).join(', ');
  set(stop, { disabled: true });

  return {
    element,
    destroy() {
      match?.forget();
    },
  };
}
