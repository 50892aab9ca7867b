// Values in words and in short form: signed, short, and the same seen from either side.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken as inLanguage } from './lib/languages.mjs';

const { about, bestSet, bound, brief, entries, knowledge, negated, signed, spoken } = await import(
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
  assert.equal(brief(decided('draw')), 'D');
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
  assert.equal(negated({ ...decided('win', 9), points: 4 }, 1).points, -4);
  assert.deepEqual(negated(decided('win', 9), 1), { of: 1, kind: 'loss', plies: 9, certainty: 'exact' });
  assert.equal(negated(points(-2, 'at-most'), 1).certainty, 'at-least');
  assert.equal(negated(null, 1), null);
});

test('a value names whose it is, and how it is known', () => {
  const lane = { exhaustive: false, depth: 8 };
  const words = (value, more = {}) => about({ value, ...more }, { ...lane, ...more }, { name: 'Red', by: 'Alpha-beta' });
  assert.equal(words(decided('win', 9)), 'Red wins in 9 moves');
  assert.equal(words(decided('loss', 1)), 'Red loses in 1 move');
  assert.equal(words(decided('draw')), 'a draw for Red');
  assert.equal(words({ ...decided('win', 9), points: 4 }), 'Red wins in 9 moves (score +4)');
  assert.equal(words(points(3), { exhaustive: true }), '+3 for Red, exact');
  assert.equal(words(points(3)), 'about +3 for Red (Alpha-beta, depth 8)');
  const chance = { mean: 0.618, low: 0.6, high: 0.64 };
  assert.equal(words(points(3), { chance }), 'about 62 % (60 % to 64 %) for Red (Alpha-beta, depth 8)');
  const drawn = { mean: 0.5, low: 0.4953, high: 0.5047 };
  assert.equal(words(points(3), { chance: drawn }), 'about 50 % (49.5 % to 50.5 %) for Red (Alpha-beta, depth 8)');
  assert.equal(words(points(3, 'at-most')), 'at most +3 for Red');
});

test('only a full search makes a score exact', () => {
  const kinds = (value) => [true, false].map((exhaustive) => knowledge(value, { exhaustive }));
  assert.deepEqual(kinds(points(3)), ['score', 'estimate']);
  assert.deepEqual(kinds(decided('draw')), ['decided', 'decided']);
  assert.deepEqual(kinds(points(3, 'estimate')), ['estimate', 'estimate']);
  assert.deepEqual(kinds(points(3, 'at-most')), ['bound', 'bound']);
});

test('a losing move never has the tone of a good one', () => {
  const chance = (mean) => ({ mean, low: mean, high: mean });
  const tones = (game, best, ...moves) =>
    entries({ best, moves: moves.map(([value, odds], i) => ({ action: String(i), value, chance: odds })) }, game).map(
      ({ tone, strength }) => [tone, strength === 1],
    );
  assert.deepEqual(tones({}, '0', [decided('loss', 12)], [decided('loss', 4)]), [
    ['bad', true],
    ['bad', false],
  ]);
  assert.deepEqual(tones({}, '1', [decided('draw')], [decided('win', 7)], [decided('win', 9)]), [
    ['even', false],
    ['good', true],
    ['good', false],
  ]);
  assert.deepEqual(tones({}, '0', [points(9), chance(0.7)], [points(1), chance(0.51)], [points(2), chance(0.3)]), [
    ['good', true],
    ['even', false],
    ['bad', false],
  ]);
  // Points have no middle: the best is good, unless it is a loss.
  assert.deepEqual(tones({ points: true }, '0', [points(900)], [points(880)], [points(-400)]), [
    ['good', true],
    ['even', false],
    ['bad', false],
  ]);
  assert.deepEqual(tones({ points: true }, '0', [points(-501)], [points(-502)]), [
    ['even', true],
    ['bad', false],
  ]);
});

test('equal moves are equally best', () => {
  const lane = (...moves) => ({ best: '1', moves: moves.map((value, i) => ({ action: String(i), value })) });
  assert.deepEqual(bestSet(lane(decided('win', 7), decided('win', 7), decided('win', 9))), ['0', '1']);
  assert.deepEqual(bestSet(lane(points(3, 'at-most'), points(3), points(3))), ['1', '2']);
  assert.deepEqual(bestSet({ best: 'left', moves: [] }), ['left']);
  assert.deepEqual(bestSet({ best: null, moves: [] }), []);
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

test('a proven move says what follows it', () => {
  const fields = { player: { name: 'Red' }, reply: { name: '4' } };
  const then = { code: 'answers', english: '{player} answers {reply}', fields };
  const [entry] = entries({ best: '1', name: 'Yellow', moves: [{ action: '1', value: decided('loss', 2), then }] });
  assert.equal(entry.words, 'Yellow loses in 2 moves, Red answers 4');
});

test('English stays as it is, and values are filled in', () => {
  assert.equal(say('Yellow'), 'Yellow');
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
    assert.equal(spoken(points(3, 'at-most')), 'حداکثر +۳');
    assert.equal(say('-3.5'), '\u200e−۳٫۵');
    assert.equal(t('game.games', { n: 1200 }), '۱٬۲۰۰ بازی');
  }),
);
