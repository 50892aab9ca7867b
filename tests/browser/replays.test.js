// Replays: opened from the list, scrubbed, shared with another visitor, imported from a file.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { bench, becomes } from './lib/bench.js';
import { ending, mayAct, openTab, playing, reaches, where } from './lib/game.js';
import { plylab } from './lib/lab.js';

const check = bench();
const stones = (page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('.replay svg.stones .stone')].filter((stone) => !stone.closest('.ghost')).length,
  );

/** Plays a short game to its end. */
async function played(visit, { t, say }) {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { calm: true });
  for (const [index, key] of [...'1212121'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, index + 1);
  }
  assert.equal(await ending(page), t('game.won', { name: say('Yellow') }));
  return page;
}

check.spoken('a finished game is in the list, and scrubbed by slider, keys and buttons', async ({ visit, ...words }) => {
  const { t, say } = words;
  const page = await played(visit, words);
  await page.getByRole('link', { name: t('nav.replays'), exact: true }).click();
  const card = page.locator('.replay-card').first();
  await card.locator('.replay-picture svg').waitFor();
  assert.equal(await card.locator('strong').textContent(), t('game.won', { name: say('Yellow') }));
  await card.locator('.cover').click();
  await becomes(() => where(page), [0, 7]);
  await becomes(() => stones(page), 0);
  await page.keyboard.press('ArrowRight');
  await becomes(() => where(page), [1, 7]);
  await becomes(() => stones(page), 1);
  await page.getByRole('slider', { name: t('game.moves'), exact: true }).fill('5');
  await becomes(() => where(page), [5, 7]);
  await becomes(() => stones(page), 5);
  await page.getByRole('button', { name: t('game.last'), exact: true }).click();
  await becomes(() => where(page), [7, 7]);
  await becomes(() => page.locator('.replay .lights circle').count(), 4, 'the four that won');
  await page.keyboard.press('Home');
  await becomes(() => where(page), [0, 7]);
  await page.getByRole('slider', { name: t('game.speed'), exact: true }).fill('4');
  await page.getByRole('button', { name: t('game.play'), exact: true }).click();
  await becomes(() => where(page), [7, 7], 'it plays to its end');
});

check.spoken('a link holds the whole game: others step through it and play on', async ({ visit, ...words }) => {
  const { t, say } = words;
  const page = await played(visit, words);
  await page.getByRole('button', { name: t('game.share'), exact: true }).click();
  // Before anybody copies it: this link is of no use elsewhere.
  assert.equal(await page.locator('dialog .caution').textContent(), t('game.shareSave'));
  const link = await page.locator('dialog input[readonly]').inputValue();
  const other = await visit(new URL(link).hash);
  await becomes(() => where(other), [0, 7]);
  await other.keyboard.press('End');
  await becomes(() => stones(other), 7);
  await becomes(() => other.locator('.replay .lights circle').count(), 4);
  await other.getByRole('slider', { name: t('game.moves'), exact: true }).fill('6');
  await becomes(() => where(other), [6, 7]);
  await other.getByRole('button', { name: t('game.playOn'), exact: true }).click();
  await mayAct(other);
  await reaches(other, 6);
  await other.keyboard.press('1');
  assert.equal(await ending(other), t('game.won', { name: say('Yellow') }));
});

check('a finished game stays in the list, also when somebody goes back in it and plays on', async ({ visit, ...words }) => {
  const { t, say } = words;
  const page = await played(visit, words);
  await page.keyboard.press('u');
  await reaches(page, 6);
  await mayAct(page);
  await page.keyboard.press('7');
  await reaches(page, 7);
  await page.getByRole('link', { name: t('nav.replays'), exact: true }).click();
  await becomes(() => page.locator('.replay-card').count(), 1);
  assert.equal(await page.locator('.replay-card strong').textContent(), t('game.won', { name: say('Yellow') }));
});

