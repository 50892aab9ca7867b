// The results of a tournament of agents from outside, as `plylab serve --results` shows them.

import assert from 'node:assert/strict';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bench, becomes } from './lib/bench.js';
import { openTab } from './lib/game.js';
import { ownFolder, plylab } from './lib/lab.js';

const agents = fileURLToPath(new URL('agents', import.meta.url));
const folder = await ownFolder();
after(() => folder.remove());
await plylab('tournament', 'connect4', '--bring', agents, '--out', folder.path);

const check = bench({ options: ['--results', folder.path] });

check.spoken('a tournament that was played elsewhere shows its tables, its games, and how they ended', async ({ visit, t }) => {
  const page = await visit('#/experiments');
  await page.locator('a.run-link').first().click();
  await page.locator('.result-table').first().waitFor();
  await page.getByRole('tab', { name: t('experiments.views.report'), exact: true }).click();
  await page.getByText(/Python 3.*: marker.* quitter/).waitFor();
  await page.getByRole('tab', { name: t('experiments.views.games'), exact: true }).click();
  const rows = page.locator('.result-table tbody tr', { has: page.locator('a[href^="#/replay?run="]') });
  await becomes(() => rows.count(), 2);
  assert.equal(await rows.locator('.chip', { hasText: t('experiments.hasLog') }).count(), 2);
});

check('a replay has what agents said, drew and wrote to their logs', async ({ visit, t }) => {
  const page = await visit('#/experiments');
  await page.locator('a.run-link').first().click();
  await page.getByRole('tab', { name: t('experiments.views.games'), exact: true }).click();
  await page.locator('a[href^="#/replay?run="]').first().click();
  await page.locator('.replay-head .chip').waitFor();
  const ended = await page.locator('.replay-head .chip').textContent();
  assert.match(ended, /it ended with exit status 1/);
  await openTab(page, 'log');
  await becomes(async () => (await page.locator('.log .note').count()) > 0, true);
  assert.equal((await page.locator('.log .note').first().textContent()).trim(), 'I like the centre.');
  await page.locator('.log [data-ply="1"]').click();
  await becomes(() => page.locator('.marks circle').count(), 2);
  const log = page.locator('.agent-log');
  await becomes(() => log.count(), 1);
  await log.locator('summary').click();
  assert.match(await log.locator('pre').textContent(), /I was not ready for a second move/);
});
