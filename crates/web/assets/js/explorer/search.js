// A search on a page: recorded by the lab and shown in the viewer, with a head above it. Only what belongs to the last
// choice is ever shown.

import { download, h, replace } from '../ui/elements.js';
import { button, select, slider } from '../ui/controls.js';
import { toast } from '../ui/toast.js';
import { digits, messageText, number, say, t } from '../i18n.js';
import { agentName } from '../agents.js';
import { boardFor, kindOf } from '../registry.js';
import { parse, format } from '../ui/spec.js';
import { errorText } from '../errorText.js';
import { comparisonTable } from './compare.js';
import { explorer } from './explorer.js';
import { verdict } from './words.js';

/**
 * @import { At, GameKind, RecordedTree, TreeComparison, TreeFormat } from '../../../types/protocol'
 * @import { Child, Context } from '../../../types/pages'
 * @import { Place, Tab } from './explorer.js'
 */

/** Up to so many nodes, of which so many stand side by side, can be read as triangles and lines. */
const SMALL = 60;
const NARROW = 20;
const DEEPEST = 12;
/** How many moves of the chosen line are named. */
const LINE = 12;
const SIMULATIONS = [100, 200, 500, 1000, 5000, 20000, 100000];
/** @type {TreeFormat[]} */
const FORMATS = ['svg', 'dot', 'text', 'json'];
/** @type {Partial<Record<TreeFormat, string>>} */
const TYPES = { svg: 'image/svg+xml', json: 'application/json' };

/**
 * `drawn`: are trees always drawn at first, whatever their size? `onPlace` is told what is looked at, by which agent;
 * `onRecorded` whether a search could be recorded.
 * @param {Context} context
 * @param {{ title: string, beside?: Tab[], back?: Child, drawn?: boolean,
 *   onPlace: (agent: string, place: Place) => void, onRecorded?: (error: unknown) => void,
 *   onSelect?: (path: string[]) => void, key?: (event: KeyboardEvent) => boolean }} options
 */
