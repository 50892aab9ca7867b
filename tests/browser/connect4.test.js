// Connect Four: stones by mouse, keys and touch; four in a row; taking back, restarting, swapping sides.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ending, mayAct, moves, playing, reaches, where } from './lib/game.js';

const check = bench();
const people = { seats: ['person', 'person'] };

/** The centre of a cell in the board's own units; columns and rows count from 1. */
const cell = (column, row) => [(column - 0.5) * 100, (6 - row + 0.5) * 100];

const column = (page, number) => page.locator(`.stones .column[data-column="${number - 1}"]`);

/** Where stones lie, in the order in which they fell. */
const stones = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('svg.stones .stone')]
      .filter((stone) => !stone.closest('.ghost'))
      .map((stone) =>
        stone
          .getAttribute('transform')
          .match(/-?[\d.]+/g)
          .map(Number),
      ),
  );

const lights = (page) =>
  page
    .locator('.stones .lights circle')
    .evaluateAll((drawn) => drawn.map((light) => [light.cx.baseVal.value, light.cy.baseVal.value]));

/** Drops stones one after the other with the mouse. */
async function click(page, columns) {
  for (const number of columns) {
    const [, last] = await where(page);
    await mayAct(page);
    await column(page, number).click();
    await reaches(page, last + 1);
  }
}

/** Drops stones one after the other with the keys 1 to 7. */
async function press(page, columns) {
  for (const number of columns) {
    const [, last] = await where(page);
    await mayAct(page);
    await page.keyboard.press(String(number));
    await reaches(page, last + 1);
  }
}

check.spoken('two people play with the mouse until four in a row light up', async ({ visit, t, say, number, digits }) => {
  const page = await playing(visit, 'connect4', people);
  await click(page, [4, 3, 4, 3, 4, 3, 4]);
  assert.equal(await ending(page), t('game.won', { name: say('Yellow') }));
  await becomes(
    () => lights(page),
    [1, 2, 3, 4].map((row) => cell(4, row)),
    'the four that won, and no other',
  );
  await becomes(
    () => stones(page),
    [cell(4, 1), cell(3, 1), cell(4, 2), cell(3, 2), cell(4, 3), cell(3, 3), cell(4, 4)],
  );
  assert.deepEqual(await page.locator('.score-bar .wins').allTextContents(), [1, 0].map(number));
  assert.deepEqual(await page.locator('.score-bar .here').allTextContents(), [`+${digits(1000)}`, digits(0)], "report E's bar");
  await column(page, 1).click({ force: true });
  assert.deepEqual(await where(page), [7, 7], 'no moves after the end');
  assert.deepEqual(await moves(page), ['4', '3', '4', '3', '4', '3', '4']);
});

check('a game is won by keys alone, and the score carries over to the next one', async ({ visit, t, say, number }) => {
  const page = await playing(visit, 'connect4', people);
  await press(page, [1, 2, 1, 3, 1, 4, 7, 5]);
  assert.equal(await ending(page), t('game.won', { name: say('Red') }));
  await becomes(
    () => lights(page),
    [2, 3, 4, 5].map((number) => cell(number, 1)),
  );
  await page.keyboard.press('r');
  await reaches(page, 0);
  assert.deepEqual(await page.locator('.score-bar .wins').allTextContents(), [0, 1].map(number));
});

