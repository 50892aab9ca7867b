// The search of an agent in a position, as its address says.

import { replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t } from '../i18n.js';
import { readAddress, searchAddress } from '../explorer/address.js';
import { searchPage } from '../explorer/search.js';

/** @import { Context } from '../../../types/pages' */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { navigate, route } = context;
  const asked = readAddress(route.query);
  if (!asked) {
    navigate('#/trees', { replace: true });
    return null;
  }
  const { at, view, limits } = asked;
  const page = searchPage(context, {
    title: t('trees.searchTitle'),
    back: at.game
      ? button(t('trees.backToGame'), { small: true, onclick: () => navigate(`#/game/${at.game}`) })
      : button(t('trees.toTrees'), { small: true, onclick: () => navigate('#/trees') }),
    onPlace(agent, { step, path }) {
      const more = { ...(view ? { view } : {}), ...(limits.nodes ? { nodes: String(limits.nodes) } : {}) };
      const place = { step: String(step), ...(path.length ? { path: path.join(' ') } : {}) };
      history.replaceState(null, '', searchAddress(at, agent, { ...more, ...place }));
    },
  });
  replace(root, page.element);
  page.search({ ...asked, listed: view === 'explore' });
  return page.destroy;
}