export function searchPage({ client, catalogue }, { title: name, beside = [], back = null, drawn: always = false, onPlace, onRecorded, onSelect, key }) {
  /** @type {{ at: At, agent: string, own: string, limits: { nodes?: number } } | null} */
  let chosen = null;
  /** @type {GameKind | null} */
  let kind = null;
  /** @type {RecordedTree | null} */
  let recorded = null;
  /** @type {TreeComparison | null} */
  let compared = null;
  /** @type {boolean | null} */
  let drawn = null;
  /** Is everything known, so that the head may tell it? */
  let over = false;
  let turn = 0;
  let gone = false;

  const title = h('div', { class: 'explorer-title' });
  const controls = h('div', { class: 'row explorer-controls' });
  const problem = h('div', { class: 'problem explorer-problem', role: 'alert', hidden: true });
  const busy = h('p', { class: 'explorer-wait', role: 'status', hidden: true }, t('trees.busy'));
  const compare = h('div', { class: 'explorer-compare' });
  const view = explorer({
    client,
    before: beside,
    after: [{ id: 'compare', label: t('explorer.tabs.compare'), panel: compare, onShow: () => showCompare() }],
    onLost: () => record({}),
    onSelect,
    key,
    onMoment(moment, place) {
      const before = over;
      over = moment.last;
      if (over !== before) showHead();
      if (chosen) onPlace(chosen.agent, place);
    },
  });
  const element = h(
    'div',
    { class: 'trees explorer-page' },
    h('header', { class: 'explorer-head' }, title, controls),
    problem,
    busy,
    h('div', { class: 'explorer-stage' }, view.element),
  );

  /** @param {{ place?: Partial<Place>, stay?: boolean }} options */
  async function record({ place, stay }) {
    if (!chosen) return;
    turn += 1;
    const [mine, asked] = [turn, chosen];
    const slow = setTimeout(() => (busy.hidden = false), 200);
    try {
      const { at, agent, limits } = asked;
      const [answer, game] = await Promise.all([client.request('tree.record', { at, agent, ...limits }), gameOf(at)]);
      if (gone || mine !== turn) return;
      problem.hidden = true;
      [recorded, kind] = [answer, game];
      onRecorded?.(null);
      show({ place, stay });
    } catch (error) {
      if (gone || mine !== turn) return;
      if (onRecorded) return onRecorded(error);
      view.element.hidden = true;
      problem.hidden = false;
      replace(problem, h('bdi', {}, errorText(error)));
      showHead();
    } finally {
      clearTimeout(slow);
      if (mine === turn) busy.hidden = true;
    }
  }

  const small = () =>
    recorded !== null && (always || (recorded.figure.nodes.length <= SMALL && recorded.figure.width <= NARROW && !recorded.figure.folded));
  /** Is it drawn as triangles and lines? As chosen, or else if it can be read so. */
  const draws = () => small() && (drawn ?? true);

  /** @param {{ place?: Partial<Place>, stay?: boolean }} [options] */
  function show({ place, stay } = {}) {
    if (!recorded || !chosen) return;
    const [mine, game] = [recorded, kind];
    view.element.hidden = false;
    view.show({
      at: chosen.at,
      recorded: mine,
      module: game ? boardFor(game.interaction, mine.backdrop) : Promise.reject(new Error()),
      drawn: draws(),
      place,
      stay,
    });
    showHead();
    showCompare();
  }

  /**
   * The game of a position.
   * @param {At} at
   */
  async function gameOf(at) {
    if (kind) return kind;
    return kindOf(catalogue, at.spec ?? (await client.request('game.open', { game: at.game ?? '' })).game.spec);
  }

  /**
   * The name of an agent; its spec is the tooltip.
   * @param {string} spec
   */
  const called = (spec) => (kind ? h('span', { data: { tip: spec } }, agentName(kind, spec)) : null);

  async function showCompare() {
    if (!recorded || compare.hidden) return;
    const mine = recorded;
    if (!compared) replace(compare, h('p', { class: 'soft' }, t('trees.busy')));
    try {
      const found = compared ?? (await client.request('tree.compare', { tree: mine.tree }));
      if (gone || mine !== recorded) return;
      compared = found;
      replace(
        compare,
        h('p', { class: 'soft small' }, t(found.rows.length > 1 ? 'explorer.compare.about' : 'explorer.compare.alone')),
        comparisonTable(found, { chosen: mine.agent, called, onChoose: choose }),
        found.remarks.map((remark) => h('p', { class: 'small' }, messageText(remark))),
      );
    } catch (error) {
      if (mine === recorded) replace(compare, h('p', { class: 'problem' }, errorText(error)));
    }
  }

  /**
   * Another algorithm on the same tree.
   * @param {string} agent
   */
  function choose(agent) {
    if (!chosen) return;
    chosen = { ...chosen, agent };
    record({ stay: true });
  }

  /**
   * Another search, with which others are compared anew.
   * @param {string} agent
   */
  function begin(agent) {
    if (!chosen) return;
    compared = null;
    chosen = { ...chosen, agent, own: agent };
    record({});
  }

  function facts() {
    if (!recorded || !over) return null;
    const samples = recorded.method === 'simulations';
    const words = recorded.pruned_words;
    return [
      ' · ',
      t(samples ? 'explorer.headSamples' : 'explorer.head', { value: verdict(recorded.value), n: recorded.looked_at }),
      words ? [' · ', t('explorer.headPruned', { pruned: messageText(words) })] : null,
      recorded.line.length
        ? [
            ' · ',
            t('trees.line'),
            ' ',
            h('bdi', { class: 'notation', dir: 'ltr' }, recorded.line.slice(0, LINE).map((move) => digits(say(move))).join(' ')),
          ]
        : null,
    ];
  }

  function showHead() {
    replace(title, h('h1', {}, name), h('p', { class: 'soft explorer-facts' }, chosen && called(chosen.agent), facts()));
    replace(
      controls,
      effort(),
      small()
        ? button(t(draws() ? 'explorer.explore' : 'explorer.draw'), {
            small: true,
            icon: 'tree',
            class: 'explorer-switch',
            onclick: () => ((drawn = !draws()), show({ stay: true })),
          })
        : null,
      recorded
        ? select(
            [{ value: '', label: t('explorer.save') }, ...FORMATS.map((value) => ({ value, label: t(`trees.export.${value}`) }))],
            { value: '', label: t('explorer.save'), class: 'input explorer-save', onchange: save },
          )
        : null,
      back,
    );
  }

  /** How hard the agent searches: its depth, or its simulations, where its spec says so. */
  function effort() {
    if (!chosen) return null;
    const { name: agent, settings } = parse(chosen.own);
    if (Number(settings.depth) <= DEEPEST) {
      const out = h('output', { class: 'number' }, number(Number(settings.depth)));
      return h(
        'label',
        { class: 'explorer-effort' },
        h('span', {}, t('trees.depth'), ' ', out),
        slider({
          min: 1,
          max: DEEPEST,
          value: Number(settings.depth),
          label: t('trees.depth'),
          oninput: (value) => out.replaceChildren(number(value)),
          onchange: (value) => begin(format(agent, { ...settings, depth: String(value) })),
        }),
      );
    }
    if (settings.sims === undefined) return null;
    const counts = [...new Set([...SIMULATIONS, Number(settings.sims)])].sort((one, other) => one - other);
    return select(
      counts.map((count) => ({ value: String(count), label: t('explorer.simulations', { n: count }) })),
      {
        value: settings.sims,
        label: t('explorer.effort'),
        class: 'input explorer-save',
        onchange: (value) => begin(format(agent, { ...settings, sims: value })),
      },
    );
  }

  /** @param {string} wanted */
  async function save(wanted) {
    const format = FORMATS.find((each) => each === wanted);
    if (!recorded || !format) return;
    showHead();
    try {
      const asked = { tree: recorded.tree, format, limit: view.picture.limit };
      const { name: file, text } = await client.request('tree.export', asked);
      download(file, text, TYPES[format] ?? 'text/plain');
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  showHead();
  return {
    element,
    view,
    /**
     * Searches a position. With `stay`, the tree was changed: the step and the place stay.
     * @param {{ at: At, agent: string, listed?: boolean, place?: Partial<Place>, stay?: boolean,
     *   limits?: { nodes?: number } }} search
     */
    search({ at, agent, listed = false, place, stay, limits = {} }) {
      chosen = { at, agent, own: agent, limits };
      compared = null;
      if (listed) drawn = false;
      record({ place, stay });
    },
    destroy() {
      gone = true;
      view.destroy();
    },
  };
}
