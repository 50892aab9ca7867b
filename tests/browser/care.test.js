// Polish: nothing jumps, nothing is clipped, errors are in the user's language.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ENDLESS, mayAct, playing, reaches, where, specField } from './lib/game.js';
import { bare, pattern, wordsOf } from './lib/words.js';

const check = bench();
const PHONE = { width: 390, height: 844 };
const analysed = (game, agents) => ({ [`plylab.analysis.${game}`]: JSON.stringify({ on: true, agents, time: 3000 }) });

/** The bounding boxes of all these elements. */
const boxes = (page, selector) =>
  page.locator(selector).evaluateAll((found) =>
    found.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );

check.spoken('a link that holds no game shows an error, with a button that leads on', async ({ visit, t }) => {
  for (const [where, words] of [
    ['#/replay/nothing', t('replays.gone')],
    ['#/game/nothing', t('game.gone')],
  ]) {
    const page = await visit(where);
    await becomes(() => page.locator('.empty h1').textContent(), words);
    const [way] = await boxes(page, '.empty .button');
    assert.ok(way.bottom - way.top < 60, `a button, not a tower: ${way.bottom - way.top} high`);
  }
});

check('errors of the lab are shown in Persian', async ({ visit }) => {
  const { messageText, number } = wordsOf('fa');
  const page = await visit('#/replay/nothing', { language: 'fa' });
  const said = async () => bare(await page.locator('.empty p').textContent());
  await becomes(said, messageText('no-such', { what: messageText('a-replay'), name: 'nothing' }));
  const other = await visit('#/trees', { language: 'fa' });
  await other.locator('.tree-node').first().waitFor();
  await other.locator('.code-text').fill('max [ 3');
  const problem = other.locator('.code-problem bdi');
  await problem.waitFor();
  const location = { line: number(1), column: number(5) };
  assert.ok(bare(await problem.textContent()).startsWith(messageText('bracket-open', location)));
});

check('an error in a dialog is scrolled into view', async ({ visit, t }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'random'] }, { height: 600 });
  await page.locator('.seat-button').nth(1).click();
  await page.locator('dialog .choice', { hasText: t('menu.anyAgent') }).click();
  await (await specField(page.locator('dialog'), t)).fill('alphabeta:dept=3');
  // Pressed without a pointer, so that nothing is scrolled for the pointer.
  await page.getByRole('button', { name: t('game.apply'), exact: true }).evaluate((button) => button.click());
  const problem = page.locator('dialog .problem:not([hidden])');
  await problem.waitFor();
  const edge = (each) => each.getBoundingClientRect().bottom;
  await becomes(
    async () => (await problem.evaluate(edge)) <= (await page.locator('dialog').evaluate(edge)),
    true,
    'it is not below the edge',
  );
});

check('tooltips lie above an open dialog', async ({ visit }) => {
  const page = await visit('');
  await page.locator('.game-card').first().waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  const tip = page.locator('.tip');
  await tip.waitFor();
  // Behind a dialog everything is inert: what joins the top layer later lies above it.
  assert.ok(await tip.evaluate((each) => each.matches(':popover-open')));
});

check('nothing jumps while a page loads', async ({ visit }) => {
  for (const [where, sign] of [
    ['#/experiments', '.plan-counts'],
    ['#/replays', '.replay-list > *'],
  ]) {
    const page = await visit('');
    await page.locator('.game-card').first().waitFor();
    await page.evaluate(() => {
      window.jumps = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.jumps += entry.value;
      }).observe({ type: 'layout-shift' });
    });
    await page.evaluate((hash) => (location.hash = hash), where);
    await page.locator(sign).first().waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    const jumps = await page.evaluate(() => window.jumps);
    assert.ok(jumps < 0.02, `${where} moved by ${jumps}`);
  }
});

check('the last values stay, dimmed, until there are new ones', async ({ visit }) => {
  const memory = analysed('connect4', ['alphabeta:depth=4,root=exact']);
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { memory, calm: true });
  await page.locator('.lane.is-done').waitFor();
  const tall = () => page.locator('.analysis').evaluate((each) => each.getBoundingClientRect().height);
  const before = await tall();
  // The minimum height while moves are made and analysed.
  await page.evaluate(() => {
    const panel = document.querySelector('.analysis');
    window.least = Infinity;
    const look = () => {
      window.least = Math.min(window.least, panel.getBoundingClientRect().height);
      requestAnimationFrame(look);
    };
    look();
  });
  for (const [index, key] of [...'443'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, index + 1);
    await page.locator('.lane.is-done').waitFor();
  }
  assert.equal(await page.evaluate(() => window.least), before);
});

