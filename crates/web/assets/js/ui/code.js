// A multi-line text field: line numbers beside it, and errors below, with a link to their location.

import { h, replace, set, unique } from './elements.js';
import { digits, t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { faultOf } from '../fault.js';

/**
 * Where in a text an error is: `{ line, column }`, or null if it has no location.
 * @param {unknown} error
 */
export function locationOf(error) {
  const found = faultOf(error).where?.find(({ code }) => code === 'spot' || code === 'line');
  return found ? { line: Number(found.fields?.line), column: Number(found.fields?.column ?? 1) } : null;
}

/**
 * `codeField({ label, value, rows, oninput })`: `element`, `value`, and `problem(error)`, which takes an error of the
 * lab.
 * @param {{ label: string, value?: string, rows?: number, oninput?: (text: string) => unknown }} options
 */
export function codeField({ label, value = '', rows = 8, oninput }) {
  const id = unique('code');
  const numbers = h('div', { class: 'code-numbers', 'aria-hidden': 'true' });
  const area = h('textarea', {
    class: 'input code-text',
    id,
    rows,
    wrap: 'off',
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': `${id}-problem`,
    value,
  });
  const problem = h('p', { class: 'problem code-problem', id: `${id}-problem`, role: 'alert', hidden: true });
  const element = h(
    'div',
    { class: 'code' },
    h('label', { class: 'label', for: id }, label),
    h('div', { class: 'code-box' }, numbers, area),
    problem,
  );
  /** @type {{ line: number, column: number } | null} */
  let wrong = null;

  function count() {
    const lines = area.value.split('\n').length;
    if (numbers.childElementCount !== lines || wrong !== null || numbers.querySelector('.wrong')) {
      replace(
        numbers,
        Array.from({ length: lines }, (_, index) =>
          h('span', { class: index + 1 === wrong?.line ? 'wrong' : null }, index + 1),
        ),
      );
    }
    numbers.scrollTop = area.scrollTop;
  }

  function go() {
    if (!wrong) return;
    const before =
      area.value
        .split('\n')
        .slice(0, wrong.line - 1)
        .join('\n').length + (wrong.line > 1 ? 1 : 0);
    const at = Math.min(area.value.length, before + wrong.column - 1);
    area.focus();
    area.setSelectionRange(at, Math.min(area.value.length, at + 1));
  }

  area.addEventListener('input', () => {
    count();
    oninput?.(area.value);
  });
  area.addEventListener('scroll', () => {
    numbers.scrollTop = area.scrollTop;
  });
  count();

  return {
    element,
    control: area,
    get value() {
      return area.value;
    },
    set value(text) {
      area.value = text;
      count();
    },
    /**
     * Shows what is wrong: an error of the lab, or null if nothing is.
     * @param {unknown} error
     */
    problem(error) {
      wrong = locationOf(error);
      problem.hidden = !error;
      set(area, { 'aria-invalid': error ? 'true' : null });
      replace(
        problem,
        wrong
          ? [h('button', { type: 'button', class: 'code-go', onclick: go }, digits(t('trees.go', wrong))), ': ']
          : null,
        // The location is shown once, by the link to it.
        faultOf(error).message ? h('bdi', {}, errorText(error, { location: !wrong })) : null,
      );
      count();
    },
  };
}
