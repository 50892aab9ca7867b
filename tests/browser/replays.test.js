// Replays: opened from the list, scrubbed, shared with somebody else, brought in from a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bench, becomes } from './lib/bench.js';
import { ending, mayAct, playing, reaches, where } from './lib/game.js';

const check = bench();
const stones = (page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.replay svg.stones .stone')].filter((stone) => !stone.closest('.ghost')).length,
  );

/** Plays a short game to its end. */
async function played(visit) {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { calm: true });
  for (const [place, key] of [...'1212121'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, place + 1);
  }
  assert.equal(await ending(page), 'Yellow wins');
  return page;
}

check('a finished game is in the list, and is scrubbed by slider, keys and buttons', async ({ visit }) => {
  const page = await played(visit);
  await page.getByRole('link', { name: 'Replays' }).click();
  const card = page.locator('.replay-card').first();
  await card.locator('.replay-picture svg').waitFor();
  assert.match(await card.textContent(), /Yellow wins/);
  await card.locator('.cover').click();
  await becomes(() => where(page), [0, 7]);
  await becomes(() => stones(page), 0);
  await page.keyboard.press('ArrowRight');
  await becomes(() => where(page), [1, 7]);
  await becomes(() => stones(page), 1);
  await page.getByRole('slider', { name: 'Moves' }).fill('5');
  await becomes(() => where(page), [5, 7]);
  await becomes(() => stones(page), 5);
  await page.getByRole('button', { name: 'To the latest move' }).click();
  await becomes(() => where(page), [7, 7]);
  await becomes(() => page.locator('.replay .lights circle').count(), 4, 'the four that won');
  await page.keyboard.press('Home');
  await becomes(() => where(page), [0, 7]);
  await page.getByRole('slider', { name: 'Speed' }).fill('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await becomes(() => where(page), [7, 7], 'it plays to its end');
});

check('a link holds the whole game: somebody else opens it, looks through it and plays on', async ({ visit }) => {
  const page = await played(visit);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('dialog input').inputValue();
  const other = await visit(new URL(link).hash);
  await becomes(() => where(other), [0, 7]);
  await other.keyboard.press('End');
  await becomes(() => stones(other), 7);
  await becomes(() => other.locator('.replay .lights circle').count(), 4);
  await other.getByRole('slider', { name: 'Moves' }).fill('6');
  await becomes(() => where(other), [6, 7]);
  await other.getByRole('button', { name: 'Play on from here' }).click();
  await mayAct(other);
  await reaches(other, 6);
  await other.keyboard.press('1');
  assert.equal(await ending(other), 'Yellow wins');
});

check('a maze of one’s own travels with its link', async ({ visit }) => {
  const page = await playing(visit, 'pacman', {
    spec: 'pacman:layout=mine',
    own: '%%%%%%%%\n%P..%G %\n%%%%%%%%\n',
    seats: ['person', 'random'],
  });
  await page.locator('.pac.pac-takes').waitFor();
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), 'Pac-Man wins');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.locator('dialog input').inputValue();
  // Lines know no mazes: there is nothing to save.
  assert.equal(await page.locator('dialog').getByRole('button', { name: 'Save the game' }).count(), 0);
  const other = await visit(new URL(link).hash);
  await becomes(() => where(other), [0, 3]);
  await other.keyboard.press('End');
  await becomes(() => other.locator('.pac-facts dd').first().textContent(), '518');
});

check(
  'a game that is saved can be brought in elsewhere, and a line that is none stays to be mended',
  async ({ visit }) => {
    const page = await played(visit);
    await page.getByRole('button', { name: 'Share' }).click();
    const save = page.locator('dialog').getByRole('button', { name: 'Save the game' });
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const line = await readFile(await file.path(), 'utf8');
    assert.deepEqual(JSON.parse(line).moves, ['1', '2', '1', '2', '1', '2', '1']);
    const other = await visit('#/replays');
    await other.getByRole('heading', { name: 'No finished games yet' }).waitFor();
    await other.locator('.importer textarea').fill(`${line}nonsense\n`);
    await other.locator('.importer .primary').click();
    await becomes(() => other.locator('.replay-card').count(), 1);
    await becomes(() => other.locator('.import-errors li').count(), 1);
    assert.equal((await other.locator('.importer textarea').inputValue()).trim(), 'nonsense');
  },
);

check('a link that is broken says so', async ({ visit }) => {
  const page = await visit('#/replay?g=connect4&m=99');
  await page.locator('.replay .empty h1').waitFor();
  const other = await visit('#/replay?nothing=1');
  await other.locator('.replay .empty h1').waitFor();
});
