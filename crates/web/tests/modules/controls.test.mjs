// Controls, as far as they need no page.

import assert from 'node:assert/strict';
import test from 'node:test';
import { filledShare } from '../../assets/js/ui/controls.js';

test('a slider is filled up to its thumb, whatever its numbers look like as texts', () => {
  assert.equal(filledShare({ min: '0', max: '100', value: '25' }), 0.25);
  assert.equal(filledShare({ min: '2', max: '12', value: '7' }), 0.5);
  assert.equal(filledShare({ min: '0', max: '0', value: '0' }), 0);
});
