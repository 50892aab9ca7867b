// SIM: edges by points, by pointing and by keys; the triangle that loses; a batch of games.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { ending, mayAct, moves, playing, reaches, where } from './lib/game.js';

const check = bench();
const people = { seats: ['person', 'person'] };
const game = ['AB', 'DE', 'BC', 'EF', 'AC'];

/** Where a point or the middle of an edge is on the screen. */
const spotOf = (page, name) =>
  page.locator('svg.graph').evaluate((board, letters) => {
    const points = [...board.querySelectorAll('.point')].filter((point) => letters.includes(point.textContent));
    const centres = points.map((point) => {
      const box = point.querySelector('circle').getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    const mean = (key) => centres.reduce((sum, centre) => sum + centre[key], 0) / centres.length;
    return { x: mean('x'), y: mean('y') };
  }, name);

async function click(page, name) {
  const { x, y } = await spotOf(page, name);
  await page.mouse.click(x, y);
}

/** The corners of the triangles that are filled, by the letters of their points. */
const triangles = (page) =>
  page.locator('svg.graph').evaluate((board) => {
    const centreOf = (point) =>
      point
        .getAttribute('transform')
        .match(/-?[\d.]+/g)
        .map(Number)
        .join();
    const names = new Map([...board.querySelectorAll('.point')].map((point) => [centreOf(point), point.textContent]));
    return [...board.querySelectorAll('.triangle polygon')].map((shape) =>
      shape
        .getAttribute('points')
        .split(' ')
        .map((corner) => names.get(corner.split(',').map(Number).join()))
        .sort()
        .join(''),
    );
  });

const lines = async (page) => ({
  solid: await page.locator('.graph .drawn .edge.solid').count(),
  dashed: await page.locator('.graph .drawn .edge.dashed').count(),
});

check.spoken('a game with the mouse, by points and by edges, to the triangle that loses', async ({ visit, t, say }) => {
  const page = await playing(visit, 'sim', people);
  for (const [index, edge] of game.entries()) {
    await mayAct(page);
    if (index % 2 === 0) for (const point of edge) await click(page, point);
    else await click(page, edge);
    await reaches(page, index + 1);
  }
  assert.equal(await ending(page), t('game.won', { name: say('Blue') }));
  await becomes(() => triangles(page), ['ABC'], 'the triangle of Red, and no other');
  assert.deepEqual(await lines(page), { solid: 3, dashed: 2 }, 'red and blue have lines of their own');
  assert.deepEqual(await moves(page), game);
});

check('the same game by letters, and edges by arrows', async ({ visit, t, say }) => {
  const page = await playing(visit, 'sim', people);
  for (const [index, edge] of game.entries()) {
    await mayAct(page);
    for (const letter of edge.toLowerCase()) await page.keyboard.press(letter);
    await reaches(page, index + 1);
  }
  assert.equal(await ending(page), t('game.won', { name: say('Blue') }));
  await becomes(() => triangles(page), ['ABC']);
  await page.keyboard.press('r');
  await reaches(page, 0);
  await mayAct(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await reaches(page, 1);
  assert.deepEqual(await moves(page), ['AC']);
});

check('an edge that is taken cannot be drawn again, and a first point can be deselected', async ({ visit }) => {
  const page = await playing(visit, 'sim', people);
  await mayAct(page);
  for (const point of 'AB') await click(page, point);
  await reaches(page, 1);
  await mayAct(page);
  await click(page, 'A');
  await page.locator('.graph .point.touched').waitFor();
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('.graph .point.touched').count(), 0);
  for (const point of 'AB') await click(page, point);
  for (const point of 'CD') await click(page, point);
  await reaches(page, 2);
  assert.deepEqual(await moves(page), ['AB', 'CD']);
});

check('against an agent: it answers, and taking back takes both back', async ({ visit }) => {
  const page = await playing(visit, 'sim', { seats: ['person', 'first'] });
  await mayAct(page);
  await page.keyboard.press('a');
  await page.keyboard.press('f');
  await reaches(page, 2);
  assert.deepEqual(await moves(page), ['AF', 'AB']);
  await page.keyboard.press('u');
  await reaches(page, 0);
  assert.deepEqual(await lines(page), { solid: 0, dashed: 0 });
  assert.deepEqual(await where(page), [0, 0]);
});

check.spoken('a batch of games is counted to the last one', async ({ visit, t, digits }) => {
  const page = await playing(visit, 'sim', { seats: ['person', 'alphabeta:depth=2'] });
  await page.getByRole('tab', { name: t('game.totals'), exact: true }).click();
  await page.getByRole('slider', { name: t('game.totalsGames'), exact: true }).fill('1');
  await page.getByRole('button', { name: t('game.totalsStart', { n: 20 }), exact: true }).click();
  await page.locator('.totals', { hasText: t('game.totalsDone', { done: 20, total: 20 }) }).waitFor();
  const counts = await page.locator('.totals .big').allTextContents();
  const all = Array.from({ length: 21 }, (_, n) => digits(n));
  const [first, second] = counts.map((text) => all.indexOf(text));
  assert.equal(first + second, 20, 'SIM has no draws');
  await page.getByRole('button', { name: t('game.totalsShow'), exact: true }).click();
  await page.locator('.replay .graph').waitFor();
});
