// Both Pac-Man games: by arrow keys to the end, and watched: paused, stepped, taken back.

import assert from 'node:assert/strict';
import { bench, becomes, settles } from './lib/bench.js';
import { ENDLESS, ending, moves, openTab, playing, reaches, specField, start, where } from './lib/game.js';

const check = bench();
// Tests read the canvas back, which Chromium warns about; the page itself never does.
const looking = { bears: [/willReadFrequently/] };
const MAZE = '%%%%%%%%\n%P..%G %\n%%%%%%%%\n';

/** Ghosts at every corner of Pac-Man's cell, where the values of his moves would like to be. */
const CROWD = ['%%%%%%%%%%%', '%.........%', '%...G.G...%', '%....P....%', '%...G.G...%', '%.........%', '%%%%%%%%%%%', ''].join('\n');

const takesKeys = (page) => page.locator('.pac.pac-takes').waitFor();

/** The facts above the maze, by name. */
const facts = (page) =>
  page
    .locator('.pac-facts > div')
    .evaluateAll((rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector('dt').textContent, row.querySelector('dd').textContent])),
    );

/**
 * Is Pac-Man drawn at a cell? Reads the canvas above and below his centre: one of them is his back, and not his eye.
 * Columns and rows count from the left and from the top; `crop` is the part of the outer walls that is not drawn.
 */
const isYellowAt = (page, [column, row], { width, crop }) =>
  page
    .locator('.pac-board canvas')
    .nth(1)
    .evaluate(
      (canvas, target) => {
        const cell = canvas.width / (target.width - 2 * target.crop);
        const at = (x, y) =>
          canvas
            .getContext('2d')
            .getImageData(Math.round((x - target.crop) * cell), Math.round((y - target.crop) * cell), 1, 1).data;
        return [0.18, 0.82].some((high) => {
          const [red, green, blue, alpha] = at(target.column + 0.5, target.row + high);
          return alpha > 200 && red > 150 && green > 120 && blue < 120;
        });
      },
      { column, row, width, crop },
    );

/** Turns real time off: then Pac-Man makes one step per key. */
async function stepByStep(page, t) {
  await page.getByRole('switch', { name: t('game.realtime') }).uncheck();
}

check.spoken('a maze typed into the page is won by arrow keys, step by step', async ({ visit, t, say, digits }) => {
  const counts = (score, food) => ({ [t('pacman.score')]: digits(score), [t('pacman.food')]: digits(food) });
  const page = await visit('#/play/pacman', looking);
  await page.locator('.board-choice', { hasText: t('menu.ownMaze') }).click();
  await page.getByLabel(t('menu.ownMaze')).last().fill(MAZE);
  await page.locator('.seat').nth(1).locator('.choice', { hasText: t('menu.anyAgent') }).click();
  await (await specField(page.locator('.seat').nth(1), t)).fill('random');
  await start(page);
  await takesKeys(page);
  await stepByStep(page, t);
  await becomes(() => facts(page), counts(0, 2));
  const drawing = { width: 8, crop: 0.2 };
  await becomes(() => isYellowAt(page, [1, 1], drawing), true, 'Pac-Man at his start');
  await page.keyboard.press('ArrowRight');
  await reaches(page, 1);
  assert.equal(await page.locator('.transport .where').textContent(), t('game.round', { round: 1, last: 1 }));
  await becomes(() => isYellowAt(page, [2, 1], drawing), true, 'Pac-Man has come to the next cell');
  assert.equal(await isYellowAt(page, [1, 1], drawing), false, 'and is no longer where he was');
  assert.deepEqual(await facts(page), counts(9, 1));
  await takesKeys(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), t('game.won', { name: say('Pac-Man') }));
  assert.deepEqual(await facts(page), counts(518, 0));
});

check('in real time Pac-Man keeps walking after one key', async ({ visit, t, say }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=mine', own: MAZE, seats: ['person', 'random'] });
  await takesKeys(page);
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), t('game.won', { name: say('Pac-Man') }));
  assert.deepEqual(await facts(page), { [t('pacman.score')]: '518', [t('pacman.food')]: '0' });
  const walked = (await moves(page)).filter((_, index) => index % 2 === 0);
  assert.deepEqual(walked, ['East', 'East']);
});

