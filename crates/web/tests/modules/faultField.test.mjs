// Errors appear at the field that caused them, which codes and fields identify, not sentences.

import assert from 'node:assert/strict';
import test from 'node:test';

import { entryOf, settingOf } from '../../assets/js/faultField.js';

const message = (code, fields = {}) => ({ code, english: 'words that say nothing', fields });
const error = (wrong, ...where) => ({ code: 'bad-input', message: "'depth' is said, and 'rows'", wrong, where });
const quoted = (text) => message('quoted', { text });

test('a setting is found by its key, by the name of a field, or by the file that locates the error', () => {
  const names = ['columns', 'rows', 'depth', 'layout'];
  const found = (wrong, ...where) => settingOf(error(wrong, ...where), names, { layout: 'my.lay', rows: '9' });
  assert.equal(found(message('value-refused', { key: 'depth', value: '99' }), quoted('alphabeta:depth=99')), 'depth');
  assert.equal(found(message('board-too-large', { columns: 9, rows: 9 })), 'columns');
  assert.equal(found(message('maze-open'), message('verbatim', { text: 'my.lay' })), 'layout');
  assert.equal(found(message('none', { key: 'elsewhere' })), null);
  assert.equal(settingOf(new Error('no fields at all'), names), null);
});

test('an entry of the form is found by its key and value, or by the text it matches', () => {
  const entries = [
    { key: 'title', typed: 'depth' },
    { key: 'seed', typed: '7', numeric: true },
    { key: 'name', typed: 'first' },
    { key: '0', typed: 'alphabeta:depth={depth}' },
    { key: 'axis', typed: 'depth' },
    { key: 'games', typed: '100', numeric: true },
    { key: 'games', typed: '0', numeric: true },
  ];
  const found = (wrong, ...where) => entries.indexOf(entryOf(error(wrong, ...where), entries));
  assert.equal(found(message('setting-cannot-be', { key: 'games', value: '0' })), 6);
  assert.equal(found(message('two-sections', { name: 'first' })), 2);
  // The seed has the refused value as well, but the location does not name it.
  assert.equal(found(message('value-refused', { key: 'depth', value: '7' }), quoted('alphabeta:depth=7')), 3);
  assert.equal(found(message('other', { part: message('inner', { names: ['x', 'first'] }) })), 2);
  assert.equal(found(message('other', { n: 100 }), message('spot', { line: 1, column: 1 })), -1);
  const blank = [{ key: 'title', typed: ' ' }];
  assert.equal(entryOf(error(message('setting-empty', { key: 'title' })), blank), blank[0]);
});
