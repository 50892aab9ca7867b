// A game that Plylab does not know, in its pages: an external program adds it to the registry and serves it.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { moves, playing } from './lib/game.js';
import { outside } from './lib/lab.js';

const check = bench({ program: outside });

check('the menu offers the game, and it is played by its legal moves', async ({ visit }) => {
  const menu = await visit('');
  await menu.getByRole('link', { name: /Nim/ }).first().waitFor();
  const page = await playing(visit, 'nim', { seats: ['person', 'nim-sum'] });
  const buttons = page.locator('.legal-moves button');
  // Heaps of one, three and five stones.
  await becomes(() => buttons.count(), 9);
  await page.locator('.legal-moves button[data-action="ax1"]').click();
  await becomes(async () => (await moves(page)).length >= 2, true, 'the agent has answered');
  assert.equal((await moves(page))[0], 'ax1');
  await becomes(() => page.locator('svg.plain text.line').count(), 3);
});
