// The languages of the lab, for modules that run without a page.

import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../../../../lab/messages/', import.meta.url);

globalThis.document ??= { documentElement: {} };

/** Every language file, by code. */
export const files = Object.fromEntries(
  readdirSync(folder)
    .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
    .map((file) => [file.language, file]),
);

const { learn, speak } = await import('../../../assets/js/i18n.js');
for (const file of Object.values(files)) learn(file);
await speak('en', { keep: false });

/** Runs a test in another language. */
export const spoken = (language, body) => async () => {
  await speak(language, { keep: false });
  try {
    await body();
  } finally {
    await speak('en', { keep: false });
  }
};
