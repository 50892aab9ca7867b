// The search of an agent in a position: recorded by the lab, and explored here. Small searches are drawn as triangles
// and lines; one button switches.

import { download, h, replace } from '../ui/elements.js';
import { button, select, slider } from '../ui/controls.js';
import { toast } from '../ui/toast.js';
import { digits, messageText, number, say, t } from '../i18n.js';
import { agentName } from '../agents.js';
import { boardFor, kindOf } from '../registry.js';
import { parse, format } from '../ui/spec.js';
import { verdict } from '../trees/numbers.js';
import { drawing } from '../trees/drawing.js';
import { comparisonTable } from '../explorer/compare.js';
import { explorer } from '../explorer/explorer.js';
import { errorText } from '../errorText.js';
import { searchAddress } from '../explorer/address.js';

/**
 * @import { At, GameKind, RecordedTree, TreeFormat } from '../../../types/protocol'
 * @import { TreeComparison } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 */

/** Up to so many nodes can be drawn as triangles and lines; at first they are if so many stand side by side. */
const SMALL = 60;
const NARROW = 24;
const DEEPEST = 12;
/** How many moves of the chosen line are named. */
const LINE = 12;
const SIMULATIONS = [100, 200, 500, 1000, 5000, 20000, 100000];
/** @type {TreeFormat[]} */
const FORMATS = ['svg', 'dot', 'text', 'json'];
/** @type {Partial<Record<TreeFormat, string>>} */
const TYPES = { svg: 'image/svg+xml', json: 'application/json' };

/**
 * What the address asks for; null if somebody changed it to what is no position.
 * @param {Record<string, string | undefined>} query
 * @returns {{ at: At, agent: string, nodes: { nodes?: number }, view: string | undefined } | null}
 */
function readQuery({ at: written = '', agent = 'alphabeta', nodes, view }) {
  try {
    const at = JSON.parse(written);
    const kept = Number(nodes) > 0 ? { nodes: Math.floor(Number(nodes)) } : {};
    return typeof at === 'object' && at !== null ? { at, agent, nodes: kept, view } : null;
  } catch {
    return null;
  }
}

/**
 * The beginning of a line, its moves named as everywhere here.
 * @param {string[]} line
 */
