// Keys work the same whatever script they type.

import assert from 'node:assert/strict';
import test from 'node:test';

const { signsOf } = await import('../../assets/js/ui/keys.js');

const means = (event, sign) => signsOf({ shiftKey: false, ...event }).includes(sign);

test('a digit is a digit on a Persian keyboard, too', () => {
  assert.ok(means({ key: '4', code: 'Digit4' }, '4'));
  assert.ok(means({ key: '۴', code: 'Digit4' }, '4'));
  assert.ok(means({ key: '۴', code: '' }, '4'));
  assert.ok(means({ key: '4', code: 'Numpad4' }, '4'));
});

test('what a key types goes before what is printed on it, and a shifted digit is no digit', () => {
  assert.ok(means({ key: 'ش', code: 'KeyA' }, 'A'));
  assert.equal(signsOf({ key: 'q', code: 'KeyA', shiftKey: false })[0], 'Q');
  assert.ok(!means({ key: '$', code: 'Digit4', shiftKey: true }, '4'));
  assert.deepEqual(signsOf({ key: 'ArrowLeft', code: 'ArrowLeft', shiftKey: false }), []);
});
