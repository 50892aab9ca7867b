// The layout of pages: in Persian, on a phone, in light and dark, without motion.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { mayAct, playing, reaches } from './lib/game.js';

const check = bench();
const PAGES = ['', '#/play/connect4', '#/play/pacman', '#/trees', '#/experiments', '#/replays'];
const ready = {
  '': '.game-card .picture :is(svg, canvas)',
  '#/trees': '.tree-node.is-current',
  '#/experiments': '.plan-counts',
  '#/replays': '.replay-list .empty, .replay-card',
};
const shown = (page, where) =>
  page
    .locator(ready[where] ?? '.setup-go .button')
    .first()
    .waitFor();

/** By how much the page is wider than the screen. */
const overhang = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

check('Persian: from right to left, in Persian digits, with boards from left to right', async ({ visit }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { language: 'fa' });
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  assert.equal(await page.locator('html').getAttribute('lang'), 'fa');
  await mayAct(page);
  await page.keyboard.press('7');
  await becomes(
    async () => /۱/.test(await page.locator('.transport .where').textContent()),
    true,
    'digits of the language',
  );
  assert.doesNotMatch(await page.locator('.transport .where').textContent(), /[0-9]/);
  const boxOf = (selector) => page.locator(selector).boundingBox();
  const [first, last] = [
    await boxOf('.stones .column[data-column="0"]'),
    await boxOf('.stones .column[data-column="6"]'),
  ];
  assert.ok(first.x < last.x, 'column 1 stays on the left');
  const [stage, panel] = [await boxOf('.stage'), await boxOf('.panel')];
  assert.ok(panel.x < stage.x, 'the panel stands on the other side');
  assert.match(await page.locator('.status').textContent(), /[\u0600-\u06ff]/);
  const english = await page.evaluate(() => {
    const left = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (left.nextNode()) {
      const { parentElement: holder, textContent: text } = left.currentNode;
      if (!/[A-Za-z]{3,}/.test(text) || holder.closest('.notation, [lang="en"], .brand, dialog, title, [dir="ltr"]'))
        continue;
      if (holder.checkVisibility()) found.push(text.trim());
    }
    return found;
  });
  assert.deepEqual(english, [], 'no English is left on the page of a game');
});

check('the language is switched in place, and back', async ({ visit, t }) => {
  const page = await visit('');
  await page.locator('.game-card').first().waitFor();
  await page.getByRole('button', { name: 'فارسی' }).click();
  await becomes(() => page.locator('html').getAttribute('dir'), 'rtl');
  await page.locator('.game-card').first().waitFor();
  assert.match(await page.locator('h1').textContent(), /[\u0600-\u06ff]/);
  await page.locator('.language').click();
  await becomes(() => page.locator('html').getAttribute('dir'), 'ltr');
  await becomes(() => page.locator('h1').textContent(), t('menu.purpose'));
});

// A small phone, a phone, and a small window at 200 %.
const SCREENS = [
  [320, 640],
  [390, 844],
  [640, 400],
];

for (const language of ['en', 'fa']) {
  check(`on small screens nothing is wider than the screen (${language})`, async ({ visit }) => {
    const wider = async (page, what) => {
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        assert.equal(await overhang(page), 0, `${what} at ${width} pixels`);
      }
    };
    for (const where of PAGES) {
      const page = await visit(where, { width: 390, height: 844, language });
      await shown(page, where);
      await wider(page, `the page ${where || 'of the games'}`);
      await page.context().close();
    }
    for (const game of ['connect4', 'sim', 'pacman', 'grid', 'tree']) {
      const page = await playing(visit, game, { seats: ['person', 'random'] }, { width: 390, height: 844, language });
      await wider(page, `a game of ${game}`);
      await page.setViewportSize({ width: 320, height: 640 });
      const board = await page.locator('.board-box').boundingBox();
      assert.ok(board.x >= 0 && board.x + board.width <= 320, `the whole board of ${game} is seen`);
      await page.context().close();
    }
  });

  check(`on a phone the navigation shows that it goes on (${language})`, async ({ visit }) => {
    const page = await visit('', { width: 390, height: 844, language });
    const nav = page.locator('.nav');
    await nav.locator('a').first().waitFor();
    await becomes(() => nav.getAttribute('class'), 'nav goes-on');
    await nav.locator('a').last().scrollIntoViewIfNeeded();
    await becomes(() => nav.getAttribute('class'), 'nav began-before');
    await page.setViewportSize({ width: 1440, height: 900 });
    await becomes(() => nav.getAttribute('class'), 'nav');
  });
}

check('light and dark: the system decides until the user does', async ({ visit, t }) => {
  const paper = (page) =>
    page.evaluate(() => {
      const [red, green, blue] = getComputedStyle(document.documentElement)
        .backgroundColor.match(/[\d.]+/g)
        .map(Number);
      return red + green + blue > 3 * 128 ? 'light' : 'dark';
    });
  for (const scheme of ['light', 'dark']) {
    const page = await visit('', { scheme });
    await page.locator('.game-card').first().waitFor();
    assert.equal(await paper(page), scheme);
  }
  const page = await visit('', { scheme: 'light' });
  await page.getByRole('button', { name: t('nav.dark'), exact: true }).click();
  await becomes(() => paper(page), 'dark');
  await page.getByRole('button', { name: t('nav.light'), exact: true }).click();
  await becomes(() => paper(page), 'light');
});

check('with reduced motion a stone appears at once in its cell', async ({ visit }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { calm: true });
  await mayAct(page);
  await page.evaluate(() => {
    window.way = [];
    const note = (stone) => !stone.closest('.ghost') && window.way.push(stone.getAttribute('transform'));
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const stone of [target, ...addedNodes]) if (stone.matches?.('.stone')) note(stone);
    }).observe(document.querySelector('svg.stones'), {
      subtree: true,
      childList: true,
      attributeFilter: ['transform'],
    });
  });
  await page.keyboard.press('4');
  await reaches(page, 1);
  await becomes(async () => [...new Set(await page.evaluate(() => window.way))], ['translate(350 550)']);
});

check.spoken('everything can be reached by keys: skip link, help, and back', async ({ visit, t }) => {
  const page = await visit('');
  await page.locator('.game-card').first().waitFor();
  await page.keyboard.press('Tab');
  await becomes(() => page.evaluate(() => document.activeElement.textContent), t('nav.skip'));
  await page.keyboard.press('Enter');
  await becomes(() => page.evaluate(() => document.activeElement.id), 'main');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: t('help.title') }).waitFor();
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('dialog').count(), 0);
});
