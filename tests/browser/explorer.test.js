// The explorer of real searches: the path, the children, the steps, "why was this cut?", branches that were not kept,
// other algorithms, and Monte Carlo tree search.

import assert from 'node:assert/strict';
import { faults, LOOKS } from './lib/axe.js';
import { bench, becomes } from './lib/bench.js';
import { mayAct, openTab, playing, reaches } from './lib/game.js';
import { bare, plain } from './lib/words.js';

const check = bench();

const address = (at, agent, more = {}) =>
  `#/search?${new URLSearchParams({ at: JSON.stringify(at), agent, view: 'explore', ...more })}`;
const MIDGAME = { spec: 'connect4', moves: ['4', '4', '3'] };
const TEXTBOOK = address({ spec: 'tree:file=textbook' }, 'alphabeta:depth=50,cut=strict');
const CONNECT4 = address(MIDGAME, 'alphabeta:depth=4,eval=tuned');
const SIMULATIONS = 400;
const MCTS = address(MIDGAME, `mcts:sims=${SIMULATIONS}`);

const read = async (locator) => plain(bare(await locator.textContent())).trim();
const child = (page, action) =>
  page.locator('.child', { has: page.locator('.child-move .notation', { hasText: new RegExp(`^${action}$`) }) });
const path = async (page) => (await page.locator('.path-move').allTextContents()).map(plain);
const step = async (page) => (plain(await page.locator('.tree-count').textContent()).match(/[\d,٬]+/g) ?? []).map((n) => Number(n.replace(/\D/g, '')));
/** Searches open at their first step: this goes to the end, where everything is known. */
const finish = async (page) => {
  await becomes(async () => (await step(page))[1] > 1, true);
  await page.keyboard.press('End');
  await becomes(async () => (await step(page)).every((n, _, [, last]) => n === last), true);
  // The counter shows what is asked for, the address what is shown; it counts from 0.
  const [, last] = await step(page);
  const shown = () => page.evaluate(() => Number(/[?&]step=(\d+)/.exec(location.hash)?.[1]));
  await becomes(async () => [last - 1, last].includes(await shown()), true, 'the last step is shown');
};
const open = async (visit, where, options) => {
  const page = await visit(where, options);
  await finish(page);
  return page;
};
const size = async (locator) => Number((await read(locator)).replace(/[^\d]/g, ''));

/** A number as it is written on a plate: −12, or win and loss by their length. */
const value = (text) => Number(text.replace(/^[αβ≤≥\s]+/, '').replace('−', '-'));

check.spoken('"why was this cut?" names the two deciding nodes of the textbook tree', async ({ visit, say, digits, messageText }) => {
  const page = await open(visit, TEXTBOOK);
  await child(page, say('middle')).locator('.why-cut').click();
  await becomes(() => page.locator('.why-node').count(), 2);
  const quote = (text) => messageText('path-quoted', { path: text });
  const crossed = messageText('path-then', { path: say('middle'), action: digits('1') });
  const fields = { crossed: quote(crossed), set: quote(say('left')), name: quote(say('middle')) };
  const english =
    '{crossed} brings {name} down to {value}, but Max already has {limit} at {set}: Max will not choose this, so {n} more {n|move|moves} here {n|was|were} pruned.';
  assert.equal(
    bare(await page.locator('.why-words').textContent()),
    bare(messageText('why-low-node', { ...fields, value: digits('2'), limit: digits('3'), n: 2 }, english)),
  );
  await becomes(() => path(page), [say('left')], 'it walks to the node that set the bound');
  await page.locator('.why-node.is-crossed').click();
  await becomes(() => path(page), [say('middle'), '1'], 'and to the one that crossed it');
  await page.locator('.why-back').click();
  await becomes(() => path(page), [], 'and back');
});

check('"why was this cut?" holds in a real search of Connect Four', async ({ visit }) => {
  const page = await open(visit, CONNECT4);
  await page.locator('.child').nth(6).waitFor();
  await page.locator('.child .why-cut').first().click();
  await becomes(() => page.locator('.why-node').count(), 2);
  const [crossed, limit] = (await page.locator('.why-number').allTextContents()).map(value);
  const sign = await page.locator('.why-sign').textContent();
  assert.ok(sign === '<' ? crossed < limit : sign === '≤' ? crossed <= limit : sign === '>' ? crossed > limit : crossed >= limit);
  const set = page.locator('.why-node.is-set');
  await becomes(() => page.locator('.path .is-focus .path-value').textContent().then(value), limit, 'the node has that value');
  await page.locator('.why-node.is-crossed').click();
  await becomes(() => page.locator('.path .is-focus .path-value').textContent().then(value), crossed);
  assert.equal(await set.count(), 1, 'both stay in sight');
});

