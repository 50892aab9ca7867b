// What the five reports are: said wherever they are named.

import { h } from './ui/elements.js';
import { t } from './i18n.js';

const REPORTS = ['a', 'b', 'c', 'd', 'e'];

/** Shows them; dialogs are loaded when the first one opens. */
async function showReports() {
  const { dialog } = await import('./ui/dialog.js');
  await dialog(t('reports.title'), () =>
    h(
      'div',
      { class: 'stack reports' },
      h('p', {}, t('reports.lead')),
      h(
        'dl',
        {},
        REPORTS.map((name) => h('div', {}, h('dt', {}, name.toUpperCase()), h('dd', {}, t(`reports.${name}`)))),
      ),
      h('p', { class: 'soft small' }, t('reports.repeat')),
    ),
  );
}

/** A button that tells. */
export const reportsNote = () =>
  h('button', { type: 'button', class: 'link', onclick: showReports }, t('reports.what'));
