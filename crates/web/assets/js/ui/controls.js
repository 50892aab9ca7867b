// The controls that pages are made of: buttons, sliders, selects, segments, switches, fields.

import { h, set, unique } from './elements.js';
import { icon } from './icons.js';
import { stepOf } from './keys.js';

/** @import { Attributes, Child, LabelledField } from '../../../types/pages' */

/**
 * @import { Icon } from './icons.js'
 * @typedef {Attributes & { icon?: Icon | null, tip?: string, key?: string, kind?: string, small?: boolean,
 *   large?: boolean, flips?: boolean, class?: string, pressed?: boolean }} ButtonOptions
 * @typedef {Attributes & { min?: number, max?: number, step?: number, value?: number, label?: string,
 *   oninput?: (value: number) => unknown, onchange?: (value: number) => unknown }} SliderOptions
 * @typedef {{ value: string, label?: string, about?: string, disabled?: boolean }} Option
 * @typedef {{ label: string, options: Option[] }} OptionGroup
 * @typedef {Attributes & { value?: string | null, label?: string,
 *   onchange?: (value: string) => unknown }} SelectOptions
 * @typedef {Attributes & { checked?: boolean, onchange?: (checked: boolean) => unknown }} ToggleOptions
 */

/**
 * `button(words, { icon, tip, key, kind, small, pressed, disabled, onclick })`; without words, `tip` is its name.
 * @param {Child} words
 * @param {ButtonOptions} [options]
 */
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

/**
 * A labelled control: its name, a sentence about it, and room for an error.
 * @template {HTMLElement} C
 * @param {Child} label
 * @param {C} control
 * @param {{ about?: string, output?: Child }} [options]
 * @returns {LabelledField<C>}
 */
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
    /** Shows what is wrong here; null if nothing is. */
    problem(words) {
      problem.textContent = words ?? '';
      problem.hidden = !words;
      set(control, { 'aria-invalid': words ? 'true' : null });
      if (words && element.closest('dialog')) problem.scrollIntoView({ block: 'nearest' });
    },
  };
}

/**
 * A text input. Its text is not prose: nothing is corrected or filled in.
 * @param {Attributes} attributes
 */
export const textInput = (attributes) =>
  h('input', { class: 'input', type: 'text', spellcheck: 'false', autocomplete: 'off', ...attributes });

/**
 * How much of a slider's track lies before its thumb. All three are strings, as elements have them.
 * @param {{ min: string, max: string, value: string }} slider
 */
export function filledShare({ min, max, value }) {
  const [low, high] = [Number(min), Number(max)];
  return high > low ? (Number(value) - low) / (high - low) : 0;
}

/**
 * A slider whose track is filled up to its thumb. `oninput` gets the number.
 * @param {SliderOptions} [options]
 */
export function slider({ min = 0, max = 100, step = 1, value = min, label, oninput, onchange, ...rest } = {}) {
  const element = h('input', { type: 'range', class: 'slider', min, max, step, 'aria-label': label ?? null, ...rest });
  const paint = () => {
    element.style.setProperty('--filled', `${filledShare(element) * 100}%`);
  };
  element.value = String(value);
  element.addEventListener('input', () => (paint(), oninput?.(Number(element.value))));
  element.addEventListener('change', () => onchange?.(Number(element.value)));
  paint();
  /**
   * Moves it from outside, without calling listeners.
   * @param {number} next
   * @param {number} [high]
   */
  const move = (next, high = Number(element.max)) => {
    element.max = String(high);
    element.value = String(next);
    paint();
  };
  return Object.assign(element, { move });
}

/**
 * A select; options are `{ value, label, about }`, or groups `{ label, options }`.
 * @param {(Option | OptionGroup)[]} options
 * @param {SelectOptions} [choice]
 */
export function select(options, { value, onchange, label, ...rest } = {}) {
  /** @param {Option} o */
  const option = (o) =>
    h('option', { value: o.value, title: o.about ?? null, disabled: o.disabled ?? null }, o.label ?? o.value);
  const element = h(
    'select',
    { class: 'input', 'aria-label': label ?? null, ...rest },
    options.map((o) => ('options' in o ? h('optgroup', { label: o.label }, o.options.map(option)) : option(o))),
  );
  if (value !== undefined && value !== null) element.value = value;
  if (onchange) element.addEventListener('change', () => onchange(element.value));
  return element;
}

/**
 * A few choices side by side, one of them selected; arrow keys move between them.
 * @param {{ value: string, label: string, tip?: string }[]} options
 * @param {{ value: string, label: string, onchange: (value: string) => unknown }} choice
 */
export function segments(options, { value, label, onchange }) {
  let taken = value;
  const element = h('div', { class: 'segments', role: 'radiogroup', 'aria-label': label });
  /**
   * @param {string} next
   * @param {boolean} notify
   */
  const choose = (next, notify) => {
    taken = next;
    for (const b of buttons)
      set(b, { 'aria-checked': String(b.dataset.value === taken), tabindex: b.dataset.value === taken ? 0 : -1 });
    if (notify) onchange(taken);
  };
  const buttons = options.map((o) =>
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
  element.append(...buttons);
  element.addEventListener('keydown', (event) => {
    const step = stepOf(event, { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const forward = getComputedStyle(element).direction === 'rtl' && event.key.match(/Left|Right/) ? -step : step;
    const index = options.findIndex((o) => o.value === taken) + forward + options.length;
    choose(options[index % options.length].value, true);
    buttons[index % options.length].focus();
  });
  choose(value, false);
  return element;
}

/**
 * An on-off switch with its label beside it.
 * @param {Child} words
 * @param {ToggleOptions} [options]
 */
export function toggle(words, { checked = false, onchange, ...rest } = {}) {
  /** @type {HTMLInputElement} */
  const input = h('input', { type: 'checkbox', role: 'switch', onchange: () => onchange?.(input.checked), ...rest });
  input.checked = checked;
  return Object.assign(h('label', { class: 'switch' }, input, h('span', {}, words)), { input });
}
