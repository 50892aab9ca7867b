// Changes of a hand-written tree by clicks: each changes what was clicked, and leaves the rest of the text as it was.

import assert from 'node:assert/strict';
import test from 'node:test';
import * as edits from '../../assets/js/trees/edits.js';
import { readFileSync } from 'node:fs';
import { allOf, nodeAround, nodeAt, partsOf, pathTo, treeOf } from '../../assets/js/trees/written.js';

/** Trees as the lab reads them. For another one, add its text and write the file with the test `generated`. */
const read = JSON.parse(readFileSync(new URL('lib/trees.json', import.meta.url), 'utf8'));
const readTree = (text) => treeOf(read[text] ?? assert.fail(`trees.json has not ${JSON.stringify(text)}`));

const TEXT = `# The value is 3.
agents: max min

max [
  left:   min [ 3 12 8 ]  # safe
  middle: min [ 2 4 6 ]
  right:  min ~7 [ 14 5 2 ]
]
`;
const DICE = `max [
  safe: min [ 4 5 ]
  roll: dice = chance [
    1/6 six:  min [ 24 6 ]
    1/3 high: min [ 12 3 ]
    50% low:  min [ 6 0 ]
  ]
]`;

const at = (text, path) => nodeAt(readTree(text), path ? path.split('/') : []);
const change = (name, text, path, ...values) => edits[name](text, at(text, path), ...values);

/** What a text means, without its white space. */
const sense = (text) => text.replace(/#.*/g, '').replace(/\s+/g, ' ').trim();
const changed = (text, from, to) => assert.equal(sense(text), sense(TEXT).replace(from, to));

test('a text is read with its names, movers, values and places', () => {
  const { agents, root } = readTree(TEXT);
  assert.deepEqual(agents, ['max', 'min']);
  assert.equal(allOf(root).length, 13);
  const right = at(TEXT, 'right');
  assert.deepEqual([right.mover, right.value, right.children.length], ['min', '7', 3]);
  assert.deepEqual(pathTo(at(TEXT, 'right/2')), ['right', '2']);
  assert.equal(TEXT.slice(right.span.from, right.span.to), 'right:  min ~7 [ 14 5 2 ]');
  assert.deepEqual(pathTo(nodeAround(readTree(TEXT), TEXT.indexOf('12') + 1)), ['left', '2']);
  assert.deepEqual(partsOf(at(DICE, 'roll')), [1, 2, 3]);
  assert.deepEqual(readTree('agents: p g g2\np [ g [ g2 [ 1 ] ] ]').agents, ['p', 'g', 'g2']);
});

test('what can be changed only as text has no places', () => {
  assert.equal(treeOf({ players: ['max'], written: [] }), null);
});

test('values, names and movers are set in place, and comments stay', () => {
  const value = change('setValue', TEXT, 'left/2', '-1.5');
  assert.equal(value, TEXT.replace('12', '-1.5'));
  assert.equal(change('setValue', TEXT, 'right', '9'), TEXT.replace('~7', '~9'));
  changed(change('setValue', TEXT, 'right', ''), ' ~7', '');
  changed(change('setValue', TEXT, 'middle', '2'), 'middle: min [', 'middle: min ~2 [');
  assert.equal(change('rename', TEXT, 'middle', 'centre'), TEXT.replace('middle', 'centre'));
  changed(change('rename', TEXT, 'middle', ''), 'middle: ', '');
  changed(change('rename', TEXT, 'left/1', 'a'), '[ 3 12', '[ a: 3 12');
  assert.equal(change('setMover', TEXT, 'left', 'chance'), TEXT.replace('left:   min', 'left:   chance'));
  changed(change('setMover', TEXT, 'left/1', 'max'), '[ 3 12', '[ max [ 3 ] 12');
  changed(change('setLeaf', TEXT, 'left', '3'), 'min [ 3 12 8 ]', '3');
});

test('children are added behind the others, on a line of their own where the others have one', () => {
  changed(change('addChild', TEXT, 'left', 'max'), '12 8 ]', '12 8 0 ]');
  const root = change('addChild', TEXT, '', 'min');
  assert.ok(root.includes('[ 14 5 2 ]\n  0\n]'), root);
  changed(change('addChild', TEXT, 'left/3', 'max'), '12 8 ]', '12 max [ 8 ] ]');
  assert.equal(change('addChild', 'max [ 2: 5 ]', '', 'min'), 'max [ 2: 5 m2: 0 ]', 'the number is taken');
});

test('a node is removed with what is below; an only child leaves its value', () => {
  changed(change('remove', TEXT, 'middle'), 'middle: min [ 2 4 6 ] ', '');
  changed(change('remove', TEXT, 'left/1'), '[ 3 12', '[ 12');
  assert.equal(change('remove', 'max [ a: min [ 5 ] 2 ]', 'a/1'), 'max [ a: 5 2 ]');
  assert.equal(change('remove', TEXT, ''), TEXT, 'the root stays');
  const commented = 'max [\n  a: 3 # so\n  b: 4 ]';
  assert.ok(readTree(change('remove', commented, 'b')), 'a comment never swallows the bracket');
});

test('siblings change places, and subtrees move below other nodes', () => {
  changed(change('shift', TEXT, 'left/1', 1), '[ 3 12', '[ 12 3');
  assert.equal(change('shift', TEXT, 'left/1', -1), TEXT);
  const moved = edits.moveBelow(TEXT, at(TEXT, 'left'), at(TEXT, 'right'));
  assert.deepEqual(
    allOf(readTree(moved).root).map((node) => pathTo(node).join('/')),
    ['', 'middle', 'middle/1', 'middle/2', 'middle/3', 'right', 'right/1', 'right/2', 'right/3', 'right/left']
      .concat(['right/left/1', 'right/left/2', 'right/left/3']),
  );
  assert.equal(edits.canMove(at(TEXT, 'left'), at(TEXT, '')), false, 'it is there');
  assert.equal(edits.canMove(at(TEXT, ''), at(TEXT, 'left')), false, 'the root stays');
  assert.equal(edits.canMove(at(TEXT, 'left'), at(TEXT, 'left/1')), false, 'not below itself');
  assert.equal(edits.canMove(at(TEXT, 'left/1'), at(TEXT, 'right')), true);
});

test('probabilities are parts of a whole, whatever is added, taken away or changed', () => {
  const odds = (text) => at(text, 'roll').children.map(({ odds: place }) => place && text.slice(place.from, place.to));
  assert.deepEqual(odds(change('addChild', DICE, 'roll', 'min')), ['1/7', '2/7', '3/7', '1/7']);
  assert.deepEqual(odds(change('remove', DICE, 'roll/six')), ['2/5', '3/5']);
  assert.deepEqual(odds(change('setPart', DICE, 'roll/six', 5)), ['5/10', '2/10', '3/10']);
  assert.deepEqual(odds(change('setMover', DICE, 'roll', 'max')), [null, null, null]);
  const moved = edits.moveBelow(DICE, at(DICE, 'roll/low'), at(DICE, 'safe'));
  assert.deepEqual(odds(moved), ['1/3', '2/3']);
  assert.equal(at(moved, 'safe/low').odds, null);
  const back = edits.moveBelow(moved, at(moved, 'safe/low'), at(moved, 'roll'));
  assert.deepEqual(odds(back), ['1/4', '2/4', '1/4']);
});
