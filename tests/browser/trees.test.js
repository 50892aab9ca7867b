// The tree explorer: the textbook tree, its cutoffs, the steps of a search, and a choice of searches.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bench, becomes } from './lib/bench.js';
import { mayAct, playing, reaches } from './lib/game.js';
import { bare, plain } from './lib/words.js';

const check = bench();

/** The texts on the nodes of the tree, in the order of the search. */
const values = async (page) => (await page.locator('.tree-labels .tree-value').allTextContents()).map(plain);

/** Which step is shown, and of how many. */
const step = async (page) => plain(await page.locator('.tree-count').textContent()).match(/\d+/g).map(Number);

const skipped = (page) => page.locator('.tree-node.is-skipped').count();

/** Searches as the table compares them: name, value, visited, pruned. */
const compared = async (page) => {
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('.tree-compare tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    ),
  );
  return rows.map((row) => row.map((cell) => plain(bare(cell)).trim()));
};

const words = async (locator) => bare(await locator.textContent());

const choose = (page, name) => page.locator('.tree-compare').getByRole('radio', { name, exact: true }).check();

const WHOLE = ['3', '3', '3', '12', '8', '≤2', '2', '4', '6', '2', '14', '5', '2'];
const STEPS = 23;

check.spoken('the textbook tree is there from the start: value 3, two cutoffs', async ({ visit, t, digits }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  assert.equal(await skipped(page), 2);
  const summary = await words(page.locator('.tree-summary'));
  const found = t('trees.summary', { value: digits('3'), seen: 11, skipped: 2 });
  assert.ok(summary.startsWith(found), summary);
  assert.match(plain(summary), /left 1$/);
  await page.locator('.tree-node.is-cut').click();
  const name = t('trees.quote', { text: 'middle' });
  const why = t('trees.cuts.alpha', { name, value: digits('2'), limit: digits('3') });
  const card = await words(page.locator('.tree-card'));
  assert.ok(card.includes(why), card);
  await becomes(
    () => compared(page),
    [
      [t('trees.names.minimax'), '3', '13', '0'],
      [t('trees.names.strict'), '3', '11', '2'],
      [t('trees.names.inclusive'), '3', '11', '2'],
      [t('trees.names.expectimax'), '7.67', '13', '0'],
    ],
  );
});

check.spoken(
  'step by step by keys: values appear as they were found, and branches are pruned when they were',
  async ({ visit, t, digits }) => {
    const page = await visit('#/trees');
    await becomes(() => values(page), WHOLE);
    await page.keyboard.press('[');
    await becomes(() => step(page), [1, STEPS]);
    const nothing = WHOLE.map(() => '');
    await becomes(() => values(page), nothing.with(0, '?'), 'only the root is open');
    const window = { alpha: '−∞', beta: '+∞' };
    const chooses = { who: t('trees.roles.max'), name: t('trees.root') };
    assert.equal(await words(page.locator('.tree-sentence')), t('trees.steps.entered', { ...chooses, ...window }));
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
    assert.equal(seen.at(-1).words, t('trees.steps.rootLeft', { value: digits('3') }));
    const cut = seen.findIndex((moment) => moment.skipped > 0);
    const name = t('trees.quote', { text: 'middle' });
    const why = t('trees.cuts.alpha', { name, value: digits('2'), limit: digits('3') });
    assert.equal(seen[cut].words, `${why} ${t('trees.rest', { n: 2 })}`);
    assert.equal(seen[cut].skipped, 2);
    assert.equal(seen[cut - 1].skipped, 0);
    await page.keyboard.press(',');
    await becomes(() => step(page), [STEPS - 1, STEPS]);
    await page.keyboard.press(']');
    await becomes(() => step(page), [STEPS, STEPS]);
  },
);

check('the slider goes to any step, and a search plays by itself', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const slider = page.getByRole('slider', { name: t('trees.step'), exact: true });
  await slider.fill('3');
  await becomes(() => step(page), [4, STEPS]);
  await becomes(
    async () => (await values(page)).slice(0, 5),
    ['?', '3', '3', '', ''],
    'the first leaf is known, and what it means above',
  );
  await slider.fill('0');
  await becomes(() => step(page), [1, STEPS]);
  await page.getByLabel(t('trees.speed')).selectOption('8');
  await page.getByRole('button', { name: t('trees.play'), exact: true }).click();
  await becomes(() => step(page), [STEPS, STEPS]);
  await page.getByRole('button', { name: t('trees.play'), exact: true }).waitFor();
});

check('searches are switched on the same tree', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  await choose(page, t('trees.names.minimax'));
  await becomes(() => values(page), WHOLE.with(5, '2'), 'minimax searches everything');
  assert.equal(await skipped(page), 0);
  await choose(page, t('trees.names.expectimax'));
  await becomes(async () => (await values(page))[0], '7.67');
  await choose(page, t('trees.names.inclusive'));
  await becomes(() => skipped(page), 2);
  await page.getByLabel(t('trees.which'), { exact: true }).selectOption('dice');
  await choose(page, t('trees.names.expectimax'));
  await becomes(async () => (await values(page))[0], '6.5', 'the tree with dice');
});

check('a tree is typed, searched at once, and an error is shown with its location', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const text = page.getByLabel(t('trees.text'));
  await text.fill('max [ a: min [ 5 6 ] b: min [ 4 9 ] ]');
  await becomes(() => values(page), ['5', '5', '5', '6', '≤4', '4', '9']);
  await text.fill('max [ a: min [ 5 6 ] b: mix [ 4 9 ] ]');
  await page.locator('.tree-side .problem:not([hidden])').first().waitFor();
  assert.equal(await text.inputValue(), 'max [ a: min [ 5 6 ] b: mix [ 4 9 ] ]');
  await text.fill('max [ a: min [ 5 6 ] b: min [ 7 9 ] ]');
  await becomes(async () => (await values(page))[0], '7');
});

check('branches fold and unfold, the tree zooms, and the picture is saved', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const scale = () =>
    page
      .locator('.tree-paper > g')
      .evaluate((world) => Number(world.getAttribute('transform').match(/scale\(([\d.]+)/)[1]));
  const before = await scale();
  await page.getByRole('button', { name: t('trees.zoomIn'), exact: true }).click();
  await becomes(async () => (await scale()) > before * 1.2, true);
  await page.getByRole('button', { name: t('trees.fit'), exact: true }).click();
  await page.locator('.tree-node[data-index="1"]').click();
  await page.keyboard.press('Enter');
  await becomes(() => page.locator('.tree-node').count(), 10, 'three leaves are folded away');
  await page.keyboard.press('Enter');
  await becomes(() => page.locator('.tree-node').count(), 13);
  const save = page.locator('button', { hasText: /^SVG/ });
  const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const picture = await readFile(await file.path(), 'utf8');
  assert.match(file.suggestedFilename(), /\.svg$/);
  assert.match(picture, /^<svg/);
});

check.spoken('the search of an agent in a game is opened as a tree', async ({ visit, t }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] });
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 1);
  await page.getByRole('tab', { name: t('game.tree'), exact: true }).click();
  await page.getByRole('button', { name: t('analysis.openTree'), exact: true }).click();
  await page.getByRole('heading', { name: t('trees.searchTitle') }).waitFor();
  await page.locator('.tree-node.is-chosen').first().waitFor();
  await page.getByRole('button', { name: t('trees.backToGame'), exact: true }).click();
  await reaches(page, 1);
});
