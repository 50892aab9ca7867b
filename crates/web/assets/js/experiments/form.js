// A sweep made in a form: which game, who plays, what varies, how many games. It becomes the `form` of the protocol.

import { h, replace, unique } from '../ui/elements.js';
import { button, field, select, textInput } from '../ui/controls.js';
import { parse } from '../ui/spec.js';
import { say, sentence, t } from '../i18n.js';
import { agentName } from '../agents.js';
import { levelsFor } from '../setup/levels.js';
import { errorText } from '../errorText.js';
import { entryOf } from '../faultField.js';

/**
 * @import { Catalogue, ExperimentForm, GameKind } from '../../../types/protocol'
 * @import { Attributes, LabelledField } from '../../../types/pages'
 * @import { OptionGroup } from '../ui/controls.js'
 */

/**
 * A form as typed: numbers are still texts.
 * @typedef {{ axis: string, values: string }} Axis
 * @typedef {{ name: string, game: string, players: string[], vary: Axis[], games: string, quick: string, start: string,
 *   opening: string }} Sweep
 * @typedef {{ title: string, seed: string, sweeps: Sweep[] }} Draft
 */

/**
 * The form on the first visit: a question small enough to be answered in seconds.
 * @returns {Draft}
 */
export const example = () => ({
  title: t('experiments.example.title'),
  seed: '7',
  sweeps: [
    {
      name: t('experiments.example.name'),
      game: 'connect4',
      players: ['alphabeta:depth={depth}', 'random'],
      vary: [{ axis: 'depth', values: '1 2 4' }],
      games: '100',
      quick: '10',
      start: 'alternate',
      opening: '0',
    },
  ],
});

/**
 * @param {number} index
 * @returns {Sweep}
 */
const fresh = (index) => ({
  name: t('experiments.section', { n: index }),
  game: 'connect4',
  players: ['alphabeta:depth=2', 'random'],
  vary: [],
  games: '20',
  quick: '4',
  start: 'alternate',
  opening: '0',
});

/**
 * The values of an axis: separated by spaces, or by commas where they are plain numbers.
 * @param {string} text
 */
export function valuesOf(text) {
  return text
    .trim()
    .split(/\s+/)
    .map((value) => value.replace(/,$/, ''))
    .filter(Boolean)
    .flatMap((value) => (/^[-\d.,]+$/.test(value) ? value.split(',').filter(Boolean) : [value]));
}

/** @param {string} text */
const isWhole = (text) => /^\d+$/.test(text.trim());
/** @param {string} text */
const whole = (text) => Number(text.trim());

/**
 * What is sent to the lab: the `form` of the protocol.
 * @param {Draft} draft
 * @returns {ExperimentForm}
 */
export function formOf(draft) {
  return {
    title: draft.title,
    seed: draft.seed || '0',
    sweeps: draft.sweeps.map((sweep) => ({
      name: sweep.name,
      game: sweep.game,
      players: sweep.players.filter((player) => player.trim() !== ''),
      vary: sweep.vary
        .filter(({ axis }) => axis.trim() !== '')
        .map(({ axis, values }) => ({ axis: axis.trim(), values: valuesOf(values) })),
      games: whole(sweep.games),
      quick: whole(sweep.quick),
      start: sweep.start,
      opening: whole(sweep.opening),
    })),
  };
}

/**
 * `sweepForm(draft, catalogue, onChange)`: changes the draft as the user types. `ready()` checks that all numbers are
 * numbers and shows mistakes at their fields; `problem(error)` shows an error at the field that caused it, if it can be
 * found, and returns whether it was.
 * @param {Draft} draft
 * @param {Catalogue} catalogue
 * @param {() => void} onChange
 */
