// Links that hold games: packing and unpacking round-trips, and broken links are refused.

import assert from 'node:assert/strict';
import test from 'node:test';
import { hashOf, linkOf } from '../../assets/js/replays/link.js';

const queryOf = (hash) => Object.fromEntries(new URLSearchParams(hash.slice(hash.indexOf('?') + 1)));

test('moves of one character are written as they are', () => {
  const link = { spec: 'connect4', seed: '0', moves: ['4', '4', '5', '3'] };
  assert.equal(hashOf(link), '#/replay?g=connect4&m=4453');
  assert.deepEqual(linkOf(queryOf(hashOf(link))), { spec: 'connect4', moves: ['4', '4', '5', '3'] });
});

test('longer moves have a dictionary, and runs are counted', () => {
  const moves = ['West', 'West', 'West', 'North', 'West', 'North', 'North'];
  const hash = hashOf(
    { spec: 'pacman:layout=small', seed: '18446744073709551615', moves, seats: ['person', 'random'] },
    5,
  );
  const query = queryOf(hash);
  assert.equal(query.m, 'a3babb');
  assert.equal(query.d, 'West.North');
  assert.equal(query.at, '5');
  assert.deepEqual(linkOf(query), {
    spec: 'pacman:layout=small',
    seed: '18446744073709551615',
    moves,
    seats: ['person', 'random'],
  });
});

test('a custom start is included', () => {
  const link = { spec: 'pacman', position: 'score=9 turn=1 pacman=5,4,N', moves: ['North'] };
  assert.deepEqual(linkOf(queryOf(hashOf(link))), link);
});

test('files, and moves without a short form, are written as JSON', () => {
  const own = { spec: 'tree:file=mine', moves: ['a.b', 'c'], files: { mine: 'max [ 1 2 ]' } };
  assert.deepEqual(linkOf(queryOf(hashOf(own))), own);
  const many = { spec: 'sim', moves: Array.from({ length: 80 }, (_, n) => `move${n}`) };
  assert.deepEqual(linkOf(queryOf(hashOf(many))).moves, many.moves);
});

test('a truncated link holds no game', () => {
  assert.equal(linkOf({}), null);
  assert.equal(linkOf({ link: '{"spec": "conn' }), null);
  assert.equal(linkOf({ g: 'pacman', d: 'West', m: 'ab' }), null);
});
