// Hand-written trees: the textbook tree, its cutoffs, the steps of a search, a choice of searches, and editing.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bench, becomes, settles } from './lib/bench.js';
import { bare, plain } from './lib/words.js';

const check = bench();

/** The texts on the nodes of the tree, in the order of the search. */
const values = async (page) => (await page.locator('.tree-labels .tree-value').allTextContents()).map(plain);

/** Which step is shown, and of how many. */
const step = async (page) => (plain(await page.locator('.tree-count').textContent()).match(/\d+/g) ?? []).map(Number);

const pruned = (page) => page.locator('.tree-node.is-pruned').count();

/** Searches as the table compares them: name, value, move, nodes, pruned nodes. */
const compared = async (page) => {
  const rows = await page.evaluate(() =>
    [...document.querySelectorAll('.tree-compare tbody tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    ),
  );
  return rows.map((row) => row.map((cell) => plain(bare(cell)).trim()));
};

const words = async (locator) => bare(await locator.textContent());

const compare = (page, t) => page.getByRole('tab', { name: t('explorer.tabs.compare') }).click();
const choose = (page, name) => page.locator('.tree-compare').getByRole('radio', { name, exact: true }).check();

/** The tree at the end of its search: pages open at the first step. */
const whole = async (page) => {
  await becomes(async () => (await values(page))[0], '?');
  await page.keyboard.press('End');
  await becomes(() => values(page), WHOLE);
};

const WHOLE = ['3', '3', '3', '12', '8', '≤2', '2', '4', '6', '2', '14', '5', '2'];
const STEPS = 23;

check.spoken('the textbook tree is there from the start, at its first step: value 3, two cutoffs', async ({ visit, t, say, digits, messageText }) => {
  const page = await visit('#/trees');
  await becomes(() => step(page), [1, STEPS]);
  await becomes(() => values(page), WHOLE.map((_, index) => (index === 0 ? '?' : '')), 'no answer before the question');
  const facts = page.locator('.explorer-facts');
  assert.doesNotMatch(plain(await facts.textContent()), /10/, 'nor in the head');
  await whole(page);
  assert.equal(await pruned(page), 2);
  const counted = messageText('n-branches-with', { n: digits('2'), nodes: digits('2') }, '{n} {n|branch|branches} with {nodes} {nodes|node|nodes}');
  const told = [t('explorer.head', { value: digits('3'), n: 10 }), t('explorer.headPruned', { pruned: counted })];
  for (const each of told) await becomes(async () => (await words(facts)).includes(each), true, each);
  assert.match(plain(await words(facts)), /1$/);
  await page.locator('.tree-node.is-cut').click();
  await becomes(async () => (await words(page.locator('.focus-name'))), t('trees.quote', { text: say('middle') }));
  await compare(page, t);
  await becomes(
    () => compared(page),
    [
      [t('trees.names.minimax'), '3', plain(say('left')), '12', '0'],
      [t('trees.names.strict'), '3', plain(say('left')), '10', '2'],
      [t('trees.names.inclusive'), '3', plain(say('left')), '10', '2'],
      [t('trees.names.expectimax'), '7.67', plain(say('left')), '12', '0'],
    ],
  );
});

check.spoken(
  'step by step by the arrow keys: values appear as they were found, and branches are pruned when they were',
  async ({ visit, t, say, digits, messageText }) => {
    const page = await visit('#/trees', { calm: true });
    await becomes(() => step(page), [1, STEPS]);
    const nothing = WHOLE.map(() => '');
    await becomes(() => values(page), nothing.with(0, '?'), 'only the root is open');
    const sentence = page.locator('.tree-sentence');
    const entered = '{who} is to move at {name}. Only values between {alpha} and {beta} matter here.';
    const root = messageText('the-root', {}, 'the root');
    const chooses = { who: messageText('player-max', {}, 'Max'), name: root, alpha: '−∞', beta: '+∞' };
    await becomes(() => words(sentence), bare(messageText('step-entered', chooses, entered)));
    const transform = () => page.locator('.tree-paper > g').getAttribute('transform');
    // The tree is fitted again once the page around it has its size.
    const place = await settles(page, transform);
    const seen = [];
    for (let next = 2; next <= STEPS; next += 1) {
      await page.keyboard.press('ArrowRight');
      await becomes(() => step(page), [next, STEPS]);
      await becomes(async () => (seen.length > 0 ? (await words(sentence)) !== seen.at(-1).words : true), true);
      seen.push({ values: await values(page), pruned: await pruned(page), words: await words(sentence) });
    }
    assert.equal(await transform(), place, 'arrows do not move the tree');
    const known = seen.map((moment) => moment.values.filter((value) => /\d/.test(value)).length);
    assert.deepEqual(
      known,
      known.toSorted((one, other) => one - other),
      'what is known is never forgotten',
    );
    assert.deepEqual(seen.at(-1).values, WHOLE);
    assert.equal(seen.at(-1).words, messageText('step-over', { value: digits('3') }, 'The search is over: the root is worth {value}.'));
    const cut = seen.findIndex((moment) => moment.pruned > 0);
    assert.equal(seen[cut].pruned, 2);
    assert.equal(seen[cut - 1].pruned, 0);
    assert.ok(plain(seen[cut].words).includes(say('middle')) && /2.*3.*2/.test(plain(seen[cut].words)), seen[cut].words);
    await page.keyboard.press('ArrowLeft');
    await becomes(() => step(page), [STEPS - 1, STEPS]);
    await page.keyboard.press('Home');
    await becomes(() => step(page), [1, STEPS]);
    await page.keyboard.press('.');
    await becomes(() => step(page), [2, STEPS]);
  },
);

check('the slider goes to any step, and a search plays by itself', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await whole(page);
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
  await whole(page);
  await compare(page, t);
  await choose(page, t('trees.names.minimax'));
  await becomes(() => values(page), WHOLE.with(5, '2'), 'minimax searches everything');
  assert.equal(await pruned(page), 0);
  await becomes(() => page.locator('.focus-facts dt').allTextContents(), [t('trees.card.value'), t('explorer.facts.size')], 'and has no window');
  await choose(page, t('trees.names.expectimax'));
  await becomes(async () => (await values(page))[0], '7.67');
  await choose(page, t('trees.names.inclusive'));
  await becomes(() => pruned(page), 2);
  await page.getByRole('tab', { name: t('trees.which') }).click();
  await page.getByLabel(t('trees.which'), { exact: true }).last().selectOption('dice');
  await compare(page, t);
  await choose(page, t('trees.names.expectimax'));
  await becomes(async () => (await values(page)).length > 10, true);
  await page.keyboard.press('End');
  await becomes(async () => (await values(page))[0], '6.5', 'the tree with dice');
});

check('a search chosen while another tree is searched is drawn on that tree', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await whole(page);
  await compare(page, t);
  await becomes(async () => (await compared(page)).length, 4);
  const which = page.locator('.tree-source select');
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
  await becomes(async () => (await values(page)).length > 10, true);
  await page.keyboard.press('End');
  await becomes(async () => (await values(page))[0], '6.5');
  await becomes(() => search.isChecked(), true);
});

