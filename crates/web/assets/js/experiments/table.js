// Tables of results, as the lab makes them: names first, numbers to the right, machine-dependent columns set apart.

import { h } from '../ui/elements.js';
import { digits, say, t } from '../i18n.js';

/** @import { ColumnKind, Table } from '../../../types/protocol' */

/**
 * A text of a table in the current language: `91 % (84 to 95)`, `12.3 ms`, the name of a column.
 * @param {string} text
 */
const said = (text) => digits(say(text));

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
      said(name),
      kind === 'machine' ? h('span', { 'aria-hidden': 'true' }, '*') : null,
    ),
  );
  const rows = (table.texts ?? table.rows).map((row) =>
    h(
      'tr',
      {},
      row.map((text, index) => {
        const { kind } = table.columns[index];
        return h(
          index === 0 ? 'th' : 'td',
          {
            scope: index === 0 ? 'row' : null,
            class: [numeric(kind) && 'num', kind === 'machine' && 'machine', kind === 'words' && 'words'],
          },
          h('bdi', {}, said(String(text ?? ''))),
        );
      }),
    ),
  );
  const named = said(table.title);
  return h(
    'figure',
    { class: 'result' },
    title ? h('figcaption', { dir: 'auto' }, named) : null,
    h(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': named },
      h('table', { class: 'table result-table' }, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)),
    ),
    (table.notes ?? []).map((note) => h('p', { class: 'soft small', dir: 'auto' }, said(note))),
    machine ? h('p', { class: 'soft small' }, `* ${t('experiments.machine')}`) : null,
  );
}
