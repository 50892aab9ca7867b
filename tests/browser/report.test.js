// The page that `plylab report --html` writes: it is self-contained, and its replays can be scrubbed.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';
import { bench, becomes } from './lib/bench.js';
import { ownFolder, plylab } from './lib/lab.js';

const EXPERIMENT = `
title = "A few games"
seed = 3
record = ["moves"]

[[sweep]]
name = "stones"
game = "connect4"
players = ["alphabeta:depth={depth}", "random"]
vary = { depth = [1, 2] }
games = 2

[[sweep]]
name = "mazes"
game = "pacman:layout=tiny"
players = ["reflex:eval=report-b", "random"]
games = 2
`;

const check = bench({ withLab: false });
let folder = null;
let page = null;
let persianPage = null;
before(async () => {
  folder = await ownFolder();
  const [file, results, html, persian] = ['few.toml', 'results', 'few.html', 'few-fa.html'].map((name) =>
    join(folder.path, name),
  );
  await writeFile(file, EXPERIMENT);
  await plylab('run', file, '--out', results);
  await plylab('report', results, '--html', html);
  page = pathToFileURL(html).href;
  await plylab('--lang', 'fa', 'report', results, '--html', persian);
  persianPage = pathToFileURL(persian).href;
});
after(() => folder?.remove());

/** The buttons of a replay, by index. */
const BUTTONS = ['first', 'back', 'play', 'forward', 'last'];
const button = (replay, name) => replay.locator('.transport button').nth(BUTTONS.indexOf(name));

/** Everything that shows which frame a replay is at. */
const shown = (replay) =>
  replay.evaluate((element) => ({
    frame: Number(element.querySelector('input[type=range]').value),
    words: element.querySelector('.words').textContent,
    counter: element.querySelector('output').textContent,
    marks: element.querySelectorAll('.marks > g').length,
  }));

check('replays are scrubbed by keys, buttons and slider', async ({ visit }) => {
  const sheet = await visit(page);
  const replays = sheet.locator('.plylab-replay');
  const count = await replays.count();
  assert.ok(count >= 2, `${count} games to look at`);
  for (let number = 0; number < count; number += 1) {
    const replay = replays.nth(number);
    const last = Number(await replay.locator('input[type=range]').getAttribute('max'));
    assert.ok(last > 1, 'a game of some moves');
    const end = await shown(replay);
    assert.equal(end.frame, last, 'it begins with its last picture');
    await replay.focus();
    await sheet.keyboard.press('Home');
    await becomes(async () => (await shown(replay)).frame, 0);
    const start = await shown(replay);
    assert.deepEqual(start.counter.match(/\d+/g).map(Number), [0, last], 'which move of how many');
    assert.notDeepEqual(start, end);
    await sheet.keyboard.press('ArrowRight');
    await becomes(async () => (await shown(replay)).frame, 1);
    await button(replay, 'back').click();
    await becomes(() => shown(replay), start, 'one step back is the same frame');
    await button(replay, 'last').click();
    await becomes(() => shown(replay), end, 'the last picture again, mark by mark');
    const frames = [];
    for (let frame = 0; frame <= last; frame += 1) {
      await replay.locator('input[type=range]').fill(String(frame));
      frames.push(await shown(replay));
    }
    assert.deepEqual(
      frames.map(({ frame }) => frame),
      frames.map((_, index) => index),
    );
    assert.deepEqual([frames[0], frames.at(-1)], [start, end], 'every frame is the same however it is reached');
  }
});

check('a replay of Connect Four has one more stone after every move', async ({ visit }) => {
  const sheet = await visit(page);
  const replay = sheet.locator('.plylab-replay').first();
  await replay.locator('input[type=range]').fill('0');
  const { marks } = await shown(replay);
  for (let frame = 1; frame <= 3; frame += 1) {
    await replay.locator('input[type=range]').fill(String(frame));
    assert.equal((await shown(replay)).marks, marks + frame);
  }
});

check(
  'a replay plays by itself to its end and stops, and not at all with reduced motion',
  async ({ visit }) => {
    const sheet = await visit(page);
    const replay = sheet.locator('.plylab-replay').first();
    const last = Number(await replay.locator('input[type=range]').getAttribute('max'));
    await replay.locator('input[type=range]').fill(String(last - 2));
    await replay.locator('select').selectOption('4');
    const label = () => button(replay, 'play').getAttribute('aria-label');
    const rests = await label();
    await button(replay, 'play').click();
    await becomes(async () => (await label()) !== rests, true, 'it plays, and can be paused');
    await becomes(async () => (await shown(replay)).frame, last);
    await becomes(label, rests, 'it has stopped');
    const quiet = await visit(page, { calm: true });
    await becomes(() => button(quiet.locator('.plylab-replay').first(), 'play').isVisible(), false);
  },
);

check('a Persian report reads from right to left, in Persian words and digits', async ({ visit }) => {
  const sheet = await visit(persianPage);
  assert.deepEqual(
    await sheet.evaluate(() => [document.documentElement.lang, getComputedStyle(document.body).direction]),
    ['fa', 'rtl'],
  );
  const replay = sheet.locator('.plylab-replay').first();
  assert.match((await shown(replay)).counter, /^حرکت [۰-۹]+ از [۰-۹]+$/);
  // Titles of the file itself are somebody's own words; everything else is ours.
  const left = await sheet.evaluate(() => {
    const own = ['A few games', 'stones', 'mazes'];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement.closest('script, style, pre, .plylab-scene')) continue;
      const prose = own.reduce((text, name) => text.replaceAll(name, ''), textContent);
      if (/[a-z]{2}/i.test(prose.replace(/\u2066[^\u2069]*\u2069/g, '').replace('plylab', ''))) found.push(textContent);
    }
    return found;
  });
  assert.deepEqual(left, []);
  const wide = await sheet.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  assert.equal(wide, false, 'nothing is wider than the page');
});
