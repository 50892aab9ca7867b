// Measures what the pages cost: the first load, and a long watched game. Not a test: run it on a quiet machine.
//
//   PLYLAB=../../target/release/plylab npm run measure                     both
//   PLYLAB_BEFORE=/path/to/plylab npm run measure                          and the first load of another version
//   npm run measure -- --plies 4000                                        a shorter game

import { openBrowser } from './lib/bench.js';
import { ENDLESS, setUp } from './lib/game.js';
import { openLab } from './lib/lab.js';
import { plain } from './lib/words.js';

const RUNS = 9;
const [, , flag, given] = process.argv;
const PLIES = flag === '--plies' ? Number(given) : 20_000;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor(values.length * part)];
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const milliseconds = (time) => `${time.toFixed(0)} ms`;

/** A visitor who has never been here. */
const visitor = (browser) => browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });

/** One first visit: bytes and requests, when something is painted first, and when the games are drawn. */
async function firstLoad(browser, { address }) {
  const context = await visitor(browser);
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  let events = 0;
  network.on('Network.webSocketFrameReceived', ({ response }) => (events += response.payloadData.length));
  await page.goto(address);
  await page.locator('.game-card').first().waitFor();
  const drawn = await page.evaluate(() => performance.now());
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntriesByName('first-contentful-paint')[0].startTime)).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );
  // What is transferred besides headers.
  const sizes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
      ({ encodedBodySize }) => encodedBodySize,
    ),
  );
  await context.close();
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { bytes, requests: sizes.length, events, paint, drawn };
}

/** The first load of several versions, in turn, so that all see the same machine. */
async function firstLoads(browser, versions) {
  const labs = await Promise.all(versions.map(async ([name, program]) => [name, await openLab(program)]));
  const seen = Object.fromEntries(labs.map(([name]) => [name, []]));
  for (let run = 0; run <= RUNS; run += 1) {
    for (const [name, lab] of labs) {
      const load = await firstLoad(browser, lab);
      // The first visit finds nothing prepared, at the lab and in the browser.
      if (run > 0) seen[name].push(load);
    }
  }
  for (const [name, loads] of Object.entries(seen)) {
    const middle = (field) => median(loads.map((load) => load[field]));
    console.log(
      `first load, ${name}: ${kilobytes(middle('bytes'))} in ${middle('requests')} requests, ` +
        `and ${kilobytes(middle('events'))} over the connection; ` +
        `first paint after ${milliseconds(middle('paint'))}, games after ${milliseconds(middle('drawn'))}`,
    );
  }
  await Promise.all(labs.map(([, lab]) => lab.end()));
}

/** A watched game at full speed: memory, and the time from one picture to the next. */
async function longGame(browser) {
  const lab = await openLab();
  const context = await visitor(browser);
  const game = { spec: 'pacman:layout=mine', own: ENDLESS, seats: ['reflex', 'random'] };
  const kept = { 'plylab.visited': 'true', 'plylab.speed': '"8"', ...setUp('pacman', game) };
  await context.addInitScript((memory) => localStorage.length === 0 && Object.assign(localStorage, memory), kept);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable');
  await page.goto(`${lab.address}/#/play/pacman`);
  await page.locator('.setup-go .button').click();
  await page.locator('.transport .where').waitFor();
  await page.locator('[role=tab][id$="-log"]').click();
  await page.evaluate(() => {
    window.frames = [];
    let before = performance.now();
    const next = (now) => {
      window.frames.push(now - before);
      if (window.frames.length > 2000) window.frames.shift();
      before = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  const plies = async () =>
    3 * Number(plain(await page.locator('.transport .where').textContent()).replaceAll(',', '').match(/\d+/g).at(-1));
  const report = async () => {
    await tools.send('HeapProfiler.collectGarbage');
    const { metrics } = await tools.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize').value;
    const nodes = metrics.find(({ name }) => name === 'Nodes').value;
    const frames = await page.evaluate(() => window.frames.splice(0));
    console.log(
      `after ${await plies()} plies: heap ${(heap / 1e6).toFixed(1)} MB, ${nodes} nodes, frames ` +
        `${share(frames, 0.5).toFixed(1)} ms, at the 95th percentile ${share(frames, 0.95).toFixed(1)} ms`,
    );
  };
  let next = Math.min(2000, PLIES);
  while (next <= PLIES) {
    if ((await plies()) >= next - 3) {
      await report();
      next += 2000;
    }
    await page.waitForTimeout(500);
  }
  await context.close();
  await lab.end();
}

const browser = await openBrowser();
const before = process.env.PLYLAB_BEFORE;
await firstLoads(browser, [...(before ? [['before', before]] : []), ['now', undefined]]);
await longGame(browser);
await browser.close();
