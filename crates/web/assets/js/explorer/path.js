// The path from the root to the node in focus: real boards one below the other; on a phone, breadcrumbs.

import { h } from '../ui/elements.js';
import { digits, say, t } from '../i18n.js';
import { keptRows } from './rows.js';
import { moverOf, valueOf } from './words.js';

/**
 * @import { ExplorerNode, TreeView } from '../../../types/protocol'
 * @import { Drawn } from './children.js'
 */

/** @param {{ onFocus: (node: number) => void }} options */
export function pathColumn({ onFocus }) {
  const list = h('ol', { class: 'path' });
  const rows = keptRows(list);
  const element = h(
    'nav',
    { class: 'explorer-path', 'aria-label': t('explorer.path') },
    h('h2', {}, t('explorer.path')),
    list,
  );

  /**
   * @param {ExplorerNode} node
   * @param {ExplorerNode | undefined} above
   * @param {boolean} focus
   * @param {Drawn} drawn
   */
  function entry(node, above, focus, { recorded, tiles }) {
    const action = node.action === null ? t('explorer.root') : digits(say(node.action));
    return h(
      'li',
      { class: [focus && 'is-focus', node.chosen && !node.now && 'is-line'] },
      h(
        'button',
        {
          type: 'button',
          class: 'path-go',
          'aria-current': focus ? 'true' : null,
          onclick: () => onFocus(node.node),
        },
        tiles.tile(node, above?.scene, 'path'),
        h(
          'span',
          { class: 'path-words' },
          h('bdi', { class: node.action === null ? null : 'notation path-move' }, action),
          h('span', { class: 'path-value number', dir: 'ltr' }, valueOf(node, recorded)),
          h('span', { class: 'path-mover soft' }, moverOf(node, recorded)),
        ),
      ),
    );
  }

  return {
    element,
    /**
     * @param {TreeView} view
     * @param {Drawn} drawn
     */
    show({ path }, drawn) {
      rows(
        path.map((node, index) => {
          const focus = index === path.length - 1;
          return { node, facts: focus, make: () => entry(node, path[index - 1], focus, drawn) };
        }),
      );
      requestAnimationFrame(() => {
        list.scrollTop = list.scrollHeight;
        list.scrollLeft = document.dir === 'rtl' ? -list.scrollWidth : list.scrollWidth;
      });
    },
  };
}
