// Sharing and saving a game that is played: a link that holds every move, and a line that every lab can read.

import { download } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { t } from '../i18n.js';
import { addressOf } from '../replays/link.js';
import { shareAddress } from '../replays/share.js';

export async function share(session) {
  const { line, link } = await session.ask('export');
  const save = () => download('game.jsonl', `${line}\n`);
  await shareAddress(addressOf(link), () => button(t('game.save'), { icon: 'download', onclick: save }));
}
