// The same position searched by other algorithms, with the same evaluation and depth.

import { h } from '../ui/elements.js';
import { digits, messageText, number, say, t } from '../i18n.js';
import { verdict } from './words.js';

/**
 * @import { TreeComparison } from '../../../types/protocol'
 * @import { Child } from '../../../types/pages'
 */

/**
 * `called(spec)` is the name of an agent.
 * @param {TreeComparison} comparison
 * @param {{ chosen: string, called: (spec: string) => Child, onChoose: (agent: string) => void }} options
 */
export function comparisonTable({ rows }, { chosen, called, onChoose }) {
  const headings = ['algorithm', 'value', 'best', 'looked', 'pruned'];
  return h(
    'table',
    { class: 'table tree-compare' },
    h('caption', { class: 'visually-hidden' }, t('explorer.compare.title')),
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        headings.map((name, index) =>
          h('th', { scope: 'col', class: index ? 'num' : null }, t(`explorer.compare.${name}`)),
        ),
      ),
    ),
    h(
      'tbody',
      {},
      rows.map((row) => {
        const { agent, algorithm, value, best, nodes, pruned, pruned_words: words, agrees } = row;
        const input = h('input', { type: 'radio', name: 'explorer-agent', value: agent, onchange: () => onChoose(agent) });
        input.checked = agent === chosen;
        const label = algorithm === 'own' ? called(agent) : t(`trees.names.${algorithm}`);
        return h(
          'tr',
          { class: agent === chosen ? 'is-chosen' : null, data: { algorithm } },
          h('th', { scope: 'row' }, h('label', {}, input, h('span', {}, label))),
          h(
            'td',
            { class: ['num', !agrees && 'is-other'], title: agrees ? null : t('explorer.compare.differs') },
            verdict(value),
          ),
          h('td', { class: 'num' }, h('bdi', { class: 'notation', dir: 'ltr' }, digits(say(best)))),
          h('td', { class: 'num' }, number(nodes)),
          h(
            'td',
            { class: 'num', title: words ? messageText(words) : null },
            pruned ? number(pruned.nodes ?? pruned.branches) : '–',
          ),
        );
      }),
    ),
  );
}
