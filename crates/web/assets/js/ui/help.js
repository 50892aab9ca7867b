// The list of keys: "?" opens it.

import { h } from './elements.js';
import { dialog } from './dialog.js';
import { t } from '../i18n.js';

/** @type {[string, [string, string][]][]} */
const groups = [
  [
    'anywhere',
    [
      ['?', 'help'],
      ['Tab', 'move'],
      ['Esc', 'close'],
    ],
  ],
  [
    'game',
    [
      [', .', 'scrub'],
      ['Home End', 'ends'],
      ['Space', 'play'],
      ['U', 'undo'],
      ['R', 'restart'],
      ['S', 'swap'],
      ['N', 'fresh'],
      ['V', 'analysis'],
      ['M', 'moveNow'],
    ],
  ],
  [
    'stones',
    [
      ['1 – 9', 'column'],
      ['← →', 'choose'],
      ['Enter', 'drop'],
    ],
  ],
  [
    'graph',
    [
      ['A – Z', 'points'],
      ['← → ↑ ↓', 'edges'],
      ['Enter', 'draw'],
    ],
  ],
  ['maze', [['← → ↑ ↓', 'walk']]],
];

let open = false;
/** Shows them; never twice at the same time. */
export async function showHelp() {
  if (open) return;
  open = true;
  await dialog(t('help.title'), () =>
    h(
      'div',
      { class: 'keys help-grid' },
      groups.map(([group, entries]) =>
        h(
          'section',
          {},
          h('h3', {}, t(`help.${group}`)),
          h(
            'dl',
            {},
            entries.map(([key, what]) =>
              h(
                'div',
                {},
                h(
                  'dt',
                  { dir: 'ltr' },
                  key.split(' ').map((k) => (k === '–' ? ' – ' : h('kbd', {}, k))),
                ),
                h('dd', {}, t(`help.keys.${what}`)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  open = false;
}
