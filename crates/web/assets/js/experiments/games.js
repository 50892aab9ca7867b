// The games of a run, to be opened one by one.

import { h, replace } from '../ui/elements.js';
import { digits, number, t } from '../i18n.js';

// Games whose moves were not kept are played again to be listed: that is for small runs only.
const MOST = 1000;
const SHOWN = 200;

/** Fills a panel with the games of a run. */
export async function showGames(panel, run) {
  if (run.done > MOST) {
    replace(panel, h('p', { class: 'empty' }, t('experiments.manyGames', { n: run.done })));
    return;
  }
  replace(panel, h('p', { class: 'loading', role: 'status' }, t('experiments.fetching')));
  const answer = await fetch(`/api/1/runs/${encodeURIComponent(run.run)}/games.jsonl`);
  if (!answer.ok) throw new Error(t('experiments.noGames'));
  const games = (await answer.text())
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  if (games.length === 0) {
    replace(panel, h('p', { class: 'empty' }, t('experiments.noGames')));
    return;
  }
  const address = (game) => `#/replay?run=${encodeURIComponent(run.run)}&key=${encodeURIComponent(game.key)}`;
  const row = (game) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, h('a', { href: address(game), dir: 'auto' }, digits(game.key))),
      h('td', {}, h('span', { class: 'notation small' }, game.agents.join(', '))),
      h('td', { class: 'num' }, number(game.moves.length)),
      h('td', {}, t(`experiments.ends.${game.outcomes[0] ?? 'none'}`)),
    );
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
          h('tbody', {}, games.slice(0, SHOWN).map(row)),
        ),
      ),
    ),
    games.length > SHOWN
      ? h('p', { class: 'soft small' }, t('experiments.firstGames', { shown: SHOWN, n: games.length }))
      : null,
  );
}
