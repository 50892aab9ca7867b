// Strangers, links, what is shared, and what cannot be saved.

import assert from 'node:assert/strict';
import { faults, LOOKS } from './lib/axe.js';
import { becomes, bench } from './lib/bench.js';
import { plylab } from './lib/lab.js';

const check = bench();

/** A stranger's page asks once for what it may not have. */
const turnedAway = [/401/, /WebSocket/];

check.spoken('a stranger learns how to come in, and comes in by a link', async ({ visit, lab, t }) => {
  for (const width of [1440, 390]) {
    const page = await visit('', { known: false, width, bears: turnedAway });
    await page.getByRole('heading', { name: t('door.title') }).waitFor();
    // Nothing is lost, and there is nowhere else to go.
    assert.equal(await page.locator('.banner').isVisible(), false);
    assert.equal(await page.locator('nav.nav a').count(), 0);
    await page.getByLabel(t('door.link')).fill(`x?token=nonsense`);
    await page.getByRole('button', { name: t('door.open') }).click();
    await page.getByText(t('door.refused.unknown')).waitFor();
    await page.getByLabel(t('door.link')).fill(`${lab.address}/?token=${lab.token}`);
    await page.getByRole('button', { name: t('door.open') }).click();
    await page.getByRole('heading', { name: t('menu.title') }).waitFor();
    assert.equal(new URL(page.url()).search, '');
  }
});

check('the page for strangers is accessible', async ({ visit }) => {
  for (const { look, options } of LOOKS) {
    const page = await visit('?refused=full', { ...options, known: false, bears: turnedAway });
    await page.locator('.door .problem').waitFor();
    assert.deepEqual(await faults(page, look), []);
  }
});

check('a class that is full says so', async ({ visit, lab, t }) => {
  const link = (await plylab('token', 'add', 'few', '--class', '1', '--data', lab.folder)).trim();
  const [, token] = link.split('token=');
  const first = await visit(`?token=${token}`, { known: false });
  await first.getByRole('heading', { name: t('menu.title') }).waitFor();
  // The same browser keeps its place.
  await first.goto(`${lab.address}/?token=${token}`);
  await first.getByRole('heading', { name: t('menu.title') }).waitFor();
  const second = await visit(`?token=${token}`, { known: false, bears: turnedAway });
  await second.getByText(t('door.refused.full')).waitFor();
});

const RUN = 'title = "Shared"\n[[sweep]]\nname = "few"\ngame = "sim"\nplayers = ["random", "first"]\ngames = 4\n';

check.spoken('a shared run can be read by others, and changed by nobody else', async ({ visit, lab, t }) => {
  const owner = await visit('#/experiments');
  await owner.getByRole('heading', { level: 1, name: t('experiments.title') }).waitFor();
  const run = await owner.evaluate(async (text) => {
    const answer = await fetch('api/3', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ do: 'experiment.start', with: { text } }),
    });
    return (await answer.json()).ok.run.run;
  }, RUN);
  const other = await visit(`#/experiments/${run}`);
  await other.getByText(t('experiments.gone')).waitFor();
  await owner.goto(`${lab.address}/#/experiments/${run}`);
  await owner.getByRole('button', { name: t('experiments.share') }).click();
  await owner.getByRole('button', { name: t('experiments.unshare') }).waitFor();
  const reader = await visit(`#/experiments/${run}`, { width: 390 });
  await reader.getByText(t('experiments.readOnly')).waitFor();
  assert.equal(await reader.getByRole('button', { name: t('experiments.share') }).count(), 0);
  await owner.getByRole('button', { name: t('experiments.unshare') }).click();
  await owner.getByRole('button', { name: t('experiments.share') }).waitFor();
});

check('two browsers with the link of the owner see the same games', async ({ visit, lab, t }) => {
  const seen = async (page) => {
    await page.goto(`${lab.address}/?token=${lab.token}`);
    await page.getByRole('heading', { name: t('menu.title') }).waitFor();
    return page.evaluate(async () => {
      const body = JSON.stringify({ do: 'game.list' });
      const answer = await fetch('api/3', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return (await answer.json()).ok.games.map((game) => game.id);
    });
  };
  const [one, other] = [await visit('', {}), await visit('', {})];
  const before = await seen(one);
  const made = await one.evaluate(async () => {
    const body = JSON.stringify({ do: 'game.create', with: { spec: 'sim', seats: ['person'] } });
    const answer = await fetch('api/3', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await answer.json()).ok.game.id;
  });
  await becomes(() => seen(other), [made, ...before]);
});