check('a link carries a custom maze', async ({ visit, t, say }) => {
  const page = await playing(visit, 'pacman', {
    spec: 'pacman:layout=mine',
    own: '%%%%%%%%\n%P..%G %\n%%%%%%%%\n',
    seats: ['person', 'random'],
  });
  await page.locator('.pac.pac-takes').waitFor();
  await page.keyboard.press('ArrowRight');
  assert.equal(await ending(page), t('game.won', { name: say('Pac-Man') }));
  await page.getByRole('button', { name: t('game.share'), exact: true }).click();
  const link = await page.locator('dialog input[readonly]').inputValue();
  // Its line holds the maze, too: it can be saved like any other game.
  assert.equal(await page.locator('dialog').getByRole('button', { name: t('game.save') }).count(), 1);
  const other = await visit(new URL(link).hash);
  await becomes(() => where(other), [0, 2]);
  await other.keyboard.press('End');
  await becomes(() => other.locator('.pac-facts dd').first().textContent(), '518');
});

check.spoken(
  'a saved game can be imported elsewhere, and an invalid line stays to be fixed',
  async ({ visit, ...words }) => {
    const { t } = words;
    const page = await played(visit, words);
    await page.getByRole('button', { name: t('game.share'), exact: true }).click();
    const save = page.locator('dialog').getByRole('button', { name: t('game.save') });
    const [file] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const line = await readFile(await file.path(), 'utf8');
    assert.deepEqual(JSON.parse(line).moves, ['1', '2', '1', '2', '1', '2', '1']);
    const other = await visit('#/replays');
    await other.getByRole('heading', { name: t('replays.empty') }).waitFor();
    await other.locator('.importer textarea').fill(`${line}nonsense\n`);
    await other.locator('.importer .primary').click();
    await becomes(() => other.locator('.replay-card').count(), 1);
    await becomes(() => other.locator('.import-errors li').count(), 1);
    assert.equal((await other.locator('.importer textarea').inputValue()).trim(), 'nonsense');
  },
);

check.spoken('a broken link shows an error', async ({ visit, t }) => {
  const page = await visit('#/replay?g=connect4&m=99');
  await becomes(() => page.locator('.replay .empty h1').textContent(), t('replays.gone'));
  const other = await visit('#/replay?nothing=1');
  await becomes(() => other.locator('.replay .empty h1').textContent(), t('replays.gone'));
  assert.equal(await other.locator('.replay .empty p').textContent(), t('replays.badLink'));
});

check('a replay is viewed like a game: thoughts, the expected line, a link', async ({ visit, t }) => {
  const seats = { seats: ['first', 'alphabeta:depth=2'] };
  const memory = {
    'plylab.speed': '"8"',
    'plylab.analysis.connect4': JSON.stringify({ on: true, agents: ['alphabeta:depth=3'], time: 600000 }),
  };
  const page = await playing(visit, 'connect4', seats, { calm: true, memory });
  await ending(page);
  await page.getByRole('link', { name: t('nav.replays'), exact: true }).click();
  await page.locator('.replay-card .cover').first().click();
  await page.locator('.replay svg.stones').waitFor();
  await becomes(async () => (await where(page))[0], 0);
  await page.keyboard.press('.');
  await becomes(async () => (await where(page))[0], 1);
  const { line } = JSON.parse(await plylab('explain', 'connect4', '1', '--agent', 'alphabeta:depth=3', '--json'));
  await becomes(() => page.locator('.pv .ply').allTextContents(), line);
  await page.locator('.pv .ply').first().click();
  await becomes(() => page.locator('.notice .notation').textContent(), line[0]);
  await page.locator('.notice').getByRole('button', { name: t('game.forward'), exact: true }).click();
  await becomes(() => page.locator('.notice .notation').textContent(), line.slice(0, 2).join(' '));
  await becomes(() => stones(page), 3);
  await page.keyboard.press('Escape');
  await becomes(() => stones(page), 1);
  await openTab(page, 'log');
  await becomes(async () => (await page.locator('.log .thought').allTextContents()).some(Boolean), true);
  await page.getByRole('button', { name: t('game.share'), exact: true }).click();
  const other = await visit(new URL(await page.locator('dialog input[readonly]').inputValue()).hash);
  await becomes(async () => (await where(other))[0], 1);
});

check('a link may use any name of its game, and has the board that the game declares', async ({ visit }) => {
  const page = await visit('#/replay?g=connect-four&m=44');
  await becomes(() => where(page), [0, 2]);
  await page.locator('.replay svg.stones').waitFor();
  const maze = await visit('#/replay?g=classic:layout=trap&m=');
  await maze.locator('.replay .pac-board').waitFor();
});
