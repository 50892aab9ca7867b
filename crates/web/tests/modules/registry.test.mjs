// The board of a game is the one for the interaction it declares, and its kind is found by any of its names.

import assert from 'node:assert/strict';
import test from 'node:test';
import { boardFor, kindOf } from '../../assets/js/registry.js';

const BOARDS = { drop: 'stones', cell: 'plain', join: 'graph', steer: 'pacman', branch: 'tree' };

for (const [kind, name] of Object.entries(BOARDS))
  test(`a game that declares ${kind} has the board ${name}`, async () => {
    assert.equal(await boardFor({ kind }, { kind: 'text' }), await import(`../../assets/js/boards/${name}.js`));
  });

const DRAWINGS = { board: 'plain', text: 'plain', graph: 'graph', tree: 'tree' };

for (const [kind, name] of Object.entries(DRAWINGS))
  test(`a game that declares nothing and draws a ${kind} has the board ${name}`, async () => {
    assert.equal(await boardFor(null, { kind }), await import(`../../assets/js/boards/${name}.js`));
  });

test('a spec finds its game by name or alias, whatever its settings', () => {
  const [sim, maze] = [
    { name: 'sim', aliases: [] },
    { name: 'pacman', aliases: ['classic'] },
  ];
  const catalogue = { games: [sim, maze] };
  assert.equal(kindOf(catalogue, 'pacman:layout=trap'), maze);
  assert.equal(kindOf(catalogue, 'classic:layout=trap'), maze);
  assert.equal(kindOf(catalogue, 'sim'), sim);
  assert.throws(() => kindOf(catalogue, 'chess'), /chess/);
});