check('after taking back in real time everybody waits until the person moves', async ({ visit, t }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=mine', own: ENDLESS, seats: ['person', 'random'] });
  const made = async () => (await where(page))[1];
  await takesKeys(page);
  await page.keyboard.press('ArrowRight');
  await becomes(async () => (await made()) >= 2, true, 'Pac-Man walks on by himself');
  await page.keyboard.press('u');
  await page.getByRole('button', { name: t('game.undo'), exact: true }).focus();
  // Real time moves several times in so many pictures.
  const stopped = await settles(page, made);
  await page.keyboard.press('ArrowRight');
  await becomes(async () => (await made()) > stopped, true, 'and goes on with the person');
});

check('an agent that thinks before its first move is shown to think', async ({ visit, t, say }) => {
  // Deep enough to use all of its time, so that it still thinks when the page is read.
  const seats = ['expectimax:depth=60', 'random'];
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=medium', seats, time: 60 });
  await page.locator('.player.thinking', { hasText: say('Pac-Man') }).waitFor();
  assert.equal(await page.locator('.status').textContent(), t('game.thinking', { name: say('Pac-Man') }));
});

check.spoken('in the trap one step east is the end', async ({ visit, t, say, list, number }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=trap', seats: ['person', 'directional'] });
  await takesKeys(page);
  await stepByStep(page, t);
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), t('replays.wonMany', { name: list(['Ghost 1', 'Ghost 2'].map(say)) }));
  assert.equal((await facts(page))[t('pacman.score')], number(-501));
});

check('the grid game by arrow keys: people move Pac-Man and ghosts until they meet', async ({ visit, t, say, list }) => {
  const page = await playing(visit, 'grid', { seats: ['person', 'person'] }, looking);
  await takesKeys(page);
  await stepByStep(page, t);
  const drawing = { width: 20, crop: -0.04 };
  await becomes(() => isYellowAt(page, [9, 9], drawing), true, 'Pac-Man at his start');
  let made = 0;
  const names = ['Pac-Man', 'Ghost 1', 'Ghost 2'];
  // Once the game is over it is nobody's turn.
  const turn = async () => (await page.locator('.player.turn .name').allTextContents())[0];
  const round = async (...keys) => {
    for (const key of keys) {
      await takesKeys(page);
      await page.keyboard.press(key);
      made += 1;
      await becomes(async () => (await turn()) ?? say(names[made % 3]), say(names[made % 3]), 'whose turn it is');
    }
  };
  for (let step = 0; step < 3; step += 1) await round('ArrowLeft', 'ArrowDown', 'ArrowDown');
  await becomes(() => isYellowAt(page, [6, 9], drawing), true, 'three cells to the left');
  await round('ArrowUp', 'ArrowDown', 'ArrowDown');
  await round('x', 'ArrowDown', 'ArrowDown');
  assert.equal(await ending(page), t('replays.wonMany', { name: list(['Ghost 1', 'Ghost 2'].map(say)) }));
  const seen = await facts(page);
  assert.deepEqual([seen[t('pacman.score')], seen[t('pacman.level')]], ['35', '5']);
  await page.keyboard.press('u');
  await becomes(turn, say('Ghost 2'), 'the last ghost takes back its step');
});

check('a watched game is paused, stepped back through, and goes on step by step', async ({ visit, t }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=small', seats: ['left-turn', 'random'] });
  const moved = (count) =>
    page.waitForFunction(
      (n) => Number(document.querySelector('.transport .where').textContent.match(/\d+/)[0]) >= n,
      count,
    );
  await moved(6);
  await page.getByRole('button', { name: t('game.pause'), exact: true }).click();
  await page.getByRole('button', { name: t('game.play'), exact: true }).waitFor();
  await page.keyboard.press('Home');
  await becomes(async () => (await where(page))[0], 0);
  await page.getByRole('button', { name: t('game.playOn'), exact: true }).click();
  await reaches(page, 0);
  await page.keyboard.press('.');
  await reaches(page, 1);
  await page.keyboard.press('.');
  await reaches(page, 2);
  await page.keyboard.press(',');
  await becomes(() => where(page), [1, 2]);
  const speed = page.getByRole('slider', { name: t('game.speed'), exact: true });
  await speed.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await speed.getAttribute('aria-valuetext'), '4×');
  await page.getByRole('button', { name: t('game.play'), exact: true }).click();
  await moved(8);
});

