// Why a position has its value: the terms of the evaluation as bars, and those of single moves where a game has them.

import { h, replace } from '../ui/elements.js';
import { select } from '../ui/controls.js';
import { usualEval } from './analysts.js';
import { t, say, sentence } from '../i18n.js';
import { brief, signed } from './values.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';

/**
 * @import { GameKind, ShownTerm } from '../../../types/protocol'
 * @import { Client, PositionView } from '../../../types/pages'
 */

/**
 * Bars around a middle line: to the right what helps the player, to the left what hurts.
 * @param {ShownTerm[]} terms
 * @param {ShownTerm} [total]
 */
function bars(terms, total) {
  const largest = Math.max(
    1e-9,
    ...terms.map((term) => Math.abs(Number(term.value) || 0)),
    Math.abs(Number(total?.value) || 0),
  );
  /**
   * @param {ShownTerm} term
   * @param {string} [kind]
   */
  const row = (term, kind) => {
    const value = Number(term.value) || 0;
    return h(
      'div',
      { class: ['term', value > 0 ? 'good' : value < 0 ? 'bad' : 'even', kind] },
      h('dt', {}, sentence(term.name)),
      h(
        'dd',
        {},
        h(
          'span',
          { class: 'track', dir: 'ltr', 'aria-hidden': 'true' },
          h('span', { class: 'fill', style: { '--share': (Math.abs(value) / largest).toFixed(3) } }),
        ),
        h('span', { class: 'number' }, signed(term.value)),
      ),
    );
  };
  return h(
    'dl',
    { class: 'terms' },
    terms.map((term) => row(term)),
    total ? row(total, 'total') : null,
  );
}

/** @param {{ client: Client, game: GameKind, players: string[] }} options */
export function whyPanel({ client, game, players }) {
  /** @type {PositionView | null} */
  let current = null;
  let turn = 0;
  let evaluation = usualEval(game) ?? game.evals[0]?.name;
  let judge = game.action_evals[0]?.name;
  let player = '';
  const terms = h('div', { class: 'stack' });
  const moves = h('div', { class: 'stack' });
  const evals = select(
    game.evals.map((e) => ({ value: e.name, label: sentence(e.title), about: say(e.about) })),
    { value: evaluation, label: t('analysis.eval'), onchange: (next) => ((evaluation = next), refresh()) },
  );
  const about = h('p', { class: 'soft small' });
  const seen = select(
    [{ value: '', label: t('analysis.whoMoves') }, ...players.map((p, i) => ({ value: String(i), label: say(p) }))],
    { value: '', label: t('analysis.seenBy'), onchange: (next) => ((player = next), refresh()) },
  );
  const judges = game.action_evals.length
    ? select(
        game.action_evals.map((e) => ({ value: e.name, label: sentence(e.title), about: say(e.about) })),
        { value: judge, label: t('analysis.judge'), onchange: (next) => ((judge = next), refresh()) },
      )
    : null;
  const element = h(
    'div',
    { class: 'why stack' },
    h('p', { class: 'soft small' }, t('analysis.whyLead')),
    h('div', { class: 'two' }, evals, seen),
    about,
    terms,
    judges ? [h('h2', {}, t('analysis.judge')), judges, moves] : null,
  );

  async function refresh() {
    if (!current || !element.offsetParent) return;
    const mine = (turn += 1);
    about.textContent = sentence(game.evals.find((e) => e.name === evaluation)?.about ?? '');
    try {
      const answer = await client.request('position.explain', {
        at: current.at,
        eval: evaluation,
        ...(player === '' ? {} : { player: Number(player) }),
      });
      if (mine !== turn) return;
      const total = { name: t('analysis.total'), value: answer.total };
      replace(
        terms,
        h(
          'p',
          { class: 'why-head' },
          h('span', { class: 'number big' }, brief(answer.value)),
          h('span', { class: 'soft' }, t('analysis.pov', { name: say(answer.name) })),
        ),
        answer.terms.length ? bars(answer.terms, total) : h('p', { class: 'soft small' }, t('analysis.noTerms')),
      );
    } catch (error) {
      if (mine === turn && codeOf(error) !== 'lost') replace(terms, h('p', { class: 'problem' }, errorText(error)));
    }
    if (!judges || mine !== turn) return;
    try {
      const answer = await client.request('position.judge', { at: current.at, eval: judge });
      if (mine === turn)
        replace(
          moves,
          answer.actions.map((a) =>
            h(
              'details',
              { class: 'judged' },
              h(
                'summary',
                {},
                h('span', { class: 'notation' }, a.action),
                h('span', { class: 'number' }, signed(a.total)),
              ),
              bars(a.terms),
            ),
          ),
        );
    } catch (error) {
      if (mine === turn && codeOf(error) !== 'lost') replace(moves, h('p', { class: 'soft small' }, errorText(error)));
    }
  }

  return {
    element,
    /** @param {PositionView} next */
    go(next) {
      current = next;
      refresh();
    },
    refresh,
  };
}
