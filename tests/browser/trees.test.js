// Hand-written trees: the textbook tree, its cutoffs, the steps of a search, a choice of searches, and editing.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bench, becomes } from './lib/bench.js';
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
  const found = t('trees.summary', { value: digits('3'), seen: 10, skipped: 2 });
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
      [t('trees.names.minimax'), '3', '12', '0'],
      [t('trees.names.strict'), '3', '10', '2'],
      [t('trees.names.inclusive'), '3', '10', '2'],
      [t('trees.names.expectimax'), '7.67', '12', '0'],
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

check('a search chosen while another tree is searched is drawn on that tree', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(async () => (await compared(page)).length, 4);
  const which = page.getByLabel(t('trees.which'), { exact: true });
  const search = page.locator('.tree-compare').getByRole('radio', { name: t('trees.names.expectimax'), exact: true });
  const [select, radio] = [await which.elementHandle(), await search.elementHandle()];
  // Both at once: no answer can come between them.
  await page.evaluate(
    ([select, radio]) => {
      select.value = 'dice';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      radio.click();
    },
    [select, radio],
  );
  await becomes(async () => (await values(page))[0], '6.5');
  assert.ok(await search.isChecked());
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

const typed = (page, t) => page.getByLabel(t('trees.text')).inputValue();
const bar = (page) => page.locator('.tree-edit');
const node = (page, index) => page.locator(`.tree-node[data-index="${index}"]`);

check.spoken('a tree is edited by clicks: text, picture and values stay in step', async ({ visit, t, digits }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  await page.getByRole('button', { name: t('trees.editor.button'), exact: true }).click();
  await node(page, 6).click();
  await bar(page).getByLabel(t('trees.editor.value')).fill(digits('7'));
  await page.keyboard.press('Enter');
  await becomes(async () => (await values(page)).slice(0, 9), ['4', '3', '3', '12', '8', '4', '7', '4', '6'], 'a value');
  await node(page, 5).click();
  await bar(page).getByRole('radio', { name: t('trees.roles.mean') }).click();
  await becomes(async () => (await values(page))[5], '5.67', 'a chance node');
  await node(page, 6).click();
  await bar(page).getByLabel(t('trees.editor.part')).fill('2');
  await page.keyboard.press('Enter');
  await becomes(async () => (await values(page))[5], '6', 'a probability');
  assert.match(await typed(page, t), /middle: chance \[ 2\/4 7 1\/4 4 1\/4 6 \]/);
  await bar(page).getByLabel(t('trees.editor.name'), { exact: true }).fill('lucky');
  await page.keyboard.press('Enter');
  await becomes(async () => /2\/4 lucky: 7/.test(await typed(page, t)), true, 'a name');
  await node(page, 9).click();
  await bar(page).getByRole('button', { name: t('trees.editor.remove') }).click();
  await becomes(() => page.locator('.tree-node').count(), 9, 'right and its leaves are gone');
  await node(page, 0).click();
  await page.locator('.tree-handle').click();
  await becomes(() => page.locator('.tree-node').count(), 10, 'a child is added');
  await bar(page).getByRole('button', { name: t('trees.editor.undo') }).click();
  await bar(page).getByRole('button', { name: t('trees.editor.undo') }).click();
  await becomes(() => page.locator('.tree-node').count(), 13, 'both are undone');
});

check('a tree is edited by keys, and branches are dragged to another parent', async ({ visit, t }) => {
  const page = await visit('#/trees', { calm: true });
  await becomes(() => values(page), WHOLE);
  await page.keyboard.press('e');
  await node(page, 2).click();
  await page.keyboard.press('9');
  await page.keyboard.press('Enter');
  await becomes(async () => /left: +min \[ 9 12 8 \]/.test(await typed(page, t)), true, 'digits set the value');
  await node(page, 2).click();
  await page.keyboard.press('Alt+ArrowRight');
  await becomes(async () => /\[ 12 9 8 \]/.test(await typed(page, t)), true, 'the order');
  await page.keyboard.press('Delete');
  await becomes(async () => /\[ 12 8 \]/.test(await typed(page, t)), true, 'one is deleted');
  await page.keyboard.press('Control+z');
  await becomes(async () => /\[ 12 9 8 \]/.test(await typed(page, t)), true, 'and back');
  await node(page, 1).click();
  await page.keyboard.press('m');
  await becomes(async () => /left: +chance/.test(await typed(page, t)), true, 'another kind');
  await page.keyboard.press('a');
  await becomes(async () => /\[ 12 9 8 0 \]/.test(await typed(page, t)), true, 'a child');
  await becomes(() => page.locator('.tree-node').count(), 14, 'the picture has it, too');
  const [from, to] = [await node(page, 6).boundingBox(), await node(page, 10).boundingBox()];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 4, to.y + 4, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2);
  await page.mouse.up();
  await becomes(
    async () => /right: +min \[ 14 5 2 middle: min \[ 2 4 6 \] \]/.test(await typed(page, t)),
    true,
    'a branch below another node',
  );
  assert.equal(await bar(page).getByLabel(t('trees.editor.name'), { exact: true }).inputValue(), 'middle', 'it stays selected');
});

check.spoken('a wrong text greys the picture and marks the place; a typed tree survives a reload', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  const text = page.getByLabel(t('trees.text'));
  const right = 'max [ a: min [ 5 6 ] b: min [ 4 9 ] ]';
  await text.fill(right);
  await becomes(() => values(page), ['5', '5', '5', '6', '≤4', '4', '9']);
  await text.fill(right.replace('b: min', 'b: mix'));
  await page.locator('.tree-frame.is-stale').waitFor();
  assert.deepEqual(await values(page), ['5', '5', '5', '6', '≤4', '4', '9'], 'the last good tree');
  await becomes(() => page.locator('.code-marks .is-wrong').allTextContents(), ['mix']);
  await page.locator('.tree-stale .button').click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'mix', 'the way to the place');
  await page.reload();
  await page.locator('.tree-stale').waitFor();
  assert.equal(await text.inputValue(), right.replace('b: min', 'b: mix'), 'nothing typed is lost');
  await text.fill(right);
  await becomes(() => values(page), ['5', '5', '5', '6', '≤4', '4', '9']);
  await page.reload();
  await becomes(() => values(page), ['5', '5', '5', '6', '≤4', '4', '9'], 'the tree is there again');
});

check('what is below a pruned node is drawn, and can be edited', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await becomes(() => values(page), WHOLE);
  await page.getByLabel(t('trees.text')).fill('max [ a: 5 b: min [ 4 max [ 7 c: min [ 1 2 ] ] ] ]');
  await becomes(() => values(page), ['5', '5', '≤4', '4', '7', '7', '1', '1', '2']);
  assert.equal(await skipped(page), 5);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('trees.editor.button'), exact: true }).click();
  await node(page, 7).click();
  await bar(page).getByLabel(t('trees.editor.value')).fill('-3');
  await page.keyboard.press('Enter');
  await becomes(async () => /c: min \[ -3 2 \]/.test(await typed(page, t)), true);
});
