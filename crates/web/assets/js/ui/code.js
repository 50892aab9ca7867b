// A multi-line text field: line numbers beside it, a place in it that is marked, and errors below, with a link to
// their location.

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
 * `codeField({ label, value, rows, oninput, onplace })`: `element`, `value`, `mark(span)` and `problem(error)`, which
 * takes an error of the lab. `onplace` is called with the place in the text that the user went to.
 * @param {{ label: string, value?: string, rows?: number, oninput?: (text: string) => unknown,
 *   onplace?: (place: number) => unknown }} options
 */
export function codeField({ label, value = '', rows = 8, oninput, onplace }) {
  const id = unique('code');
  const numbers = h('div', { class: 'code-numbers', 'aria-hidden': 'true' });
  const marks = h('pre', { class: 'code-marks', 'aria-hidden': 'true' });
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
    h('div', { class: 'code-box' }, numbers, h('div', { class: 'code-page' }, marks, area)),
    problem,
  );
  /** @type {{ line: number, column: number } | null} */
  let wrong = null;
  /** @type {{ from: number, to: number } | null} */
  let marked = null;

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
    paint();
  }

  /** The place of the error in the text; null without one. */
  function wrongPlace() {
    if (!wrong) return null;
    const lines = area.value.split('\n');
    const before = lines.slice(0, wrong.line - 1).join('\n').length + (wrong.line > 1 ? 1 : 0);
    const from = Math.min(area.value.length, before + wrong.column - 1);
    const word = /^[^\s[\]:=~#]+/.exec(area.value.slice(from))?.[0].length ?? 1;
    return { from, to: Math.min(area.value.length, from + word) };
  }

  /** Draws the marks behind the text. An error at the end of a text is marked by a space that is not in it. */
  function paint() {
    const place = wrongPlace();
    const span = place ?? marked;
    const within = span ? area.value.slice(span.from, span.to) : '';
    replace(
      marks,
      area.value.slice(0, span?.from),
      span ? h('mark', { class: place ? 'is-wrong' : 'is-here' }, within.trim() ? within : ' ') : null,
      `${span ? area.value.slice(span.to) : ''}\n`,
    );
    scroll();
  }

  function scroll() {
    numbers.scrollTop = area.scrollTop;
    marks.style.transform = `translate(${-area.scrollLeft}px, ${-area.scrollTop}px)`;
  }

  function go() {
    const place = wrongPlace();
    if (!place) return;
    area.closest('details')?.setAttribute('open', '');
    area.focus();
    area.setSelectionRange(place.from, place.to);
  }

  area.addEventListener('input', () => {
    marked = null;
    count();
    oninput?.(area.value);
  });
  area.addEventListener('scroll', scroll);
  for (const event of ['click', 'keyup']) area.addEventListener(event, () => onplace?.(area.selectionStart));
  count();

  return {
    element,
    control: area,
    get value() {
      return area.value;
    },
    set value(text) {
      area.value = text;
      marked = null;
      count();
    },
    go,
    /**
     * Marks a place in the text, and scrolls it into view unless the user is in the text; null marks none.
     * @param {{ from: number, to: number } | null} span
     */
    mark(span) {
      marked = span;
      paint();
      if (!span || document.activeElement === area) return;
      const line = area.value.slice(0, span.from).split('\n').length - 1;
      const height = marks.scrollHeight / area.value.split('\n').length;
      const top = line * height;
      if (top < area.scrollTop || top + 2 * height > area.scrollTop + area.clientHeight)
        area.scrollTop = Math.max(0, top - area.clientHeight / 2);
      scroll();
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
