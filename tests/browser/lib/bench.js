// The base of every test: the lab and the browser of a file, and visitors whose console errors fail the test.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { openLab } from './lab.js';
import { LANGUAGES, wordsOf } from './words.js';

/** How long a condition may take to come true, in milliseconds: long, because machines may be busy. */
const TIMEOUT = Number(process.env.PLYLAB_TIMEOUT ?? 120_000);
/** The limit of a whole test, which is never reached: one that hangs fails, and does not block the others. */
const BOUND = { timeout: 5 * TIMEOUT };
const FAILURES = fileURLToPath(new URL('../failures/', import.meta.url));

function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
  if (!found) throw new Error('no browser is found; install Chromium (on Debian: apt-get install chromium)');
  return found;
}

/**
 * What is turned off in Chromium. The popups of its address bar, which are never seen here, are pages too: loading them
 * for every visitor costs more than the lab's page does. The rest is what Playwright turns off, whose list this one
 * replaces.
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

/** Starts Chromium, with its own profile and without anything that uses the network. */
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
 * A visitor with a screen of their own. Console errors, script errors and requests to any other host are collected in
 * `faults`; `bears` has patterns of messages that a test causes on purpose.
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
    known = true,
  } = options;
  const kept = { 'plylab.language': language, 'plylab.visited': 'true', ...memory };
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: calm ? 'reduce' : 'no-preference',
    hasTouch: width < 500,
    // The content security policy refuses the script of axe-core, which has to bypass it.
    bypassCSP: options.bypassCSP ?? false,
  });
  context.setDefaultTimeout(TIMEOUT);
  // Before the first script of the first page, and never again: later changes belong to the pages.
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
  // Every visitor is somebody with things of their own, unless the test is about strangers.
  if (lab && known) await context.request.get(lab.link);
  return { context, page: await context.newPage(), faults };
}

/** The file for a screenshot of a failure. */
const pictureOf = (name, index) => join(FAILURES, `${name.replace(/\W+/g, '-').slice(0, 80)}-${index}.png`);

/**
 * Opens a lab and a browser for a file of tests, and returns the function to write one: `check('what holds', async ({
 * visit, lab, t }) => ...)`. `visit(where, options)` opens a page for a new visitor; `t`, `say` and the rest of
 * `wordsOf` are the texts that the page should show. A test about texts is a `check.spoken`: it runs once in every
 * language.
 */
export function bench({ withLab = true, program, options } = {}) {
  let lab = null;
  let browser = null;
  before(async () => {
    [lab, browser] = await Promise.all([withLab ? openLab(program, options) : null, openBrowser()]);
  }, BOUND);
  after(async () => {
    await browser?.close();
    await lab?.end();
  }, BOUND);
  const write = (name, language, body) =>
    test(name, BOUND, async () => {
      const visitors = [];
      const visit = async (where, options = {}) => {
        const visitor = await welcome(browser, lab, { language, ...options });
        visitors.push(visitor);
        await visitor.page.goto(lab ? `${lab.address}/${where}` : where);
        return visitor.page;
      };
      try {
        await body({ visit, lab, ...wordsOf(language) });
        for (const { faults } of visitors) assert.deepEqual(faults, [], 'the page had something to complain about');
      } catch (error) {
        await mkdir(FAILURES, { recursive: true });
        for (const [index, { page, faults }] of visitors.entries()) {
          await page.screenshot({ path: pictureOf(name, index), timeout: 10_000 }).catch(() => {});
          if (faults.length) error.message += `\nThe page complained: ${faults.join('\n')}`;
        }
        throw error;
      } finally {
        for (const { context } of visitors) await context.close();
      }
    });
  const check = (name, body) => write(name, 'en', body);
  check.spoken = (name, body) => {
    for (const language of LANGUAGES) write(`${name} (${language})`, language, body);
  };
  return check;
}

/** Waits until `look()` gives `wanted`; fails with the difference. How long it takes does not matter. */
export async function becomes(look, wanted, words) {
  const until = Date.now() + TIMEOUT;
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

/** Waits until `look()` gives the same before and after so many pictures of the page, and returns it. */
export async function settles(page, look, pictures = 60) {
  let seen = await look();
  await becomes(async () => {
    await page.evaluate(
      (many) =>
        new Promise((resolve) => {
          let drawn = 0;
          const next = () => ((drawn += 1) > many ? resolve() : requestAnimationFrame(next));
          next();
        }),
      pictures,
    );
    const before = seen;
    seen = await look();
    return before === seen;
  }, true);
  return seen;
}
