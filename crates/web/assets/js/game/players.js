// The players: a row for each seat, with a way to change it, and an indicator while an agent thinks.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { dialog } from '../ui/dialog.js';
import { emblem } from '../ui/emblem.js';
import { icon } from '../ui/icons.js';
import { t, say } from '../i18n.js';
import { seatPicker } from '../setup/seat.js';
import { agentName, seatName } from '../agents.js';

/**
 * @import { GameInProgress, GameKind, Position } from '../../../types/protocol'
 * @import { Client, OwnFiles } from '../../../types/pages'
 * @import { Session } from './session.js'
 */

/**
 * Without `ask` the seats are only shown.
 * @param {{ client: Client, catalogueGame: GameKind, files: OwnFiles, ask: Session['ask'] | null,
 *   fail: (error: unknown) => void }} options
 */
export function playersPanel({ client, catalogueGame, files, ask, fail }) {
  const element = h('section', { class: 'players', 'aria-label': t('game.players') });
  let drawn = '';

  /**
   * @param {GameInProgress} game
   * @param {number} i
   */
  async function change(game, i) {
    const groups = game.players.length > 2 && i > 0 ? game.players.map((_, k) => k).slice(1) : [i];
    const names = groups.map((k) => game.players[k]);
    const chosen = await dialog(t('game.seats', { name: names.map(say).join(', ') }), (close) => {
      let value = game.seats[i];
      const picker = seatPicker({
        game: catalogueGame,
        player: i,
        names,
        spec: game.spec,
        value,
        onchange: (next) => (value = next),
      });
      const take = async () => {
        try {
          await client.request('game.check', {
            spec: game.spec,
            seats: game.seats.map((seat, k) => (groups.includes(k) ? value : seat)),
            ...files,
          });
          close(value);
        } catch (error) {
          picker.problem(error);
        }
      };
      return h(
        'div',
        { class: 'stack seat-dialog' },
        picker.element,
        h('div', { class: 'row' }, button(t('game.apply'), { kind: 'primary', onclick: take })),
      );
    });
    if (chosen === null || chosen === game.seats[i]) return;
    ask?.('seats', { seats: game.seats.map((seat, k) => (groups.includes(k) ? chosen : seat)) }).catch(fail);
  }

  return {
    element,
    /**
     * @param {GameInProgress} game
     * @param {Position} position
     */
    show(game, position) {
      const key = JSON.stringify([
        game.players,
        game.seats,
        game.state,
        position.turn,
        game.position.turn,
        document.documentElement.lang,
      ]);
      if (key === drawn) return;
      drawn = key;
      const focused = [...element.querySelectorAll('button')].findIndex((each) => each === document.activeElement);
      replace(
        element,
        game.players.map((name, i) => {
          const thinking = game.state === 'thinking' && game.position.turn === i;
          const person = game.seats[i] === 'person';
          const seat = [
            icon(person ? 'person' : 'machine'),
            h('span', { class: 'ellipsis', dir: 'auto' }, seatName(catalogueGame, game.seats[i], i)),
          ];
          return h(
            'div',
            { class: ['player', position.turn === i && 'turn', thinking && 'thinking'] },
            emblem(game.spec, name, i),
            h('span', { class: 'name' }, say(name)),
            ask
              ? h(
                  'button',
                  {
                    type: 'button',
                    class: 'seat-button',
                    'aria-label': `${t('game.change', { name: say(name) })}: ${seatName(catalogueGame, game.seats[i], i)}`,
                    data: { tip: person ? t('game.change', { name: say(name) }) : agentName(catalogueGame, game.seats[i]) },
                    onclick: () => change(game, i),
                  },
                  seat,
                  icon('down'),
                )
              : h('span', { class: 'seat-button' }, seat),
            thinking ? h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')) : null,
          );
        }),
      );
      if (focused >= 0) element.querySelectorAll('button')[focused]?.focus();
    },
  };
}