check('"why not this move?" plays the refutation on the board', async ({ visit, t }) => {
  const page = await open(visit, CONNECT4);
  await page.locator('.child .why-not').first().click();
  await page.locator('.line-plies .ply').nth(1).waitFor();
  const stones = () => page.locator('.line-board .stone').count();
  await becomes(stones, 3);
  await page.getByRole('button', { name: t('explorer.line.forward') }).click();
  await becomes(stones, 4);
  await page.locator('.line-plies .ply').last().click();
  await becomes(stones, 3 + (await page.locator('.line-plies .ply').count()));
});

check('the algorithms agree in value, with the same evaluation and depth; another is chosen to explore it', async ({
  visit,
  t,
}) => {
  const page = await open(visit, address(MIDGAME, 'alphabeta:depth=4,eval=tuned,cut=inclusive'));
  await page.getByRole('tab', { name: t('explorer.tabs.compare') }).click();
  const rows = page.locator('.tree-compare tbody tr');
  await rows.nth(3).waitFor();
  const valueOf = (name) => read(page.locator(`.tree-compare tr[data-algorithm="${name}"] td`).first());
  const own = await valueOf('inclusive');
  for (const name of ['minimax', 'strict']) assert.equal(await valueOf(name), own, name);
  assert.equal(await read(page.locator('.path-value').first()), own);
  await page.locator('.tree-compare tr[data-algorithm="minimax"] input').check();
  await becomes(() => page.locator('.child .why-cut').count(), 0, 'minimax prunes nothing');
  await becomes(() => read(page.locator('.path-value').first()), own);
});

check('the view follows the step, unless it is told to stay; children are sorted', async ({ visit, t }) => {
  const page = await open(visit, TEXTBOOK);
  await page.locator('.child').nth(2).waitFor();
  await page.keyboard.press('Home');
  await becomes(() => step(page), [1, 23]);
  for (const [next, where] of [
    [2, ['left']],
    [3, ['left', '1']],
  ]) {
    await page.keyboard.press('ArrowRight');
    await becomes(() => step(page), [next, 23]);
    await becomes(() => path(page), where);
  }
  await page.getByRole('switch', { name: t('explorer.follow') }).uncheck();
  await page.keyboard.press('.');
  await becomes(() => step(page), [4, 23]);
  await page.keyboard.press(']');
  await becomes(() => step(page), [23, 23]);
  assert.deepEqual(await path(page), ['left', '1']);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await becomes(() => path(page), []);
  const order = async () => (await page.locator('.child-move .notation').allTextContents()).join(' ');
  await page.getByRole('radio', { name: t('explorer.sort.cut') }).click();
  await becomes(async () => (await order()).startsWith('middle'), true);
  await page.getByRole('radio', { name: t('explorer.sort.searched') }).click();
  await becomes(order, 'left middle right');
  await child(page, 'right').locator('.child-go').focus();
  await page.keyboard.press('Enter');
  await becomes(() => path(page), ['right']);
});

check('a branch that was not kept shows its size, and opens with the value it had', async ({ visit, t }) => {
  const page = await open(visit, address(MIDGAME, 'alphabeta:depth=5,eval=tuned', { nodes: '60' }));
  await page.locator('.child').nth(6).waitFor();
  const kept = page.locator('.child', { hasText: /kept/ });
  await kept.first().locator('.child-go').click();
  await becomes(async () => (await path(page)).length, 1);
  while ((await page.locator('.open-branch').count()) === 0) {
    const before = await path(page);
    await kept.first().locator('.child-go').click();
    await becomes(async () => (await path(page)).length, before.length + 1);
  }
  const had = await read(page.locator('.path .is-focus .path-value'));
  await page.locator('.open-branch').click();
  await page.locator('.focus-opened.is-same').waitFor();
  assert.equal(await read(page.locator('.path .is-focus .path-value')), had);
  await page.locator('.child').first().waitFor();
  assert.ok((await page.locator('.open-branch').count()) === 0, t('explorer.open'));
});

check('the overview leads to the node that is clicked, and zooms', async ({ visit }) => {
  const page = await open(visit, CONNECT4);
  const canvas = page.locator('.icicle-canvas');
  await page.locator('.icicle-legend li').first().waitFor();
  const box = await canvas.boundingBox();
  const row = Number(await canvas.getAttribute('data-row'));
  await canvas.click({ position: { x: box.width * 0.5, y: 1.5 * row } });
  await becomes(async () => (await path(page)).length, 1);
  await canvas.click({ position: { x: box.width * 0.5, y: 2.5 * row } });
  await becomes(async () => (await path(page)).length, 2);
  await page.mouse.wheel(0, -600);
  await becomes(() => page.locator('.icicle-head .button').last().isEnabled(), true);
});