check('agents side by side have equal columns, and no value is broken', async ({ visit }) => {
  const agents = ['alphabeta:depth=4,root=exact', 'mcts:sims=500', 'perfect'];
  for (const [count, screen] of [
    [2, PHONE],
    [3, {}],
  ]) {
    const memory = analysed('connect4', agents.slice(0, count));
    const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { memory, ...screen });
    await becomes(() => page.locator('.lane.is-done').count(), count);
    const cells = await boxes(page, '.moves-table tbody tr:first-child td');
    const widths = cells.map(({ left, right }) => right - left);
    assert.equal(widths.length, count);
    assert.ok(Math.max(...widths) - Math.min(...widths) < widths[0] / 12, `equally wide: ${widths}`);
    const heights = (await boxes(page, '.moves-table tbody tr')).map(({ top, bottom }) => Math.round(bottom - top));
    assert.equal(new Set(heights).size, 1, 'every row is one line high');
  }
});

check('Persian: values, speeds and settings have Persian digits', async ({ visit }) => {
  const memory = analysed('connect4', ['alphabeta:depth=4,root=exact']);
  const seats = { seats: ['person', 'person'] };
  const page = await playing(visit, 'connect4', seats, { memory, language: 'fa', calm: true });
  await page.locator('.lane.is-done').waitFor();
  await page.locator('.plates .plate').first().waitFor();
  const selectors = ['.plate text', '.lane .value', '.value-bar .label', '.moves-table .number', '.speeds output'];
  const said = await page.locator([...selectors, '.score-bar .number'].join()).allTextContents();
  assert.ok(said.length > 10);
  assert.deepEqual(said.filter((text) => /[0-9A-Za-z]/.test(text)), []);
  const other = await visit('#/play/connect4', { language: 'fa' });
  await other.locator('.setup-go .button').waitFor();
  const outputs = await other.locator('.setup-panel output').allTextContents();
  assert.ok(outputs.length > 3);
  assert.deepEqual(outputs.filter((text) => /[0-9]/.test(text)), []);
});

check('a person may move while the last stone still falls', async ({ visit }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'first'] });
  await mayAct(page);
  await page.evaluate(() => {
    const board = document.querySelector('.stones');
    const last = () => [...board.querySelectorAll('.stone')].filter((stone) => !stone.closest('.ghost')).at(-1);
    window.answered = null;
    new MutationObserver(() => {
      if (board.classList.contains('acting') && last()) window.answered ??= last().getAttribute('transform');
    }).observe(board, { attributes: true, attributeFilter: ['class'] });
  });
  await page.keyboard.press('4');
  await reaches(page, 2);
  await page.waitForFunction(() => window.answered !== null);
  // The stone of the answer ends in the lowest hole of the first column, and was above it when the person could act.
  assert.match(await page.evaluate(() => window.answered), /^translate\(50 -/);
});

check('columns and points work with a Persian keyboard', async ({ visit }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] });
  await mayAct(page);
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '۴', code: 'Digit4', bubbles: true })),
  );
  await reaches(page, 1);
  const graph = await playing(visit, 'sim', { seats: ['person', 'person'] });
  await mayAct(graph);
  for (const [key, code] of [
    ['ش', 'KeyA'],
    ['ذ', 'KeyB'],
  ])
    await graph.evaluate(
      ([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true })),
      [key, code],
    );
  await reaches(graph, 1);
});

check.spoken('a person leads the ghosts: arrows move the one whose turn it is', async ({ visit, t, say }) => {
  const page = await playing(
    visit,
    'pacman',
    { spec: 'pacman:layout=medium', seats: ['left-turn', 'person'] },
    { memory: { 'plylab.realtime': 'false' }, bears: [/willReadFrequently/] },
  );
  const status = () => page.locator('.status > span').first().textContent();
  const asked = (name) => becomes(status, t('game.toMove', { name: say(name) }));
  await asked('Ghost 1');
  await page.locator('.pac.pac-takes').waitFor();
  const ring = () =>
    page.locator('.pac-board canvas').nth(1).evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const near = (at, ...colour) => colour.every((part, k) => Math.abs(data[at + k] - part) < 6);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (near(at, 10, 107, 96)) count += 1;
      return count;
    });
  await becomes(async () => (await ring()) > 100, true, 'a ring marks the one to move');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await asked('Ghost 2');
});

