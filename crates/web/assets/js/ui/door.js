// What somebody sees whom the lab does not know: why, and how to come in.

import { h, replace } from './elements.js';
import { button } from './controls.js';
import { t } from '../i18n.js';

/** Why a link was refused, as the lab says in the address. */
const REASONS = ['unknown', 'full'];

/** @param {HTMLElement} main */
export function showDoor(main) {
  const reason = new URLSearchParams(location.search).get('refused') ?? '';
  const field = h('input', {
    type: 'text',
    id: 'door-link',
    class: 'input notation',
    autocomplete: 'off',
    spellcheck: 'false',
    dir: 'ltr',
  });
  /** @param {SubmitEvent} event */
  const open = (event) => {
    event.preventDefault();
    const { value } = /** @type {HTMLInputElement} */ (field);
    const token = value.trim().split('token=').at(-1) ?? '';
    if (token) location.assign(`?token=${encodeURIComponent(token)}`);
    else field.focus();
  };
  document.title = 'Plylab';
  replace(
    main,
    h(
      'div',
      { class: 'page door' },
      h('h1', {}, t('door.title')),
      REASONS.includes(reason) ? h('p', { class: 'problem', role: 'alert' }, t(`door.refused.${reason}`)) : null,
      h('p', {}, t('door.lead')),
      h('p', {}, t('door.others')),
      h(
        'form',
        { class: 'card stack', onsubmit: open },
        h('label', { for: 'door-link' }, t('door.link')),
        field,
        h('div', { class: 'row' }, button(t('door.open'), { kind: 'primary', type: 'submit' })),
      ),
    ),
  );
}
