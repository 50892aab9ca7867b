// A disk that is full: every page says so, and the lab goes on when there is room.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { bench } from './lib/bench.js';
import { program } from './lib/lab.js';

// Files that may not grow are like a full disk, if the signal that comes with it does not end the program.
const folder = mkdtempSync(join(tmpdir(), 'plylab-test-'));
const patient = join(folder, 'plylab');
writeFileSync(patient, `#!/bin/sh\ntrap '' XFSZ\nexec '${program}' "$@"\n`);
chmodSync(patient, 0o755);

const check = bench({ program: patient });
after(() => rmSync(folder, { recursive: true }));

/** Lets the lab write, or not. */
const allow = (lab, room) =>
  execFileSync('prlimit', ['--pid', String(lab.pid), `--fsize=${room ? 'unlimited' : '4096'}:unlimited`]);

/** Plays a move as a script of the page does; returns the status of the answer. */
const play = (page, game, action) =>
  page.evaluate(
    async ([game, action]) => {
      const body = JSON.stringify({ do: 'game.play', with: { game, action } });
      const answer = await fetch('api/3', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
      return answer.status;
    },
    [game, action],
  );

check.spoken('a full disk is told in every page, and the lab goes on when there is room', async ({ visit, lab, t }) => {
  const page = await visit('', { bears: [/507/] });
  await page.getByRole('heading', { name: t('menu.title') }).waitFor();
  const game = await page.evaluate(async () => {
    const body = JSON.stringify({ do: 'game.create', with: { spec: 'connect4', seats: ['person'] } });
    const answer = await fetch('api/3', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return (await answer.json()).ok.game.id;
  });
  await page.goto(`${lab.address}/#/game/${game}`);
  const [words] = t('frame.notKept', { why: '|' }).split('|');
  const banner = page.locator('.banner', { hasText: words });
  allow(lab, false);
  try {
    assert.equal(await play(page, game, '4'), 507);
    await banner.waitFor();
    // Also in a page that is opened now.
    const later = await page.context().newPage();
    await later.goto(lab.address);
    await later.locator('.banner', { hasText: words }).waitFor();
  } finally {
    allow(lab, true);
  }
  await banner.waitFor({ state: 'hidden' });
  assert.equal(await play(page, game, '4'), 200);
});
