// A run of an experiment: its progress, its tables as they grow, its plots, its report, and the downloads.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { empty } from '../ui/empty.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { digits, language, list, messageText, number, say, t, when } from '../i18n.js';
import { showGames } from '../experiments/games.js';
import { plotFigure } from '../experiments/plot.js';
import { progressBar, span, stateChip } from '../experiments/state.js';
import { resultTable } from '../experiments/table.js';
import { errorText } from '../errorText.js';

/**
 * @import { Plot, Report, Requests, Run, RunEvent, Table } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 */

const REFRESH = 4000;
const ACTIVE = ['queued', 'running'];

/**
 * The page of the run with that name.
 * @param {HTMLElement} root
 * @param {Context} context
 * @param {string} name
 */
export function mount(root, { client, navigate, announce }, name) {
  let gone = false;
  /** @type {Run | null} */
  let run = null;
  /** @type {Requests['experiment.report']['ok'] | null} */
  let report = null;
  let reportedAt = -1;
  let timer = 0;
  let looking = 'tables';

  const folder = `api/3/runs/${encodeURIComponent(name)}`;
  const inWords = `?language=${language()}`;
  const head = h('div', { class: 'run-head' });
  const meter = h('div', { class: 'run-meter' });
  const actions = h('div', { class: 'row' });
  const panels = Object.fromEntries(
    ['tables', 'plots', 'report', 'games', 'file'].map((id) => [id, h('div', { class: 'run-panel' })]),
  );
  const choice = tabs(
    Object.entries(panels).map(([id, panel]) => ({ id, label: t(`experiments.views.${id}`), panel })),
    {
      label: t('experiments.views.label'),
      onselect: open,
    },
  );
  const downloads = h(
    'nav',
    { class: 'card downloads', 'aria-label': t('experiments.take') },
    h('h2', {}, t('experiments.take')),
    h(
      'ul',
      {},
      [
        ['report.html', 'html', inWords],
        ['report.csv', 'csv'],
        ['report.json', 'json'],
        ['report.md', 'md', inWords],
        ['games.jsonl', 'games'],
        ['experiment.toml', 'toml'],
      ].map(([file, key, query = '']) =>
        h(
          'li',
          {},
          h(
            'a',
            { href: `${folder}/${file}${query}`, download: `${name}-${file}` },
            t(`experiments.downloads.${key}`),
          ),
          h('span', { class: 'soft small notation' }, file),
        ),
      ),
    ),
    h(
      'a',
      {
        class: 'button small',
        href: `${folder}/report.html${inWords}&view`,
        target: '_blank',
        rel: 'noopener',
      },
      t('experiments.openReport'),
    ),
  );

  replace(
    root,
    h(
      'div',
      { class: 'page run-page' },
      h('a', { href: '#/experiments', class: 'small' }, t('experiments.back')),
      head,
      meter,
      actions,
      downloads,
      h('div', { class: 'run-body' }, choice.element, choice.panels),
    ),
  );

  /**
   * @param {Run} run
   * @param {Partial<RunEvent>} [live]
   */
  function showHead(run, live = {}) {
    replace(
      head,
      h('h1', { dir: 'auto' }, say(run.title)),
      h(
        'div',
        { class: 'row' },
        stateChip(run.state),
        run.quick ? h('span', { class: 'chip' }, t('experiments.quick')) : null,
        h('span', { class: 'soft small' }, t('experiments.began', { when: when(run.started) })),
      ),
    );
    const facts = [t('experiments.games', { done: run.done, total: run.total })];
    if (run.state === 'running' && live.games_per_second)
      facts.push(t('experiments.rate', { n: number(live.games_per_second, { maximumFractionDigits: 1 }) }));
    if (run.state === 'running' && typeof live.seconds_left === 'number')
      facts.push(t('experiments.left', { time: span(live.seconds_left) }));
    replace(
      meter,
      progressBar({ ...run, title: run.title }),
      h('p', { class: 'small soft' }, facts.join(' · ')),
      run.fault ? h('p', { class: 'problem' }, errorText(run.fault)) : null,
    );
    const buttons = [];
    if (!client.owns(run.owner)) buttons.push(h('span', { class: 'soft small' }, t('experiments.readOnly')));
    else if (ACTIVE.includes(run.state)) {
      buttons.push(
        button(t('experiments.stop'), {
          icon: 'stop',
          tip: t('experiments.stopAbout'),
          onclick: () => ask(client.request('experiment.stop', { run: name })),
        }),
      );
      buttons.push(
        button(t('experiments.stopNow'), {
          kind: 'quiet',
          onclick: () => ask(client.request('experiment.stop', { run: name, now: true })),
        }),
      );
    } else if (run.state !== 'done')
      buttons.push(
        button(t('experiments.resume'), {
          icon: 'play',
          kind: 'primary',
          onclick: () => ask(client.request('experiment.resume', { run: name })),
        }),
      );
    if (client.owns(run.owner))
      buttons.push(
        button(t(run.shared ? 'experiments.unshare' : 'experiments.share'), {
          icon: 'link',
          kind: 'quiet',
          tip: t(run.shared ? 'experiments.unshareAbout' : 'experiments.shareAbout'),
          onclick: () => share(!run.shared),
        }),
      );
    const focused = actions.contains(document.activeElement);
    const before = actions.dataset.state;
    if (before !== run.state || actions.dataset.shared !== String(run.shared)) {
      actions.dataset.state = run.state;
      actions.dataset.shared = String(run.shared);
      replace(actions, buttons);
      if (focused) actions.querySelector('button')?.focus();
      if (before && before !== run.state) announce(`${say(run.title)}: ${t(`experiments.state.${run.state}`)}`);
    }
  }

  /**
   * Lets others read the run by its address, or no longer; the address is copied.
   * @param {boolean} shared
   */
  async function share(shared) {
    try {
      await client.request('share', { run: name, shared });
      if (!shared) return toast(t('experiments.unshared'));
      await navigator.clipboard?.writeText(location.href).catch(() => {});
      toast(t('experiments.shared'));
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  /** @param {Promise<{ run?: Run }>} request */
  async function ask(request) {
    try {
      const answer = await request;
      if (answer.run) receive({ run: answer.run });
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  /** @param {Table[]} tables */
  function showTables(tables) {
    if (tables.length === 0) {
      replace(panels.tables, h('p', { class: 'empty' }, t('experiments.noTables')));
      return;
    }
    const scrolled = [...panels.tables.querySelectorAll('.scrolls')].map((each) => each.scrollLeft);
    replace(
      panels.tables,
      tables.map((table) => resultTable(table)),
    );
    panels.tables.querySelectorAll('.scrolls').forEach((each, index) => {
      each.scrollLeft = scrolled[index] ?? 0;
    });
  }

  async function refresh() {
    if (gone || !run) return;
    clearTimeout(timer);
    if ((looking === 'plots' || looking === 'report') && reportedAt !== run.done) {
      const done = run.done;
      try {
        report = await client.request('experiment.report', { run: name, language: language() });
        if (gone) return;
        reportedAt = done;
        showPlots(report.plots);
        showReport(report.report);
      } catch (error) {
        if (gone) return;
        if (!report)
          for (const id of ['plots', 'report']) replace(panels[id], h('p', { class: 'empty' }, errorText(error)));
      }
    }
    if (ACTIVE.includes(run.state)) timer = setTimeout(refresh, REFRESH);
  }

  /** @param {Plot[]} plots */
  function showPlots(plots) {
    const figures = plots.map(plotFigure).filter(Boolean);
    replace(
      panels.plots,
      figures.length > 0 ? h('div', { class: 'plots' }, figures) : h('p', { class: 'empty' }, t('experiments.noPlots')),
    );
  }

  /**
   * The programs that ran agents from outside, each with its agents.
   * @param {Report['manifest']} manifest
   */
  function interpretersOf(manifest) {
    const all = (manifest?.runs ?? []).flatMap(({ interpreters }) => interpreters);
    const words = all.map(({ version, agents }) => t('experiments.interpreter', { version, agents: list(agents) }));
    return [...new Set(words)];
  }

  /** @param {Report} report */
  function showReport({ about, notes = [], sections, manifest }) {
    replace(
      panels.report,
      about ? h('p', { class: 'report-about', dir: 'auto' }, say(about)) : null,
      notes.map((note) => h('p', { class: 'soft small', dir: 'auto' }, messageText(note))),
      sections.map((section) =>
        h(
          'section',
          { class: 'report-section' },
          h('h2', { dir: 'auto' }, say(section.name)),
          section.about ? h('p', { class: 'soft', dir: 'auto' }, say(section.about)) : null,
          (section.answers ?? []).map(({ question, sentences }) =>
            h(
              'p',
              { class: 'answer', dir: 'auto' },
              h('strong', {}, messageText(question)),
              ' ',
              sentences.map((said) => messageText(said)).join(' '),
            ),
          ),
          section.tables.map((table, index) => resultTable(table, { title: index > 0 })),
          (section.notes ?? []).map((note) => h('p', { class: 'soft small', dir: 'auto' }, messageText(note))),
        ),
      ),
      manifest
        ? h(
            'p',
            { class: 'soft small' },
            t('experiments.manifest', {
              version: manifest.version,
              seed: digits(manifest.seed),
              games: manifest.games,
            }),
          )
        : null,
      interpretersOf(manifest).map((words) => h('p', { class: 'soft small', dir: 'auto' }, words)),
    );
  }

  async function showFile() {
    if (panels.file.childElementCount > 0) return;
    try {
      const { text } = await client.request('experiment.text', { run: name });
      if (!gone)
        replace(panels.file, h('pre', { class: 'file-text scrolls', dir: 'ltr', tabindex: 0 }, h('code', {}, text)));
    } catch (error) {
      if (!gone) replace(panels.file, h('p', { class: 'problem' }, errorText(error)));
    }
  }

  /** @param {string} id */
  function open(id) {
    looking = id;
    if (!run) return;
    if (id === 'file') showFile();
    else if (id === 'games')
      showGames(panels.games, client, run).catch(
        (error) => !gone && replace(panels.games, h('p', { class: 'empty' }, errorText(error))),
      );
    else refresh();
  }

  /** @param {Partial<RunEvent> & { run: Run }} event */
  function receive({ run: update, tables, ...live }) {
    if (gone || update.run !== name) return;
    run = { ...run, ...update };
    showHead(run, live);
    if (tables) showTables(tables);
    if (!ACTIVE.includes(run.state)) refresh();
  }

  async function watch() {
    try {
      const answer = await client.request('experiment.watch', { run: name });
      if (gone) return;
      run = answer.run;
      showHead(run);
      showTables(answer.tables);
      refresh();
    } catch (error) {
      if (gone) return;
      const way = button(t('experiments.back'), { onclick: () => navigate('#/experiments') });
      replace(root, empty(t('experiments.gone'), { words: errorText(error), way }));
    }
  }

  const off = [client.on('run', receive), client.on('state', ({ state, back }) => state === 'open' && back && watch())];
  watch();
  return () => {
    gone = true;
    clearTimeout(timer);
    for (const stop of off) stop();
    client.request('experiment.unwatch', { run: name }).catch(() => {});
  };
}
