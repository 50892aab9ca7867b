// One simulation of Monte Carlo tree search: its four phases, with the playout on the board.

import { h, replace } from '../ui/elements.js';
import { digits, number, say, t } from '../i18n.js';
import { linePlayer } from './line.js';
import { mean } from './words.js';

/**
 * @import { At, RecordedTree } from '../../../types/protocol'
 * @import { TreeEvent } from '../../../types/protocol'
 * @import { BoardModule, Child, Client } from '../../../types/pages'
 */

/**
 * @param {{ client: Client, at: At, recorded: RecordedTree, module: Promise<BoardModule>,
 *   onFocus: (node: number) => void }} options
 */
export function simulationPanel({ client, at, recorded, module, onFocus }) {
  const phases = h('ol', { class: 'phases' });
  const player = linePlayer({ client, at, module, backdrop: recorded.backdrop, label: t('explorer.phases.board') });
  const element = h('div', { class: 'simulation' }, phases, player.element);

  /**
   * @param {string} name
   * @param {Child} words
   * @param {boolean} [none]
   */
  const phase = (name, words, none = false) =>
    h(
      'li',
      { class: ['phase', `is-${name}`, none && 'is-none'] },
      h('strong', {}, t(`explorer.phases.${name}`)),
      h('span', {}, words),
    );

  /** @param {string[]} moves */
  const row = (moves) => h('bdi', { class: 'notation', dir: 'ltr' }, moves.map((move) => digits(say(move))).join(' '));

  return {
    element,
    /**
     * @param {TreeEvent | null} event
     * @param {boolean} still is the step left standing? Then the playout is fetched
     */
    show(event, still) {
      if (event?.kind !== 'simulation') {
        replace(phases, h('li', { class: 'soft' }, t('explorer.phases.none')));
        player.hide();
        return;
      }
      const { moves, expansion, playout, backpropagation } = event;
      const selected = moves.slice(0, moves.length - (expansion === null ? 0 : 1));
      const fresh = expansion === null ? [] : moves.slice(-1);
      replace(
        phases,
        phase('selection', selected.length > 0 ? row(selected) : t('explorer.root')),
        phase('expansion', fresh.length > 0 ? row(fresh) : t('explorer.phases.noExpansion'), fresh.length === 0),
        phase(
          'playout',
          playout === null
            ? t('explorer.phases.lost')
            : playout.length > 0
              ? t('explorer.phases.plies', { n: playout.length })
              : t('explorer.phases.noPlayout'),
          !playout?.length,
        ),
        phase(
          'backpropagation',
          backpropagation.slice(0, 4).map(({ node, visits, mean: worth }, index) =>
            h(
              'button',
              { type: 'button', class: 'ply number', dir: 'ltr', onclick: () => onFocus(node) },
              `${index === 0 ? t('explorer.root') : digits(say(moves[index - 1] ?? ''))} ${number(visits)} · ${worth === null ? '–' : mean(worth)}`,
            ),
          ),
        ),
      );
      if (!still) {
        player.hide();
        return;
      }
      const kinds = [
        ...selected.map(() => 'is-selection'),
        ...fresh.map(() => 'is-expansion'),
        ...(playout ?? []).map(() => 'is-playout'),
      ];
      player.show({ from: [], moves: [...moves, ...(playout ?? [])], kinds, quick: true });
    },
    destroy: player.destroy,
  };
}
