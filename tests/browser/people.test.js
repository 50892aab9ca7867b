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

/** Sends a request as the page does. */
const ask = (page, what, parameters) =>
  page.evaluate(
    async ([what, parameters]) => {
      const body = JSON.stringify({ do: what, with: parameters });
      const answer = await fetch('api/3', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return (await answer.json()).ok;
    },
    [what, parameters],
  );

const RUN = 'title = "Shared"\n[[sweep]]\nname = "few"\ngame = "sim"\nplayers = ["random", "first"]\ngames = 4\n';

check.spoken('a shared run can be read by others, and changed by nobody else', async ({ visit, lab, t }) => {
  const owner = await visit('#/experiments');
  await owner.getByRole('heading', { level: 1, name: t('experiments.title') }).waitFor();
  const { run } = (await ask(owner, 'experiment.start', { text: RUN })).run;
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

/** Opens the dialog to share, and lets others read, or no longer; returns the address. */
async function letRead(page, t, on) {
  await page.getByRole('button', { name: t('game.share'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: t('game.shareOn') }).setChecked(on);
  const address = dialog.getByLabel(t('game.ownAddress'));
  if (on) await address.waitFor();
  else await address.waitFor({ state: 'detached' });
  const found = on ? await address.inputValue() : null;
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return found;
}

check.spoken('a shared game can be followed by others, and changed by nobody else', async ({ visit, lab, t }) => {
  const owner = await visit('');
  await owner.getByRole('heading', { name: t('menu.title') }).waitFor();
  const { game } = await ask(owner, 'game.create', { spec: 'connect4', seats: ['person'] });
  const stranger = await visit(`#/game/${game.id}`);
  await stranger.getByText(t('game.gone')).waitFor();
  await owner.goto(`${lab.address}/#/game/${game.id}`);
  const address = await letRead(owner, t, true);
  assert.equal(address, `${lab.address}/#/game/${game.id}`);
  for (const width of [1440, 390]) {
    const reader = await visit(`#/game/${game.id}`, { width });
    await reader.getByText(t('game.readOnly')).waitFor();
    for (const name of ['game.undo', 'game.restart', 'game.swap'])
      assert.equal(await reader.getByRole('button', { name: t(name) }).count(), 0, name);
    assert.equal(await reader.locator('button.seat-button').count(), 0);
    assert.equal(await reader.locator('.legal-moves button').count(), 0);
    // It sees the moves as they are made.
    const before = await ask(owner, 'game.open', { game: game.id });
    const ply = before.game.moves.length + 1;
    await ask(owner, 'game.play', { game: game.id, action: '4' });
    await reader.locator('.where', { hasText: t('game.move', { ply, last: ply }) }).waitFor({ state: 'attached' });
  }
  await letRead(owner, t, false);
  const late = await visit(`#/game/${game.id}`);
  await late.getByText(t('game.gone')).waitFor();
});

check.spoken('a shared replay can be read by others', async ({ visit, lab, t }) => {
  const owner = await visit('');
  await owner.getByRole('heading', { name: t('menu.title') }).waitFor();
  const { game } = await ask(owner, 'game.create', { spec: 'connect4', seats: ['person'] });
  await ask(owner, 'game.play', { game: game.id, action: '4' });
  await ask(owner, 'game.resign', { game: game.id, player: 0 });
  const { replay } = (await ask(owner, 'game.open', { game: game.id })).game;
  const stranger = await visit(`#/replay/${replay}`);
  await stranger.getByText(t('replays.gone')).waitFor();
  await owner.goto(`${lab.address}/#/replay/${replay}`);
  assert.equal(await letRead(owner, t, true), `${lab.address}/#/replay/${replay}`);
  const reader = await visit(`#/replay/${replay}`);
  await reader.locator('.where').waitFor();
  await reader.getByRole('button', { name: t('game.share'), exact: true }).click();
  await reader.getByLabel(t('game.share'), { exact: true }).first().waitFor();
  assert.equal(await reader.getByRole('switch', { name: t('game.shareOn') }).count(), 0);
  await letRead(owner, t, false);
});

check('two browsers with the link of the owner see the same games', async ({ visit, lab, t }) => {
  const seen = async (page) => {
    await page.goto(`${lab.address}/?token=${lab.token}`);
    await page.getByRole('heading', { name: t('menu.title') }).waitFor();
    return (await ask(page, 'game.list', {})).games.map((game) => game.id);
  };
  const [one, other] = [await visit('', {}), await visit('', {})];
  const before = await seen(one);
  const made = await ask(one, 'game.create', { spec: 'sim', seats: ['person'] });
  await becomes(() => seen(other), [made.game.id, ...before]);
});
