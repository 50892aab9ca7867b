// Experiments: bundled ones, custom ones, and earlier runs. A run has its own page.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { confirm } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { say, t, when } from '../i18n.js';
import { reportsNote } from '../reports.js';
import { workbench } from '../experiments/editor.js';
import { progressBar, stateChip } from '../experiments/state.js';
import { mount as mountRun } from './experiment.js';
import { errorText } from '../errorText.js';

/**
 * @import { Run, Shipped } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { run: shown } = context.route.params;
  if (shown) return mountRun(root, context, shown);
  const { client, catalogue, navigate } = context;
  let gone = false;
  /** @type {Run[]} */
  let runs = [];
  const cards = h('div', { class: 'experiment-cards' });
  const earlier = h('div');
  /** @param {Run} run */
  const onStart = (run) => navigate(`#/experiments/${run.run}`);
  const bench = workbench({ client, catalogue, onStart });

  replace(
    root,
    h(
      'div',
      { class: 'page experiments' },
      h('header', { class: 'page-head' }, h('h1', {}, t('experiments.title')), h('p', {}, t('experiments.lead'))),
      h(
        'section',
        { class: 'stack' },
        h('h2', {}, t('experiments.shipped')),
        h('p', { class: 'soft small' }, `${t('experiments.reports')} `, reportsNote()),
        cards,
      ),
      h('section', { class: 'stack' }, h('h2', {}, t('experiments.runs')), earlier),
      bench.element,
    ),
  );

  /**
   * @param {string} name
   * @param {boolean} quick
   */
  async function begin(name, quick) {
    try {
      const { run } = await client.request('experiment.start', { name, quick });
      onStart(run);
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  /** @param {string} name */
  async function edit(name) {
    try {
      const { text } = await client.request('experiment.text', { name });
      bench.edit(text);
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  /** @param {Shipped} shipped */
  function card({ name, title: english, about, games, quick_games: few }) {
    const title = say(english);
    return h(
      'article',
      { class: 'card experiment-card' },
      h('h3', { dir: 'auto' }, title),
      h('p', { class: 'soft small grow', dir: 'auto' }, say(about)),
      h(
        'div',
        { class: 'row' },
        button(t('experiments.quick'), {
          kind: 'primary',
          icon: 'play',
          small: true,
          tip: t('experiments.nGames', { n: few }),
          'aria-label': `${t('experiments.quick')}: ${title}`,
          onclick: () => begin(name, true),
        }),
        button(t('experiments.full'), {
          small: true,
          tip: t('experiments.nGames', { n: games }),
          'aria-label': `${t('experiments.full')}: ${title}`,
          onclick: () => begin(name, false),
        }),
        button(t('experiments.edit'), {
          small: true,
          kind: 'quiet',
          'aria-label': `${t('experiments.edit')}: ${title}`,
          onclick: () => edit(name),
        }),
      ),
      h('p', { class: 'soft small' }, t('experiments.sizes', { few, games })),
    );
  }

  /** @param {Run} run */
  function runRow(run) {
    return h(
      'li',
      { class: 'run-row' },
      h(
        'a',
        { href: `#/experiments/${run.run}`, class: 'run-link' },
        h('span', { class: 'run-title', dir: 'auto' }, say(run.title)),
        h('span', { class: 'soft small' }, when(run.started)),
      ),
      h(
        'span',
        { class: 'row' },
        stateChip(run.state),
        run.quick ? h('span', { class: 'chip' }, t('experiments.quick')) : null,
      ),
      h(
        'span',
        { class: 'run-progress' },
        progressBar({ ...run, title: run.title }),
        h('span', { class: 'small soft' }, t('experiments.games', { done: run.done, total: run.total })),
      ),
      button(null, {
        icon: 'trash',
        kind: 'quiet',
        tip: t('experiments.delete'),
        'aria-label': `${t('experiments.delete')}: ${run.title}`,
        onclick: () => forget(run),
      }),
    );
  }

  /** @param {Run} run */
  async function forget(run) {
    const sure = await confirm(
      t('experiments.delete'),
      t('experiments.deleteSure', { title: say(run.title) }),
      t('experiments.delete'),
    );
    if (!sure) return;
    try {
      await client.request('experiment.delete', { run: run.run });
      runs = runs.filter((each) => each.run !== run.run);
      showRuns();
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  function showRuns() {
    if (runs.length === 0) replace(earlier, h('p', { class: 'card soft' }, t('experiments.noRuns')));
    else replace(earlier, h('ul', { class: 'card run-list' }, runs.map(runRow)));
  }

  async function load() {
    try {
      const answer = await client.request('experiment.list');
      if (gone) return;
      replace(cards, answer.shipped.map(card));
      runs = answer.runs;
      showRuns();
    } catch (error) {
      if (!gone) replace(cards, h('p', { class: 'problem' }, errorText(error)));
    }
  }

  const off = client.on('run', ({ run }) => {
    const index = runs.findIndex((each) => each.run === run.run);
    if (index < 0) return;
    runs[index] = { ...runs[index], ...run };
    showRuns();
  });
  load();
  return () => {
    gone = true;
    off();
    bench.destroy();
  };
}
