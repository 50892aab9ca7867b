// Controls for settings, made from the lab's description of each: sliders for numbers, selects for choices, fields for
// the rest.

import { h } from '../ui/elements.js';
import { button, field, select, slider } from '../ui/controls.js';
import { t, say, sentence, number, digits } from '../i18n.js';
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
 * One setting. `onChange(value)` gets the text, or null for the default.
 * @param {Key} key
 * @param {string | undefined} value
 * @param {string | null} initial
 * @param {(value: string | null) => void} onChange
 * @returns {LabelledField}
 */
function control(key, value, initial, onChange) {
  if (key.kind === 'choice') {
    const { choices, source } = key;
    const known = choices.some((c) => c.name === (value ?? initial));
    const options = [
      ...(initial === null ? [{ value: '', label: t('ui.default') }] : []),
      ...choices.map((c) => ({ value: c.name, label: c.about ? `${c.name} · ${say(c.about)}` : c.name })),
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
  const steps = scale(key);
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

/**
 * Controls for a list of settings. The first few are visible, the others behind "More". `problem(error)` shows an error
 * of the lab beside the setting that it is about, and returns whether there was one.
 * @param {Key[]} keys
 * @param {Record<string, string>} values
 * @param {(values: Record<string, string>) => void} onchange
 * @param {{ few?: number, skip?: string[] }} [options]
 */
export function settings(keys, values, onchange, { few = 4, skip = [] } = {}) {
  const current = { ...values };
  /** @type {Map<string, LabelledField>} */
  const fields = new Map();
  const shown = keys.filter((key) => !skip.includes(key.name));
  /** @param {Key} key */
  const make = (key) => {
    const initial = defaultOf(key, { keys, values: current });
    const made = control(key, current[key.name], initial, (value) => {
      if (value === null) delete current[key.name];
      else current[key.name] = value;
      onchange({ ...current });
    });
    fields.set(key.name, made);
    return made.element;
  };
  const first = shown.slice(0, few).map(make);
  const others = shown.slice(few).map(make);
  const touched = shown.slice(few).some((key) => current[key.name] !== undefined);
  const element = h(
    'div',
    { class: 'settings' },
    first,
    others.length
      ? h(
          'details',
          { class: 'more', open: touched },
          h('summary', {}, `${t('ui.more')} (${number(others.length)})`),
          h('div', { class: 'settings' }, others),
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