check.spoken('simulations: visits add up, every one is shown with its four phases', async ({ visit, t, number }) => {
  const page = await open(visit, MCTS);
  await page.locator('.child').nth(6).waitFor();
  await becomes(() => size(page.locator('.focus-facts dd').first()), SIMULATIONS, 'the root');
  const visits = async () => {
    const found = await page.locator('.child-visits').allTextContents();
    return found.map((text) => Number(plain(text).replace(/[^\d]/g, ''))).reduce((sum, n) => sum + n, 0);
  };
  assert.equal(await visits(), SIMULATIONS, 'its children');
  assert.match(await read(page.locator('.child-bound').first()), /^UCB .+ = .+ \+ .+/);
  await page.getByRole('tab', { name: t('explorer.tabs.plot') }).click();
  await page.locator('.visits-picture polyline').nth(6).waitFor();
  await page.getByRole('switch', { name: t('explorer.follow') }).uncheck();
  await page.keyboard.press('[');
  await becomes(() => step(page), [0, SIMULATIONS]);
  await page.getByLabel(t('trees.strideLabel')).selectOption('100');
  await page.getByRole('button', { name: t('trees.forward') }).click();
  await becomes(() => step(page), [100, SIMULATIONS]);
  await becomes(() => size(page.locator('.focus-facts dd').first()), 100, 'as it was after 100');
  await becomes(visits, 100);
  await page.getByRole('tab', { name: t('explorer.tabs.simulation') }).click();
  await becomes(() => page.locator('.phase').count(), 4);
  assert.ok((await page.locator('.tree-sentence').textContent()).includes(number(100)));
  await page.locator('.line-plies .ply.is-playout').first().waitFor();
});

check.spoken('every searching agent of a game opens in the explorer', async ({ visit, t, say }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] });
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 1);
  await openTab(page, 'tree');
  const quick = page.getByRole('radiogroup', { name: t('analysis.agent') });
  await quick.getByRole('radio', { name: say('MCTS'), exact: true }).click();
  await page.getByRole('button', { name: t('analysis.openTree'), exact: true }).click();
  await page.getByRole('heading', { name: t('trees.searchTitle') }).waitFor();
  await page.locator('.child').nth(6).waitFor();
  await page.getByRole('button', { name: t('trees.backToGame'), exact: true }).click();
  await reaches(page, 1);
});

