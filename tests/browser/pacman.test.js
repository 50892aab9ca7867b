// Pac-Man of both kinds: by arrow keys to the end, and watched: paused, stepped, taken back.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ending, moves, playing, reaches, start, where } from './lib/game.js';

const check = bench();
// Tests look at the canvas, which Chromium remarks on; the page itself never does.
const looking = { bears: [/willReadFrequently/] };
const MAZE = '%%%%%%%%\n%P..%G %\n%%%%%%%%\n';

const takesKeys = (page) => page.locator('.pac.pac-takes').waitFor();

/** What stands above the maze, by name. */
const facts = (page) =>
  page
    .locator('.pac-facts > div')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent])),
    );

/**
 * Is Pac-Man drawn at a cell? Looks at the canvas, above and below his middle: one of them is his back, and not his
 * eye. Columns and rows count from the left and from the top; `crop` is what is not drawn of the outer walls.
 */
const isYellowAt = (page, [column, row], { width, crop }) =>
  page
    .locator('.pac-board canvas')
    .nth(1)
    .evaluate(
      (canvas, place) => {
        const cell = canvas.width / (place.width - 2 * place.crop);
        const at = (x, y) =>
          canvas
            .getContext('2d')
            .getImageData(Math.round((x - place.crop) * cell), Math.round((y - place.crop) * cell), 1, 1).data;
        return [0.18, 0.82].some((high) => {
          const [red, green, blue, alpha] = at(place.column + 0.5, place.row + high);
          return alpha > 200 && red > 150 && green > 120 && blue < 120;
        });
      },
      { column, row, width, crop },
    );

/** Turns real time off: then Pac-Man makes one step a key. */
async function stepByStep(page) {
  await page.getByRole('switch', { name: 'Real time' }).uncheck();
}

check('a maze typed into the page is won by arrow keys, step by step', async ({ visit }) => {
  const page = await visit('#/play/pacman', looking);
  await page.locator('.board-choice', { hasText: 'Own maze' }).click();
  await page.getByLabel('Own maze').last().fill(MAZE);
  await page.locator('.seat').nth(1).locator('.choice', { hasText: 'Any agent' }).click();
  await page.locator('.seat').nth(1).getByLabel('as written').fill('random');
  await start(page);
  await takesKeys(page);
  await stepByStep(page);
  assert.deepEqual(await facts(page), { Score: '0', 'Food left': '2' });
  const drawing = { width: 8, crop: 0.2 };
  await becomes(() => isYellowAt(page, [1, 1], drawing), true, 'Pac-Man at his start');
  await page.keyboard.press('ArrowRight');
  await reaches(page, 2);
  await becomes(() => isYellowAt(page, [2, 1], drawing), true, 'Pac-Man has come to the next cell');
  assert.equal(await isYellowAt(page, [1, 1], drawing), false, 'and is no longer where he was');
  assert.deepEqual(await facts(page), { Score: '9', 'Food left': '1' });
  await takesKeys(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), 'Pac-Man wins');
  assert.deepEqual(await facts(page), { Score: '518', 'Food left': '0' });
});

check('in real time Pac-Man keeps walking after one key', async ({ visit }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=mine', own: MAZE, seats: ['person', 'random'] });
  await takesKeys(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), 'Pac-Man wins');
  assert.deepEqual(await facts(page), { Score: '518', 'Food left': '0' });
  const walked = (await moves(page)).filter((_, place) => place % 2 === 0);
  assert.deepEqual(walked, ['East', 'East']);
});

check('in the trap one step east is the end', async ({ visit }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=trap', seats: ['person', 'directional'] });
  await takesKeys(page);
  await stepByStep(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), 'Ghost 1, Ghost 2 win');
  assert.equal((await facts(page)).Score, '-501');
});

check('the grid game by arrow keys: people move Pac-Man and both ghosts until they meet', async ({ visit }) => {
  const page = await playing(visit, 'grid', { seats: ['person', 'person'] }, looking);
  await takesKeys(page);
  await stepByStep(page);
  const drawing = { width: 20, crop: -0.04 };
  await becomes(() => isYellowAt(page, [9, 9], drawing), true, 'Pac-Man at his start');
  let made = 0;
  const round = async (...keys) => {
    for (const key of keys) {
      await takesKeys(page);
      await page.keyboard.press(key);
      made += 1;
      await reaches(page, made);
    }
  };
  for (let step = 0; step < 3; step += 1) await round('ArrowLeft', 'ArrowDown', 'ArrowDown');
  await becomes(() => isYellowAt(page, [6, 9], drawing), true, 'three cells to the left');
  await round('ArrowUp', 'ArrowDown', 'ArrowDown');
  await round('x', 'ArrowDown', 'ArrowDown');
  assert.equal(await ending(page), 'Ghost 1, Ghost 2 win');
  const { Score, Level } = await facts(page);
  assert.deepEqual({ Score, Level }, { Score: '35', Level: '5' });
  await page.keyboard.press('u');
  await reaches(page, 14);
});

check('a watched game is paused, looked through, and goes on step by step', async ({ visit }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=small', seats: ['left-turn', 'random'] });
  const moved = (count) =>
    page.waitForFunction(
      (n) => Number(document.querySelector('.transport .where').textContent.match(/\d+/)[0]) >= n,
      count,
    );
  await moved(6);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await page.keyboard.press('Home');
  await becomes(async () => (await where(page))[0], 0);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await reaches(page, 0);
  await page.keyboard.press('.');
  await reaches(page, 1);
  await page.keyboard.press('.');
  await reaches(page, 2);
  await page.keyboard.press(',');
  await becomes(() => where(page), [1, 2]);
  const speed = page.getByRole('slider', { name: 'Speed' });
  await speed.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await speed.getAttribute('aria-valuetext'), '4×');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await moved(20);
});

check('values by cell and the reach of ghosts are laid over the maze', async ({ visit }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=small', seats: ['person', 'random'] });
  await takesKeys(page);
  const maze = () =>
    page
      .locator('.pac-board canvas')
      .first()
      .evaluate((canvas) => canvas.toDataURL());
  const bare = await maze();
  await page.getByRole('switch', { name: 'Heat map' }).check();
  await page.locator('.pac-legend .pac-scale').waitFor();
  const [low, high] = (await page.locator('.pac-legend .pac-scale .number').allTextContents()).map((text) =>
    Number(text.replace('−', '-')),
  );
  assert.ok(low < high, `the scale goes up: ${low} to ${high}`);
  const warm = await maze();
  assert.notEqual(warm, bare);
  await page.getByRole('switch', { name: /reach/ }).check();
  await page.locator('.pac-legend', { hasText: /ghost/i }).waitFor();
  await becomes(async () => (await maze()) !== warm, true);
});