check('branches fold and unfold, the tree zooms, and the picture is saved', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await whole(page);
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
  const save = page.getByLabel(t('explorer.save'));
  const [file] = await Promise.all([page.waitForEvent('download'), save.selectOption('svg')]);
  const picture = await readFile(await file.path(), 'utf8');
  assert.match(file.suggestedFilename(), /\.svg$/);
  assert.match(picture, /^<svg/);
});

const typed = (page, t) => page.getByLabel(t('trees.text')).inputValue();
const bar = (page) => page.locator('.tree-edit');
const node = (page, index) => page.locator(`.tree-node[data-index="${index}"]`);

check.spoken('a tree is edited by clicks: text, picture and values stay in step', async ({ visit, t, digits }) => {
  const page = await visit('#/trees');
  await whole(page);
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
  await whole(page);
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
  await whole(page);
  const text = page.getByLabel(t('trees.text'));
  const right = 'max [ a: min [ 5 6 ] b: min [ 4 9 ] ]';
  const found = ['5', '5', '5', '6', '≤4', '4', '9'];
  await text.fill(right);
  await becomes(() => values(page), found, 'it stays at the end of the search');
  await text.fill(right.replace('b: min', 'b: mix'));
  await page.locator('.tree-frame.is-stale').waitFor();
  assert.deepEqual(await values(page), found, 'the last good tree');
  await becomes(() => page.locator('.code-marks .is-wrong').allTextContents(), ['mix']);
  await page.locator('.tree-stale .button').click();
  assert.equal(await page.evaluate(() => getSelection().toString()), 'mix', 'the way to the place');
  await page.reload();
  await page.locator('.tree-stale .button').waitFor();
  assert.equal(await text.inputValue(), right.replace('b: min', 'b: mix'), 'nothing typed is lost');
  await text.fill(right);
  await becomes(async () => (await values(page))[0], '?');
  await page.getByRole('button', { name: t('trees.last') }).click();
  await becomes(() => values(page), found);
  await page.reload();
  await becomes(() => values(page), found, 'the tree is there again, where it was');
});

