// "What happens next?": before a step is shown, it is asked for. Alone, with a score; or in front of a class.

import { h, replace } from '../ui/elements.js';
import { button } from '../ui/controls.js';
import { signsOf } from '../ui/keys.js';
import { list, messageText, t } from '../i18n.js';

/** @import { TreeQuestion } from '../../../types/protocol' */

/** Choosing to be asked survives another search. */
const kept = { on: false };

/**
 * `onReveal` shows the next step; `onToggle` is called when it is turned on or off.
 * @param {{ onReveal: () => unknown, onToggle: (on: boolean) => void }} options
 */
export function predictor({ onReveal, onToggle }) {
  const words = h('p', { class: 'predict-words', role: 'status' });
  const choices = h('div', { class: 'row predict-choices', role: 'group', 'aria-label': t('explorer.predict.choices') });
  const score = h('span', { class: 'predict-score soft number' });
  const element = h('div', { class: 'predict', hidden: true }, h('div', { class: 'row' }, words, score), choices);
  const control = button(t('explorer.predict.title'), {
    small: true,
    key: 'p',
    tip: t('explorer.predict.about'),
    class: 'predict-toggle',
    pressed: kept.on,
    onclick: () => toggle(),
  });
  /** @type {TreeQuestion | null} */
  let asked = null;
  let [right, all] = [0, 0];
  let verdict = '';
  /** Was the step that comes asked for by an answer? Then what is said of that answer stays. */
  let answered = false;

  function show() {
    element.hidden = !kept.on;
    control.setAttribute('aria-pressed', String(kept.on));
    score.textContent = all > 0 ? t('explorer.predict.score', { right, all }) : '';
    replace(
      words,
      verdict && h('strong', { class: 'predict-verdict' }, verdict, ' '),
      asked ? messageText(asked.words) : verdict ? null : t('explorer.predict.none'),
    );
    replace(
      choices,
      (asked?.choices ?? []).map((choice, index) =>
        button(messageText(choice), { small: true, key: String(index + 1), data: { choice: index }, onclick: () => answer(index) }),
      ),
    );
  }

  /** @param {number} index */
  function answer(index) {
    if (!asked?.choices[index]) return;
    all += 1;
    right += index === asked.right ? 1 : 0;
    verdict =
      index === asked.right
        ? t('explorer.predict.right')
        : t('explorer.predict.wrong', { answer: list([messageText(asked.choices[asked.right])]) });
    [asked, answered] = [null, true];
    show();
    onReveal();
  }

  function toggle() {
    kept.on = !kept.on;
    [right, all, verdict] = [0, 0, ''];
    show();
    onToggle(kept.on);
  }

  show();
  return {
    element,
    control,
    toggle,
    get on() {
      return kept.on;
    },
    /**
     * Asks for what comes after the step that is shown; what was said of the last answer stays until the next step.
     * @param {TreeQuestion | null} next
     * @param {boolean} stepped
     */
    ask(next, stepped) {
      asked = kept.on ? next : null;
      if (stepped && !answered) verdict = '';
      if (stepped) answered = false;
      show();
    },
    /**
     * A digit answers; true if it did.
     * @param {KeyboardEvent} event
     */
    key(event) {
      const digit = asked && signsOf(event).find((sign) => /^[1-9]$/.test(sign));
      if (!digit || !asked?.choices[Number(digit) - 1]) return false;
      answer(Number(digit) - 1);
      return true;
    },
  };
}
