// Tables of results, as the lab makes them: names first, numbers to the right, machine-dependent columns set apart.

import { h } from '../ui/elements.js';
import { field, messageText, say, t } from '../i18n.js';

/** @import { ColumnKind, Table } from '../../../types/protocol' */

/**
 * A table of the protocol; `title` is shown above it if it is given.
 * @param {Table} table
 */
export function resultTable(table, { title = true } = {}) {
  /** @param {ColumnKind} kind */
  const numeric = (kind) => kind === 'deterministic' || kind === 'machine';
  const machine = table.columns.some((column) => column.kind === 'machine');
  const head = table.columns.map(({ title: name, kind }) =>
    h(
      'th',
      {
        scope: 'col',
        class: [numeric(kind) && 'num', kind === 'machine' && 'machine'],
        title: kind === 'machine' ? t('experiments.machine') : null,
      },
      say(name),
      kind === 'machine' ? h('span', { 'aria-hidden': 'true' }, '*') : null,
    ),
  );
  const rows = (table.texts ?? []).map((row) =>
    h(
      'tr',
      {},
      row.map((cell, index) => {
        const { kind } = table.columns[index];
        return h(
          index === 0 ? 'th' : 'td',
          {
            scope: index === 0 ? 'row' : null,
            class: [numeric(kind) && 'num', kind === 'machine' && 'machine', kind === 'words' && 'words'],
          },
          h('bdi', {}, field(cell)),
        );
      }),
    ),
  );
  const named = messageText(table.title);
  return h(
    'figure',
    { class: 'result' },
    title ? h('figcaption', { dir: 'auto' }, named) : null,
    h(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': named },
      h('table', { class: 'table result-table' }, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)),
    ),
    (table.notes ?? []).map((note) => h('p', { class: 'soft small', dir: 'auto' }, messageText(note))),
    machine ? h('p', { class: 'soft small' }, `* ${t('experiments.machine')}`) : null,
  );
}
