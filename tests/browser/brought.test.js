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

check('a match tells how games were forfeited, what the agent wrote, and shows its last game whole', async ({ visit, t }) => {
  const page = await playing(visit, 'connect4', { seats: ['marker', 'quitter'] });
  await page.getByRole('tab', { name: t('game.totals'), exact: true }).click();
  await page.getByRole('slider', { name: t('game.totalsGames'), exact: true }).fill('0');
  await page.getByRole('button', { name: t('game.totalsStart', { n: 10 }), exact: true }).click();
  await page.locator('.totals', { hasText: t('game.totalsDone', { done: 10, total: 10 }) }).waitFor();
  assert.equal((await page.locator('.totals .forfeits').textContent()).trim(), '10 crashes');
  await page.locator('.totals .agent-log summary').click();
  assert.match(await page.locator('.totals .agent-log pre').textContent(), /I was not ready for a second move/);
  await page.getByRole('button', { name: t('game.totalsShow'), exact: true }).click();
  await page.locator('.replay-head').waitFor();
  await openTab(page, 'log');
  await becomes(() => page.locator('.log .note').count(), 2);
  assert.equal(await page.locator('.agent-log').count(), 1);
});
