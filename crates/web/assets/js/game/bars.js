// The two bars beside a board: the score, kept over several games, and the value of the position.

import { h, replace, set } from '../ui/elements.js';
import { emblem, toneOf } from '../ui/emblem.js';
import { language, t, say, number, list } from '../i18n.js';
import { about, brief, certain, ended, negated, score, signed } from '../analysis/values.js';

/**
 * @import { Game, Lane, Position, Value } from '../../../types/protocol'
 * @import { Viewed } from '../../../types/pages'
 */

/**
 * Report E's score bar: both sides' scores of this position, and a thousand for each game won, kept while they go on
 * playing. With more than two players, the first stands against all others.
 */
export function scoreBar() {
  const element = h('div', { class: 'score-bar', role: 'group', 'aria-label': t('game.score') });
  return {
    element,
    /**
     * @param {Game} game
     * @param {Position} position
     */
    show(game, position) {
      const two = game.players.length === 2;
      const indices = game.players.map((_, i) => i);
      /** @param {number[]} members */
      const side = (members) => {
        const [i] = members;
        const here = position.scores?.[i];
        const name = list(members.map((k) => say(game.players[k])));
        return h(
          'div',
          {
            class: [
              'side',
              members.some((k) => k === position.turn) && 'turn',
              game.outcomes?.[i] === 'win' && !position.actions.length && 'won',
            ],
          },
          h(
            'span',
            { class: 'emblems' },
            members.map((k) => emblem(game.spec, game.players[k], k)),
          ),
          h('span', { class: ['name', members.length > 1 && 'visually-hidden'] }, name),
          h(
            'span',
            { class: 'points number', data: { tip: t('game.pointsTip', { name, n: game.score.points[i] }) } },
            number(game.score.points[i]),
          ),
          two && typeof here === 'number' && !position.outcomes
            ? h('span', { class: 'here number', data: { tip: t('game.positionTip') } }, signed(here))
            : null,
        );
      };
      replace(
        element,
        side([0]),
        h(
          'span',
          { class: 'middle soft' },
          game.score.games
            ? t('game.games', { n: game.score.games }) +
                (game.score.draws ? ` · ${t('game.draws', { n: game.score.draws })}` : '')
            : '',
        ),
        indices.length > 1 ? side(indices.slice(1)) : null,
      );
    },
  };
}

/**
 * The bar is narrow: thousands are abbreviated where the language has a sign for them, else written without a fraction.
 * @param {Value} value
 */
function short(value) {
  const number = value.score;
  if (typeof number !== 'number' || Math.abs(number) < 1000) return brief(value);
  if (language() === 'fa') return signed(Math.round(number));
  return `${signed(Number((number / 1000).toPrecision(2)))}k`;
}

/** A bar along the board's edge: the first player's part of it shows how well the first player stands. */
export function valueBar() {
  const fill = h('span', { class: 'fill' });
  const label = h('span', { class: 'label number' });
  const element = h('div', { class: 'value-bar', role: 'img' }, fill, label);
  /** @returns {{ scale: number, origin: number | null }} */
  const fresh = () => ({ scale: 10, origin: null });
  // Searched values and static values of positions are scaled separately.
  let found = fresh();
  let seen = fresh();

  /**
   * A value of any player; null if nothing is known.
   * @param {Pick<Viewed, 'spec' | 'players'>} game
   * @param {Value | null} value
   * @param {boolean} searched
   */
  function show({ spec, players }, value, searched) {
    const name = players[0];
    const own = value && value.of !== 0 ? negated(value, 0) : value;
    const known = own !== null;
    let share = certain(own) ?? 0.5;
    if (typeof own?.score === 'number') {
      // With one against many, values do not sum to zero: they are compared with the first one of the game.
      const measure = searched ? found : seen;
      if (players.length !== 2) measure.origin ??= own.score;
      const stands = own.score - (measure.origin ?? 0);
      measure.scale = Math.max(measure.scale, Math.abs(stands));
      share = 0.5 + 0.46 * Math.tanh((1.6 * stands) / measure.scale);
    }
    fill.style.setProperty('--share', share.toFixed(4));
    label.textContent = own ? short(own) : '';
    label.classList.toggle('low', share < 0.5);
    const sentence = known ? about(name, own) : t('analysis.barEmpty');
    set(element, {
      class: ['value-bar', searched && 'searched', !known && 'unknown'],
      'aria-label': `${t('game.valueBar')}: ${sentence}`,
      data: { tip: `${sentence}${known && !searched ? ` (${t('game.positionTip')})` : ''}` },
      style: {
        '--mine': `var(--tone-${toneOf(spec, 0)})`,
        '--theirs': `var(--tone-${toneOf(spec, 1)})`,
      },
    });
  }

  return {
    element,
    show,
    /** A new game has a new scale. */
    reset() {
      found = fresh();
      seen = fresh();
    },
    /**
     * Shows the analysis of a position; without one, how the game ended, or the position's static value.
     * @param {Pick<Viewed, 'spec' | 'players'>} game
     * @param {Position} position
     * @param {Lane | null} message
     */
    judge(game, position, message) {
      const known = message && (message.text === undefined || message.text === position.text);
      if (known && message.value !== null && message.value !== undefined) {
        return show(game, message.value, true);
      }
      if (position.outcomes) {
        return show(game, ended(0, position.outcomes[0]), true);
      }
      const scores = position.scores?.slice(0, 2) ?? [];
      if (!scores.length || !scores.every((s) => typeof s === 'number')) return show(game, null, false);
      // Not every evaluation is zero-sum: half the difference is what both sides agree on.
      const ahead = scores.length > 1 ? (scores[0] - scores[1]) / 2 : scores[0];
      return show(game, score(0, ahead), false);
    },
  };
}