check('the log of a long game has few rows on the page, and all of them within reach', async ({ visit, t }) => {
  const game = { spec: 'pacman:layout=mine', own: ENDLESS, seats: ['random', 'random'] };
  const page = await playing(visit, 'pacman', game, { memory: { 'plylab.speed': '"8"' } });
  await becomes(async () => (await where(page))[1] >= 45, true, 'rounds played');
  await page.getByRole('button', { name: t('game.pause'), exact: true }).click();
  await page.getByRole('button', { name: t('game.play'), exact: true }).waitFor();
  await openTab(page, 'log');
  const rows = page.locator('.log li');
  await page.locator('.log [aria-current=step]').waitFor();
  assert.ok((await rows.count()) < 110, `${await rows.count()} rows of more than 130`);
  assert.equal(Number(await rows.first().getAttribute('aria-setsize')) > 130, true, 'the list says how long it is');
  await page.locator('.tab-body:visible').evaluate((panel) => panel.scrollTo(0, 0));
  await page.locator('.log [data-ply="0"]').click();
  await becomes(async () => (await where(page))[0], 0, 'the first row leads to the start');
});

check('values by cell and the reach of ghosts are drawn over the maze', async ({ visit, t }) => {
  const page = await playing(visit, 'pacman', { spec: 'pacman:layout=small', seats: ['person', 'random'] });
  await takesKeys(page);
  const maze = () =>
    page
      .locator('.pac-board canvas')
      .first()
      .evaluate((canvas) => canvas.toDataURL());
  const bare = await maze();
  await page.getByRole('switch', { name: t('analysis.heat') }).check();
  await page.locator('.pac-legend .pac-scale').waitFor();
  const [low, high] = (await page.locator('.pac-legend .pac-scale .number').allTextContents()).map((text) =>
    Number(text.replace('−', '-')),
  );
  assert.ok(low < high, `the scale goes up: ${low} to ${high}`);
  const warm = await maze();
  assert.notEqual(warm, bare);
  await page.getByRole('switch', { name: t('analysis.reach') }).check();
  await page.locator('.pac-legend', { hasText: t('pacman.reach') }).waitFor();
  await becomes(async () => (await maze()) !== warm, true);
});

check('grid ghosts have the same colour in the bar and the panel as on the board', async ({ visit }) => {
  const page = await playing(visit, 'grid', { seats: ['person', 'random'] }, looking);
  for (const place of ['.score-bar', '.player']) {
    const paints = page.locator(`${place} .emblem path`);
    await becomes(
      () => paints.evaluateAll((paths) => paths.map((path) => path.getAttribute('fill'))),
      ['yellow', 'blue', 'blue'].map((tone) => `var(--tone-${tone})`),
      place,
    );
  }
});

check('the values of moves cover no ghost', async ({ visit, t }) => {
  const page = await playing(
    visit,
    'pacman',
    { spec: 'pacman:layout=mine', own: CROWD, seats: ['person', 'random'] },
    { calm: true, memory: { 'plylab.analysis.pacman': JSON.stringify({ on: false }) } },
  );
  await takesKeys(page);
  await stepByStep(page, t);
  const board = page.locator('.pac-board');
  const { x, y, width } = await board.boundingBox();
  const cell = width / (11 - 2 * 0.2);
  const picture = (column, row, size) =>
    page
      .screenshot({
        clip: { x: x + (column - 0.2) * cell, y: y + (row - 0.2) * cell, width: size * cell, height: size * cell },
      })
      .then((png) => png.toString('base64'));
  const ghosts = () =>
    Promise.all([[4, 2], [6, 2], [4, 4], [6, 4]].map(([column, row]) => picture(column + 0.1, row + 0.1, 0.8)));
  const around = () => picture(2, 1, 7);
  const [bare, before] = [await ghosts(), await around()];
  await page.getByRole('switch', { name: t('analysis.on') }).check();
  await page.locator('.lane.is-done').waitFor();
  await becomes(async () => (await around()) !== before, true, 'the values are drawn');
  assert.deepEqual(await ghosts(), bare, 'and every ghost is seen as before');
});
