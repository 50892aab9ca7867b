// The search of an agent in a position, step by step.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t } from '../i18n.js';
import { drawing } from '../trees/drawing.js';
import { legend } from '../trees/card.js';
import { verdict } from '../trees/numbers.js';
import { errorText } from '../errorText.js';

/** @import { Context } from '../../../types/pages' */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, { client, route, navigate }) {
  const at = JSON.parse(route.query.at ?? '{}');
  const agent = route.query.agent ?? 'alphabeta';
  const picture = drawing({ client, onLost: record });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const summary = h('p', { class: 'tree-summary soft' });
  replace(
    root,
    h(
      'div',
      { class: 'trees' },
      picture.element,
      h(
        'aside',
        { class: 'tree-side', 'aria-label': t('trees.side') },
        h(
          'section',
          { class: 'stack tree-source' },
          h('h1', {}, t('trees.searchTitle')),
          h('p', { class: 'soft' }, t('trees.searchLead')),
          at.game ? button(t('trees.backToGame'), { onclick: () => navigate(`#/game/${at.game}`) }) : null,
          h('a', { href: '#/trees', class: 'small' }, t('trees.toTrees')),
        ),
        problem,
        summary,
        h('section', {}, picture.card),
        h('section', {}, h('h2', {}, t('trees.legend')), legend()),
      ),
    ),
  );

  async function record() {
    try {
      const recorded = await client.request('tree.record', { at, agent, limit: picture.limit });
      picture.show({ recorded, everything: null }, { fit: true });
      const values = { value: verdict(recorded.value), seen: recorded.looked_at, skipped: recorded.skipped };
      replace(summary, t('trees.summary', values));
    } catch (error) {
      problem.hidden = false;
      replace(problem, h('bdi', {}, errorText(error)));
    }
  }

  record();
  return picture.destroy;
}
