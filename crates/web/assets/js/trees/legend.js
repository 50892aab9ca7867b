// The legend of the tree.

import { h, svg } from '../ui/elements.js';
import { t } from '../i18n.js';

/** @import { Role } from '../../../types/protocol' */

/** @type {Record<Role, string>} */
const SIGNS = {
  max: 'M10 2 L19 17 H1 Z',
  min: 'M10 18 L19 3 H1 Z',
  mean: 'M2 10 A8 8 0 1 1 18 10 A8 8 0 1 1 2 10 Z',
  leaf: 'M3 3 H17 V17 H3 Z',
};

/** The legend. */
export function legend() {
  /** @param {Role} role */
  const entry = (role) =>
    h(
      'li',
      {},
      svg(
        'svg',
        { viewBox: '0 0 20 20', class: `tree-sign tree-${role}`, 'aria-hidden': 'true' },
        svg('path', { d: SIGNS[role] }),
      ),
      t(`trees.about.${role}`),
    );
  const skipped = h(
    'li',
    {},
    svg(
      'svg',
      { viewBox: '0 0 20 20', class: 'tree-sign tree-gone', 'aria-hidden': 'true' },
      svg('path', { d: SIGNS.leaf }),
      svg('path', { class: 'tree-slash', d: 'M2 18 L18 2' }),
    ),
    t('trees.about.skipped'),
  );
  return h('ul', { class: 'tree-legend' }, entry('max'), entry('min'), entry('mean'), entry('leaf'), skipped);
}
