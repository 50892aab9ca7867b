// A replay in the list: its final position, who played, how it ended, and what can be done with it.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { emblem } from '../ui/emblem.js';
import { say, t, when } from '../i18n.js';
import { seatName } from '../agents.js';
import { lengthWords } from '../game/rounds.js';
import { boardFor, knownKind } from '../registry.js';
import { outcomeWords } from './outcome.js';

/**
 * @import { Catalogue, ReplayEntry } from '../../../types/protocol'
 * @import { Board, Client } from '../../../types/pages'
 */

/**
 * `replayCard(entry, { client, catalogue, onDelete })`: `element`, and `destroy()`. Its picture is fetched when it
 * scrolls into view.
 * @param {ReplayEntry} entry
 * @param {{ client: Client, catalogue: Catalogue, onDelete: () => void }} options
 */
export function replayCard(entry, { client, catalogue, onDelete }) {
  /** @type {Board | null} */
  let board = null;
  let gone = false;
  const picture = h('div', { class: 'replay-picture', 'aria-hidden': 'true' });
  const title = say(entry.title);
  const kind = knownKind(catalogue, entry.spec);
  const ending = h('strong', {}, outcomeWords(kind, entry));

  async function draw() {
    try {
      const { positions, backdrop } = await client.request('replay.positions', {
        replay: entry.replay,
        from: entry.plies,
        to: entry.plies,
      });
      const module = await boardFor(kind?.interaction ?? null, backdrop);
      if (gone) return;
      board = module.create({ backdrop, mini: true });
      replace(picture, board.element);
      board.show(positions[0]);
      ending.textContent = outcomeWords(kind, { ...entry, position: positions[0] });
    } catch {
      picture.classList.add('lost');
    }
  }

  const sight = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      sight.disconnect();
      draw();
    },
    { rootMargin: '200px' },
  );
  sight.observe(picture);

  /** @param {number} seat */
  function seatOf(seat) {
    const who = entry.seats?.[seat];
    return who && kind ? seatName(kind, who, seat) : (who ?? '');
  }

  /**
   * @param {string} name
   * @param {number} seat
   */
  const player = (name, seat) =>
    h(
      'li',
      { class: entry.outcomes?.[seat] === 'win' ? 'won' : null },
      emblem(entry.spec, name, seat),
      h('span', {}, say(name)),
      h(
        'span',
        { class: 'soft small ellipsis', dir: 'auto' },
        seatOf(seat),
      ),
    );
  const element = h(
    'article',
    { class: 'card replay-card' },
    picture,
    h(
      'div',
      { class: 'replay-words' },
      h('h2', {}, h('a', { class: 'cover', href: `#/replay/${entry.replay}` }, title)),
      h('ul', { class: 'replay-seats' }, entry.players.slice(0, 3).map(player)),
      h(
        'p',
        { class: 'small' },
        ending,
        h('span', { class: 'soft' }, ` · ${lengthWords(kind, entry.players, entry.plies)} · ${when(entry.when)}`),
      ),
    ),
    button(null, {
      icon: 'trash',
      kind: 'quiet',
      small: true,
      class: 'replay-delete',
      tip: t('replays.delete'),
      'aria-label': `${t('replays.delete')}: ${title}`,
      onclick: onDelete,
    }),
  );
  return {
    element,
    destroy() {
      gone = true;
      sight.disconnect();
      board?.destroy();
    },
  };
}
