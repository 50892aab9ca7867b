// Measures the explorer with a recording of a million nodes: how long it takes to open, and how smoothly it steps. On an
// idle machine: `cargo build --release`, then `PLYLAB=target/release/plylab npm run million --prefix tests/browser` (the
// path of the program from tests/browser, or absolute). It fails if it misses what it should reach.

import { openBrowser, welcome } from './lib/bench.js';
import { openLab } from './lib/lab.js';

/** Minimax visits 6.6 million nodes, of which the recording keeps a million. */
const AGENT = 'minimax:depth=8,eval=tuned';
const GOALS = { opens: 2000, steps: 30 };
const SECONDS = 5;

const [lab, browser] = await Promise.all([openLab(), openBrowser()]);
const { context, page, faults } = await welcome(browser, lab, {});
context.setDefaultTimeout(600_000);
let recorded = 0;
let kept = 0;
page.on('websocket', (socket) =>
  socket.on('framereceived', ({ payload }) => {
    if (recorded || !String(payload).includes('"looked_at"')) return;
    recorded = performance.now();
    kept = JSON.parse(String(payload)).ok?.kept ?? 0;
  }),
);

const begun = performance.now();
await page.goto(`${lab.address}/#/search?${new URLSearchParams({ at: '{"spec":"connect4"}', agent: AGENT })}`);
await page.locator('.child').nth(6).waitFor();
await page.locator('.icicle-legend li').first().waitFor();
await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
const opens = performance.now() - recorded;
console.log(`recorded ${kept} nodes in ${Math.round(recorded - begun)} ms`);
console.log(`opened in ${Math.round(opens)} ms (goal: under ${GOALS.opens})`);

// Steps as the transport plays them at its fastest, from the middle of the search; frames as the browser paints them.
const slider = page.locator('.tree-player .slider');
await slider.fill(String(Math.floor(Number(await slider.getAttribute('max')) / 2)));
await page.locator('.tree-speed').selectOption('30');
await page.keyboard.press('Escape');
await page.locator('.tree-sentence').click();
const measured = await page.evaluate(async (seconds) => {
  const track = document.querySelector('.tree-player .slider');
  const shown = () => Number(track.value);
  const gaps = [];
  let [last, seen, steps] = [performance.now(), shown(), 0];
  const until = last + seconds * 1000;
  document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }));
  while (last < until) {
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    gaps.push(now - last);
    last = now;
    if (shown() !== seen) [seen, steps] = [shown(), steps + 1];
  }
  gaps.sort((one, other) => one - other);
  return { steps: steps / seconds, late: gaps[Math.floor(gaps.length * 0.95)] };
}, SECONDS);
console.log(`${measured.steps.toFixed(1)} steps a second (goal: ${GOALS.steps} or more)`);
console.log(`95 % of frames within ${measured.late.toFixed(1)} ms`);

await browser.close();
await lab.end();
if (faults.length > 0) console.log(faults.join('\n'));
// Timers fire late rather than early: a few per cent less than the goal is what a perfect player would reach.
process.exitCode = opens < GOALS.opens && measured.steps >= GOALS.steps * 0.95 && faults.length === 0 ? 0 : 1;
