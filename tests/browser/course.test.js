// The window of a course's game: the page that `python -m plylab.course pacman.py` serves. PLYLAB_PYTHON names a Python with
// the package.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { becomes, openBrowser } from './lib/bench.js';

const python = process.env.PLYLAB_PYTHON;
const skip = python ? false : 'PLYLAB_PYTHON names no Python with the package plylab';

// Once round the ring of the layout tiny, without ghosts, and the score after each step.
const ROUND = [
  ...[9, 18, 27, 36].map((score) => ['ArrowRight', score]),
  ...[45, 44].map((score) => ['s', score]),
  ...[53, 62, 71, 80].map((score) => ['ArrowLeft', score]),
  ['w', 589],
];

test('a game of a course is played with the keys', { skip }, async (t) => {
  const options = ['-m', 'plylab.course', 'pacman.py', '-l', 'tiny', '-k', '0', '--frameTime', '-1'];
  const env = { ...process.env, PLYLAB_COURSE_WINDOW: 'page', BROWSER: 'true' };
  const program = spawn(python, options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => program.kill());
  const output = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  const [line] = await once(createInterface({ input: program.stderr }), 'line');
  const browser = await openBrowser();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(line.match(/http:\S+/)[0]);
  await becomes(() => page.locator('#score').textContent(), 'Score: 0');
  for (const [key, score] of ROUND) {
    await page.keyboard.press(key);
    await becomes(() => page.locator('#score').textContent(), `Score: ${score}`);
  }
  await becomes(() => page.getByRole('status').textContent(), 'Pac-Man has won.');
  assert.equal(await page.locator('#board svg').count(), 1);
  await page.keyboard.press('Enter');
  assert.equal((await output.next()).value, 'Pacman emerges victorious! Score: 589');
  const [status] = await once(program, 'exit');
  assert.equal(status, 0);
  assert.deepEqual(faults, []);
});