check('arrows choose a column from the middle on, and Enter or the down arrow drops the stone', async ({ visit }) => {
  const page = await playing(visit, 'connect4', people);
  await mayAct(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await reaches(page, 1);
  await mayAct(page);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await reaches(page, 2);
  await becomes(() => stones(page), [cell(4, 1), cell(3, 1)]);
});

check('a stone falls from above the board and comes to rest in its cell', async ({ visit }) => {
  const page = await playing(visit, 'connect4', people);
  await press(page, [5]);
  await becomes(() => stones(page), [cell(5, 1)]);
  await page.evaluate(() => {
    window.way = [];
    new MutationObserver((changes) => {
      for (const { target } of changes)
        if (target.matches('.stone'))
          window.way.push(
            target
              .getAttribute('transform')
              .match(/-?[\d.]+/g)
              .map(Number),
          );
    }).observe(document.querySelector('svg.stones'), { subtree: true, attributeFilter: ['transform'] });
  });
  await click(page, [5]);
  await becomes(() => stones(page), [cell(5, 1), cell(5, 2)]);
  const way = await page.evaluate(() => window.way);
  const [[, above]] = way;
  assert.ok(above < 0, `it begins above the board, not at ${above}`);
  assert.deepEqual(way.at(-1), cell(5, 2));
  assert.ok(
    way.every(([x, y]) => x === cell(5, 2)[0] && y <= cell(5, 2)[1]),
    'it stays in its column, and never below its cell',
  );
});

check('the winner is told when the last stone has come to rest, and not before', async ({ visit }) => {
  const page = await playing(visit, 'connect4', people);
  await press(page, [4, 3, 4, 3, 4, 3]);
  await mayAct(page);
  await page.evaluate(() => {
    const stone = () => [...document.querySelectorAll('svg.stones .stone')].filter((one) => !one.closest('.ghost')).at(-1);
    window.told = null;
    new MutationObserver(() => {
      if (document.querySelector('.status .ending')) window.told ??= stone().getAttribute('transform');
    }).observe(document.querySelector('.status'), { subtree: true, childList: true });
  });
  await page.keyboard.press('4');
  await ending(page);
  const [x, y] = cell(4, 4);
  assert.equal(await page.evaluate(() => window.told), `translate(${x} ${y})`);
});

check('the stone in hand follows the pointer over the columns', async ({ visit }) => {
  const page = await playing(visit, 'connect4', people);
  await mayAct(page);
  for (const number of [2, 6]) {
    await column(page, number).hover();
    await becomes(
      () =>
        page
          .locator('.stones .ghost.shown')
          .evaluateAll((shown) => shown.map((ghost) => Number(ghost.style.transform.match(/-?[\d.]+/)[0]))),
      [cell(number, 1)[0]],
    );
  }
});

check.spoken('taking back, restarting and swapping sides, against an agent', async ({ visit, t, sentence }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'first'] });
  const seats = () =>
    page.locator('.seat-button').evaluateAll((buttons) => buttons.map((button) => button.textContent));
  assert.deepEqual(await seats(), [t('game.person'), sentence('first move')]);
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 2);
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 4);
  assert.deepEqual(await moves(page), ['4', '1', '4', '1']);
  await page.getByRole('button', { name: t('game.undo'), exact: true }).click();
  await reaches(page, 2);
  await becomes(() => stones(page), [cell(4, 1), cell(1, 1)]);
  await page.keyboard.press('u');
  await reaches(page, 0);
  await becomes(() => stones(page), []);
  await mayAct(page);
  await page.keyboard.press('7');
  await reaches(page, 2);
  await page.locator('.transport').getByRole('button', { name: t('game.restart'), exact: true }).click();
  await reaches(page, 0);
  await page.getByRole('button', { name: t('game.swap'), exact: true }).click();
  await becomes(seats, [sentence('first move'), t('game.person')]);
  await reaches(page, 1);
  await mayAct(page);
  await page.keyboard.press('2');
  await reaches(page, 3);
  assert.deepEqual(await moves(page), ['1', '2', '1']);
});

check.spoken('an earlier position is shown, and played on from', async ({ visit, t }) => {
  const page = await playing(visit, 'connect4', people);
  await press(page, [4, 4, 3]);
  await page.getByRole('button', { name: t('game.back'), exact: true }).click();
  await becomes(() => where(page), [2, 3]);
  await becomes(() => stones(page), [cell(4, 1), cell(4, 2)]);
  await page.keyboard.press('Home');
  await becomes(() => where(page), [0, 3]);
  await becomes(() => stones(page), []);
  await page.keyboard.press('.');
  await becomes(() => where(page), [1, 3]);
  await page.getByRole('slider', { name: t('game.moves'), exact: true }).fill('2');
  await becomes(() => where(page), [2, 3]);
  await page.getByRole('button', { name: t('game.playOn'), exact: true }).click();
  await reaches(page, 2);
  await press(page, [7]);
  assert.deepEqual(await moves(page), ['4', '4', '7']);
});

check('going back while stones still fall shows the earlier position', async ({ visit }) => {
  const page = await playing(visit, 'connect4', people);
  await press(page, [4]);
  await becomes(() => stones(page), [cell(4, 1)]);
  // From here on no falling stone arrives by itself.
  await page.evaluate(() => (window.requestAnimationFrame = () => 0));
  await press(page, [4, 3]);
  await page.keyboard.press(',');
  await becomes(() => where(page), [2, 3]);
  await becomes(() => stones(page), [cell(4, 1), cell(4, 2)]);
});

check('a finger drops stones on a phone', async ({ visit }) => {
  const page = await playing(visit, 'connect4', people, { width: 390, height: 844 });
  await mayAct(page);
  await column(page, 6).tap();
  await reaches(page, 1);
  await becomes(() => stones(page), [cell(6, 1)]);
});
