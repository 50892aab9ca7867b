// Experiments: one made in the form, run to its end, with its table, its plots and its files.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bench, becomes } from './lib/bench.js';
import { ownFolder, plylab } from './lib/lab.js';

const check = bench();

/** Fills the form with a sweep of few and quick games. */
async function sweep(page, { title = 'Small question', values = '1 2', games = '4' } = {}) {
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Values', { exact: true }).fill(values);
  await page.getByLabel('Games a cell', { exact: true }).fill(games);
}

/** A table without the columns that depend on the machine. */
function lasting(csv) {
  const [head, ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const kept = head.map((title, place) => (title.startsWith('own time') ? -1 : place)).filter((place) => place >= 0);
  assert.equal(rows.length, 2, csv);
  return [head, ...rows].map((row) => kept.map((place) => row[place]));
}

async function saved(page, link) {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await file.path(), 'utf8');
}

check('a sweep is made in the form and run to its end: table, plots, games, files', async ({ visit }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await sweep(page);
  await becomes(() => page.locator('.plan-counts dd').last().textContent(), '8 games', 'two depths, four games each');
  await page.locator('.workbench').getByRole('button', { name: 'Full' }).click();
  await page.getByRole('heading', { name: 'Small question' }).waitFor();
  await page.locator('.run-head .run-done').waitFor();
  const bar = page.getByRole('progressbar');
  assert.deepEqual([await bar.getAttribute('aria-valuenow'), await bar.getAttribute('aria-valuemax')], ['8', '8']);

  const cells = () =>
    page
      .locator('.result-table')
      .first()
      .evaluate((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent)));
  await becomes(async () => (await cells()).length, 3, 'a head and a row for each depth');
  const [head, ...rows] = await cells();
  assert.equal(head[0], 'depth');
  assert.deepEqual(
    rows.map((row) => row[0]),
    ['1', '2'],
  );

  const csv = await saved(page, page.locator('.downloads a[href$="report.csv"]'));
  const folder = await ownFolder();
  try {
    const [file, results] = ['same.toml', 'results'].map((name) => join(folder.path, name));
    await writeFile(file, await saved(page, page.locator('.downloads a[href$="experiment.toml"]')));
    await plylab('run', file, '--out', results);
    assert.deepEqual(lasting(csv), lasting(await plylab('report', results, '--csv')), 'the command finds the same');
  } finally {
    await folder.remove();
  }
  const report = JSON.parse(await saved(page, page.locator('.downloads a[href$="report.json"]')));
  assert.deepEqual([report.title, report.manifest.games], ['Small question', 8]);
  const games = (await saved(page, page.locator('.downloads a[href$="games.jsonl"]')))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(games.length, 8);

  await page.getByRole('tab', { name: 'Plots' }).click();
  await page.locator('.plot-figure svg').first().waitFor();
  await page.getByRole('tab', { name: 'Games' }).click();
  await becomes(() => page.locator('.run-panel:visible tbody tr').count(), 8);
  await page.locator('.run-panel:visible tbody a').first().click();
  await page.locator('.replay .board').waitFor();
});

check('the games of a large run are listed page by page, and each can be opened', async ({ visit }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await sweep(page, { title: 'Many games', games: '30' });
  await becomes(() => page.locator('.plan-counts dd').last().textContent(), '60 games');
  await page.locator('.workbench').getByRole('button', { name: 'Full' }).click();
  await page.locator('.run-head .run-done').waitFor();
  await page.getByRole('tab', { name: 'Games' }).click();
  const rows = page.locator('.run-panel:visible tbody tr');
  await becomes(() => rows.count(), 50);
  const [before, after] = ['Games before', 'Games after'].map((name) => page.getByRole('button', { name }));
  assert.deepEqual([await before.isDisabled(), await after.isDisabled()], [true, false]);
  await after.click();
  await becomes(() => rows.count(), 10);
  await page.getByText('Games 51 to 60 of 60').waitFor();
  assert.deepEqual([await before.isDisabled(), await after.isDisabled()], [false, true]);
  await rows.last().locator('a').click();
  await page.locator('.replay .board').waitFor();
});

check('a run is stopped, kept, and goes on to its end', async ({ visit }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await sweep(page, { title: 'Long question', values: '7', games: '40' });
  await becomes(() => page.locator('.plan-counts dd').last().textContent(), '40 games');
  await page.locator('.workbench').getByRole('button', { name: 'Full' }).click();
  await page.locator('.run-head .run-running').waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.locator('.run-head .run-stopped').waitFor();
  const done = Number(await page.getByRole('progressbar').getAttribute('aria-valuenow'));
  assert.ok(done < 40, `${done} of 40`);
  await page.reload();
  await page.locator('.run-head .run-stopped').waitFor();
  assert.equal(
    Number(await page.getByRole('progressbar').getAttribute('aria-valuenow')),
    done,
    'what was played is kept',
  );
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.locator('.run-head .run-done').waitFor();
  await page.goBack();
  await page.locator('.run-row', { hasText: 'Long question' }).locator('.run-done').waitFor();
});

check('a mistake in the form is told at its field', async ({ visit }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await page.getByLabel('Games a cell', { exact: true }).fill('many');
  await page.locator('.sweep-form .problem:not([hidden])').waitFor();
  await becomes(() => page.locator('.workbench').getByRole('button', { name: 'Full' }).isDisabled(), true);
  await page.getByLabel('Games a cell', { exact: true }).fill('0');
  await becomes(
    async () => /'games' cannot be 0/.test(await page.locator('.sweep-numbers .problem').first().textContent()),
    true,
  );
  await page.getByLabel('Games a cell', { exact: true }).fill('4');
  await page.locator('.sweep-form input.notation').first().fill('alphabeta:dept={depth}');
  await becomes(
    async () => /dept/.test((await page.locator('.sweep-form .problem:not([hidden])').allTextContents()).join()),
    true,
  );
});

check('a shipped experiment is opened as a file', async ({ visit }) => {
  const page = await visit('#/experiments');
  const card = page.locator('.experiment-card').filter({ hasText: 'Report E' });
  await card.getByRole('button', { name: /^Read and change/ }).click();
  await becomes(async () => /report/i.test(await page.getByLabel('The experiment as a file').inputValue()), true);
});
