// The dialog that shares a game: its link, to be copied.

import { h } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { dialog } from '../ui/dialog.js';
import { toast } from '../ui/toast.js';
import { t } from '../i18n.js';

/** @import { Child } from '../../../types/pages' */

/**
 * Shows an address, to be copied; `beside` gives what else belongs there.
 * @param {string} address
 * @param {() => Child} beside
 */
export function shareAddress(address, beside) {
  return dialog(t('game.share'), () => {
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
    return h(
      'div',
      { class: 'stack share' },
      h('p', {}, t('game.shareText')),
      text,
      h(
        'div',
        { class: 'row' },
        button(t('game.copyLink'), { kind: 'primary', icon: 'link', onclick: copy }),
        beside(),
      ),
    );
  });
}
