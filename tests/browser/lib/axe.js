// What axe-core reports about a page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The themes and languages that every page is checked in. axe-core needs to bypass the content security policy. */
export const LOOKS = ['light', 'dark'].flatMap((scheme) =>
  ['en', 'fa'].map((language) => ({
    look: `${scheme}, ${language}`,
    options: { scheme, language, calm: true, bypassCSP: true },
  })),
);

/** The serious faults of a page as it is. */
export async function faults(page, name) {
  // Elements that still fade in have other colours for a moment.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every((each) => each.playState !== 'running' || each.effect.getTiming().iterations === Infinity),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => `${name}: ${id}, ${help}: ${target.join(' ')} (${any[0]?.message ?? ''})`),
    );
}
