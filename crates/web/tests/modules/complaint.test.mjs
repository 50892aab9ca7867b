// What goes wrong is told in the language spoken, and never loses what the lab said of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

globalThis.document = { documentElement: { lang: 'en' } };
const { complaint, misuse } = await import('../../assets/js/complaint.js');
const { speak } = await import('../../assets/js/i18n.js');

const inPersian = (body) => () => {
  speak('fa');
  try {
    body();
  } finally {
    speak('en');
  }
};
const latin = (text) => text.replace(/\u2066[^\u2069]*\u2069/g, '');

test('in English the lab speaks for itself, but for what only the page can say', () => {
  const own = { code: 'bad-input', message: "'perfect:ties=x': ties cannot be 'x'; use first or random" };
  assert.equal(complaint(own), own.message);
  assert.match(complaint({ code: 'busy', message: 'busy, try again' }), /^The lab is busy/);
  assert.match(complaint({ code: 'lost', message: '…' }), /connection/);
  assert.equal(complaint(new Error('something else')), 'something else');
});

test(
  'in Persian every code has a sentence, and what the lab said stands in it from left to right',
  inPersian(() => {
    const ours = ['bad-json', 'bad-request', 'unknown-request', 'bad-input', 'internal', 'lost'];
    for (const code of [...ours, 'illegal-move', 'not-found', 'conflict', 'too-large', 'busy', 'stopped']) {
      const said = complaint({ code, message: 'the very words' });
      assert.match(said, /[آ-ی]/, code);
      assert.doesNotMatch(latin(said), /[a-z]/, code);
    }
    assert.equal(misuse('odd words'), 'این را نمی‌توان به کار برد: \u2066odd words\u2069');
    assert.equal(complaint({ code: 'unheard-of', message: 'as it is' }), 'as it is');
  }),
);

test(
  'what many will meet is told whole in Persian',
  inPersian(() => {
    const told = [
      "'alphabeta:dept=3': 'dept' is not a setting of alphabeta; it has depth, unit",
      "Connect Four has no agent 'alphabetta'; it has random, first",
      "'perfect:ties=x': ties cannot be 'x'; use first or random",
      "move 2: '9' is not a column; legal here: 1 2 3",
      "line 1, column 21: the bracket of line 1, column 14 is open; close it with ']'",
    ];
    for (const message of told) {
      const said = misuse(message);
      assert.doesNotMatch(said, /به کار برد/, message);
      assert.doesNotMatch(latin(said), /[a-z]/i, message);
    }
    assert.equal(misuse(told[4]), 'کروشهٔ سطر ۱، ستون ۱۴ باز مانده است؛ با \u2066]\u2069 ببندیدش.');
  }),
);

/** The reasons of the protocol with their codes, as its page lists them. */
const page = readFileSync(new URL('../../../../docs/protocol.md', import.meta.url), 'utf8');
const documented = page
  .slice(page.indexOf('#### Reasons'), page.indexOf('After any error'))
  .split('\n')
  .flatMap((line) => {
    const [names, codes] = line.split('|').slice(1, 3);
    return [...(names?.matchAll(/`([a-z-]+)`/g) ?? [])].map(([, reason]) => [reason, /`([a-z-]+)`/.exec(codes)[1]]);
  })
  .filter(([reason]) => reason !== 'reason');
const values = { name: 'Red', action: '9', ply: 12, last: 9, most: 64, seed: 'x', setting: 'table', bytes: 70000 };

test(
  'in Persian every reason of the protocol has a sentence, whatever it is about',
  inPersian(() => {
    assert.equal(documented.length, 31);
    const things = ['game', 'analysis', 'lane', 'tree', 'match', 'run', 'experiment', 'replay', 'file'];
    const many = ['agents', 'games', 'lines', 'moves', 'nodes', 'positions', 'replays', 'seats', 'threads'];
    for (const [reason, code] of documented) {
      for (const what of { 'no-such': things, 'too-many': many }[reason] ?? [undefined]) {
        const said = complaint({ code, reason, message: 'the very words', values: { ...values, what } });
        assert.doesNotMatch(said, /the very words/, `${reason} ${what}`);
        assert.match(said, /[آ-ی]/, `${reason} ${what}`);
        assert.doesNotMatch(latin(said), /[a-z0-9]|undefined|NaN/i, `${reason} ${what}`);
      }
    }
    const gone = { code: 'not-found', reason: 'no-such', message: '…', values: { what: 'run', name: 'sim-k3' } };
    assert.equal(complaint(gone), 'اجرایی به نام \u2066sim-k3\u2069 نیست.');
  }),
);

test('in English what broke down is told by the lab, where it knows what did', () => {
  const known = { code: 'internal', reason: 'agent-broke-down', message: 'Red broke down', values: { name: 'Red' } };
  assert.equal(complaint(known), 'Red broke down');
  assert.match(complaint({ code: 'internal', message: 'odd' }), /^Something in the lab went wrong.*\(odd\)$/);
});
