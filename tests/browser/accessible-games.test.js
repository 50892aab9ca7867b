// Every game, being played and over, in both themes and both languages, has no serious fault that axe-core can find.

import assert from 'node:assert/strict';
import { faults, LOOKS } from './lib/axe.js';
import { bench } from './lib/bench.js';
import { mayAct, playing, reaches } from './lib/game.js';

const check = bench();
const GAMES = ['connect4', 'sim', 'tictactoe', 'pacman', 'grid', 'tree'];

for (const { look, options } of LOOKS) {
  check(`games, ${look}`, async ({ visit }) => {
    const found = [];
    for (const game of GAMES) {
      const memory = { [`plylab.analysis.${game}`]: JSON.stringify({ on: true, time: 1000 }) };
      const page = await playing(visit, game, { seats: ['person', 'person'] }, { ...options, memory });
      await page.locator('.lane.is-done').waitFor();
      const tabs = page.getByRole('tab');
      for (let index = 0; index < (await tabs.count()); index += 1) {
        if (game !== 'connect4' && index > 0) break;
        await tabs.nth(index).click();
        found.push(...(await faults(page, `${game}, tab ${index + 1}`)));
      }
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });

  check(`a game that is over, its replay and its link, ${look}`, async ({ visit }) => {
    const found = [];
    const page = await playing(visit, 'sim', { seats: ['person', 'person'] }, options);
    for (const [index, edge] of ['ab', 'de', 'bc', 'ef', 'ac'].entries()) {
      await mayAct(page);
      for (const letter of edge) await page.keyboard.press(letter);
      await reaches(page, index + 1);
    }
    await page.locator('.triangle polygon').waitFor();
    found.push(...(await faults(page, 'a game that is over')));
    await page.locator('.transport .whole button').nth(3).click();
    const link = await page.locator('dialog input[readonly]').inputValue();
    found.push(...(await faults(page, 'the link')));
    await page.keyboard.press('Escape');
    await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
    await page.locator('.replay .log button').first().waitFor();
    found.push(...(await faults(page, 'the replay')));
    assert.deepEqual(found, []);
  });
}
