// The live analysis: one or more agents analyse the position that is shown.

import { around, h, replace, set } from '../ui/elements.js';
import { button, select, toggle } from '../ui/controls.js';
import { dialog } from '../ui/dialog.js';
import { agentEditor } from '../setup/seat.js';
import { fitsBoard } from '../setup/levels.js';
import { recall, remember } from '../memory.js';
import { t, say, sentence, short, number } from '../i18n.js';
import { about, brief, entries, expectation, knowledge, percent, seconds } from './values.js';
import { analystName, BEST } from './analysts.js';
import { agreement, movesTable } from './table.js';
import { errorText } from '../errorText.js';
import { LabError } from '../client.js';
import { codeOf } from '../fault.js';
import { breakable } from '../ui/notation.js';

/**
 * @import { AnalysisEvent, GameKind, Lane } from '../../../types/protocol'
 * @import { Client, OwnFiles, PositionView } from '../../../types/pages'
 */

const MAX_LANES = 4;
const LINE = 14;
const TIMES = [1000, 3000, 10000, 30000, 120000, 600000];

/**
 * `onValues(lane)` gets what the lane shown on the board knows of the shown position, or null; `onLine(moves, count)`
 * asks to show the position after `count` moves of a line.
 * @param {{ client: Client, game: GameKind, spec: string, files: OwnFiles, onValues: (lane: Lane | null) => void,
 *   onLine: (moves: string[], count: number) => void }} options
 */