check('what is below a pruned node is drawn and counted, and can be edited', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await whole(page);
  await page.getByLabel(t('trees.text')).fill('max [ a: 5 b: min [ 4 max [ 7 c: min [ 1 2 ] ] ] ]');
  await becomes(() => values(page), ['5', '5', '≤4', '4', '7', '7', '1', '1', '2']);
  assert.equal(await pruned(page), 5);
  await becomes(async () => /1 branch with 5 nodes/.test(await page.locator('.explorer-facts').textContent()), true);
  await page.getByRole('button', { name: t('trees.editor.button'), exact: true }).click();
  await node(page, 7).click();
  await bar(page).getByLabel(t('trees.editor.value')).fill('-3');
  await page.keyboard.press('Enter');
  await becomes(async () => /c: min \[ -3 2 \]/.test(await typed(page, t)), true);
});

check('who edits a tree sees its leaves at any step', async ({ visit }) => {
  const page = await visit('#/trees');
  await becomes(async () => (await values(page))[0], '?');
  await page.keyboard.press('e');
  await becomes(() => values(page), WHOLE.map((value, index) => (index === 0 ? '?' : [1, 5, 9].includes(index) ? '' : value)));
  await page.keyboard.press('e');
  await becomes(async () => (await values(page)).filter(Boolean), ['?']);
});

check.spoken('what happens next is asked before it is shown, by keys, with a score', async ({ visit, t, messageText }) => {
  const page = await visit('#/trees');
  await becomes(async () => (await values(page))[0], '?');
  await page.keyboard.press('p');
  await page.locator('.predict').waitFor();
  const choices = page.locator('.predict-choices .button');
  const advance = async () => {
    const [at] = await step(page);
    await page.keyboard.press('ArrowRight');
    // The address follows what is shown.
    await becomes(() => new URLSearchParams(page.url().split('?')[1]).get('step'), String(at));
  };
  // What is "left" worth? Its leaves are 3, 12 and 8.
  while ((await choices.count()) === 0) await advance();
  assert.deepEqual((await choices.allTextContents()).map((text) => plain(bare(text))), ['3', '8', '12']);
  assert.deepEqual(await step(page), [8, STEPS], 'nothing is shown yet');
  await page.keyboard.press('1');
  await becomes(() => step(page), [9, STEPS]);
  await becomes(async () => (await words(page.locator('.predict-verdict'))).trim(), t('explorer.predict.right'));
  // Is the rest of "middle" cut? It is.
  while ((await choices.count()) !== 2) await advance();
  assert.deepEqual(await step(page), [12, STEPS]);
  await choices.nth(1).click();
  await becomes(() => step(page), [13, STEPS]);
  const cut = messageText('answer-cut', {}, 'The rest is cut');
  await becomes(async () => (await words(page.locator('.predict-verdict'))).trim(), t('explorer.predict.wrong', { answer: cut }));
  await becomes(() => words(page.locator('.predict-score')), t('explorer.predict.score', { right: 1, all: 2 }));
  await page.keyboard.press('p');
  await becomes(() => page.locator('.predict').isVisible(), false);
});

check('an address leads to the same tree, search, step and node', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await whole(page);
  await page.getByLabel(t('trees.text')).fill('max [ a: min [ 5 6 ] b: min [ 4 9 ] ]');
  await becomes(async () => (await values(page)).length, 7);
  await compare(page, t);
  await choose(page, t('trees.names.minimax'));
  await becomes(async () => (await values(page))[4], '4');
  await page.keyboard.press('ArrowLeft');
  await node(page, 4).click();
  await becomes(() => new URL(page.url()).hash.includes('path=b'), true);
  const other = await visit(new URL(page.url()).hash);
  await becomes(() => step(other), await step(page));
  await becomes(() => values(other), await values(page));
  await becomes(() => other.locator('.focus-name').textContent().then(bare), '“b”');
});
