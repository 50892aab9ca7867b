// What axe-core has to say of a page.

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The looks that every page is checked in. The rules on scripts are the lab's to keep; axe-core goes past them. */
export const LOOKS = ['light', 'dark'].flatMap((scheme) =>
  ['en', 'fa'].map((language) => ({
    look: `${scheme}, ${language}`,
    options: { scheme, language, calm: true, bypassCSP: true },
  })),
);

/** The serious faults of a page as it is. */
export async function faults(page, name) {
  // What still fades in has colours of its own for a moment.
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
