// What every test stands on: the lab and the browser of a file, and visitors whose every complaint fails the test.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openLab } from './lab.js';

/** How long a condition may take to come true, in milliseconds: long, because machines may be busy. */
const PATIENCE = Number(process.env.PLYLAB_PATIENCE ?? 120_000);
/** And a whole test, which never comes near this: one that hangs fails, and holds up nothing else. */
const BOUND = { timeout: 5 * PATIENCE };
const FAILURES = fileURLToPath(new URL('../failures/', import.meta.url));

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (!found) throw new Error('no browser is found; install Chromium (on Debian: apt-get install chromium)');
  return found;
}

/**
 * What Chromium does without. The popups of its own address bar, which nobody sees here, are pages too: loading them for
 * every visitor costs more than the lab's page does. The rest is what Playwright turns off, whose list ours stands for.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Starts Chromium, with a profile of its own and without anything that reaches for the network. */
export const openBrowser = () =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${WITHOUT.join()}`,
    ],
  });

/**
 * Somebody at a screen of their own. Errors on the console, errors of scripts and requests to anywhere else are
 * collected in `faults`; `bears` has patterns of messages that a test brings about on purpose.
 */
export async function welcome(browser, lab, options) {
  const {
    width = 1440,
    height = 900,
    scheme = 'light',
    language = 'en',
    calm = false,
    memory = {},
    bears = [],
  } = options;
  const kept = { 'plylab.language': language, 'plylab.visited': 'true', ...memory };
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: calm ? 'reduce' : 'no-preference',
    hasTouch: width < 500,
    // The rules on scripts are the lab's to keep, and axe-core has to be brought past them.
    bypassCSP: options.bypassCSP ?? false,
  });
  context.setDefaultTimeout(PATIENCE);
  // Before the first script of the first page, and never again: what the pages keep later is theirs.
  if (lab) {
    await context.addInitScript(
      ([home, memory]) => {
        if (location.origin === home && localStorage.length === 0) Object.assign(localStorage, memory);
      },
      [lab.address, kept],
    );
  }
  const faults = [];
  const complain = (words) => bears.some((pattern) => pattern.test(words)) || faults.push(words);
  const home = lab ? new URL(lab.address) : null;
  const foreign = (address) => {
    const { protocol, host } = new URL(address);
    return !['data:', 'blob:', 'about:', 'file:'].includes(protocol) && host !== home?.host;
  };
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complain(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => complain(`script: ${error.error().stack ?? error.error()}`));
  context.on('request', (request) => foreign(request.url()) && complain(`request to ${request.url()}`));
  context.on('response', (answer) => answer.status() >= 400 && complain(`${answer.status()} for ${answer.url()}`));
  context.on('page', (page) =>
    page.on('websocket', (socket) => foreign(socket.url()) && complain(`connection to ${socket.url()}`)),
  );
  return { context, page: await context.newPage(), faults };
}

/** Names a file that a picture of a failure goes to. */
const pictureOf = (name, place) => join(FAILURES, `${name.replace(/\W+/g, '-').slice(0, 80)}-${place}.png`);

/**
 * Opens a lab and a browser for a file of tests, and gives the way to write one:
 * `check('what holds', async ({ visit, lab }) => ...)`. `visit(where, options)` opens a page for a new visitor.
 */
export function bench({ withLab = true, program } = {}) {
  let lab = null;
  let browser = null;
  before(async () => {
    [lab, browser] = await Promise.all([withLab ? openLab(program) : null, openBrowser()]);
  }, BOUND);
  after(async () => {
    await browser?.close();
    await lab?.end();
  }, BOUND);
  return (name, body) =>
    test(name, BOUND, async () => {
      const visitors = [];
      const visit = async (where, options = {}) => {
        const visitor = await welcome(browser, lab, options);
        visitors.push(visitor);
        await visitor.page.goto(lab ? `${lab.address}/${where}` : where);
        return visitor.page;
      };
      try {
        await body({ visit, lab });
        for (const { faults } of visitors) assert.deepEqual(faults, [], 'the page had something to complain about');
      } catch (error) {
        await mkdir(FAILURES, { recursive: true });
        for (const [place, { page, faults }] of visitors.entries()) {
          await page.screenshot({ path: pictureOf(name, place), timeout: 10_000 }).catch(() => {});
          if (faults.length) error.message += `\nThe page complained: ${faults.join('\n')}`;
        }
        throw error;
      } finally {
        for (const { context } of visitors) await context.close();
      }
    });
}

/** Waits until what `look` gives is `wanted`; fails with the difference. How long it takes does not matter. */
export async function becomes(look, wanted, words) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const seen = await look();
    try {
      assert.deepEqual(seen, wanted, words);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
