// Who takes a seat: a person, a level for a quick choice, or any agent with its settings.

import { h, needed, replace, unique } from '../ui/elements.js';
import { field, select, textInput } from '../ui/controls.js';
import { emblem } from '../ui/emblem.js';
import { icon } from '../ui/icons.js';
import { parse, format } from '../ui/spec.js';
import { t, say, sentence, list } from '../i18n.js';
import { keysOf, titleOf } from '../agents.js';
import { reportsNote } from '../reports.js';
import { fitsBoard, levelsFor } from './levels.js';
import { settings } from './settings.js';
import { errorText } from '../errorText.js';

/**
 * @import { AgentKind, GameKind, Level } from '../../../types/protocol'
 * @import { Icon } from '../ui/icons.js'
 */

/** @typedef {{ id: string, label: string, about: string, spec: string | null, sign?: Icon, level?: Level }} Choice */

/**
 * The agents of a game as options of a select: general ones, and those of the reports.
 * @param {GameKind} game
 */
export function agentOptions(game) {
  /** @param {AgentKind} agent */
  const option = (agent) => ({ value: agent.name, label: sentence(agent.title), about: say(agent.about) });
  const own = game.agents.filter((a) => !a.stands_for);
  const presets = game.agents.filter((a) => a.stands_for);
  return presets.length
    ? [
        { label: t('menu.agents'), options: own.map(option) },
        { label: t('menu.presets'), options: presets.map(option) },
      ]
    : own.map(option);
}

/**
 * An agent, chosen and tuned: `value` is its spec. `problem(message)` shows an error at the control that caused it.
 * @param {GameKind} game
 * @param {string} value
 * @param {(spec: string) => unknown} onchange
 */
export function agentEditor(game, value, onchange) {
  let spec = value;
  /** @type {ReturnType<typeof settings>} */
  let tuned;
  const body = h('div', { class: 'stack tight' });
  const about = h('p', { class: 'about' });
  const chooser = select(agentOptions(game), {
    value: parse(spec).name,
    label: t('menu.agent'),
    onchange: change,
  });
  const written = textInput({ class: 'input notation', value: spec, oninput: () => type() });
  const line = field(t('menu.spec'), written, { about: t('menu.specAbout') });
  let open = false;
  function tune() {
    const { name, settings: given } = parse(spec);
    const agent = game.agents.find((a) => a.name === name);
    const keys = keysOf(game, agent);
    replace(about, agent ? sentence(agent.about) : '', agent?.stands_for ? [' ', reportsNote()] : null);
    const change = (/** @type {Record<string, string>} */ next) => {
      spec = format(name, next);
      written.value = spec;
      onchange(spec);
    };
    const first = keys.filter((key) => key.said).map((key) => key.name);
    const title = (/** @type {string} */ value) => titleOf(game, value);
    tuned = settings(keys, given, change, { first, title, last: line.element, open });
    replace(body, tuned.element);
    tuned.element.querySelector('details')?.addEventListener('toggle', ({ target }) => {
      open = target instanceof HTMLDetailsElement && target.open;
    });
  }
  /** @param {string} name */
  function change(name) {
    spec = name;
    written.value = spec;
    tune();
    onchange(spec);
  }
  function type() {
    spec = written.value.trim();
    const { name } = parse(spec);
    if (game.agents.some((a) => a.name === name)) {
      chooser.value = name;
      tune();
    }
    onchange(spec);
  }
  tune();
  return {
    element: h(
      'div',
      { class: 'agent-editor' },
      h('div', { class: 'stack tight' }, chooser, about),
      body,
    ),
    get value() {
      return spec;
    },
    /** @param {unknown} error */
    problem(error) {
      const placed = tuned.problem(error);
      // Before the error is shown, which scrolls to it.
      if (error && !placed) line.element.closest('details')?.setAttribute('open', '');
      line.problem(placed || !error ? null : errorText(error));
    },
  };
}

