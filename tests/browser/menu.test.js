// The menu: from the cards to a game that is set up as one wants it.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { mayAct, reaches, where } from './lib/game.js';

const check = bench();

check('a first visitor is offered a game with the analysis turned on', async ({ visit }) => {
  const page = await visit('', { memory: { 'plylab.visited': 'false' } });
  await page.getByRole('button', { name: 'Play that game' }).click();
  await mayAct(page);
  assert.match(await page.title(), /^Connect Four/);
  await page.locator('.lane').waitFor();
  await becomes(() => page.locator('.plates .plate').count(), 7, 'every column has its value on the board');
});

check('every game has a card with a picture that leads to its set-up', async ({ visit }) => {
  const page = await visit('');
  const cards = page.locator('.game-card');
  await cards.first().waitFor();
  const titles = await cards.locator('h3').allTextContents();
  assert.deepEqual(titles, ['Connect Four', 'SIM', 'Tic-tac-toe', 'Pac-Man', 'Grid Pac-Man', 'Tree']);
  for (let place = 0; place < titles.length; place += 1) {
    await cards.nth(place).locator('.picture :is(svg, canvas)').first().waitFor();
    await cards.nth(place).locator('a.cover').click();
    await page.locator('.setup h1').filter({ hasText: titles[place] }).waitFor();
    await page.goBack();
    await cards.first().waitFor();
  }
});

check('board, players and their settings are chosen in the menu', async ({ visit }) => {
  const page = await visit('#/play/pacman');
  await page.locator('.board-choice', { hasText: 'Tiny' }).click();
  const pacman = page.locator('.seat').first();
  await pacman.locator('.choice', { hasText: 'Any agent' }).click();
  await pacman.getByLabel('An agent').selectOption('expectimax');
  await pacman.getByLabel('as written').fill('expectimax:depth=2');
  await becomes(() => page.locator('.setup-go .button').textContent(), 'Watch', 'nobody plays, so one watches');
  await page.locator('.setup-go .button').click();
  await page.locator('.transport .where').waitFor();
  await becomes(
    async () => await page.locator('.seat-button').first().getAttribute('data-tip'),
    'expectimax:depth=2',
    'the agent that was written',
  );
  await page.waitForFunction(() => Number(document.querySelector('.transport .where').textContent.match(/\d+/)[0]) > 3);
});

check('what is chosen at a seat stays when another board has fewer players', async ({ visit }) => {
  const page = await visit('#/play/pacman');
  const [pacman, ghosts] = [page.locator('.seat').first(), page.locator('.seat').nth(1)];
  await pacman.locator('.choice', { hasText: 'Any agent' }).click();
  const written = await pacman.getByLabel('as written').inputValue();
  await ghosts.locator('.choice', { hasText: 'Hard' }).click();
  await becomes(() => ghosts.locator('legend').textContent(), 'Ghost 1, Ghost 2');
  await page.locator('.board-choice', { hasText: 'Tiny' }).click();
  await becomes(() => ghosts.locator('legend').textContent(), 'Ghost 1');
  assert.equal(await pacman.getByLabel('as written').inputValue(), written);
  assert.ok(await pacman.locator('.choice', { hasText: 'Any agent' }).locator('input').isChecked());
  assert.ok(await ghosts.locator('.choice', { hasText: 'Hard' }).locator('input').isChecked());
  await page.locator('.board-choice', { hasText: 'Trap' }).click();
  await becomes(() => ghosts.locator('legend').textContent(), 'Ghost 1, Ghost 2');
  assert.ok(await ghosts.locator('.choice', { hasText: 'Hard' }).locator('input').isChecked());
});

check('a mistake is told where it was made, and what was typed stays', async ({ visit }) => {
  const page = await visit('#/play/connect4');
  const red = page.locator('.seat').nth(1);
  await red.locator('.choice', { hasText: 'Any agent' }).click();
  const written = red.getByLabel('as written');
  await written.fill('alphabeta:depht=4');
  await red.locator('.problem:not([hidden])').waitFor();
  assert.match(await red.locator('.problem:not([hidden])').textContent(), /depht/);
  assert.equal(await written.inputValue(), 'alphabeta:depht=4');
  assert.ok(await page.locator('.setup-go .button').isDisabled());
  await written.fill('alphabeta:depth=4');
  await becomes(() => page.locator('.setup-go .button').isDisabled(), false, 'mended');
  await page.locator('.setup-go .button').click();
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 2);
});

check('the menu leads back to a game that is not over', async ({ visit }) => {
  const page = await visit('#/play/sim');
  await page.locator('.setup-go .button').click();
  await mayAct(page);
  await page.keyboard.press('a');
  await page.keyboard.press('b');
  await reaches(page, 2);
  await page.locator('.brand').click();
  await page.locator('.resume .button', { hasText: 'SIM' }).click();
  await mayAct(page);
  assert.deepEqual(await where(page), [2, 2]);
});

check('an address that names nothing says so', async ({ visit }) => {
  const page = await visit('#/nowhere');
  await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
  const other = await visit('#/game/none');
  await other.getByRole('heading', { name: 'This game is no longer there.' }).waitFor();
});
