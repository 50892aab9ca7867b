// The workbench for custom experiments: a form or the file itself, checked as it is edited, and its start button.

import { h, later, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { codeField } from '../ui/code.js';
import { tabs } from '../ui/tabs.js';
import { toast } from '../ui/toast.js';
import { messageText, number, t } from '../i18n.js';
import { example, formOf, sweepForm } from './form.js';
import { errorText } from '../errorText.js';
import { codeOf, faultOf } from '../fault.js';

/**
 * @import { Catalogue, Plan, Run } from '../../../types/protocol'
 * @import { Client } from '../../../types/pages'
 * @import { Draft } from './form.js'
 */

// The draft survives leaving the page.
/** @type {{ draft: Draft | null, text: string | null, tab: 'form' | 'text' }} */
const kept = { draft: null, text: null, tab: 'form' };

/**
 * `workbench({ client, catalogue, onStart })`: `element`, and `edit(text)` to load a file into it.
 * @param {{ client: Client, catalogue: Catalogue, onStart: (run: Run) => void }} options
 */
export function workbench({ client, catalogue, onStart }) {
  const draft = (kept.draft ??= example());
  let turn = 0;
  let gone = false;
  const plan = h('div', { class: 'plan', role: 'status' });
  const problem = h('p', { class: 'problem', role: 'alert', hidden: true });
  const check = later(validate, 350);
  const form = sweepForm(draft, catalogue, () => check());
  const code = codeField({
    label: t('experiments.file'),
    value: kept.text ?? '',
    rows: 18,
    oninput: (text) => ((kept.text = text), check()),
  });
  const quick = button(t('experiments.quick'), { kind: 'primary', icon: 'play', onclick: () => start(true) });
  const full = button(t('experiments.full'), { onclick: () => start(false) });
  const choice = tabs(
    [
      { id: 'form', label: t('experiments.tabs.form'), panel: h('div', { class: 'workbench-panel' }, form.element) },
      {
        id: 'text',
        label: t('experiments.tabs.text'),
        panel: h(
          'div',
          { class: 'workbench-panel stack' },
          code.element,
          h('p', { class: 'soft small' }, t('experiments.textAbout')),
        ),
      },
    ],
    { label: t('experiments.tabs.label'), selected: kept.tab, onselect: turnTo },
  );
  const element = h(
    'section',
    { class: 'card workbench', id: 'workbench' },
    h('div', {}, h('h2', {}, t('experiments.ownTitle')), h('p', { class: 'soft' }, t('experiments.ownLead'))),
    h(
      'div',
      { class: 'workbench-body' },
      h('div', {}, choice.element, choice.panels),
      h(
        'div',
        { class: 'workbench-side stack' },
        h('h3', {}, t('experiments.plan')),
        plan,
        problem,
        h('div', { class: 'row' }, quick, full),
      ),
    ),
  );

  const experiment = () => (kept.tab === 'form' ? { form: formOf(draft) } : { text: kept.text ?? '' });

  /** @param {'form' | 'text'} tab */
  function turnTo(tab) {
    kept.tab = tab;
    validate();
  }

  /** @param {unknown} error */
  function wrong(error) {
    // Line numbers of the text made from the form mean nothing to the user: errors appear at the field, or beside the
    // form.
    const placed = kept.tab === 'form' && Boolean(error) && form.problem(error);
    const { message } = faultOf(error);
    problem.hidden = !message || placed || kept.tab === 'text';
    replace(problem, message ? h('bdi', {}, errorText(error, { location: false })) : null);
    code.problem(kept.tab === 'text' ? error : null);
    for (const each of [quick, full]) each.toggleAttribute('disabled', Boolean(error));
  }

  async function validate() {
    turn += 1;
    const mine = turn;
    if (kept.tab === 'text' && kept.text === null) await fill();
    if (kept.tab === 'form' && !form.ready()) {
      wrong({ message: '' });
      replace(plan, h('p', { class: 'soft small' }, t('experiments.noPlan')));
      return;
    }
    try {
      const answer = await client.request('experiment.check', experiment());
      if (gone || mine !== turn) return;
      wrong(null);
      showPlan(answer);
    } catch (error) {
      if (gone || mine !== turn) return;
      wrong(error);
      replace(plan, h('p', { class: 'soft small' }, t('experiments.noPlan')));
    }
  }

  /** The first time the file is shown, it has the text that the form makes. */
  async function fill() {
    try {
      const { text } = await client.request('experiment.check', { form: formOf(draft) });
      kept.text = text;
      code.value = text;
    } catch {
      kept.text = '';
    }
  }

  /** @param {Plan} plan */
  function showPlan({ sections, games, quick_games: few, notes = [] }) {
    replace(
      plan,
      h(
        'dl',
        { class: 'plan-counts' },
        h('div', {}, h('dt', {}, t('experiments.quick')), h('dd', {}, t('experiments.nGames', { n: few }))),
        h('div', {}, h('dt', {}, t('experiments.full')), h('dd', {}, t('experiments.nGames', { n: games }))),
      ),
      h(
        'ul',
        { class: 'plan-sections' },
        sections.map((section) =>
          h(
            'li',
            {},
            h('span', { dir: 'auto' }, section.name),
            h(
              'span',
              { class: 'soft' },
              t('experiments.cells', { cells: number(section.cells), games: number(section.games) }),
            ),
          ),
        ),
      ),
      notes.map((note) => h('p', { class: 'note small', dir: 'auto' }, messageText(note))),
    );
  }

  /** @param {boolean} few */
  async function start(few) {
    try {
      const { run } = await client.request('experiment.start', { ...experiment(), quick: few });
      onStart(run);
    } catch (error) {
      if (codeOf(error) === 'bad-input' || codeOf(error) === 'bad-request') wrong(error);
      else toast(errorText(error), { kind: 'danger' });
    }
  }

  validate();
  return {
    element,
    /** @param {string} text */
    edit(text) {
      kept.text = text;
      code.value = text;
      choice.choose('text');
      element.scrollIntoView({ block: 'start' });
      code.control.focus({ preventScroll: true });
    },
    destroy() {
      gone = true;
      check.cancel();
    },
  };
}
