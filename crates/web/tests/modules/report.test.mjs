// Reports come as messages and names: their words are chosen here, never replaced inside a sentence.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken } from './lib/languages.mjs';

const { field, messageText } = await import('../../assets/js/i18n.js');

const within = {
  code: 'percent-with-range',
  english: '{mean} % ({low} to {high})',
  fields: { mean: { name: '91.5' }, low: { name: '84' }, high: { name: '95' } },
};
const mean = {
  code: 'plus-minus',
  english: '{mean} {sign} {reach}',
  fields: { mean: { name: '-12,345.6' }, sign: '±', reach: { name: '3.6' } },
};
const verdict = {
  code: 'differs',
  english: 'differs: {why}',
  fields: {
    why: {
      code: 'beyond-chance',
      english: 'further apart than chance explains ({p})',
      fields: { p: { code: 'p-below', english: 'p < {p}', fields: { p: 0.001 } } },
    },
  },
};
const title = {
  code: 'pairwise',
  english: '{section}: pairwise comparisons',
  fields: { section: { name: 'my own section' } },
};

test(
  'cells, verdicts and titles are in Persian, and specs stay as they are',
  spoken('fa', () => {
    assert.equal(field(within), '۹۱٫۵ ٪ (۸۴ تا ۹۵)');
    assert.equal(field(mean), '\u200e−۱۲٬۳۴۵٫۶ \u2066±\u2069 ۳٫۶');
    assert.equal(field('alphabeta:depth=3'), '\u2066alphabeta:depth=3\u2069');
    assert.equal(field({ name: '3' }), '۳');
    assert.equal(field({ name: '−1\u202f234' }), '\u200e−۱\u202f۲۳۴');
    assert.equal(field({ name: 'trap' }), 'تله');
    assert.equal(messageText(verdict), 'فرق دارد: دورتر از آن که شانس توضیح دهد (\u2066p < ۰٫۰۰۱\u2069)');
    assert.equal(messageText(title), '\u2066my own section\u2069: مقایسهٔ دوبه‌دو');
  }),
);

test(
  'the same in English',
  spoken('en', () => {
    assert.equal(field(within), '91.5 % (84 to 95)');
    assert.equal(field(mean), '-12,345.6 ± 3.6');
    assert.equal(field({ name: '−1\u202f234' }), '−1\u202f234');
    assert.equal(messageText(verdict), 'differs: further apart than chance explains (p < 0.001)');
    assert.equal(messageText(title), 'my own section: pairwise comparisons');
  }),
);
