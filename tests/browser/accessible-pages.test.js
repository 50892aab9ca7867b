// Every page, in both themes and both languages, has no serious fault that axe-core can find.

import assert from 'node:assert/strict';
import { faults, LOOKS } from './lib/axe.js';
import { bench, becomes } from './lib/bench.js';

const check = bench();

const PAGES = {
  menu: ['', '.game-card .picture :is(svg, canvas)'],
  'set-up': ['#/play/connect4', '.setup-go .button'],
  'set-up of Pac-Man': ['#/play/pacman', '.setup-go .button'],
  trees: ['#/trees', '.tree-node.is-current'],
  experiments: ['#/experiments', '.plan-counts'],
  replays: ['#/replays', '.replay-list .empty, .replay-card'],
};

for (const { look, options } of LOOKS) {
  check(`pages, ${look}`, async ({ visit }) => {
    const found = [];
    const page = await visit('', options);
    for (const [name, [where, sign]] of Object.entries(PAGES)) {
      await page.evaluate((hash) => (location.hash = hash), where || '#/');
      await page.locator(sign).first().waitFor();
      found.push(...(await faults(page, name)));
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    found.push(...(await faults(page, 'help')));
    assert.deepEqual(found, []);
  });

  check(`a run of an experiment, ${look}`, async ({ visit }) => {
    const page = await visit('#/experiments', options);
    await page.locator('.plan-counts').waitFor();
    await page.locator('.sweep-axis input').nth(1).fill('1 2');
    await page.locator('.sweep-numbers input').first().fill('2');
    await becomes(
      async () => /^[4۴] /.test(await page.locator('.plan-counts dd').last().textContent()),
      true,
      'four games',
    );
    await page.locator('.workbench-side .button').last().click();
    await page.locator('.run-head .run-done').waitFor();
    await page.locator('.result-table').first().waitFor();
    const found = await faults(page, 'tables');
    await page.getByRole('tab').nth(1).click();
    await page.locator('.plot-figure svg').first().waitFor();
    found.push(...(await faults(page, 'plots')));
    assert.deepEqual(found, []);
  });
}
