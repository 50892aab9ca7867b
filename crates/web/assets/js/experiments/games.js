// The games of a run, page by page; each can be opened.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { toast } from '../ui/toast.js';
import { errorText } from '../errorText.js';
import { outcomeWords } from '../replays/outcome.js';
import { number, t } from '../i18n.js';

/**
 * @import { Run, RunGame } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 */

const SHOWN = 50;

/**
 * The key of a game, `section: settings #number`: the section translated, the rest as it is written.
 * @param {string} key
 */
function keyWords(key) {
  const [, section = '', settings = key] = /^(.*?: )?(.*)$/.exec(key) ?? [];
  return [h('bdi', {}, section), h('bdi', { dir: 'ltr' }, settings)];
}

/**
 * Fills a panel with the games of a run from game `offset` on, with buttons for the previous and next ones.
 * @param {HTMLElement} panel
 * @param {Client} client
 * @param {Run} run
 */
export async function showGames(panel, client, run, offset = 0) {
  if (offset === 0) replace(panel, h('p', { class: 'loading', role: 'status' }, t('experiments.fetching')));
  const { games, total } = await client.request('experiment.games', { run: run.run, offset, limit: SHOWN });
  if (games.length === 0) {
    replace(panel, h('p', { class: 'empty' }, t('experiments.noGames')));
    return;
  }
  /** @param {RunGame} game */
  const address = (game) => `#/replay?run=${encodeURIComponent(run.run)}&key=${encodeURIComponent(game.key)}`;
  /**
   * How it ended for the first player, or who forfeited it and why.
   * @param {RunGame} game
   */
  const ended = (game) =>
    game.why ? outcomeWords(undefined, game) : t(`experiments.ends.${game.outcomes[0] ?? 'none'}`);
  /** @param {RunGame} game */
  const row = (game) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('a', { href: address(game) }, keyWords(game.key))),
      h('td', {}, h('span', { class: 'notation small' }, game.seats.join(', '))),
      h('td', { class: 'num' }, number(game.plies)),
      h('td', {}, ended(game), game.logs ? h('span', { class: 'chip small' }, t('experiments.hasLog')) : null),
    );
  /**
   * @param {string} name
   * @param {number} to
   */
  const turn = (name, to) =>
    button(t(`experiments.${name}`), {
      small: true,
      disabled: to < 0 || to >= total,
      onclick: () =>
        showGames(panel, client, run, to).catch((error) => toast(errorText(error), { kind: 'danger' })),
    });
  replace(
    panel,
    h(
      'div',
      { class: 'result' },
      h(
        'div',
        { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': t('experiments.views.games') },
        h(
          'table',
          { class: 'table result-table' },
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              ['game', 'players', 'moves', 'end'].map((name) =>
                h('th', { scope: 'col', class: name === 'moves' ? 'num' : null }, t(`experiments.gameColumns.${name}`)),
              ),
            ),
          ),
          h('tbody', {}, games.map(row)),
        ),
      ),
    ),
    total > SHOWN
      ? h(
          'div',
          { class: 'pager' },
          turn('gamesBefore', offset - SHOWN),
          h(
            'p',
            { class: 'soft small', role: 'status' },
            t('experiments.gamesShown', { from: offset + 1, to: offset + games.length, n: total }),
          ),
          turn('gamesAfter', offset + SHOWN),
        )
      : null,
  );
}
