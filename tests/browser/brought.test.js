// An agent in a process of its own, at a seat in the pages.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { bench, becomes } from './lib/bench.js';
import { openTab, playing, reaches } from './lib/game.js';

const check = bench({ options: ['--bring', fileURLToPath(new URL('agents', import.meta.url))] });

check('an agent of your own plays; what it says and draws is shown', async ({ visit }) => {
  const page = await playing(visit, 'connect4', { seats: ['marker', 'person'] });
  await reaches(page, 1);
  // Of its three marks, one is not on the board.
  await becomes(() => page.locator('.marks circle').count(), 2);
  await openTab(page, 'log');
  const said = page.locator('.log .note');
  await becomes(() => said.count(), 1);
  assert.equal((await said.textContent()).trim(), 'I like the centre.');
});