export function analysisPanel({ client, game, spec: gameSpec, files, onValues, onLine }) {
  const memory = `plylab.analysis.${game.name}`;
  /** @type {{ on?: boolean, agents?: string[], time?: number }} */
  const kept = recall(memory, {});
  let on = kept.on ?? false;
  let agents = kept.agents?.length ? kept.agents : [BEST];
  let time = kept.time ?? 10000;
  let shownLane = 0;
  /** @type {string | null} */
  let id = null;
  let starting = 0;
  /**
   * Events of an analysis whose id is not known yet: a quick agent may finish before the answer that names it.
   * @type {AnalysisEvent[]}
   */
  let early = [];
  /** @type {PositionView | null} */
  let current = null;
  /** @type {Lane[]} */
  let lanes = [];
  let gone = false;

  const keep = () => remember(memory, { on, agents, time });

  const lanesPlace = h('div', { class: 'lanes' });
  const tablePlace = h('div', { class: 'values', role: 'region', 'aria-label': t('analysis.values') });
  const message = h('p', { class: 'soft small' });
  const onSwitch = toggle(t('analysis.on'), { checked: on, onchange: (next) => turn(next) });
  const times = select(
    TIMES.map((ms) => ({ value: String(ms), label: seconds(ms) })),
    { value: String(time), label: t('analysis.time'), onchange: (ms) => ((time = Number(ms)), keep(), begin()) },
  );
  const add = button(t('analysis.add'), { icon: 'plus', small: true, onclick: () => edit(null) });
  const stop = button(t('analysis.stop'), { icon: 'stop', small: true, onclick: halt });
  const element = h(
    'div',
    { class: 'analysis' },
    h(
      'div',
      { class: 'row spread' },
      onSwitch,
      h('div', { class: 'row' }, h('div', { class: 'time-choice' }, times), stop),
    ),
    message,
    lanesPlace,
    h('div', { class: 'row' }, add),
    tablePlace,
  );

  /** @param {boolean} next */
  function turn(next) {
    on = next;
    onSwitch.input.checked = on;
    keep();
    if (on) begin();
    else {
      halt();
      id = null;
      lanes = [];
      draw();
      onValues(null);
    }
  }

  async function halt() {
    starting += 1;
    if (id) await client.request('analysis.stop', { analysis: id }).catch(() => {});
  }

  /** @returns {Lane[]} */
  const waiting = () => agents.map((agent) => ({ agent, state: 'queued', moves: [], line: [] }));

  /** Starts again: other agents, other limits, or for the first time. */
  async function begin() {
    if (!on || !current || gone) return;
    const { at } = current;
    const mine = (starting += 1);
    const old = id;
    id = null;
    early = [];
    lanes = nothing() ? [] : waiting();
    draw();
    onValues(null);
    if (old) client.request('analysis.stop', { analysis: old }).catch(() => {});
    if (nothing()) return;
    await ask(mine, () => client.request('analysis.start', { at, agents, time }));
  }

  /**
   * @param {number} mine
   * @param {() => Promise<{ analysis: string }>} request
   */
  async function ask(mine, request) {
    try {
      const answer = await request();
      if (mine !== starting || gone) {
        if (answer.analysis && answer.analysis !== id)
          client.request('analysis.stop', { analysis: answer.analysis }).catch(() => {});
        return;
      }
      id = answer.analysis ?? id;
      early.splice(0).forEach(receive);
    } catch (error) {
      if (mine !== starting || codeOf(error) === 'lost') return;
      if (codeOf(error) === 'not-found') {
        id = null;
        return void begin();
      }
      lanes = lanes.map((lane) => ({ ...lane, state: 'failed', fault: error instanceof LabError ? error : null }));
      draw();
    }
  }

  const nothing = () =>
    !current ||
    current.position.outcomes !== null ||
    current.position.turn === 'chance' ||
    current.position.actions.length === 0;

  /**
   * Goes to another position: `at` for the lab, the position itself for the page.
   * @param {PositionView} next
   */
  async function go(next) {
    current = next;
    if (!on) return draw();
    if (nothing()) {
      lanes = [];
      draw();
      onValues(null);
      return;
    }
    if (!id) return begin();
    const standing = id;
    const mine = (starting += 1);
    lanes = waiting();
    draw();
    onValues(null);
    await ask(mine, () => client.request('analysis.set', { analysis: standing, at: next.at }));
  }

  /** @param {AnalysisEvent} event */
  function receive(event) {
    if (!on || gone || !current) return;
    if (id === null) early.push(event);
    if (event.analysis !== id) return;
    if (event.text !== undefined && event.text !== current.position.text) return;
    if (!lanes[event.lane]) return;
    lanes[event.lane] = event;
    draw();
    if (event.lane === shownLane && event.moves) onValues(event);
  }

  /** @param {number | null} lane */
  async function edit(lane) {
    const taken = lanes.map(({ agent }) => agent);
    const free = game.analysts.find(({ spec }) => !taken.includes(spec))?.spec;
    let spec = (lane === null ? free : lanes[lane]?.agent) ?? game.agents[0].name;
    const player = typeof current?.position.turn === 'number' ? current.position.turn : 0;
    const own = spec !== BEST && !game.analysts.some((analyst) => analyst.spec === spec);
    const chosen = await dialog(t(lane === null ? 'analysis.add' : 'analysis.change'), (close) => {
      const editor = agentEditor(game, spec, (next) => (spec = next));
      const go = async () => {
        try {
          await client.request('agent.check', { spec: gameSpec, agent: spec, player, ...files });
          close(spec);
        } catch (error) {
          editor.problem(error);
        }
      };
      const fitting = game.analysts.filter(
        (analyst) => fitsBoard(game, analyst, gameSpec) && (analyst.player === null || analyst.player === player),
      );
      const ready = fitting.filter((one, i) => fitting.findIndex((other) => other.spec === one.spec) === i);
      return h(
        'div',
        { class: 'stack agent-dialog' },
        h(
          'div',
          { class: 'choices analysts' },
          ready.map(({ name, about, spec: analyst }, i) =>
            h(
              'button',
              { type: 'button', class: 'analyst', onclick: () => close(i === 0 ? BEST : analyst) },
              h('strong', {}, sentence(name)),
              h('span', { class: 'soft small' }, sentence(about)),
            ),
          ),
        ),
        h(
          'details',
          { class: 'advanced', open: own },
          h('summary', {}, t('analysis.advanced')),
          editor.element,
          h('div', { class: 'row' }, button(t('analysis.start'), { kind: 'primary', onclick: go })),
        ),
      );
    });
    if (!chosen) return;
    if (lane === null) agents = [...agents, chosen].slice(0, MAX_LANES);
    else agents = agents.map((a, i) => (i === lane ? chosen : a));
    keep();
    if (on) begin();
    else turn(true);
  }

  /** @param {number} lane */
  function remove(lane) {
    agents = agents.filter((_, i) => i !== lane);
    shownLane = 0;
    keep();
    begin();
  }

  /**
   * A lane's card keeps its element while its numbers change, so that it can be pointed at and focused.
   * @param {number} i
   * @param {boolean} many
   */
  function laneCard(i, many) {
    const value = h('span', { class: 'value number' });
    const called = h('span', {});
    const problem = h('p', { class: 'problem', hidden: true });
    const facts = h('p', { class: 'lane-facts' });
    const note = h('p', { class: 'lane-note', dir: 'auto', hidden: true });
    const pv = h('div', { class: 'pv', dir: 'ltr', role: 'group', 'aria-label': t('analysis.line') });
    const eye = button(null, {
      icon: 'check',
      tip: t('analysis.showOnBoard'),
      small: true,
      kind: 'quiet',
      pressed: false,
      onclick: () => showLane(i),
    });
    /** @type {string[]} */
    let line = [];
    pv.addEventListener('click', (event) => {
      const ply = around(event, '.ply');
      if (ply) onLine(line, Number(ply.dataset.count));
    });
    const card = h(
      'section',
      { class: 'lane', 'aria-label': t('analysis.lane', { n: i + 1 }) },
      h(
        'div',
        { class: 'lane-head' },
        many ? h('span', { class: 'lane-number number' }, number(i + 1)) : null,
        value,
        h(
          'button',
          { type: 'button', class: 'lane-agent', onclick: () => edit(i) },
          called,
        ),
        many ? eye : null,
        many
          ? button(null, {
              icon: 'close',
              tip: t('analysis.remove'),
              small: true,
              kind: 'quiet',
              onclick: () => remove(i),
            })
          : null,
      ),
      problem,
      facts,
      note,
      pv,
    );
    return {
      element: card,
      /** @param {Lane} lane */
      update(lane) {
        const known = lane.value !== null && lane.value !== undefined;
        // Until something new is known, the old values stay where they are, dimmed: nothing jumps between moves.
        const stale = !known && underWay(lane);
        set(card, { class: ['lane', `is-${lane.state}`, many && i === shownLane && 'shown', stale && 'stale'] });
        set(eye, { 'aria-pressed': String(i === shownLane) });
        const named = analystName(game, lane.agent, lane.player);
        replace(called, named === lane.agent ? breakable(named) : named);
        set(called, { class: named === lane.agent ? 'notation' : '' });
        set(called.parentElement ?? called, { data: { tip: `${t('analysis.change')}: ${lane.agent}` } });
        if (!stale || value.textContent === '') value.textContent = known ? headline(lane) : '·';
        set(value, { class: ['value', 'number', known && knowledge(lane.value, lane)] });
        value.dataset.tip = lane.value
          ? about({ value: lane.value, chance: lane.chance }, lane, { name: lane.name ?? '', by: byOf(lane) })
          : t('analysis.barEmpty');
        problem.hidden = lane.state !== 'failed';
        problem.textContent = lane.fault ? errorText(lane.fault) : t('analysis.failed');
        replace(
          facts,
          h('span', { class: 'state' }, t(`analysis.${lane.state}`)),
          [
            lane.depth ? t('analysis.depth', { n: lane.depth }) : null,
            lane.nodes ? t('analysis.nodes', { n: short(lane.nodes) }) : null,
            lane.nodes_per_second ? t('analysis.rate', { n: short(lane.nodes_per_second) }) : null,
            lane.time && lane.state !== 'queued' ? seconds(lane.time) : null,
            lane.name ? t('analysis.pov', { name: say(lane.name) }) : null,
            lane.estimated_by ? t('analysis.estimatedBy', { name: byOf(lane) }) : null,
            ...expectation(lane.expected),
          ].map((fact) => fact && h('span', {}, fact)),
        );
        note.hidden = !lane.note;
        note.textContent = lane.note ?? '';
        const next = lane.line ?? [];
        if (stale || next.join(' ') === line.join(' ')) return;
        line = next;
        replace(
          pv,
          line
            .slice(0, LINE)
            .map((action, k) =>
              h(
                'button',
                { type: 'button', class: 'ply notation', data: { tip: t('analysis.lineStep'), count: k + 1 } },
                action,
              ),
            ),
          line.length > LINE ? h('span', { class: 'soft' }, '…') : null,
        );
      },
    };
  }

  /**
   * The name of the agent whose estimates a lane shows.
   * @param {Lane} lane
   */
  const byOf = (lane) => analystName(game, lane.estimated_by ?? lane.agent, lane.player);

  /**
   * The value of the position in short form.
   * @param {Lane} lane
   */
  const headline = (lane) =>
    lane.chance && knowledge(lane.value, lane) === 'estimate' ? percent(lane.chance.mean) : brief(lane.value);

  /** @param {number} i */
  function showLane(i) {
    shownLane = i;
    draw();
    onValues(lanes[i]?.moves ? lanes[i] : null);
  }

  /** Every move, with each agent's value of it, side by side. */
  const table = () =>
    movesTable({
      lanes,
      lists: lanes.map((lane) => entries(lane, { points: game.result === 'points', by: byOf(lane) })),
      legal: current?.position.actions ?? [],
      main: shownLane,
    });

  /** @param {Lane} lane */
  const underWay = (lane) => lane.state === 'queued' || lane.state === 'running';

  let frame = 0;
  let drawn = '';
  /** @type {ReturnType<typeof laneCard>[]} */
  let cards = [];
  function draw() {
    if (frame) return;
    frame = requestAnimationFrame(() => {
      frame = 0;
      if (gone) return;
      const over = current && nothing();
      message.hidden = on && !over;
      message.textContent =
        over && on ? t(current?.position.turn === 'chance' ? 'analysis.chance' : 'analysis.over') : t('analysis.lead');
      set(stop, { disabled: !on || !lanes.some((lane) => lane.state === 'running' || lane.state === 'queued') });
      add.hidden = !on || lanes.length >= MAX_LANES || lanes.length === 0;
      const wanted = on && lanes.length ? agents.join('\n') : '';
      if (wanted !== drawn) {
        drawn = wanted;
        cards = wanted ? lanes.map((_, i) => laneCard(i, lanes.length > 1)) : [];
        replace(
          lanesPlace,
          cards.map((card) => card.element),
        );
      }
      cards.forEach((card, i) => card.update(lanes[i]));
      const stale = lanes.length > 0 && lanes.every((lane) => !lane.moves?.length && underWay(lane));
      tablePlace.classList.toggle('stale', stale);
      if (!stale) replace(tablePlace, on && lanes.length ? [agreement(lanes), table()] : null);
    });
  }

  const offs = [
    client.on('analysis', receive),
    client.on('state', ({ state, back }) => state === 'open' && back && ((id = null), begin())),
  ];
  draw();
  return {
    element,
    go,
    toggle: () => turn(!on),
    get on() {
      return on;
    },
    get message() {
      return on && lanes[shownLane]?.moves ? lanes[shownLane] : null;
    },
    destroy() {
      gone = true;
      cancelAnimationFrame(frame);
      offs.forEach((off) => off());
      if (id) client.request('analysis.stop', { analysis: id }).catch(() => {});
    },
  };
}
