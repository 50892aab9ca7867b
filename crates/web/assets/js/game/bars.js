// The two bars beside a board: the score, kept over several games, and the value of the position.

import { h, replace, set } from '../ui/elements.js';
import { emblem, toneOf } from '../ui/emblem.js';
import { language, t, say, number, list } from '../i18n.js';
import { about, brief, ended, expectation, knowledge, negated, percent, signed } from '../analysis/values.js';

/**
 * @import { Backdrop, GameInProgress, GameKind, Lane, Position, Value } from '../../../types/protocol'
 * @import { Viewed } from '../../../types/pages'
 */

/**
 * The games won, kept while the sides go on playing. With more than two players, the first stands against all others.
 * Where a game declares points for a win, as report E does, its bar is there too: those points and the score of this
 * position.
 * @param {GameKind} kind
 */
export function scoreBar(kind) {
  const element = h('div', { class: 'score-bar', role: 'group', 'aria-label': t('game.score') });
  let drawn = '';
  return {
    element,
    /**
     * @param {GameInProgress} game
     * @param {Position} position
     */
    show(game, position) {
      const { score, players, outcomes } = game;
      const key = JSON.stringify([score, players, outcomes, position.turn, position.outcomes, position.scores, language()]);
      if (key === drawn) return;
      drawn = key;
      const two = game.players.length === 2;
      const indices = game.players.map((_, i) => i);
      /** @param {number[]} members */
      const side = (members) => {
        const [i] = members;
        const wins = game.score.wins[i];
        const here = position.outcomes ? 0 : position.scores?.[i];
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
            { class: 'wins number', data: { tip: t('game.winsTip', { name, n: wins }) } },
            kind.result === 'value' ? '' : number(wins),
          ),
          two && kind.win_points !== null && typeof here === 'number'
            ? h(
                'span',
                { class: 'here number', data: { tip: t('game.pointsTip', { n: kind.win_points }) } },
                signed(wins * kind.win_points + here),
              )
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
 * The least and the largest value at the ends of a tree that is drawn; null for other games.
 * @param {Backdrop} backdrop
 */
function rangeOf(backdrop) {
  if (backdrop.kind !== 'tree') return null;
  const ends = backdrop.nodes.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  return ends.length > 1 ? { low: Math.min(...ends), high: Math.max(...ends) } : null;
}

/** A win that takes this many moves or more has the longest line. */
const LONGEST = 42;

/**
 * A bar along the board's edge: the first player's part of it. Its scale never changes: it is the chance to win, from
 * none to certain; where games are counted in points, the chance to survive, or the range of a tree.
 * @param {GameKind} game
 * @param {Backdrop} backdrop
 */
export function valueBar(game, backdrop) {
  const fill = h('span', { class: 'fill' });
  const length = h('span', { class: 'length', hidden: true });
  const label = h('span', { class: 'label number' });
  const element = h('div', { class: 'value-bar', role: 'img' }, fill, length, label);
  const range = rangeOf(backdrop);

  /**
   * `share` is the first player's part of the bar, null if nothing is known.
   * @param {{ share: number | null, text: string, words: string, kind: string, plies?: number | null }} shown
   */
  function show({ share, text, words, kind, plies = null }) {
    const part = share ?? 0.5;
    fill.style.setProperty('--share', part.toFixed(4));
    length.hidden = plies === null;
    if (plies !== null) {
      const far = Math.min(plies, LONGEST) / LONGEST;
      length.style.setProperty('--at', (part > 0.5 ? far : 1 - far).toFixed(4));
    }
    label.textContent = text;
    label.classList.toggle('low', part < 0.5);
    set(element, {
      class: ['value-bar', kind, share === null && 'unknown'],
      'aria-label': `${t('game.valueBar')}: ${words}`,
      data: { tip: words, share: part.toFixed(4) },
      style: {
        '--mine': `var(--tone-${toneOf(game.name, 0)})`,
        '--theirs': `var(--tone-${toneOf(game.name, 1)})`,
      },
    });
  }

  /**
   * @param {string[]} players
   * @param {Value} value
   * @param {Lane} lane
   * @param {string} [by]
   */
  function showValue(players, value, lane, by) {
    const kind = knowledge(value, lane);
    const own = value.of === 0 || players.length !== 2 ? value : negated(value, 0);
    const words = about({ value, chance: lane.chance }, lane, { name: players[value.of] ?? players[0], by });
    if (!own) return;
    if (own.kind !== 'score') {
      // The result of the winner, at the winner's end.
      const winner = own.kind === 'loss' && players.length === 2 ? negated(own, 1) : own;
      const share = { win: 1, draw: 0.5, loss: 0 }[own.kind];
      return show({ share, text: brief(winner), words, kind, plies: own.plies || null });
    }
    if (kind === 'estimate' && lane.chance) {
      const share = own === value ? lane.chance.mean : 1 - lane.chance.mean;
      return show({ share, text: percent(share), words, kind });
    }
    const score = own.score;
    const share =
      kind === 'score' && range && range.high > range.low && typeof score === 'number'
        ? Math.max(0, Math.min(1, (score - range.low) / (range.high - range.low)))
        : null;
    return show({ share, text: brief(own), words, kind });
  }

  return {
    element,
    /**
     * Shows the analysis of a position; without one, how the game ended. `by` is the name of the agent that estimates.
     * @param {Pick<Viewed, 'players'>} game
     * @param {Position} position
     * @param {Lane | null} lane
     * @param {string} [by]
     */
    judge({ players }, position, lane, by) {
      const known = lane && (lane.text === undefined || lane.text === position.text);
      if (known && lane.expected) {
        const { points, survives } = lane.expected;
        const text = number(Math.round(points), { notation: Math.abs(points) < 1e4 ? 'standard' : 'compact' });
        return show({ share: survives.mean, text, words: expectation(lane.expected).join(' · '), kind: 'estimate' });
      }
      if (known && lane.value) return showValue(players, lane.value, lane, by);
      if (position.outcomes) {
        return showValue(players, ended(0, position.outcomes[0]), { agent: '', state: 'done', moves: [], line: [] });
      }
      return show({ share: null, text: '', words: t('analysis.barEmpty'), kind: 'none' });
    },
  };
}
