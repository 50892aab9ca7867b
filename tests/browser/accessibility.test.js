// Every page, in both themes and both languages, has no serious fault that axe-core can find.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { bench, becomes } from './lib/bench.js';
import { mayAct, playing, reaches } from './lib/game.js';

const check = bench();
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The serious faults of a page as it is. */
async function faults(page, name) {
  // What still fades in has colours of its own for a moment.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => `${name}: ${id}, ${help}: ${target.join(' ')} (${any[0]?.message ?? ''})`),
    );
}

const PAGES = {
  menu: ['', '.game-card .picture :is(svg, canvas)'],
  'set-up': ['#/play/connect4', '.setup-go .button'],
  'set-up of Pac-Man': ['#/play/pacman', '.setup-go .button'],
  trees: ['#/trees', '.tree-node.is-chosen'],
  experiments: ['#/experiments', '.plan-counts'],
  replays: ['#/replays', '.replay-list .empty, .replay-card'],
};
const GAMES = ['connect4', 'sim', 'pacman', 'grid', 'tree'];

for (const scheme of ['light', 'dark']) {
  for (const language of ['en', 'fa']) {
    const options = { scheme, language, calm: true, bypassCSP: true };

    check(`pages, ${scheme}, ${language}`, async ({ visit }) => {
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

    check(`games, ${scheme}, ${language}`, async ({ visit }) => {
      const found = [];
      for (const game of GAMES) {
        const memory = {
          [`plylab.analysis.${game}`]: JSON.stringify({ on: true, agents: ['minimax:depth=2'], time: 600000 }),
        };
        const page = await playing(visit, game, { seats: ['person', 'person'] }, { ...options, memory });
        await page.locator('.lane.is-done').waitFor();
        const tabs = page.getByRole('tab');
        for (let place = 0; place < (await tabs.count()); place += 1) {
          if (game !== 'connect4' && place > 0) break;
          await tabs.nth(place).click();
          found.push(...(await faults(page, `${game}, tab ${place + 1}`)));
        }
        await page.context().close();
      }
      assert.deepEqual(found, []);
    });

    check(`a game that is over, its replay and its link, ${scheme}, ${language}`, async ({ visit }) => {
      const found = [];
      const page = await playing(visit, 'sim', { seats: ['person', 'person'] }, options);
      for (const [place, edge] of ['ab', 'de', 'bc', 'ef', 'ac'].entries()) {
        await mayAct(page);
        for (const letter of edge) await page.keyboard.press(letter);
        await reaches(page, place + 1);
      }
      await page.locator('.triangle polygon').waitFor();
      found.push(...(await faults(page, 'a game that is over')));
      await page.locator('.transport .whole button').nth(3).click();
      const link = await page.locator('dialog input').inputValue();
      found.push(...(await faults(page, 'the link')));
      await page.keyboard.press('Escape');
      await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
      await page.locator('.replay .log button').first().waitFor();
      found.push(...(await faults(page, 'the replay')));
      assert.deepEqual(found, []);
    });

    check(`a run of an experiment, ${scheme}, ${language}`, async ({ visit }) => {
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
}
