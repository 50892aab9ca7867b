// Tables of results, as the lab makes them: names first, numbers to the right, what depends on the machine set apart.

import { h } from '../ui/elements.js';
import { digits, language, say, t } from '../i18n.js';
import { columns, told, units } from '../words/experiments.js';

/** What a cell says, in the language spoken: `91 % (84 to 95)`, `12.3 ms`. */
function cell(text) {
  if (language() !== 'fa') return text.replace(/^([\d.]+) us$/, '$1 µs');
  const time = /^([\d.]+) (us|ms|s|min|h)$/.exec(text);
  if (time) return `${digits(time[1])} ${units[time[2]]}`;
  return digits(told(text) ?? say(text)).replace(/ to /g, ' تا ').replace(/ of /g, ' از ');
}

/** The name of a column, in the language spoken. */
const heading = (name) => (language() === 'fa' ? digits(columns[name] ?? say(name)) : name);

/** A table of the protocol; `title` is said above it unless it is left out. */
export function resultTable(table, { title = true } = {}) {
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
      heading(name),
      kind === 'machine' ? h('span', { 'aria-hidden': 'true' }, '*') : null,
    ),
  );
  const rows = (table.texts ?? table.rows).map((row) =>
    h(
      'tr',
      {},
      row.map((text, place) => {
        const { kind } = table.columns[place];
        return h(
          place === 0 ? 'th' : 'td',
          {
            scope: place === 0 ? 'row' : null,
            class: [numeric(kind) && 'num', kind === 'machine' && 'machine', kind === 'words' && 'words'],
          },
          h('bdi', {}, cell(String(text ?? ''))),
        );
      }),
    ),
  );
  const named = language() === 'fa' ? (told(table.title) ?? table.title) : table.title;
  const noted = (note) => (language() === 'fa' ? digits(told(note) ?? note) : note);
  return h(
    'figure',
    { class: 'result' },
    title ? h('figcaption', { dir: 'auto' }, named) : null,
    h(
      'div',
      { class: 'scrolls', tabindex: 0, role: 'region', 'aria-label': named },
      h('table', { class: 'table result-table' }, h('thead', {}, h('tr', {}, head)), h('tbody', {}, rows)),
    ),
    (table.notes ?? []).map((note) => h('p', { class: 'soft small', dir: 'auto' }, noted(note))),
    machine ? h('p', { class: 'soft small' }, `* ${t('experiments.machine')}`) : null,
  );
}
