// A finished game: step through it, analyse any position, play on from any position, share and save it.

import { h } from '../ui/elements.js';
import { empty } from '../ui/empty.js';
import { t } from '../i18n.js';
import { openViewer } from '../game/viewer.js';
import { openFilm } from '../replays/film.js';
import { replayFrame } from '../replays/frame.js';
import { linkOf } from '../replays/link.js';
import { errorText } from '../errorText.js';

/**
 * @import { ReplaySource } from '../../../types/protocol'
 * @import { Context, Route } from '../../../types/pages'
 */

/**
 * The game that the address names, as the protocol takes it.
 * @param {Route} route
 * @returns {ReplaySource | null}
 */
function sourceOf({ params, query }) {
  if (params.replay) return { replay: params.replay };
  if (query.run && query.key) return { run: query.run, key: query.key };
  const link = linkOf(query);
  return link ? { link } : null;
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { client, route } = context;
  const source = sourceOf(route);
  const from = Number(route.query.at);
  return openViewer(root, context, {
    name: 'replay',
    loading: t('replays.loading'),
    async open() {
      if (!source) throw new Error(t('replays.badLink'));
      const film = await openFilm(client, source);
      if (Number.isInteger(from) && from > 0) await film.seek(from);
      return film;
    },
    frameOf: replayFrame,
    lost: (error) =>
      empty(t('replays.gone'), {
        words: errorText(error),
        way: h('a', { class: 'button', href: '#/replays' }, t('replays.all')),
        part: true,
      }),
  });
}
