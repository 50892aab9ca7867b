// A class of a student's own, written in Python, at a seat in the pages that the package serves. PLYLAB_PYTHON names a Python
// with the package.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { bench } from './lib/bench.js';
import { mayAct, moves, playing, reaches } from './lib/game.js';
import { ownFolder } from './lib/lab.js';

const python = process.env.PLYLAB_PYTHON;

const AGENT = `import plylab


class Edge:
    def act(self, position, budget):
        return position.legal[-1]
`;

if (!python) {
  test('an agent in Python plays in the pages', { skip: 'PLYLAB_PYTHON names no Python with the package plylab' });
} else {
  const folder = await ownFolder();
  after(() => folder.remove());
  writeFileSync(join(folder.path, 'mine.py'), AGENT);
  const check = bench({
    program: join(dirname(python), 'plylab'),
    options: ['--bring', `py:${join(folder.path, 'mine.py')}#Edge`],
  });

  check('an agent in Python plays in the pages, and answers', async ({ visit }) => {
    const page = await playing(visit, 'connect4', { seats: ['Edge', 'person'] });
    await reaches(page, 1);
    await mayAct(page);
    await page.keyboard.press('4');
    await reaches(page, 3);
    assert.deepEqual(await moves(page), ['7', '4', '7']);
  });
}
