// Importing games: lines of JSON from a file, dropped, or pasted. Mistakes are listed line by line, and the lines stay
// to be fixed.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { codeField } from '../ui/code.js';
import { digits, t } from '../i18n.js';
import { errorText } from '../errorText.js';

/** @import { Client } from '../../../types/pages' */

/**
 * `importer({ client, onImported })`: `element`.
 * @param {{ client: Client, onImported: (names: string[]) => void }} options
 */
export function importer({ client, onImported }) {
  const errors = h('ul', { class: 'import-errors', role: 'alert' });
  const field = codeField({ label: t('replays.lines'), rows: 6, oninput: () => replace(errors) });
  /** @type {HTMLInputElement} */
  const file = h('input', {
    type: 'file',
    accept: '.jsonl,.json,.txt',
    class: 'visually-hidden',
    tabindex: -1,
    'aria-hidden': 'true',
    onchange: () => take(file.files?.[0]),
  });
  const element = h(
    'section',
    { class: 'card importer stack', id: 'import' },
    h('div', {}, h('h2', {}, t('replays.import')), h('p', { class: 'soft' }, t('replays.importAbout'))),
    field.element,
    errors,
    file,
    h(
      'div',
      { class: 'row' },
      button(t('replays.bring'), { kind: 'primary', onclick: bring }),
      button(t('replays.chooseFile'), { icon: 'share', onclick: () => file.click() }),
    ),
  );

  /** @param {File | undefined} chosen */
  async function take(chosen) {
    if (!chosen) return;
    field.value = await chosen.text();
    file.value = '';
    bring();
  }

  async function bring() {
    const lines = field.value;
    replace(errors);
    field.problem(null);
    if (lines.trim() === '') {
      field.problem({ message: t('replays.nothing') });
      return;
    }
    try {
      const answer = await client.request('replay.import', { lines });
      const wrong = new Set(answer.errors.map(({ line }) => line));
      field.value = lines
        .split('\n')
        .filter((_, index) => wrong.has(index + 1))
        .join('\n');
      let row = 0;
      replace(
        errors,
        answer.errors.map(({ line, fault }) => {
          row += 1;
          return h(
            'li',
            { class: 'problem' },
            digits(t('replays.errorLine', { line, row })),
            ' ',
            h('bdi', {}, errorText(fault)),
          );
        }),
      );
      if (answer.replays.length > 0) onImported(answer.replays);
    } catch (error) {
      field.problem(error);
    }
  }

  element.addEventListener('dragover', (event) => {
    event.preventDefault();
    element.classList.add('over');
  });
  element.addEventListener('dragleave', () => element.classList.remove('over'));
  element.addEventListener('drop', (event) => {
    event.preventDefault();
    element.classList.remove('over');
    take(event.dataTransfer?.files[0]);
  });
  return { element, focus: () => field.control.focus() };
}
