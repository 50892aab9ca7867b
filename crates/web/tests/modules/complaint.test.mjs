// What goes wrong is told in the language spoken, and never loses what the lab said of it.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken } from './lib/languages.mjs';

const { complaint } = await import('../../assets/js/complaint.js');

const latin = (text) => text.replace(/\u2066[^\u2069]*\u2069/g, '');
const message = (code, english, fields = {}) => ({ code, english, fields });
const verbatim = (text) => message('verbatim', '{text}', { text });
const fault = (code, wrong, more = {}) => ({ code, message: 'the very words', wrong, ...more });

const column = fault('illegal-move', message('no-column', "'{text}' is not a column", { text: '9' }), {
  where: [message('nth-move', 'move {number}', { number: 2 })],
  expected: message('legal-here', 'legal here: {moves}', { moves: { row: ['1', '2', '3'] } }),
});

test('in English the lab speaks for itself, but for what only the page can say', () => {
  assert.equal(complaint(column), "move 2: '9' is not a column; legal here: 1 2 3");
  assert.equal(complaint(column, { place: false }), "'9' is not a column; legal here: 1 2 3");
  assert.equal(complaint(fault('bad-input', verbatim('as an outside game says it'))), 'as an outside game says it');
  assert.match(complaint(fault('busy', message('queue-full', 'busy, try again'))), /^The lab is busy/);
  assert.match(complaint({ code: 'lost', message: '…' }), /connection/);
  assert.equal(complaint(new Error('something else')), 'something else');
});

test(
  'in Persian every kind of error has a sentence, and what has no words stands in it from left to right',
  spoken('fa', () => {
    const ours = ['bad-json', 'bad-request', 'unknown-request', 'bad-input', 'internal', 'lost'];
    for (const code of [...ours, 'illegal-move', 'not-found', 'conflict', 'too-large', 'busy', 'stopped']) {
      for (const error of [{ code, message: 'the very words' }, fault(code, verbatim('the very words'))]) {
        const said = complaint(error);
        assert.match(said, /[آ-ی]/, code);
        assert.doesNotMatch(latin(said), /[a-z]/, code);
      }
    }
    assert.equal(complaint({ code: 'unheard-of', message: 'as it is' }), 'as it is');
    const stranger = fault('bad-input', message('of-a-game-elsewhere', 'no {what} here', { what: 'axe' }));
    assert.match(complaint(stranger), /^این را نمی‌توان به کار برد: .*no .*axe.* here/);
  }),
);

test(
  'what the language has words for is told whole in Persian',
  spoken('fa', () => {
    assert.equal(
      complaint(column),
      'حرکت ۲: «\u20669\u2069» ستون نیست؛ حرکت‌های مجاز: \u20661 2 3\u2069',
    );
    const gone = message('no-such', "there is no {what} '{name}'", { what: message('a-run', 'run'), name: 'sim-k3' });
    assert.equal(complaint(fault('not-found', gone)), 'اجرایی به نام \u2066sim-k3\u2069 نیست');
  }),
);

test('in English what broke down is told by the lab, where it knows what did', () => {
  const known = message('agent-broke-down', '{name} broke down', { name: { name: 'Red' } });
  assert.equal(complaint(fault('internal', known)), 'Red broke down');
  assert.match(
    complaint(fault('internal', verbatim('odd'))),
    /^Something in the lab went wrong.*\(odd\)$/,
  );
});
