// The tree explorer: the textbook tree, its cuts, the steps of a search, and searches to choose from.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bench, becomes } from './lib/bench.js';
import { mayAct, playing, reaches } from './lib/game.js';

const check = bench();

/** What is written on the nodes of the tree, in the order of the search. */
const values = (page) =>
  page.evaluate(() => [...document.querySelectorAll('.tree-labels .tree-value')].map((value) => value.textContent));

/** Which step of how many is shown. */
const step = async (page) => (await page.locator('.tree-count').textContent()).match(/\d+/g).map(Number);

const skipped = (page) => page.locator('.tree-node.is-skipped').count();

/** Searches as the table compares them: name, value, looked at, cut off. */
const compared = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.tree-compare tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent.replace(/[\u2066-\u2069]/g, '').trim()),
    ),
  );

/** The words of an element, without the signs that keep numbers in their direction. */
const words = async (place) => (await place.textContent()).replace(/[\u2066-\u2069]/g, '');

const choose = (page, name) => page.locator('.tree-compare').getByRole('radio', { name, exact: true }).check();

const WHOLE = ['3', '3', '3', '12', '8', '≤2', '2', '4', '6', '2', '14', '5', '2'];
const STEPS = 23;

check('the textbook tree is there from the start: worth 3, with its two cuts', async ({ visit }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  assert.equal(await skipped(page), 2);
  const summary = await words(page.locator('.tree-summary'));
  assert.match(summary, /^Worth 3\. 11 nodes looked at, 2 cut off/);
  assert.match(summary, /left 1$/);
  await page.locator('.tree-node.is-cut').click();
  assert.match(
    await words(page.locator('.tree-card')),
    /Cut: Min can already hold “middle” down to 2, but Max is sure of 3 elsewhere/,
  );
  await becomes(
    () => compared(page),
    [
      ['Minimax', '3', '13', '0'],
      ['Alpha-beta, strict', '3', '11', '2'],
      ['Alpha-beta, inclusive', '3', '11', '2'],
      ['Expectimax', '7.67', '13', '0'],
    ],
  );
});

check(
  'step by step by keys: values appear as they were found, and branches are cut when they were',
  async ({ visit }) => {
    const page = await visit('#/trees');
    await becomes(() => values(page), WHOLE);
    await page.keyboard.press('[');
    await becomes(() => step(page), [1, STEPS]);
    const nothing = WHOLE.map(() => '');
    await becomes(() => values(page), nothing.with(0, '?'), 'only the root is open');
    assert.match(await page.locator('.tree-sentence').textContent(), /^Max is to choose at the root/);
    const seen = [];
    for (let next = 2; next <= STEPS; next += 1) {
      await page.keyboard.press('.');
      await becomes(() => step(page), [next, STEPS]);
      seen.push({
        values: await values(page),
        skipped: await skipped(page),
        words: await words(page.locator('.tree-sentence')),
      });
    }
    const known = seen.map((moment) => moment.values.filter((value) => /\d/.test(value)).length);
    assert.deepEqual(
      known,
      known.toSorted((one, other) => one - other),
      'what is known is never forgotten',
    );
    assert.deepEqual(seen.at(-1).values, WHOLE);
    assert.equal(seen.at(-1).words, 'The search is over: the root is worth 3.');
    const cut = seen.findIndex((moment) => moment.skipped > 0);
    assert.match(seen[cut].words, /^Cut: Min can already hold/);
    assert.equal(seen[cut].skipped, 2);
    assert.equal(seen[cut - 1].skipped, 0);
    await page.keyboard.press(',');
    await becomes(() => step(page), [STEPS - 1, STEPS]);
    await page.keyboard.press(']');
    await becomes(() => step(page), [STEPS, STEPS]);
  },
);

check('the slider goes to any step, and a search plays by itself', async ({ visit }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const slider = page.getByRole('slider', { name: 'Step of the search' });
  await slider.fill('3');
  await becomes(() => step(page), [4, STEPS]);
  await becomes(
    async () => (await values(page)).slice(0, 5),
    ['?', '3', '3', '', ''],
    'the first leaf is known, and what it means above',
  );
  await slider.fill('0');
  await becomes(() => step(page), [1, STEPS]);
  await page.getByLabel('Speed').selectOption('8');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await becomes(() => step(page), [STEPS, STEPS]);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
});

check('searches are switched on the same tree', async ({ visit }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  await choose(page, 'Minimax');
  await becomes(() => values(page), WHOLE.with(5, '2'), 'minimax looks at everything');
  assert.equal(await skipped(page), 0);
  await choose(page, 'Expectimax');
  await becomes(async () => (await values(page))[0], '7.67');
  await choose(page, 'Alpha-beta, inclusive');
  await becomes(() => skipped(page), 2);
  await page.getByLabel('Which tree').selectOption('dice');
  await choose(page, 'Expectimax');
  await becomes(async () => (await values(page))[0], '6.5', 'the tree with dice');
});

check('a tree is typed, searched at once, and a mistake is told at its place', async ({ visit }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const text = page.getByLabel('The tree as text');
  await text.fill('max [ a: min [ 5 6 ] b: min [ 4 9 ] ]');
  await becomes(() => values(page), ['5', '5', '5', '6', '≤4', '4', '9']);
  await text.fill('max [ a: min [ 5 6 ] b: mix [ 4 9 ] ]');
  await page.locator('.tree-side .problem:not([hidden])').first().waitFor();
  assert.equal(await text.inputValue(), 'max [ a: min [ 5 6 ] b: mix [ 4 9 ] ]');
  await text.fill('max [ a: min [ 5 6 ] b: min [ 7 9 ] ]');
  await becomes(async () => (await values(page))[0], '7');
});

check('branches fold and unfold, the paper zooms, and the picture is saved', async ({ visit }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const scale = () =>
    page
      .locator('.tree-paper > g')
      .evaluate((world) => Number(world.getAttribute('transform').match(/scale\(([\d.]+)/)[1]));
  const before = await scale();
  await page.getByRole('button', { name: 'Closer' }).click();
  await becomes(async () => (await scale()) > before * 1.2, true);
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await page.locator('.tree-node[data-place="1"]').click();
  await page.keyboard.press('Enter');
  await becomes(() => page.locator('.tree-node').count(), 10, 'three leaves are folded away');
  await page.keyboard.press('Enter');
  await becomes(() => page.locator('.tree-node').count(), 13);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /^SVG/ }).click()]);
  const picture = await readFile(await file.path(), 'utf8');
  assert.match(file.suggestedFilename(), /\.svg$/);
  assert.match(picture, /^<svg/);
});

check('the search of an agent in a game is opened as a tree', async ({ visit }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] });
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 1);
  await page.getByRole('tab', { name: 'Tree' }).click();
  await page.getByRole('button', { name: 'Open the tree' }).click();
  await page.getByRole('heading', { name: 'The search at this position' }).waitFor();
  await page.locator('.tree-node.is-chosen').first().waitFor();
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await reaches(page, 1);
});