/**
 * A seat's picker. `names` are shown, `player` is the number of the first, `spec` the board, `value` the spec or
 * "person"; `onchange(value)` is called at once. Without `people`, only agents may sit there.
 * @param {{ game: GameKind, player: number, names: string[], spec: string, value: string,
 *   onchange: (seat: string) => unknown, people?: boolean }} options
 */
export function seatPicker({ game, player, names, spec, value, onchange, people = true }) {
  let current = value;
  /** @type {ReturnType<typeof agentEditor> | null} */
  let editor = null;
  const group = unique('seat');
  const levels = levelsFor(game, player);
  const body = h('div', { class: 'seat-body' });
  const words = h('p', { class: 'about' });
  // Where only agents play, the random agent is the baseline for all others.
  const chance = game.agents
    .filter((agent) => agent.name === 'random' && !levels.some((level) => level.spec === agent.name))
    .map((agent) => ({ id: 'chance', label: sentence('random'), about: sentence(agent.about), spec: agent.name }));
  /** @type {Choice} */
  const person = {
    id: 'person',
    label: t('menu.person'),
    about: t('menu.personAbout'),
    spec: 'person',
    sign: 'person',
  };
  /** @type {Choice[]} */
  const choices = [
    ...(people ? [person] : chance),
    ...levels.map((level) => ({
      id: `level-${level.name}`,
      label: sentence(level.name),
      about: sentence(level.about),
      spec: level.spec,
      level,
    })),
    { id: 'agent', label: t('menu.anyAgent'), about: '', spec: null, sign: 'gear' },
  ];
  /** @param {string} seat */
  const idOf = (seat) => choices.find((c) => c.spec === seat)?.id ?? 'agent';
  let chosen = idOf(current);

  /**
   * @param {string} id
   * @param {boolean} loud
   */
  function choose(id, loud) {
    chosen = id;
    const choice = needed(
      choices.find((c) => c.id === id),
      `choice ${id}`,
    );
    if (choice.spec !== null) {
      current = choice.spec;
      editor = null;
      words.textContent = choice.about;
      replace(body, words);
    } else {
      if (current === 'person') current = levels[0]?.spec ?? game.agents[0].name;
      editor = agentEditor(game, current, (spec) => {
        current = spec;
        onchange(current);
      });
      replace(body, editor.element);
    }
    if (loud) onchange(current);
  }

  const inputs = choices.map(({ id }) => {
    const input = h('input', { type: 'radio', name: group, value: id, onchange: () => choose(id, true) });
    input.checked = id === chosen;
    return input;
  });
  const radios = choices.map(({ sign, label }, i) =>
    h('label', { class: 'choice' }, inputs[i], h('span', {}, sign ? icon(sign) : null, label)),
  );
  choose(chosen, false);

  /**
   * Offers what fits the board. A level that does not fit is replaced by the strongest one that does.
   * @param {string} board
   */
  function offer(board) {
    const offered = choices.map(({ level }) => !level || fitsBoard(game, level, board));
    radios.forEach((radio, i) => (radio.hidden = !offered[i]));
    if (offered[choices.findIndex(({ id }) => id === chosen)]) return;
    const last = choices.findLastIndex(({ level }, i) => level && offered[i]);
    inputs[last].checked = true;
    choose(choices[last].id, true);
  }
  offer(spec);
  const legend = h('legend', {});
  /** @param {string[]} who */
  const rename = (who) =>
    replace(
      legend,
      who.map((name, i) => emblem(game.name, name, player + i)),
      h('span', {}, list(who.map(say))),
    );
  rename(names);
  return {
    element: h('fieldset', { class: 'seat' }, legend, h('div', { class: 'choices' }, radios), body),
    /** Other players take the seat, and what was chosen for it stays. */
    rename,
    offer,
    get value() {
      return current;
    },
    /** @param {unknown} error */
    problem(error) {
      if (editor) editor.problem(error);
      else {
        words.classList.toggle('problem', Boolean(error));
        words.textContent = error ? errorText(error) : (choices.find((c) => c.id === chosen)?.about ?? '');
      }
    },
  };
}
