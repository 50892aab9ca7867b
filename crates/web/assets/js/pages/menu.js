// The first page: what Plylab is for and what it offers, games as cards with animated pictures, and links back to
// unfinished games.

import { h, replace, unique } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { emblem } from '../ui/emblem.js';
import { icon } from '../ui/icons.js';
import { toast } from '../ui/toast.js';
import { recall, remember } from '../memory.js';
import { learnRest, list, say, sentence } from '../i18n.js';
import { knownKind } from '../registry.js';
import { reportsNote } from '../reports.js';
import { lengthWords } from '../game/rounds.js';
import { miniature } from '../boards/miniature.js';
import { start, defaultBoard, defaultSeats } from '../setup/defaults.js';
import { errorText } from '../errorText.js';

/**
 * @import { Context } from '../../../types/pages'
 * @import { Icon } from '../ui/icons.js'
 */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { client, catalogue, t } = context;
  document.title = 'Plylab';
  /** @type {ReturnType<typeof miniature>[]} */
  const pictures = [];
  const resume = h('div', { class: 'resume', hidden: true });
  const welcome = h('div', { class: 'welcome', hidden: Boolean(recall('plylab.visited', false)) });

  const first = catalogue.games[0];
  replace(
    welcome,
    h(
      'div',
      { class: 'grow stack tight' },
      h('h2', {}, t('menu.welcome')),
      h('p', {}, t('menu.welcomeText', { game: say(first.title) })),
    ),
    h(
      'div',
      { class: 'row' },
      button(t('menu.welcomeStart'), {
        kind: 'primary',
        icon: 'play',
        onclick: async () => {
          remember('plylab.visited', true);
          remember(`plylab.analysis.${first.name}`, { on: true });
          try {
            await start(context, { spec: first.boards[0].spec, seats: defaultSeats(first) });
          } catch (error) {
            toast(errorText(error), { kind: 'danger' });
          }
        },
      }),
      button(t('menu.welcomeClose'), {
        kind: 'quiet',
        onclick: () => (remember('plylab.visited', true), (welcome.hidden = true)),
      }),
    ),
  );

  const games = h('h2', { tabindex: -1 }, t('menu.title'));
  /** @type {[string, Icon, string, ((event: MouseEvent) => void) | undefined][]} */
  const ways = [
    ['play', 'play', '#/', (event) => (event.preventDefault(), games.scrollIntoView(), games.focus())],
    ['learn', 'tree', '#/trees', undefined],
    ['measure', 'chart', '#/experiments', undefined],
  ];
  const offers = ways.map(([name, sign, href, onclick]) =>
    h(
      'li',
      {},
      h(
        'a',
        { class: 'offer', href, ...(onclick ? { onclick } : {}) },
        icon(sign),
        h('strong', {}, t(`menu.${name}`)),
        h('span', { class: 'soft small' }, t(`menu.${name}About`)),
      ),
    ),
  );

  const grid = h(
    'ul',
    { class: 'cards' },
    catalogue.games.map((game, i) => {
      const board = defaultBoard(game);
      const picture = miniature({ client, game, spec: board.spec, backdrop: board.backdrop, scene: board.scene });
      pictures.push(picture);
      const id = unique('card');
      return h(
        'li',
        {
          class: ['game-card', i === 0 && 'wide'],
          onpointerenter: () => picture.play(),
          onpointerleave: () => picture.pause(),
          onfocusin: () => picture.play(),
          onfocusout: () => picture.pause(),
        },
        h('a', { href: `#/play/${game.name}`, class: 'cover', 'aria-labelledby': id }),
        h('div', { class: 'picture', 'aria-hidden': 'true' }, picture.element),
        h(
          'div',
          { class: 'words' },
          h('h3', { id }, say(game.title)),
          h('p', { class: 'soft small' }, sentence(game.about)),
          h(
            'div',
            { class: 'who' },
            game.players.slice(0, 4).map((p, seat) => emblem(game.name, p, seat)),
            h('span', { class: 'soft small' }, list(game.players.slice(0, 4).map(say))),
          ),
        ),
      );
    }),
  );

  client.request('game.list').then(
    async ({ games }) => {
      const open = games.filter((g) => g.state !== 'over' && g.plies > 0).slice(0, 3);
      if (!open.length) return;
      // They may be games on any board, with any name.
      await learnRest();
      resume.hidden = false;
      replace(
        resume,
        h('h2', {}, t('menu.resume')),
        open.map((g) =>
          h(
            'a',
            { class: 'button', href: `#/game/${g.id}` },
            h(
              'span',
              { class: 'emblems' },
              g.players.slice(0, 2).map((p, seat) => emblem(g.spec, p, seat)),
            ),
            h('span', {}, say(g.title)),
            h('span', { class: 'soft small' }, lengthWords(knownKind(catalogue, g.spec), g.players, g.plies)),
          ),
        ),
      );
    },
    () => {},
  );

  root.append(
    h(
      'div',
      { class: 'page menu' },
      h('header', { class: 'page-head' }, h('h1', {}, t('menu.purpose'))),
      h('ul', { class: 'offers', 'aria-label': t('menu.offers') }, offers),
      welcome,
      resume,
      games,
      grid,
      h('p', { class: 'soft small menu-foot' }, `${t('menu.reports')} `, reportsNote()),
    ),
  );
  return () => pictures.forEach((picture) => picture.destroy());
}
