// Sharing and saving a game: a link that holds every move, and a line that every lab can read.

import { h, download } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { dialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';
import { addressOf } from '../replays/link.js';

export async function share(session) {
  const { line, link } = await session.ask('export');
  const address = addressOf(link);
  await dialog(t('game.share'), () => {
    const text = h('input', {
      class: 'input notation',
      readonly: true,
      value: address,
      'aria-label': t('game.share'),
      onfocus: () => text.select(),
    });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(address);
      } catch {
        text.select();
        document.execCommand('copy');
      }
      toast(t('ui.copied'));
    };
    return h(
      'div',
      { class: 'stack share' },
      h('p', {}, t('game.shareText')),
      text,
      h(
        'div',
        { class: 'row' },
        button(t('game.copyLink'), { kind: 'primary', icon: 'link', onclick: copy }),
        button(t('game.save'), { icon: 'download', onclick: () => download('game.jsonl', `${line}\n`) }),
      ),
    );
  });
}
