// Values in words and in short form: signed, short, and the same seen from either side.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken as inLanguage } from './lib/languages.mjs';

const { about, alike, bound, brief, entries, negated, shares, signed, spoken } = await import(
  '../../assets/js/analysis/values.js'
);
const { digits, number, say, t } = await import('../../assets/js/i18n.js');

const points = (n, certainty = 'exact') => ({ of: 0, kind: 'score', score: n, certainty });
const decided = (kind, plies) => ({ of: 0, kind, ...(plies ? { plies } : {}), certainty: 'exact' });

test('a number is signed and short', () => {
  assert.equal(signed(12), '+12');
  assert.equal(signed(-3.456), '−3.46');
  assert.equal(signed(0.04), '+0.04');
  assert.equal(signed(0), '0');
  assert.equal(signed('-inf'), '−∞');
  assert.equal(signed(null), '');
});

test('a value is short, whatever its kind', () => {
  assert.equal(brief(points(12)), '+12');
  assert.equal(brief(decided('win', 9)), 'W9');
  assert.equal(brief(decided('loss', 4)), 'L4');
  assert.equal(brief(decided('win')), 'W');
  assert.equal(brief(decided('draw')), '=');
  assert.equal(brief(null), '');
  // A large score is not a win, however close it is to a round number.
  assert.equal(brief(points(999999991)), '+1e9');
});

test('the certainty of a value has a sign and words', () => {
  assert.equal(bound(points(3)), '');
  assert.equal(bound(points(3, 'at-most')), '≤');
  assert.equal(spoken(points(3, 'at-most')), 'at most +3');
  assert.equal(spoken(points(-2, 'estimate')), 'about −2');
  assert.equal(spoken(decided('win', 9)), 'win in 9');
  assert.equal(spoken(decided('draw')), 'draw');
});

test('what is good for one is bad for the other', () => {
  assert.deepEqual(negated(points(5), 1), { of: 1, kind: 'score', score: -5, certainty: 'exact' });
  assert.ok(Object.is(negated(points(0), 1).score, 0));
  assert.equal(negated(points('inf'), 1).score, '-inf');
  assert.deepEqual(negated(decided('win', 9), 1), { of: 1, kind: 'loss', plies: 9, certainty: 'exact' });
  assert.equal(negated(points(-2, 'at-most'), 1).certainty, 'at-least');
  assert.equal(negated(null, 1), null);
});

test('a value names whose it is', () => {
  assert.equal(about('Yellow', decided('win', 9)), 'Yellow wins in 9');
  assert.equal(about('Red', points(3)), '+3 for Red');
  assert.equal(about('Red', points(0)), 'even for Red');
  assert.equal(about('Red', points(3, 'at-most')), 'at most +3 for Red');
});

test('shares are measured against zero, and against each other where all are far from it', () => {
  const round = (values) => shares(values).map((s) => Number(s.toFixed(3)));
  assert.deepEqual(round([points(4), points(-2), points(0)]), [0.85, -0.425, 0]);
  assert.deepEqual(round([points(-2761), points(-2822)]), [0.85, -0.85]);
  assert.deepEqual(round([decided('win', 9), points(3), decided('loss', 2), decided('draw')]), [1, 0.85, -1, 0]);
});

test('a lane marks the best move for boards', () => {
  const list = entries({
    best: '4',
    moves: [
      { action: '3', value: points(1) },
      { action: '4', value: points(2) },
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

test('English stays as it is, and values are filled in', () => {
  assert.equal(say('win in 9'), 'win in 9');
  assert.equal(digits('12'), '12');
  assert.equal(number(1234.5), '1,234.5');
  assert.equal(t('game.move', { ply: 3, last: 1200 }), 'move 3 of 1,200');
  assert.equal(t('game.games', { n: 1 }), '1 game');
  assert.equal(t('game.games', { n: 2 }), '2 games');
  assert.equal(t('no.such.key'), 'no.such.key');
});

test(
  'values in Persian have Persian digits and words',
  inLanguage('fa', () => {
    assert.equal(signed(12), '+۱۲');
    assert.equal(signed(-0.038), '−۰٫۰۳۸');
    assert.equal(brief(decided('win', 9)), 'برد ۹');
    assert.equal(brief(decided('loss')), 'باخت');
    assert.equal(spoken(points(3, 'at-most')), 'دست بالا +۳');
    assert.equal(say('-3.5'), '−۳٫۵');
    assert.equal(t('game.games', { n: 1200 }), '۱٬۲۰۰ بازی');
  }),
);

test('values on one side of zero and near each other are alike', () => {
  const list = (...values) => values.map((value) => points(value));
  assert.ok(alike(list(334, 342)));
  assert.ok(alike(list(-4777, -4657)));
  assert.ok(!alike(list(-5, 12)), 'on both sides');
  assert.ok(!alike(list(5, 27)), 'far apart');
  assert.ok(!alike(list(3, 3)), 'the same');
  assert.ok(!alike([]));
});