export function sweepForm(draft, catalogue, onChange) {
  const element = h('div', { class: 'sweep-form stack' });
  const agents = unique('agents');
  /** @type {(LabelledField<HTMLInputElement> & { key: string | number, numeric: boolean })[]} */
  let fields = [];

  /**
   * A text input for the text that a draft holds under a key.
   * @template {string | number} K
   * @param {string} label
   * @param {Record<K, string>} holder
   * @param {K} key
   * @param {Attributes} [options]
   */
  const text = (label, holder, key, options = {}) => {
    const input = textInput({ value: holder[key], ...options });
    input.addEventListener('input', () => {
      holder[key] = input.value;
      onChange();
    });
    const made = field(label, input);
    fields.push({ ...made, key, numeric: options.inputmode === 'numeric' });
    return made.element;
  };

  /** @param {Sweep} sweep */
  function gameSelect(sweep) {
    /** @type {OptionGroup[]} */
    const groups = catalogue.games.map((game) => ({
      label: say(game.title),
      options: game.boards.map((board) => ({
        value: board.spec,
        label: game.boards.length > 1 ? `${say(game.title)}: ${say(board.name)}` : say(game.title),
        about: say(board.about),
      })),
    }));
    const known = groups.some((group) => group.options.some((option) => option.value === sweep.game));
    if (!known) groups.unshift({ label: t('experiments.own'), options: [{ value: sweep.game, label: sweep.game }] });
    const control = select(groups, {
      value: sweep.game,
      onchange: (value) => {
        sweep.game = value;
        draw();
        onChange();
      },
    });
    return field(t('experiments.form.game'), control).element;
  }

  const written = { class: 'input notation', list: agents };

  /**
   * A player, chosen by name; the spec stands behind "Advanced", where parts of it can be varied.
   * @param {string} label
   * @param {GameKind} game
   * @param {string[]} players
   * @param {number} index
   */
  function agentChoice(label, game, players, index) {
    const levels = levelsFor(game, index).map(({ name, spec }) => ({ value: spec, label: sentence(name) }));
    const known = game.agents.map(({ name, title }) => ({ value: name, label: sentence(title) }));
    const listed = [...levels, ...known.filter(({ value }) => !levels.some((level) => level.value === value))];
    const own = !listed.some(({ value }) => value === players[index]);
    const custom = () => ({ value: players[index], label: agentName(game, players[index]) });
    const chooser = select(own ? [custom(), ...listed] : listed, {
      value: players[index],
      onchange: (value) => ((players[index] = value), draw(), onChange()),
    });
    const spec = text(t('menu.spec'), players, index, written);
    spec.addEventListener('input', () => {
      const [first] = chooser.options;
      if (own) Object.assign(first, { value: custom().value, textContent: custom().label });
    });
    return h(
      'div',
      { class: 'stack tight grow' },
      field(label, chooser).element,
      h('details', { class: 'more', open: own }, h('summary', {}, t('ui.advanced')), spec),
    );
  }

  /** @param {Sweep} sweep */
  function players(sweep) {
    const game = catalogue.games.find(({ name }) => name === parse(sweep.game).name);
    const rows = sweep.players.map((_, index) => {
      const last = index === sweep.players.length - 1 && (game?.players.length ?? 2) > sweep.players.length;
      const name = game?.players[index] ? say(game.players[index]) : t('experiments.form.player', { n: index + 1 });
      const label = last ? t('experiments.form.rest', { name }) : name;
      return h(
        'div',
        { class: 'sweep-row' },
        game ? agentChoice(label, game, sweep.players, index) : text(label, sweep.players, index, written),
        sweep.players.length > 1
          ? button(null, {
              icon: 'close',
              kind: 'quiet',
              tip: t('experiments.form.removePlayer'),
              onclick: () => (sweep.players.splice(index, 1), draw(), onChange()),
            })
          : null,
      );
    });
    const room = sweep.players.length < (game?.players.length ?? 2);
    return h(
      'fieldset',
      { class: 'stack' },
      h('legend', {}, t('experiments.form.players')),
      rows,
      room
        ? button(t('experiments.form.addPlayer'), {
            icon: 'plus',
            small: true,
            onclick: () => (sweep.players.push('random'), draw(), onChange()),
          })
        : null,
      h(
        'datalist',
        { id: agents },
        (game?.agents ?? []).map((agent) => h('option', { value: agent.name }, sentence(agent.title))),
      ),
    );
  }

  /** @param {Sweep} sweep */
  function axes(sweep) {
    return h(
      'fieldset',
      { class: 'stack' },
      h('legend', {}, t('experiments.form.axes')),
      h('p', { class: 'soft small' }, t('experiments.form.axesAbout')),
      sweep.vary.map((axis, index) =>
        h(
          'div',
          { class: 'sweep-row sweep-axis' },
          text(t('experiments.form.axis'), axis, 'axis', { class: 'input notation' }),
          text(t('experiments.form.values'), axis, 'values', { class: 'input notation' }),
          button(null, {
            icon: 'close',
            kind: 'quiet',
            tip: t('experiments.form.removeAxis'),
            onclick: () => (sweep.vary.splice(index, 1), draw(), onChange()),
          }),
        ),
      ),
      button(t('experiments.form.addAxis'), {
        icon: 'plus',
        small: true,
        onclick: () => (sweep.vary.push({ axis: '', values: '' }), draw(), onChange()),
      }),
    );
  }

  /**
   * @param {Sweep} sweep
   * @param {number} index
   */
  function section(sweep, index) {
    const start = select(
      ['fixed', 'alternate', 'random'].map((value) => ({ value, label: t(`experiments.form.starts.${value}`) })),
      {
        value: sweep.start,
        onchange: (value) => ((sweep.start = value), onChange()),
      },
    );
    return h(
      'section',
      { class: 'sweep-section stack' },
      h(
        'div',
        { class: 'sweep-head' },
        text(t('experiments.form.name'), sweep, 'name'),
        draft.sweeps.length > 1
          ? button(t('experiments.form.removeSection'), {
              small: true,
              kind: 'quiet',
              onclick: () => (draft.sweeps.splice(index, 1), draw(), onChange()),
            })
          : null,
      ),
      gameSelect(sweep),
      players(sweep),
      axes(sweep),
      h(
        'div',
        { class: 'sweep-numbers' },
        text(t('experiments.form.games'), sweep, 'games', { inputmode: 'numeric' }),
        text(t('experiments.form.quick'), sweep, 'quick', { inputmode: 'numeric' }),
        field(t('experiments.form.start'), start).element,
        text(t('experiments.form.opening'), sweep, 'opening', { inputmode: 'numeric' }),
      ),
    );
  }

  function draw() {
    fields = [];
    replace(
      element,
      h(
        'div',
        { class: 'sweep-top' },
        text(t('experiments.form.title'), draft, 'title'),
        text(t('experiments.form.seed'), draft, 'seed', { inputmode: 'numeric' }),
      ),
      draft.sweeps.map(section),
      h(
        'div',
        {},
        button(t('experiments.form.addSection'), {
          icon: 'plus',
          small: true,
          onclick: () => (draft.sweeps.push(fresh(draft.sweeps.length + 1)), draw(), onChange()),
        }),
      ),
    );
  }

  draw();
  return {
    element,
    ready() {
      let good = true;
      for (const { control, numeric, problem } of fields) {
        const wrong = numeric && !isWhole(control.value);
        problem(wrong ? t('experiments.form.notWhole') : null);
        good &&= !wrong;
      }
      return good;
    },
    /** @param {unknown} error */
    problem(error) {
      const entries = fields.map((each) => ({ ...each, typed: each.control.value }));
      const cause = entryOf(error, entries);
      cause?.problem(errorText(error, { location: false }));
      return Boolean(cause);
    },
  };
}
