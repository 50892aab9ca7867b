// Sharing and saving a game that is played: a link that holds every move, and a line that every lab can read.

import { download } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t } from '../i18n.js';
import { addressOf } from '../replays/link.js';
import { shareAddress } from '../replays/share.js';

/** @import { Session } from './session.js' */

/** @param {Session} session */
export async function share(session) {
  const { line, link } = await session.ask('export');
  const save = () => download('game.jsonl', `${line}\n`);
  // A game with a start or files of its own is no line.
  await shareAddress(addressOf(link), () =>
    line === null ? null : button(t('game.save'), { icon: 'download', onclick: save }),
  );
}
