// Experiments: one made in the form, run to its end, with its table, its plots and its files.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bench, becomes } from './lib/bench.js';
import { ownFolder, plylab } from './lib/lab.js';
import { plain } from './lib/words.js';

const check = bench();

/** Fills the form with a sweep of a few quick games. */
async function sweep(page, t, { title = 'Small question', values = '1 2', games = '4' } = {}) {
  await page.getByLabel(t('experiments.form.title'), { exact: true }).fill(title);
  await page.getByLabel(t('experiments.form.values'), { exact: true }).fill(values);
  await page.getByLabel(t('experiments.form.games'), { exact: true }).fill(games);
}

/** A table without the columns that depend on the machine. */
function lasting(csv) {
  const [head, ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','));
  const kept = head.map((title, index) => (title.startsWith('own time') ? -1 : index)).filter((index) => index >= 0);
  assert.equal(rows.length, 2, csv);
  return [head, ...rows].map((row) => kept.map((index) => row[index]));
}

async function saved(page, link) {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await file.path(), 'utf8');
}

check('a sweep is made in the form and run to its end: table, plots, games, files', async ({ visit, t }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await sweep(page, t);
  const planned = () => page.locator('.plan-counts dd').last().textContent();
  await becomes(planned, t('experiments.nGames', { n: 8 }), 'two depths, four games each');
  await page.locator('.workbench').getByRole('button', { name: t('experiments.full'), exact: true }).click();
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

  await page.getByRole('tab', { name: t('experiments.views.plots'), exact: true }).click();
  await page.locator('.plot-figure svg').first().waitFor();
  await page.getByRole('tab', { name: t('experiments.views.games'), exact: true }).click();
  await becomes(() => page.locator('.run-panel:visible tbody tr').count(), 8);
  await page.locator('.run-panel:visible tbody a').first().click();
  await page.locator('.replay .board').waitFor();
});

check('the games of a large run are listed page by page, and each can be opened', async ({ visit, t }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await sweep(page, t, { title: 'Many games', games: '30' });
  await becomes(() => page.locator('.plan-counts dd').last().textContent(), t('experiments.nGames', { n: 60 }));
  await page.locator('.workbench').getByRole('button', { name: t('experiments.full'), exact: true }).click();
  await page.locator('.run-head .run-done').waitFor();
  await page.getByRole('tab', { name: t('experiments.views.games'), exact: true }).click();
  const rows = page.locator('.run-panel:visible tbody tr');
  await becomes(() => rows.count(), 50);
  const [before, after] = ['gamesBefore', 'gamesAfter'].map((key) =>
    page.getByRole('button', { name: t(`experiments.${key}`), exact: true }),
  );
  assert.deepEqual([await before.isDisabled(), await after.isDisabled()], [true, false]);
  await after.click();
  await becomes(() => rows.count(), 10);
  await page.getByText(t('experiments.gamesShown', { from: 51, to: 60, n: 60 })).waitFor();
  assert.deepEqual([await before.isDisabled(), await after.isDisabled()], [false, true]);
  await rows.last().locator('a').click();
  await page.locator('.replay .board').waitFor();
});

check.spoken('a run is stopped, kept, and resumed to its end', async ({ visit, t, language }) => {
  const title = `Long question, ${language}`;
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await sweep(page, t, { title, values: '7', games: '40' });
  await becomes(() => page.locator('.plan-counts dd').last().textContent(), t('experiments.nGames', { n: 40 }));
  await page.locator('.workbench').getByRole('button', { name: t('experiments.full'), exact: true }).click();
  await page.locator('.run-head .run-running').waitFor();
  await page.getByRole('button', { name: t('experiments.stop'), exact: true }).click();
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
  await page.getByRole('button', { name: t('experiments.resume'), exact: true }).click();
  await page.locator('.run-head .run-done').waitFor();
  await page.goBack();
  await page.locator('.run-row', { hasText: title }).locator('.run-done').waitFor();
});

check.spoken('a mistake in the form is shown at its field', async ({ visit, t }) => {
  const page = await visit('#/experiments');
  await page.locator('.plan-counts').waitFor();
  await page.getByLabel(t('experiments.form.games'), { exact: true }).fill('many');
  const problems = page.locator('.sweep-form .problem:not([hidden])');
  await becomes(() => problems.first().textContent(), t('experiments.form.notWhole'));
  const full = page.locator('.workbench').getByRole('button', { name: t('experiments.full'), exact: true });
  await becomes(() => full.isDisabled(), true);
  await page.getByLabel(t('experiments.form.games'), { exact: true }).fill('0');
  await becomes(
    async () => {
      const said = plain(await page.locator('.sweep-numbers .problem').first().textContent());
      return said.includes('games') && /\b0\b/.test(said);
    },
    true,
    'what cannot be 0',
  );
  await page.getByLabel(t('experiments.form.games'), { exact: true }).fill('4');
  await page.locator('.sweep-form input.notation').first().fill('alphabeta:dept={depth}');
  await becomes(
    async () => /dept/.test((await problems.allTextContents()).join()),
    true,
  );
});

check.spoken('a bundled experiment is opened as a file', async ({ visit, t }) => {
  const page = await visit('#/experiments');
  const card = page.locator('.experiment-card').last();
  await card.getByRole('button', { name: t('experiments.edit') }).click();
  await becomes(async () => /report/i.test(await page.getByLabel(t('experiments.file')).inputValue()), true);
});
