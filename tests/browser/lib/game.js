// Games as tests play them.

import { becomes } from './bench.js';
import { plain } from './words.js';

/** Nobody meets anybody in this maze, and nobody reaches the food: a game in it goes on for ever. */
export const ENDLESS = [
  '%%%%%%%%%%%%%%%%%%%%',
  '%P     %....%......%',
  '% %%%% %.%%.%.%%%%.%',
  '%      %....%......%',
  '%%%%%%%%%%%%%%%%%%%%',
  '%G    %..........%G%',
  '% %%% %.%%%%%%%%.% %',
  '%     %..........% %',
  '%%%%%%%%%%%%%%%%%%%%',
  '',
].join('\n');

/** What the menu would remember of such a choice, so that a test can begin with the start button. */
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

/** The shown move and the last move, or round, from the transport bar: [shown, last]. */
export const where = async (page) =>
  plain(await page.locator('.transport .where').textContent())
    .match(/\d+/g)
    .map(Number);

/** Waits until this many moves, or rounds, are made, and the last one is shown. */
export const reaches = (page, moves) => becomes(() => where(page), [moves, moves], 'moves made');

/** Waits for the end, and returns the announcement of it. */
export const ending = (page) => page.locator('.status .ending').textContent();

/** Waits until the board takes moves. */
export const mayAct = (page) => page.locator('.board.acting').waitFor();

/** Opens what is advanced about the agent that is chosen there, and returns the field with its spec. */
export async function specField(seat, t) {
  const advanced = seat.locator('.agent-editor details.more');
  if ((await advanced.getAttribute('open')) === null) await advanced.locator('summary').click();
  return seat.getByLabel(t('menu.spec'));
}

/** Opens a tab beside the board. */
export const openTab = (page, name) => page.locator(`[role=tab][id$="-${name}"]`).click();

/** The moves so far, as in the log. */
export async function moves(page) {
  await openTab(page, 'log');
  return page.locator('.log .action').allTextContents();
}

/** Opens what a set-up with featured opponents keeps one click further: levels, other agents, settings. */
export const openMore = (page) => page.locator('.setup-more > summary').click();
