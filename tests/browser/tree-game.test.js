// A hand-written tree as a game.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ending, moves, playing, reaches, start } from './lib/game.js';
import { plain } from './lib/words.js';

const check = bench();
const TREE = 'max [ a: min [ 3 12 8 ] b: min [ 2 4 6 ] ]';
const own = { spec: 'tree:file=mine', own: TREE, seats: ['person', 'person'] };

const branch = (page, name) => page.locator('.tree-board').getByRole('button', { name, exact: true });

check.spoken('a tree typed into the page is played to a leaf with the mouse', async ({ visit, t, digits, number }) => {
  const page = await visit('#/play/tree');
  await page.locator('.board-choice', { hasText: t('menu.ownTree') }).click();
  await page.getByLabel(t('menu.ownTree')).last().fill(TREE);
  const person = { hasText: t('menu.person') };
  for (const seat of [0, 1]) await page.locator('.seat').nth(seat).locator('.choice', person).click();
  await start(page);
  await branch(page, 'b').click();
  await reaches(page, 1);
  await branch(page, `2, ${t('board.leaf', { value: digits('4') })}`).click();
  await reaches(page, 2);
  assert.equal(await ending(page), t('game.value', { value: number(4) }), 'a value, and no winner');
  assert.deepEqual(await moves(page), ['b', '2']);
  await becomes(() => page.locator('.tree-board .node.current').textContent(), '4');
});

check('the same by keys: digits, arrows and Enter', async ({ visit, t }) => {
  const page = await playing(visit, 'tree', own);
  await branch(page, 'a').waitFor();
  await page.keyboard.press('1');
  await reaches(page, 1);
  await branch(page, `1, ${t('board.leaf', { value: '3' })}`).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await reaches(page, 2);
  assert.equal(await ending(page), t('game.value', { value: '12' }));
  assert.deepEqual(await moves(page), ['a', '2']);
  await page.keyboard.press('u');
  await reaches(page, 1);
});

check.spoken('a tree with a mistake is not played, and says where the mistake is', async ({ visit, t }) => {
  const page = await visit('#/play/tree');
  await page.locator('.board-choice', { hasText: t('menu.ownTree') }).click();
  await page.getByLabel(t('menu.ownTree')).last().fill('max [ a: min [ 3 12 8 ]');
  await page.locator('.setup .problem:not([hidden])').first().waitFor();
  const said = plain(await page.locator('.setup .problem:not([hidden])').first().textContent());
  assert.deepEqual(said.match(/\d+/g).slice(0, 2), ['1', '24'], 'the line and the column');
  await becomes(() => page.locator('.setup-go .button').isDisabled(), true);
});
