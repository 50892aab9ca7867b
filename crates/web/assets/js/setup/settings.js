// Controls for settings, made from the lab's description of each: sliders for numbers, selects for choices, fields for
// the rest.

import { h } from '../ui/elements.js';
import { button, field, select, slider } from '../ui/controls.js';
import { t, say, sentence, digits } from '../i18n.js';
import { errorText } from '../errorText.js';
import { settingOf } from '../faultField.js';

/**
 * @import { Key, NumberKey } from '../../../types/protocol'
 * @import { LabelledField } from '../../../types/pages'
 */

const STEPS = 200;
const MANY = 120;

/**
 * A slider's steps over a wide range: each step grows by a fixed share, and values are round.
 * @param {NumberKey} key
 * @returns {{ min: number, max: number, step: number, to: (s: number) => number, from: (n: number) => number }}
 */
function scale({ min, max, kind }) {
  if (max - min <= MANY && kind === 'integer') return { min, max, step: 1, to: (n) => n, from: (n) => n };
  if (max - min <= MANY)
    return {
      min: 0,
      max: STEPS,
      step: 1,
      to: (s) => Number((min + ((max - min) * s) / STEPS).toPrecision(3)),
      from: (n) => ((n - min) / (max - min)) * STEPS,
    };
  const low = Math.max(min, kind === 'integer' ? 1 : 0.01);
  /** @param {number} s */
  const to = (s) => {
    if (s <= 0) return min;
    if (s >= STEPS) return max;
    const exact = low * (max / low) ** (s / STEPS);
    const round = Number(exact.toPrecision(2));
    return kind === 'integer' ? Math.round(round) : round;
  };
  return {
    min: 0,
    max: STEPS,
    step: 1,
    to,
    from: (n) => (n <= low ? 0 : (Math.log(n / low) / Math.log(max / low)) * STEPS),
  };
}

/**
 * The default of a setting given these settings: it may depend on another one. Null if the agent picks its own.
 * @param {Key} key
 * @param {{ keys: Key[], values: Record<string, string> }} settings
 */
export function defaultOf(key, settings) {
  /** @param {string} name */
  const plain = (name) => settings.values[name] ?? settings.keys.find((other) => other.name === name)?.default;
  const when = (key.default_when ?? []).find(({ key: other, is }) => plain(other) === is);
  return when ? when.value : key.default;
}

/**
 * One setting. `onChange(value)` gets the text, or null for the default; `title(name)` names what games declare.
 * @param {Key} key
 * @param {string | undefined} value
 * @param {string | null} initial
 * @param {(value: string | null) => void} onChange
 * @param {(name: string) => string} title
 * @returns {LabelledField}
 */
function control(key, value, initial, onChange, title) {
  if (key.kind === 'choice') {
    const { choices, source } = key;
    const nameOf = source === 'game' ? title : String;
    const known = choices.some((c) => c.name === (value ?? initial));
    const options = [
      ...(initial === null ? [{ value: '', label: t('ui.default') }] : []),
      ...choices.map((c) => ({ value: c.name, label: c.about ? `${nameOf(c.name)} · ${say(c.about)}` : nameOf(c.name) })),
      ...(value && !known ? [{ value, label: value }] : []),
    ];
    const element = select(options, {
      value: value ?? initial ?? '',
      onchange: (next) => onChange(next === '' || next === initial ? null : next),
      class: 'input',
    });
    element.dataset.open = source === 'file' ? 'yes' : 'no';
    return field(key.name, element, { about: sentence(key.about) });
  }
  const steps = scale(/** @type {NumberKey} */ (key));
  const output = h('output', { class: 'number' });
  const back = button(null, {
    icon: 'close',
    tip: t('ui.reset'),
    kind: 'quiet',
    small: true,
    class: 'reset',
    onclick: () => show(null, true),
  });
  const start = Number(value ?? initial ?? key.min);
  const bar = slider({
    min: steps.min,
    max: steps.max,
    step: steps.step,
    value: steps.from(start),
    oninput: (s) => show(String(steps.to(s)), true),
  });
  const made = field(key.name, bar, {
    about: sentence(key.about),
    output: h('span', { class: 'row' }, output, back),
  });
  /**
   * @param {string | null} next
   * @param {boolean} loud
   */
  const show = (next, loud) => {
    const set = next !== null && next !== initial;
    output.textContent = digits(next ?? initial ?? t('ui.default'));
    back.hidden = !set;
    made.element.classList.toggle('untouched', next === null && initial === null);
    bar.setAttribute('aria-valuetext', output.textContent);
    if (next === null) bar.move(steps.from(Number(initial ?? key.min)));
    if (loud) onChange(set ? next : null);
  };
  show(value ?? null, false);
  return made;
}

const FEW = 4;

/**
 * Controls for a list of settings. The first are visible, the others behind "Advanced", together with `last`.
 * `problem(error)` shows an error of the lab beside the setting that it is about, and returns whether there was one.
 * @param {Key[]} keys
 * @param {Record<string, string>} values
 * @param {(values: Record<string, string>) => void} onchange
 * @param {{ first?: string[], title?: (name: string) => string, last?: HTMLElement, open?: boolean }} [options]
 */
export function settings(keys, values, onchange, { first, title = String, last, open = false } = {}) {
  const current = { ...values };
  /** @type {Map<string, LabelledField>} */
  const fields = new Map();
  const plain = first ?? keys.slice(0, FEW).map(({ name }) => name);
  /** @param {Key} key */
  const make = (key) => {
    const initial = defaultOf(key, { keys, values: current });
    const made = control(key, current[key.name], initial, (value) => {
      if (value === null) delete current[key.name];
      else current[key.name] = value;
      onchange({ ...current });
    }, title);
    fields.set(key.name, made);
    return made.element;
  };
  const visible = keys.filter(({ name }) => plain.includes(name)).map(make);
  const hidden = keys.filter(({ name }) => !plain.includes(name));
  const others = hidden.map(make);
  const element = h(
    'div',
    { class: 'settings' },
    visible,
    others.length || last
      ? h(
          'details',
          { class: 'more', open },
          h('summary', {}, t('ui.advanced')),
          h('div', { class: 'settings' }, others, last),
        )
      : null,
  );
  return {
    element,
    /** @param {unknown} error */
    problem(error) {
      for (const made of fields.values()) made.problem(null);
      if (!error) return false;
      const named = settingOf(error, [...fields.keys()], current);
      if (!named) return false;
      fields.get(named)?.problem(errorText(error, { location: false }));
      fields.get(named)?.element.closest('details')?.setAttribute('open', '');
      return true;
    },
  };
}
