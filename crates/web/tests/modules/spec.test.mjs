// Specs, parsed and written again.

import assert from 'node:assert/strict';
import test from 'node:test';
import { format, parse } from '../../assets/js/ui/spec.js';

test('a spec round-trips', () => {
  for (const text of ['random', 'alphabeta:depth=3', 'mcts:sims=500,c=1.4']) {
    const { name, settings } = parse(text);
    assert.equal(format(name, settings), text);
  }
});

test('settings that are left out are not written', () => {
  assert.equal(format('alphabeta', { depth: '3', eval: undefined, ties: '', cut: null }), 'alphabeta:depth=3');
  assert.deepEqual(parse('alphabeta:depth').settings, {});
});
