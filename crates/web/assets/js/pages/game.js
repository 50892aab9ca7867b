// A game in progress.

import { needed } from '../ui/elements.js';
import { empty } from '../ui/empty.js';
import { gameFrame } from '../game/frame.js';
import { openSession } from '../game/session.js';
import { openViewer } from '../game/viewer.js';
import { errorText } from '../errorText.js';
import { codeOf } from '../fault.js';

/** @import { Context } from '../../../types/pages' */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 */
export function mount(root, context) {
  const { client, route, t } = context;
  return openViewer(root, context, {
    name: 'live',
    loading: t('game.loading'),
    async open() {
      const session = openSession(client, needed(route.params.id, 'game in its address'));
      try {
        await session.open();
      } catch (error) {
        session.close();
        throw error;
      }
      return session;
    },
    frameOf: gameFrame,
    lost: (error) => empty(codeOf(error) === 'not-found' ? t('game.gone') : errorText(error), { part: true }),
  });
}
