// Tic-tac-toe: a game whose moves are cells, on the plain board.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ending, moves, playing } from './lib/game.js';

const check = bench();
const people = { seats: ['person', 'person'] };

check('a line of three is made by clicking cells', async ({ visit, t, say }) => {
  const page = await playing(visit, 'tictactoe', people);
  for (const [index, cell] of ['a1', 'a2', 'b1', 'b2', 'c1'].entries()) {
    await page.locator(`svg.plain .target[data-action="${cell}"]`).click();
    await becomes(async () => (await moves(page)).length, index + 1);
  }
  await becomes(() => page.locator('svg.plain .piece.marked').count(), 3, 'the winning line is marked');
  assert.equal(await ending(page), t('game.won', { name: say('X') }));
  await becomes(() => page.locator('svg.plain .target').count(), 0, 'nothing is left to choose');
});

check('its moves can be chosen by keys and as buttons, too', async ({ visit }) => {
  const page = await playing(visit, 'tictactoe', people);
  await page.locator('svg.plain .target[data-action="b2"]').press('Enter');
  await becomes(() => moves(page), ['b2']);
  await page.locator('.legal-moves summary').click();
  await page.locator('.legal-moves button[data-action="a1"]').click();
  await becomes(() => moves(page), ['b2', 'a1']);
});

check.spoken('a level is offered on the boards that it is made for', async ({ visit, sentence }) => {
  const page = await visit('#/play/tictactoe');
  const seat = page.locator('.seat').nth(1);
  const offered = () => seat.locator('label.choice:visible').allInnerTexts();
  await becomes(async () => (await offered()).map((name) => name.trim()).includes(sentence('perfect')), true);
  await seat.locator('.choice', { hasText: sentence('perfect') }).click();
  await page.locator('.board-choice', { hasText: sentence('5 by 5') }).click();
  await becomes(async () => (await offered()).map((name) => name.trim()).includes(sentence('perfect')), false);
  const chosen = () => seat.locator('label.choice').filter({ has: page.locator('input:checked') }).innerText();
  await becomes(async () => (await chosen()).trim(), sentence('expert'), 'the strongest level left takes the seat');
});