check('nothing leaves the window, on a phone the parts are behind tabs', async ({ visit, t }) => {
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [390, 844],
  ]) {
    const page = await open(visit, CONNECT4, { width, height });
    await page.locator('.child').nth(6).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`);
    const texts = await page
      .locator('.child-value, .child-window, .child-size, .child-state')
      .evaluateAll((all) => Math.min(...all.map((each) => parseFloat(getComputedStyle(each).fontSize))));
    assert.ok(texts >= 14, `${texts} px`);
    const overview = page.locator('.icicle-canvas');
    if (width > 500) {
      const box = await page.locator('.explorer-side').boundingBox();
      assert.ok(box.x + box.width <= width + 1);
      continue;
    }
    assert.equal(await overview.isVisible(), false);
    await page.getByRole('button', { name: t('explorer.parts.overview'), exact: true }).click();
    assert.equal(await overview.isVisible(), true);
  }
});

for (const { look, options } of LOOKS) {
  check(`axe finds nothing serious, ${look}`, async ({ visit }) => {
    const page = await open(visit, CONNECT4, options);
    await page.locator('.child .why-cut').first().click();
    await page.locator('.why-node').nth(1).waitFor();
    assert.deepEqual(await faults(page, 'search'), []);
  });
}

for (const { look, options } of LOOKS.filter((_, index) => index === 0 || index === 3)) {
  check(`axe finds nothing serious with simulations, ${look}`, async ({ visit }) => {
    const page = await open(visit, MCTS, options);
    await page.locator('.visits-picture polyline').first().waitFor();
    assert.deepEqual(await faults(page, 'simulations'), []);
  });
}

check('a search opens at its first step, and its address leads back to the same step and node', async ({ visit }) => {
  const page = await visit(CONNECT4);
  await becomes(async () => (await step(page))[0], 1);
  assert.equal(await page.locator('.child-star').count(), 0, 'no answer before the question');
  await finish(page);
  await page.locator('.child-go').first().click();
  await becomes(async () => (await path(page)).length, 1);
  const [at, where] = [await step(page), await path(page)];
  const other = await visit(new URL(page.url()).hash);
  await becomes(() => step(other), at);
  await becomes(() => path(other), where);
});

check('arrows step in lists too, and lead from node to node with up, down and Shift', async ({ visit }) => {
  const page = await open(visit, TEXTBOOK);
  const [, last] = await step(page);
  await page.keyboard.press('ArrowLeft');
  await becomes(() => step(page), [last - 1, last]);
  await page.keyboard.press('ArrowRight');
  await becomes(() => step(page), [last, last]);
  await page.keyboard.press('ArrowDown');
  await becomes(() => path(page), ['left']);
  await page.keyboard.press('Shift+ArrowRight');
  await becomes(() => path(page), ['middle']);
  await page.keyboard.press('ArrowUp');
  await becomes(() => path(page), []);
});

check('a key that follows another before its answer came goes on from where that one leads', async ({ visit }) => {
  const page = await open(visit, TEXTBOOK);
  await page.keyboard.press('ArrowLeft');
  await becomes(() => path(page), ['right']);
  await page.locator('body').evaluate((body) => {
    for (const key of ['ArrowRight', 'ArrowDown']) body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await becomes(() => path(page), ['left']);
});

check('moves and values are told apart in the reason against a move', async ({ visit }) => {
  const page = await open(visit, CONNECT4);
  await page.locator('.child.is-cut .why-not').first().click();
  const told = /^The move “\d” is worth [^“]*, but “\d”, which was taken, is worth [^“]*\. The answer to “\d” is “\d”\.$/;
  await becomes(async () => told.test(bare(await page.locator('.why-words').textContent())), true);
});

check('questions beside a child cover nothing at any width', async ({ visit }) => {
  for (const width of [1024, 1100, 1180, 1240, 1440]) {
    const page = await open(visit, CONNECT4, { width, height: 800 });
    await page.locator('.child .why-cut').first().waitFor();
    const covered = await page.locator('.child').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const texts = [...row.querySelectorAll('.child-value, .child-window, .child-size, .child-state')];
        const box = (each) => each.getBoundingClientRect();
        const meet = (one, other) =>
          one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
        return [...row.querySelectorAll('.button')].flatMap((button) =>
          texts.filter((text) => text.textContent && meet(box(button), box(text))).map((text) => text.textContent),
        );
      }),
    );
    assert.deepEqual(covered, [], `${width} px`);
  }
});

check('simulations: nothing is best before it is visited, and nothing speaks of cuts', async ({ visit, t }) => {
  const page = await visit(MCTS);
  await becomes(async () => (await step(page))[1], SIMULATIONS);
  await page.getByRole('switch', { name: t('explorer.follow') }).uncheck();
  await page.keyboard.press('Home');
  for (let n = 1; n <= 5; n += 1) {
    await page.keyboard.press('ArrowRight');
    await becomes(async () => (await step(page))[0], n);
  }
  assert.equal(await page.locator('.child-star').count(), 0);
  await page.getByRole('tab', { name: t('explorer.tabs.why') }).click();
  assert.equal(await page.locator('.why-words').textContent(), t('explorer.why.aboutMoves'));
  await page.keyboard.press('p');
  await becomes(() => page.locator('.predict-choices .button').count(), 7, 'which move is tried next?');
});

check('a small search is drawn whole and readable, and one that would not be is listed', async ({ visit, t }) => {
  const where = (depth) =>
    `#/search?${new URLSearchParams({ at: JSON.stringify(MIDGAME), agent: `alphabeta:depth=${depth},eval=tuned` })}`;
  const page = await open(visit, where(1));
  await page.locator('.tree-node').nth(7).waitFor();
  const seen = () =>
    page.evaluate(() => {
      const frame = document.querySelector('.tree-frame').getBoundingClientRect();
      const inside = [...document.querySelectorAll('.tree-node')].every((node) => {
        const box = node.getBoundingClientRect();
        return box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      });
      return [inside, document.querySelector('.tree-paper > g').getCTM().a >= 0.8];
    });
  await becomes(seen, [true, true]);
  await page.locator('.explorer-switch', { hasText: t('explorer.explore') }).click();
  await page.locator('.child').nth(6).waitFor();
  const wide = await open(visit, where(2));
  await wide.locator('.child').nth(6).waitFor();
  assert.equal(await wide.locator('.explorer-switch').count(), 0);
});

check('a finished game says why no tree opens there', async ({ visit, t }) => {
  const page = await playing(visit, 'tictactoe', { seats: ['person', 'person'] });
  for (const [ply, cell] of ['a1', 'a2', 'b1', 'b2', 'c1'].entries()) {
    await page.locator(`svg.plain .target[data-action="${cell}"]`).click();
    await reaches(page, ply + 1);
  }
  await openTab(page, 'tree');
  const open = page.getByRole('button', { name: t('analysis.openTree'), exact: true });
  await becomes(() => open.isDisabled(), true);
  assert.equal(await page.getByText(t('analysis.treeOver')).isVisible(), true);
});
