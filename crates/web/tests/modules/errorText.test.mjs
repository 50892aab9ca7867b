// Errors are shown in the current language, and never lose what the lab reported.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken } from './lib/languages.mjs';

const { errorText } = await import('../../assets/js/errorText.js');

const latin = (text) => text.replace(/\u2066[^\u2069]*\u2069/g, '');
const message = (code, english, fields = {}) => ({ code, english, fields });
const verbatim = (text) => message('verbatim', '{text}', { text });
const fault = (code, wrong, more = {}) => ({ code, message: 'the very words', wrong, ...more });

const column = fault('illegal-move', message('no-column', "'{text}' is not a column", { text: '9' }), {
  where: [message('nth-move', 'move {number}', { number: 2 })],
  expected: message('legal-here', 'legal here: {moves}', { moves: { row: ['1', '2', '3'] } }),
});

test('in English the text of the lab is used, except for errors that only the page knows', () => {
  assert.equal(errorText(column), "move 2: '9' is not a column; legal here: 1 2 3");
  assert.equal(errorText(column, { location: false }), "'9' is not a column; legal here: 1 2 3");
  assert.equal(errorText(fault('bad-input', verbatim('as an outside game says it'))), 'as an outside game says it');
  assert.match(errorText(fault('busy', message('queue-full', 'the lab is busy; try again in a moment'))), /^The lab is busy/);
  assert.match(errorText({ code: 'lost', message: '…' }), /connection/);
  assert.equal(errorText(new Error('something else')), 'something else');
});

test(
  'in Persian every kind of error has a sentence, and untranslated text in it runs left to right',
  spoken('fa', () => {
    const ours = ['bad-json', 'bad-request', 'unknown-request', 'bad-input', 'internal', 'lost'];
    for (const code of [...ours, 'illegal-move', 'not-found', 'conflict', 'too-large', 'busy', 'stopped']) {
      for (const error of [{ code, message: 'the very words' }, fault(code, verbatim('the very words'))]) {
        const said = errorText(error);
        assert.match(said, /[آ-ی]/, code);
        assert.doesNotMatch(latin(said), /[a-z]/, code);
      }
    }
    assert.equal(errorText({ code: 'unheard-of', message: 'as it is' }), 'as it is');
    const stranger = fault('bad-input', message('of-a-game-elsewhere', 'no {what} here', { what: 'axe' }));
    assert.match(errorText(stranger), /^از این نمی‌توان استفاده کرد: .*no .*axe.* here/);
  }),
);

test(
  'errors that the language has words for are shown entirely in Persian',
  spoken('fa', () => {
    assert.equal(
      errorText(column),
      'حرکت ۲: «\u20669\u2069» ستون نیست؛ حرکت‌های مجاز: \u20661 2 3\u2069',
    );
    const gone = message('no-such', "there is no {what} '{name}'", { what: message('a-run', 'run'), name: 'sim-k3' });
    assert.equal(errorText(fault('not-found', gone)), 'اجرایی به نام \u2066sim-k3\u2069 نیست');
  }),
);

test('in English the text of the lab tells what failed, if it is known', () => {
  const known = message('agent-crashed', '{name} crashed', { name: { name: 'Red' } });
  assert.equal(errorText(fault('internal', known)), 'Red crashed');
  const unknown = message('internal-error', 'Internal error. Other work continues.');
  assert.equal(errorText(fault('internal', unknown)), 'Internal error. Other work continues.');
  assert.equal(errorText(fault('internal', verbatim('odd'))), 'Internal error. Other work continues. (odd)');
});
