// Values in words and signs: signed, short, and the same thing seen from either side.

import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.document = { documentElement: { lang: 'en' } };
const { about, alike, brief, entries, shares, turned, turnedWords } = await import('../../assets/js/analysis/words.js');
const { digits, number, say, speak, t } = await import('../../assets/js/i18n.js');
const { en } = await import('../../assets/js/words/en.js');
const { fa } = await import('../../assets/js/words/fa.js');
const { texts, patterns } = await import('../../assets/js/words/lab-fa.js');

test('a value is signed and short', () => {
  assert.equal(brief(12), '+12');
  assert.equal(brief(-3.456), '−3.46');
  assert.equal(brief(0.04), '+0.04');
  assert.equal(brief(0), '0');
  assert.equal(brief(999991, 'win in 9'), 'W9');
  assert.equal(brief(-999996, 'loss in 4'), 'L4');
  assert.equal(brief('inf', 'win'), 'W');
  assert.equal(brief('-inf'), '−∞');
  assert.equal(brief(null), '');
});

test('what is good for one is bad for the other', () => {
  assert.equal(turned(5), -5);
  assert.equal(turned(0), 0);
  assert.ok(Object.is(turned(0), 0));
  assert.equal(turned('inf'), '-inf');
  assert.equal(turnedWords('win in 9'), 'loss in 9');
  assert.equal(turnedWords('+12'), '-12');
  assert.equal(turnedWords('at most -2'), 'at least -2');
});

test('a value names whose it is', () => {
  assert.equal(about('Yellow', 'win in 9', 999991), 'Yellow wins in 9');
  assert.equal(about('Red', '+3', 3), '+3 for Red');
  assert.equal(about('Red', '0', 0), 'even, seen by Red');
});

test('shares are measured against zero, and against each other where all are far from it', () => {
  const near = shares([
    { value: 4, words: '+4' },
    { value: -2, words: '-2' },
    { value: 0, words: '0' },
  ]);
  assert.deepEqual(
    near.map((s) => Number(s.toFixed(3))),
    [0.85, -0.425, 0],
  );
  const far = shares([
    { value: -2761, words: '' },
    { value: -2822, words: '' },
  ]);
  assert.deepEqual(
    far.map((s) => Number(s.toFixed(3))),
    [0.85, -0.85],
  );
  const decided = shares([
    { value: 999991, words: 'win in 9' },
    { value: 3, words: '+3' },
    { value: -9, words: 'loss in 2' },
  ]);
  assert.deepEqual(
    decided.map((s) => Number(s.toFixed(3))),
    [1, 0.85, -1],
  );
});

test('a lane tells boards which move is best', () => {
  const list = entries({
    best: '4',
    moves: [
      { action: '3', value: 1, words: '+1' },
      { action: '4', value: 2, words: '+2' },
    ],
  });
  assert.deepEqual(
    list.map((e) => [e.action, e.text, e.best]),
    [
      ['3', '+1', false],
      ['4', '+2', true],
    ],
  );
});

test('whatever is said in English is said in Persian, with the same gaps', () => {
  const gaps = (text) =>
    [...text.matchAll(/\{(\w+)\}/g)]
      .map((m) => m[1])
      .sort()
      .join();
  const walk = (one, other, path) => {
    for (const [key, value] of Object.entries(one)) {
      const at = `${path}.${key}`;
      if (at === '.lab') continue;
      assert.ok(key in other, `${at} is missing`);
      if (typeof value === 'string') assert.equal(gaps(other[key]), gaps(value), at);
      else walk(value, other[key], at);
    }
  };
  walk(en, fa, '');
});

test('English is said as it is, and values are filled in', () => {
  assert.equal(say('win in 9'), 'win in 9');
  assert.equal(digits('12'), '12');
  assert.equal(number(1234.5), '1,234.5');
  assert.equal(t('game.move', { ply: 3, last: 1200 }), 'move 3 of 1,200');
  assert.equal(t('no.such.key'), 'no.such.key');
});

test('patterns of the lab find their numbers', () => {
  const persian = (text) => {
    if (texts[text]) return texts[text];
    const [pattern, build] = patterns.find(([p]) => p.test(text)) ?? [];
    const toDigits = (s) => s.replace(/[0-9]/g, (d) => '۰۱۲۳۴۵۶۷۸۹'[d]);
    return pattern ? build(pattern.exec(text), persian, toDigits) : text;
  };
  assert.equal(persian('win in 12'), 'برد در ۱۲');
  assert.equal(persian('Yellow to move'), 'نوبت زرد');
  assert.equal(persian('at most +3'), 'دست بالا +۳');
  assert.equal(persian('Ghost 2'), 'روح ۲');
});

test('values in Persian have Persian digits and words', () => {
  speak('fa');
  try {
    assert.equal(brief(12), '+۱۲');
    assert.equal(brief(-0.038), '−۰٫۰۳۸');
    assert.equal(brief(999991, 'win in 9'), 'برد ۹');
    assert.equal(brief('-inf', 'loss'), 'باخت');
    assert.equal(say('-3.5'), '−۳٫۵');
  } finally {
    speak('en');
  }
});

test('values on one side of zero and near each other are alike', () => {
  const list = (...values) => values.map((value) => ({ value, words: '' }));
  assert.ok(alike(list(334, 342)));
  assert.ok(alike(list(-4777, -4657)));
  assert.ok(!alike(list(-5, 12)), 'on both sides');
  assert.ok(!alike(list(5, 27)), 'far apart');
  assert.ok(!alike(list(3, 3)), 'the same');
  assert.ok(!alike([]));
});