check('in real time a ghost goes on by itself where there is only one way', async ({ visit }) => {
  const own = '%%%%%%%%%%%\n%P........%\n%%%%%%%%%%%\n%G        %\n%%%%%%%%%%%\n';
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=mine', seats: ['left-turn', 'person'], own });
  await becomes(async () => (await where(page))[0] >= 6, true, 'no key was pressed');
});

check('in real time only the end is announced, not every step', async ({ visit, t, say }) => {
  const game = { spec: 'pacman:layout=mine', own: ENDLESS, seats: ['left-turn', 'random'] };
  const page = await playing(visit, 'pacman', game, { memory: { 'plylab.speed': '"8"' } });
  await page.evaluate(() => {
    window.said = [];
    const voice = document.querySelector('#voice');
    new MutationObserver(() => window.said.push(voice.textContent)).observe(voice, { childList: true });
  });
  await page.waitForFunction(
    () => Number(document.querySelector('.transport .where').textContent.match(/\d+/)[0]) >= 24,
  );
  const announced = new RegExp(pattern(t('game.moved', { name: '\0', action: '\0' })).replaceAll('\0', '.*'));
  const said = await page.evaluate(() => window.said);
  assert.match(t('game.moved', { name: say('Pac-Man'), action: 'East' }), announced);
  assert.deepEqual(said.filter((words) => announced.test(words)), []);
});

check('the score bar sets Pac-Man against all ghosts', async ({ visit }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=full', seats: ['person', 'random'] }, PHONE);
  assert.equal(await page.locator('.score-bar .side').count(), 2);
  assert.equal(await page.locator('.score-bar .side').nth(1).locator('.emblem').count(), 4);
  for (const { left, right } of await boxes(page, '.score-bar .side, .transport .button, .transport .slider'))
    assert.ok(left >= 0 && right <= PHONE.width, `from ${left} to ${right}`);
});

check('probabilities in a tree are written below the names of moves, and none overlap', async ({ visit, t }) => {
  const page = await visit('#/trees');
  await page.locator('.tree-node.is-current').first().waitFor();
  await page.getByRole('tab', { name: t('explorer.tabs.compare') }).click();
  await page.locator('.tree-compare').getByRole('radio', { name: t('trees.names.expectimax') }).check();
  await becomes(() => page.locator('.tree-weight').count(), 9);
  const found = await boxes(page, '.tree-weight');
  for (const [i, a] of found.entries())
    for (const b of found.slice(i + 1))
      assert.ok(a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top || b.bottom <= a.top);
});

check('another tree is shown at the beginning of its search', async ({ visit }) => {
  const page = await visit('#/trees');
  await page.locator('.tree-node.is-current').first().waitFor();
  await page.keyboard.press(']');
  await becomes(() => page.locator('.tree-count').textContent(), '23 / 23');
  await page.locator('.tree-source select').selectOption('dice');
  await becomes(
    async () => {
      const [step, steps] = (await page.locator('.tree-count').textContent()).split(' / ');
      return step === '1' && steps !== '23';
    },
    true,
    'the first step',
  );
});

check('with forced colours the maze and the selection are still visible', async ({ visit }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=small', seats: ['person', 'random'] }, {
    bears: [/willReadFrequently/],
  });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.reload();
  await page.locator('.pac.pac-takes').waitFor();
  const colours = () =>
    page.locator('.pac-board canvas').first().evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const seen = new Set();
      for (let at = 0; at < data.length; at += 4 * 97) seen.add(data.slice(at, at + 3).map((part) => part >> 4).join());
      return seen.size;
    });
  await becomes(async () => (await colours()) > 2, true, 'walls and floor differ');
  const look = (selector) => page.locator(selector).first().evaluate((each) => getComputedStyle(each).backgroundColor);
  assert.notEqual(await look('[role=tab][aria-selected=true]'), await look('[role=tab][aria-selected=false]'));
});
