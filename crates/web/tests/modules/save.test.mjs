// A game opened by a link is saved as a line of the format that the lab reads.

import test from 'node:test';
import assert from 'node:assert/strict';

globalThis.document ??= { documentElement: {} };
const { lineOf } = await import('../../assets/js/replays/save.js');

const game = (ending, outcomes) => ({
  spec: 'sim',
  seats: ['first', 'first'],
  seed: '1',
  moves: [{ action: 'AB' }],
  outcomes,
  ending,
});

test('a finished game keeps how it ended', () => {
  const line = JSON.parse(lineOf(game({ code: 'over' }, ['win', 'loss']), { text: '1 AB' }));
  assert.deepEqual(line, {
    schema: 'plylab-game/4',
    key: 'link',
    game: 'sim',
    files: {},
    seats: ['first', 'first'],
    seed: '1',
    start: null,
    moves: ['AB'],
    ending: { code: 'over' },
    outcomes: ['win', 'loss'],
    utilities: [],
    end: '1 AB',
  });
});

test('a game that was stopped has no outcomes', () => {
  const line = JSON.parse(lineOf(game({ code: 'stopped' }, ['win', 'loss']), { text: '1 AB' }));
  assert.deepEqual([line.ending, line.outcomes], [{ code: 'stopped' }, []]);
});
