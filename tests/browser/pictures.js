// Retakes the pictures of the README: `npm run pictures --prefix tests/browser`.

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { openBrowser, welcome } from './lib/bench.js';
import { mayAct, reaches, setUp, start } from './lib/game.js';
import { openLab } from './lib/lab.js';
import { wordsOf } from './lib/words.js';

const folder = fileURLToPath(new URL('../../docs/', import.meta.url));
const { t } = wordsOf('en');
const [lab, browser] = await Promise.all([openLab(), openBrowser()]);
const analysed = (game) => ({ [`plylab.analysis.${game}`]: JSON.stringify({ on: true, time: 30000 }) });

/** The same picture in fewer bytes: Chromium compresses in haste. */
function packed(png) {
  const parts = [];
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at);
    parts.push({ kind: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  const pixels = inflateSync(Buffer.concat(parts.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data)));
  const part = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = parts.find(({ kind }) => kind === 'IHDR').data;
  return Buffer.concat([
    png.subarray(0, 8),
    part('IHDR', head),
    part('IDAT', deflateSync(pixels, { level: 9, memLevel: 9 })),
    part('IEND', Buffer.alloc(0)),
  ]);
}

/** Opens a page for a visitor, lets `body` do something there, and saves a screenshot. */
async function picture(name, where, options, body) {
  const { context, page } = await welcome(browser, lab, { width: 1120, height: 700, calm: true, ...options });
  await page.goto(`${lab.address}/${where}`);
  await body(page);
  await page.mouse.move(900, 5);
  await writeFile(`${folder}${name}.png`, packed(await page.screenshot()));
  await context.close();
}

const people = { seats: ['person', 'person'] };
const stones = { ...setUp('connect4', people), ...analysed('connect4') };
await picture('browser-connect4', '#/play/connect4', { memory: stones, width: 1120, height: 740 }, async (page) => {
  await start(page);
  for (const [index, key] of [...'4453443'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, index + 1);
  }
  await page.locator('.lane.is-done').waitFor();
  await page.locator('.plates .plate').first().waitFor();
});

await picture('browser-tree', '#/trees', { scheme: 'dark' }, async (page) => {
  await page.locator('.tree-node.is-current').waitFor();
  await page.keyboard.press('End');
  await page.locator('.tree-node.is-cut').click();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.locator('.tree-compare tbody tr:last-child td', { hasText: '7.67' }).waitFor();
});

const search = new URLSearchParams({
  at: JSON.stringify({ spec: 'connect4', moves: ['4', '4', '3'] }),
  agent: 'alphabeta:depth=6,eval=tuned',
  view: 'explore',
});
await picture('browser-explorer', `#/search?${search}`, { width: 1280, height: 800 }, async (page) => {
  await page.locator('.child').first().waitFor();
  await page.keyboard.press('End');
  await page.locator('.child .why-cut').first().click();
  await page.locator('.why-node').nth(1).waitFor();
  await page.locator('.icicle-legend li').first().waitFor();
});

const maze = {
  ...setUp('pacman', { spec: 'pacman:layout=medium', seats: ['person', 'directional'] }),
  'plylab.realtime': 'false',
};
await picture(
  'browser-pacman',
  '#/play/pacman',
  { memory: { ...maze, ...analysed('pacman') } },
  async (page) => {
    await start(page);
    await page.locator('.pac.pac-takes').waitFor();
    await page.getByRole('switch', { name: t('analysis.heat') }).check();
    await page.locator('.pac-legend .pac-scale').waitFor();
    for (const [index, way] of ['Right', 'Right', 'Right', 'Right', 'Up', 'Up'].entries()) {
      await page.locator('.pac.pac-takes').waitFor();
      await page.keyboard.press(`Arrow${way}`);
      await reaches(page, index + 1);
    }
    await page.locator('.lane.is-done').waitFor();
  },
);

await browser.close();
await lab.end();
