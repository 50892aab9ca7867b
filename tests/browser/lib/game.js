// Games as tests play them.

import { becomes } from './bench.js';

/** What the menu would remember of such a choice, so that a test can begin with the button that starts the game. */
export const setUp = (game, { spec = game, seats, own = '', time = 10 }) => ({
  [`plylab.setup.${game}`]: JSON.stringify({ spec, seats, own, time }),
});

/** Starts the game that is set up, and waits until it is shown. */
export async function start(page) {
  await page.locator('.setup-go .button').click();
  await page.locator('.transport .where').waitFor({ state: 'attached' });
}

/** Visits the set-up of a game and starts it. */
export async function playing(visit, game, choice, options = {}) {
  const page = await visit(`#/play/${game}`, { ...options, memory: { ...setUp(game, choice), ...options.memory } });
  await start(page);
  return page;
}

/** Persian digits as others write them. */
const plain = (text) => text.replace(/[۰-۹]/g, (digit) => digit.charCodeAt(0) - 0x6f0);

/** Where the game is, as the bar says it: [shown move, last move]. */
export const where = async (page) =>
  plain(await page.locator('.transport .where').textContent())
    .match(/\d+/g)
    .map(Number);

/** Waits until so many moves are made, and the last one is looked at. */
export const reaches = (page, moves) => becomes(() => where(page), [moves, moves], 'moves made');

/** Waits for the end, and gives the words that announce it. */
export const ending = (page) => page.locator('.status .ending').textContent();

/** Waits until the board takes moves. */
export const mayAct = (page) => page.locator('.board.acting').waitFor();

/** The moves so far, as the log has them. */
export async function moves(page) {
  await page.getByRole('tab', { name: 'Log' }).click();
  return page.locator('.log .action').allTextContents();
}
