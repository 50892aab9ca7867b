// Templates are filled and names are looked up as the lab does it: by the same table of examples.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { files, spoken } from './lib/languages.mjs';

const { say, messageText } = await import('../../assets/js/i18n.js');
const { filled, gaps } = await import('../../assets/js/template.js');

const table = new URL('../../../lab/tests/messages/vectors.json', import.meta.url);
const vectors = JSON.parse(readFileSync(table, 'utf8'));

for (const language of Object.keys(files)) {
  test(
    `what is said in ${language} is said as the lab says it`,
    spoken(language, () => {
      for (const { message, name, said } of vectors.filter((vector) => vector.language === language))
        assert.equal(message ? messageText(message) : say(name), said);
    }),
  );
}

test('gaps are found, and stay where nothing fills them', () => {
  assert.deepEqual(gaps('{n} {n|move|moves} {{x}} of {who}'), ['n', 'who']);
  assert.equal(filled('{n} {who}', (name) => (name === 'n' ? '3' : null)), '3 {who}');
});
