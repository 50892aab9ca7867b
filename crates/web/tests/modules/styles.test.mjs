// Every style sheet is loaded: by the index page, or by the pages that need it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { pages } from '../../assets/js/registry.js';

const assets = new URL('../../assets/', import.meta.url);
const read = (name) => readFileSync(new URL(name, assets), 'utf8');

test('style sheets that the index page does not load are loaded by some page, and in a fixed order', () => {
  const always = [...read('index.html').matchAll(/css\/([\w-]+)\.css/g)].map(([, name]) => name);
  const ordered = /const ORDER = \[([^\]]*)\]/.exec(read('js/styles.js'))[1].match(/[\w-]+/g);
  const wanted = new Set(pages.flatMap(({ styles }) => styles));
  for (const file of readdirSync(new URL('css/', assets))) {
    const name = file.replace('.css', '');
    assert.notEqual(always.includes(name), wanted.has(name), `${file} is loaded either always or by some pages`);
  }
  assert.deepEqual([...wanted].filter((name) => !ordered.includes(name)), []);
  assert.equal(always.at(-1), 'forced');
});
