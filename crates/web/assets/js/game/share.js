// Sharing and saving a game: a link that holds every move, and a line that every lab can read.

import { download, h } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { dialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';
import { addressOf } from '../replays/link.js';

/** @import { Source } from '../../../types/pages' */

/**
 * Saves a line as a file named after the game.
 * @param {string} spec
 * @param {string} line
 */
export const saveLine = (spec, line) =>
  download(`${spec.replace(/[^\w-]+/g, '-')}.jsonl`, `${line}\n`, 'application/x-ndjson');

/**
 * Shows the link of a game, to be copied, and a way to save it. A game with a custom start or files is not a line, and
 * cannot be saved as one.
 * @param {Source} source
 */
export async function share(source) {
  const { line, link } = await source.export();
  const here = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  const address = addressOf(link, source.mark);
  await dialog(t('game.share'), () => {
    /** @type {HTMLInputElement} */
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
    const save = (/** @type {string} */ kept) =>
      button(t('game.save'), { icon: 'download', onclick: () => saveLine(source.game.spec, kept) });
    return h(
      'div',
      { class: 'stack share' },
      h('p', {}, t('game.shareText')),
      here ? h('p', { class: 'caution' }, t(line === null ? 'game.shareHere' : 'game.shareSave')) : null,
      text,
      h(
        'div',
        { class: 'row' },
        button(t('game.copyLink'), { kind: 'primary', icon: 'link', onclick: copy }),
        line === null ? null : save(line),
        h('span', { class: 'soft small' }, t('replays.length', { n: address.length })),
      ),
    );
  });
}
