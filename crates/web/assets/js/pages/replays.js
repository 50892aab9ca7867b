// Replays: every finished game of this user, with its final position; others can be imported. Each replay has its own
// page.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { confirm } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { say, t } from '../i18n.js';
import { replayCard } from '../replays/card.js';
import { importer } from '../replays/import.js';
import { errorText } from '../errorText.js';

/**
 * @import { ReplayEntry } from '../../../types/protocol'
 * @import { Context } from '../../../types/pages'
 */

const PAGE = 24;

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { client, catalogue } = context;
  let gone = false;
  /** @type {ReturnType<typeof replayCard>[]} */
  let cards = [];
  /** @type {ReplayEntry[]} */
  let entries = [];
  const list = h('div', { class: 'replay-list' });
  const foot = h('div', { class: 'row' });
  const bring = importer({
    client,
    onImported: (names) => {
      toast(t('replays.brought', { n: names.length }));
      load();
    },
  });
  const all = h(
    'a',
    {
      class: 'button small',
      href: 'api/3/replays.jsonl',
      download: 'replays.jsonl',
    },
    t('replays.saveAll'),
  );
  replace(
    root,
    h(
      'div',
      { class: 'page replays' },
      h('header', { class: 'page-head' }, h('h1', {}, t('replays.title')), h('p', {}, t('replays.lead'))),
      list,
      foot,
      bring.element,
    ),
  );

  function clear() {
    for (const card of cards) card.destroy();
    cards = [];
  }

  /** @param {ReplayEntry[]} fresh */
  function append(fresh) {
    for (const entry of fresh) {
      const card = replayCard(entry, { client, catalogue, onDelete: () => forget(entry) });
      cards.push(card);
      list.append(card.element);
    }
  }

  /** @param {boolean} more */
  function show(more) {
    const last = entries.at(-1)?.replay;
    if (entries.length === 0) {
      replace(
        list,
        h(
          'div',
          { class: 'card empty' },
          h('h2', {}, t('replays.empty')),
          h('p', {}, t('replays.emptyAbout')),
          h(
            'div',
            { class: 'row' },
            h('a', { class: 'button primary', href: '#/' }, t('replays.play')),
            button(t('replays.import'), { onclick: () => bring.focus() }),
          ),
        ),
      );
    }
    replace(
      foot,
      more ? button(t('ui.more'), { onclick: () => load(last) }) : null,
      entries.length > 0 ? all : null,
    );
  }

  /** @param {string} [before] */
  async function load(before) {
    try {
      const answer = await client.request('replay.list', { limit: PAGE, ...(before ? { before } : {}) });
      if (gone) return;
      if (!before) {
        clear();
        entries = [];
        replace(list);
      }
      entries = [...entries, ...answer.replays];
      append(answer.replays);
      show(answer.more);
    } catch (error) {
      if (!gone) replace(list, h('p', { class: 'problem' }, errorText(error)));
    }
  }

  /** @param {ReplayEntry} entry */
  async function forget(entry) {
    const sure = await confirm(
      t('replays.delete'),
      t('replays.deleteSure', { title: say(entry.title) }),
      t('replays.delete'),
    );
    if (!sure) return;
    try {
      await client.request('replay.delete', { replay: entry.replay });
      const index = entries.indexOf(entry);
      entries.splice(index, 1);
      cards[index].destroy();
      cards[index].element.remove();
      cards.splice(index, 1);
      show(false);
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  }

  load();
  return () => {
    gone = true;
    clear();
  };
}
