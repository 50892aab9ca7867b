// Sharing and saving a game: a link that holds every move, and a line that every lab can read.

import { download, h, replace } from '../ui/elements.js';
import { button, toggle } from '../ui/controls.js';
import { dialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';
import { errorText } from '../errorText.js';
import { addressOf } from '../replays/link.js';

/** @import { Child, Source } from '../../../types/pages' */

/**
 * Saves a line as a file named after the game.
 * @param {string} spec
 * @param {string} line
 */
export const saveLine = (spec, line) =>
  download(`${spec.replace(/[^\w-]+/g, '-')}.jsonl`, `${line}\n`, 'application/x-ndjson');

/**
 * An address to be copied.
 * @param {string} address
 * @param {{ label: string, copy: string, kind?: 'primary' }} words
 * @param {...Child} more
 */
function addressField(address, { label, copy, kind }, ...more) {
  /** @type {HTMLInputElement} */
  const text = h('input', {
    class: 'input notation',
    readonly: true,
    value: address,
    'aria-label': label,
    onfocus: () => text.select(),
  });
  const take = async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      text.select();
      document.execCommand('copy');
    }
    toast(t('ui.copied'));
  };
  return [text, h('div', { class: 'row' }, button(copy, { kind, icon: 'link', onclick: take }), more)];
}

/**
 * Lets others read it at its own address in this lab, or no longer.
 * @param {NonNullable<Source['sharing']>} sharing
 */
function ownAddress(sharing) {
  const place = h('div', { class: 'stack' });
  /** @param {boolean} shared */
  const show = (shared) => {
    const address = `${location.origin}${location.pathname}${sharing.hash}`;
    replace(place, shared ? addressField(address, { label: t('game.ownAddress'), copy: t('game.copyAddress') }) : null);
  };
  /** @param {boolean} shared */
  const change = async (shared) => {
    try {
      await sharing.set(shared);
      show(shared);
    } catch (error) {
      toast(errorText(error), { kind: 'danger' });
    }
  };
  show(sharing.shared);
  return h(
    'section',
    { class: 'stack' },
    h('p', {}, t(sharing.about)),
    toggle(t('game.shareOn'), { checked: sharing.shared, onchange: change }),
    place,
  );
}

/**
 * Shows the link of a game, to be copied, and a way to save it. A game with a custom start or files is not a line, and
 * cannot be saved as one. Its owner may also let others read it where it is.
 * @param {Source} source
 */
export async function share(source) {
  const { line, link } = await source.export();
  const here = /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  const address = addressOf(link, source.mark);
  await dialog(t('game.share'), () => {
    const save = (/** @type {string} */ kept) =>
      button(t('game.save'), { icon: 'download', onclick: () => saveLine(source.game.spec, kept) });
    return h(
      'div',
      { class: 'stack share' },
      h('p', {}, t('game.shareText')),
      here ? h('p', { class: 'caution' }, t(line === null ? 'game.shareHere' : 'game.shareSave')) : null,
      addressField(
        address,
        { label: t('game.share'), copy: t('game.copyLink'), kind: 'primary' },
        line === null ? null : save(line),
        h('span', { class: 'soft small' }, t('replays.length', { n: address.length })),
      ),
      source.sharing ? ownAddress(source.sharing) : null,
    );
  });
}
