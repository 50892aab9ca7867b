// The controls that pages are made of: buttons, sliders, selects, segments, switches, fields.

import { h, set, unique } from './elements.js';
import { icon } from './icons.js';

/** `button(words, { icon, tip, key, kind, small, pressed, disabled, onclick })`; without words, `tip` is its name. */
export function button(
  words,
  { icon: sign, tip, key, kind, small, large, flips, class: extra, pressed, ...rest } = {},
) {
  return h(
    'button',
    {
      type: 'button',
      class: ['button', kind, small && 'small', large && 'large', !words && 'icon', flips && 'flips', extra],
      'aria-label': words ? null : tip,
      'aria-pressed': pressed === undefined ? null : String(pressed),
      'aria-keyshortcuts': key ?? null,
      data: { ...(tip ? { tip } : {}), ...(key ? { key } : {}) },
      ...rest,
    },
    sign && icon(sign),
    words && h('span', {}, words),
  );
}

/** A labelled place for a control: its name, a sentence about it, and room for what is wrong with it. */
export function field(label, control, { about, output } = {}) {
  const id = control.id || unique('field');
  control.id = id;
  const problem = h('p', { class: 'problem', id: `${id}-problem`, hidden: true });
  const hint = about ? h('p', { class: 'about', id: `${id}-about` }, about) : null;
  const element = h(
    'div',
    { class: 'field' },
    h('label', { class: 'label', for: id }, h('span', {}, label), output ?? null),
    control,
    hint,
    problem,
  );
  set(control, { 'aria-describedby': hint ? `${hint.id} ${problem.id}` : problem.id });
  return {
    element,
    control,
    /** Says what is wrong here; null if nothing is. */
    problem(words) {
      problem.textContent = words ?? '';
      problem.hidden = !words;
      set(control, { 'aria-invalid': words ? 'true' : null });
      if (words && element.closest('dialog')) problem.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** A line to write in. What is written is no prose: nothing is corrected or filled in. */
export const textInput = (attributes) =>
  h('input', { class: 'input', type: 'text', spellcheck: 'false', autocomplete: 'off', ...attributes });

/** A slider whose track is filled up to its thumb. `oninput` gets the number. */
export function slider({ min = 0, max = 100, step = 1, value = min, label, oninput, onchange, ...rest } = {}) {
  const element = h('input', { type: 'range', class: 'slider', min, max, step, 'aria-label': label ?? null, ...rest });
  const paint = () => {
    const share = element.max > element.min ? (element.value - element.min) / (element.max - element.min) : 0;
    element.style.setProperty('--filled', `${share * 100}%`);
  };
  element.value = value;
  element.addEventListener('input', () => (paint(), oninput?.(Number(element.value))));
  element.addEventListener('change', () => onchange?.(Number(element.value)));
  paint();
  /** Moves it from outside, without telling anybody. */
  element.move = (next, most = element.max) => {
    element.max = most;
    element.value = next;
    paint();
  };
  return element;
}

/** A select; options are `{ value, label, about }`, or groups `{ label, options }`. */
export function select(options, { value, onchange, label, ...rest } = {}) {
  const option = (o) =>
    h('option', { value: o.value, title: o.about ?? null, disabled: o.disabled ?? null }, o.label ?? o.value);
  const element = h(
    'select',
    { class: 'input', 'aria-label': label ?? null, ...rest },
    options.map((o) => (o.options ? h('optgroup', { label: o.label }, o.options.map(option)) : option(o))),
  );
  if (value !== undefined && value !== null) element.value = value;
  if (onchange) element.addEventListener('change', () => onchange(element.value));
  return element;
}

/** A few choices side by side, one of them taken; arrow keys move between them. */
export function segments(options, { value, label, onchange } = {}) {
  let taken = value;
  const element = h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label });
  const choose = (next, tell) => {
    taken = next;
    for (const b of element.children)
      set(b, { 'aria-checked': String(b.dataset.value === taken), tabindex: b.dataset.value === taken ? 0 : -1 });
    if (tell) onchange?.(taken);
  };
  for (const o of options) {
    element.append(
      h(
        'button',
        {
          type: 'button',
          role: 'radio',
          data: { value: o.value, ...(o.tip ? { tip: o.tip } : {}) },
          onclick: () => choose(o.value, true),
        },
        o.label,
      ),
    );
  }
  element.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const forward = getComputedStyle(element).direction === 'rtl' && event.key.match(/Left|Right/) ? -step : step;
    const all = [...element.children];
    const next = all[(all.findIndex((b) => b.dataset.value === taken) + forward + all.length) % all.length];
    choose(next.dataset.value, true);
    next.focus();
  });
  choose(value, false);
  element.choose = (next) => choose(next, false);
  return element;
}

/** An on-off switch with its words beside it. */
export function toggle(words, { checked = false, onchange, ...rest } = {}) {
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: () => onchange?.(input.checked), ...rest });
  input.checked = checked;
  const element = h('label', { class: 'switch' }, input, h('span', {}, words));
  element.input = input;
  return element;
}