const chosenLine = (line) =>
  line
    .slice(0, LINE)
    .map((move) => digits(say(move)))
    .join(' ');

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, { client, catalogue, route, navigate }) {
  const asked = readQuery(route.query);
  if (!asked) {
    navigate('#/trees', { replace: true });
    return null;
  }
  const { at, nodes } = asked;
  let { agent } = asked;
  /** @type {GameKind | null} */
  let kind = null;
  /** @type {RecordedTree | null} */
  let recorded = null;
  /** @type {TreeComparison | null} */
  let compared = null;
  /** The agent whose search is compared with the others: the one that was asked for. */
  let own = agent;
  /** @type {{ element: HTMLElement, destroy: () => void } | null} */
  let shown = null;
  /** @type {boolean | null} */
  let drawn = asked.view === 'explore' ? false : null;
  let turn = 0;
  let gone = false;

  const title = h('div', { class: 'explorer-title' });
  const controls = h('div', { class: 'row explorer-controls' });
  const problem = h('p', { class: 'problem explorer-problem', role: 'alert', hidden: true });
  const busy = h('p', { class: 'explorer-wait', role: 'status' }, t('trees.busy'));
  const stage = h('div', { class: 'explorer-stage' });
  replace(
    root,
    h(
      'div',
      { class: 'trees explorer-page' },
      h('header', { class: 'explorer-head' }, title, controls),
      problem,
      busy,
      stage,
    ),
  );

  async function record() {
    turn += 1;
    const mine = turn;
    busy.hidden = false;
    problem.hidden = true;
    try {
      const [answer, game] = await Promise.all([client.request('tree.record', { at, agent, ...nodes }), gameOf()]);
      if (gone || mine !== turn) return;
      [recorded, kind] = [answer, game];
      show();
    } catch (error) {
      if (gone || mine !== turn) return;
      problem.hidden = false;
      replace(problem, h('bdi', {}, errorText(error)));
      showHead();
    } finally {
      if (mine === turn) busy.hidden = true;
    }
  }

  const small = () => recorded !== null && recorded.method === 'search' && recorded.looked_at + recorded.skipped <= SMALL;
  /** Is it drawn as triangles and lines? As chosen, or else if it can be read so. */
  const draws = () => recorded !== null && small() && (drawn ?? recorded.figure.width <= NARROW);

  function show() {
    if (!recorded) return;
    shown?.destroy();
    shown = draws() ? showDrawing(recorded) : showExplorer(recorded);
    replace(stage, shown.element);
    if ('ready' in shown && typeof shown.ready === 'function') shown.ready();
    showHead();
  }

  /** @param {RecordedTree} tree */
  function showDrawing(tree) {
    const picture = drawing({ client, onLost: record });
    return {
      element: h('div', { class: 'explorer-drawing' }, picture.element, h('aside', { class: 'tree-side' }, picture.card)),
      ready: () => picture.show({ recorded: tree, everything: null }, { fit: true }),
      destroy: picture.destroy,
    };
  }

  /** @param {RecordedTree} tree */
  function showExplorer(tree) {
    const compare = h('div', { class: 'explorer-compare' });
    const module = gameOf().then(({ interaction }) => boardFor(interaction, tree.backdrop));
    return explorer({
      client,
      at,
      recorded: tree,
      module,
      onLost: record,
      beside: [{ id: 'compare', label: t('explorer.tabs.compare'), panel: compare, onShow: () => showCompare(compare) }],
    });
  }

  /** The game of the position. */
  async function gameOf() {
    if (kind) return kind;
    return kindOf(catalogue, at.spec ?? (await client.request('game.open', { game: at.game ?? '' })).game.spec);
  }

  /**
   * The name of an agent; its spec is the tooltip.
   * @param {string} spec
   */
  const called = (spec) => (kind ? h('span', { data: { tip: spec } }, agentName(kind, spec)) : null);

  /** @param {HTMLElement} panel */
  async function showCompare(panel) {
    if (!recorded) return;
    const mine = turn;
    replace(panel, h('p', { class: 'soft' }, t('trees.busy')));
    try {
      compared ??= await client.request('tree.compare', { tree: recorded.tree });
      if (gone || mine !== turn) return;
      replace(
        panel,
        h('p', { class: 'soft small' }, t(compared.rows.length > 1 ? 'explorer.compare.about' : 'explorer.compare.alone')),
        comparisonTable(compared, { chosen: recorded.agent, called, onChoose: choose }),
        compared.remarks.map((remark) => h('p', { class: 'small' }, messageText(remark))),
      );
    } catch (error) {
      replace(panel, h('p', { class: 'problem' }, errorText(error)));
    }
  }

  /** @param {string} next */
  function choose(next) {
    agent = next;
    record();
  }

  /**
   * Another search, with which others are compared anew.
   * @param {string} next
   */
  function begin(next) {
    compared = null;
    own = next;
    history.replaceState(null, '', searchAddress(at, next));
    choose(next);
  }

  function showHead() {
    const facts = recorded
      ? t(recorded.method === 'simulations' ? 'explorer.headSamples' : 'explorer.head', {
          value: verdict(recorded.value),
          n: recorded.looked_at,
          skipped: recorded.skipped,
        })
      : '';
    replace(
      title,
      h('h1', {}, t('trees.searchTitle')),
      h(
        'p',
        { class: 'soft' },
        called(agent),
        facts && [' · ', facts],
        recorded?.line.length
          ? [' · ', t('trees.line'), ' ', h('bdi', { class: 'notation', dir: 'ltr' }, chosenLine(recorded.line))]
          : null,
      ),
    );
    replace(
      controls,
      effort(),
      small()
        ? button(t(draws() ? 'explorer.explore' : 'explorer.draw'), {
            small: true,
            icon: 'tree',
            class: 'explorer-switch',
            onclick: () => ((drawn = !draws()), show()),
          })
        : null,
      recorded
        ? select(
            [{ value: '', label: t('explorer.save') }, ...FORMATS.map((value) => ({ value, label: t(`trees.export.${value}`) }))],
            { value: '', label: t('explorer.save'), class: 'input explorer-save', onchange: save },
          )
        : null,
      at.game
        ? button(t('trees.backToGame'), { small: true, onclick: () => navigate(`#/game/${at.game}`) })
        : button(t('trees.toTrees'), { small: true, onclick: () => navigate('#/trees') }),
    );
  }

  /** How hard the agent searches: its depth, or its simulations, where its spec says so. */
  function effort() {
    const { name, settings } = parse(own);
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
          onchange: (value) => begin(format(name, { ...settings, depth: String(value) })),
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
        onchange: (value) => begin(format(name, { ...settings, sims: value })),
      },
    );
  }

  /** @param {string} chosen */
  async function save(chosen) {
    const format = FORMATS.find((each) => each === chosen);
    if (!recorded || !format) return;
    showHead();
    try {
      const { name, text } = await client.request('tree.export', { tree: recorded.tree, format });
      download(name, text, TYPES[format] ?? 'text/plain');
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  showHead();
  record();
  return () => {
    gone = true;
    shown?.destroy();
  };
}
