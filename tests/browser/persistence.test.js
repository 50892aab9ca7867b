// Nothing is lost: not by a reload, not by closing and reopening the lab.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ending, mayAct, moves, openMore, playing, reaches, specField } from './lib/game.js';

const check = bench();
// What the browser itself logs when the lab does not answer.
const away = { bears: [/WebSocket connection to .* failed/, /ERR_CONNECTION_REFUSED/] };

check('a game goes on where it was after a reload', async ({ visit, t, say }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'first'] });
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 2);
  await page.reload();
  await reaches(page, 2);
  assert.deepEqual(await moves(page), ['4', '1']);
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 4);
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 6);
  await page.reload();
  await mayAct(page);
  await page.keyboard.press('4');
  assert.equal(await ending(page), t('game.won', { name: say('Yellow') }));
});

check.spoken('a game goes on where it was after the lab is closed and reopened', async ({ visit, lab, t }) => {
  const page = await playing(visit, 'sim', { seats: ['person', 'person'] }, away);
  for (const [index, edge] of ['ab', 'de'].entries()) {
    await mayAct(page);
    for (const letter of edge) await page.keyboard.press(letter);
    await reaches(page, index + 1);
  }
  const { code } = await lab.close();
  assert.equal(code, 0, 'the lab ends cleanly on request');
  await page.locator('.banner:not([hidden])').waitFor();
  assert.equal(await page.locator('.banner').textContent(), t('frame.reconnecting'));
  await lab.start();
  await becomes(() => page.locator('.banner').isVisible(), false, 'the page reconnects by itself');
  await mayAct(page);
  for (const letter of 'bc') await page.keyboard.press(letter);
  await reaches(page, 3);
  assert.deepEqual(await moves(page), ['AB', 'DE', 'BC']);
});

check('a lab with newer pages has them loaded with the next page', async ({ visit, lab, t }) => {
  const page = await visit('', away);
  await page.locator('.game-card').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.routeWebSocket(/\/api\/3\/socket/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => socket.send(String(text).replace(/"pages":"[^"]*"/, '"pages":"newer"')));
  });
  await lab.close();
  await page.locator('.banner:not([hidden])').waitFor();
  await lab.start();
  await becomes(() => page.locator('.banner').isVisible(), false, 'the page reconnects by itself');
  await page.getByRole('link', { name: t('nav.replays'), exact: true }).click();
  await page.getByRole('heading', { name: t('replays.title') }).waitFor();
  assert.equal(await page.evaluate(() => performance.getEntriesByType('navigation')[0].type), 'reload');
});

check('settings, language and theme are remembered', async ({ visit, t }) => {
  const page = await visit('#/play/connect4');
  await openMore(page);
  await page.locator('.seat').nth(1).locator('.choice', { hasText: t('menu.anyAgent') }).click();
  await (await specField(page.locator('.seat').nth(1), t)).fill('mcts:sims=50');
  await page.getByRole('button', { name: t('nav.dark'), exact: true }).click();
  await page.getByRole('button', { name: 'فارسی' }).click();
  await becomes(() => page.locator('html').getAttribute('dir'), 'rtl');
  await page.reload();
  await page.locator('.seat').nth(1).locator('input.notation').waitFor({ state: 'attached' });
  assert.equal(await page.locator('.seat').nth(1).locator('input.notation').inputValue(), 'mcts:sims=50');
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl');
  assert.equal(await page.locator('html').getAttribute('data-theme'), 'dark');
});
