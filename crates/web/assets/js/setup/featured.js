// The opponents that a game offers before all others: large choices, each with one slider.

import { h, unique } from '../ui/elements.js';
import { field, slider } from '../ui/controls.js';
import { parse, format } from '../ui/spec.js';
import { t, digits, sentence } from '../i18n.js';

/**
 * @import { Featured, GameKind } from '../../../types/protocol'
 */

/**
 * The spec of a featured agent with a value of its setting.
 * @param {Featured} featured
 * @param {string} value
 */
const specOf = ({ agent, key }, value) => format(agent, { [key]: value });

/**
 * A person against the first featured opponent; null if the game has none.
 * @param {GameKind} game
 */
export const featuredSeats = ({ featured: [first], players }) =>
  first && players.length === 2 ? ['person', specOf(first, first.default)] : null;

/**
 * The large choices. `mark(seats)` shows which of them the seats are, and tells whether it is one;
 * `onchange(spec)` gets the chosen opponent.
 * @param {GameKind} game
 * @param {(spec: string) => void} onchange
 */
export function featuredPicker({ featured }, onchange) {
  const group = unique('featured');
  const cards = featured.map((each) => {
    const { values, default: initial } = each;
    const name = sentence(each.name);
    const output = h('output', { class: 'number' });
    const input = h('input', { type: 'radio', name: group, value: each.name, onchange: () => onchange(spec()) });
    const at = () => Number(bar.value);
    const spec = () => specOf(each, values[at()] ?? initial);
    const show = () => {
      output.textContent = digits(values[at()]);
      bar.setAttribute('aria-valuetext', output.textContent);
    };
    const bar = slider({
      min: 0,
      max: values.length - 1,
      value: Math.max(0, values.indexOf(initial)),
      label: `${name}: ${sentence(each.label)}`,
      oninput: () => {
        show();
        input.checked = true;
        onchange(spec());
      },
    });
    show();
    const element = h(
      'div',
      { class: 'featured-choice' },
      h(
        'label',
        {},
        input,
        h('strong', {}, name),
        h('span', { class: 'soft small' }, sentence(each.about)),
      ),
      field(sentence(each.label), bar, { output }).element,
    );
    /** @param {string | undefined} seat */
    const mark = (seat) => {
      const { name: agent, settings } = parse(seat ?? '');
      const place = values.indexOf(settings[each.key] ?? initial);
      input.checked = agent === each.agent && place >= 0 && Object.keys(settings).every((key) => key === each.key);
      if (input.checked) {
        bar.move(place);
        show();
      }
      return input.checked;
    };
    return { element, mark };
  });
  return {
    element: h(
      'div',
      { class: 'featured', role: 'radiogroup', 'aria-label': t('menu.opponent') },
      cards.map(({ element }) => element),
    ),
    /** @param {string[]} seats */
    mark(seats) {
      const others = seats.filter((seat) => seat !== 'person');
      const opponent = others.length === 1 && seats.length === 2 ? others[0] : undefined;
      return cards.map(({ mark }) => mark(opponent)).some(Boolean);
    },
  };
}
