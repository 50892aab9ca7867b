// True by default: the analysis of a game is its best judge, every move has its own value, and estimates look like it.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { mayAct, playing, reaches } from './lib/game.js';
import { plylab } from './lib/lab.js';

const check = bench();
/** Games of SIM in which nobody loses in the first nine moves. */
const SIM_GAMES = ['AD AE AF DE AB AC CE BE BC', 'BF EF CE BE BC AD AE AC DF'];
const people = { seats: ['person', 'person'] };
const watched = (game, agents) => ({ [`plylab.analysis.${game}`]: JSON.stringify({ on: true, agents, time: 600000 }) });

/** The plates on the board, by move: text, score, class and words of each. */
const plates = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.plates .plate')].map((plate) => ({
      action: plate.dataset.action,
      text: plate.querySelector('.worth').textContent,
      points: plate.querySelector('.points')?.textContent ?? null,
      kind: plate.getAttribute('class'),
      words: plate.querySelector('title').textContent,
    })),
  );

/** The value bar: the first player's share of it, and its words. */
const bar = (page) =>
  page.locator('.value-bar').evaluate((element) => ({ share: Number(element.dataset.share), words: element.dataset.tip }));

const press = async (page, keys, from = 0) => {
  for (const [index, key] of [...keys].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, from + index + 1);
  }
};

check.spoken('the empty board shows the seven exact scores', async ({ visit, t, say, digits }) => {
  const page = await playing(visit, 'connect4', people);
  await mayAct(page);
  await page.keyboard.press('v');
  const scores = ['−2', '−1', '0', '+1', '0', '−1', '−2'].map(digits);
  await becomes(async () => (await plates(page)).map(({ points }) => points), scores);
  const seen = await plates(page);
  assert.deepEqual(
    seen.map(({ text }) => text),
    ['lossShort', 'lossShort', 'drawShort', 'winShort', 'drawShort', 'lossShort', 'lossShort'].map((key, i) =>
      t(`analysis.${key}`, { n: [40, 42, 0, 41, 0, 42, 40][i] }),
    ),
  );
  assert.ok(seen.every(({ kind }) => kind.includes('decided')));
  assert.deepEqual(
    seen.filter(({ kind }) => kind.includes('best')).map(({ action }) => action),
    ['4'],
  );
  // A losing move is never in the colour of a good one.
  assert.deepEqual(
    seen.map(({ kind }) => ['good', 'even', 'bad'].find((tone) => kind.includes(tone))),
    ['bad', 'bad', 'even', 'good', 'even', 'bad', 'bad'],
  );
  const words = t('analysis.winsIn', { name: say('Yellow'), n: 41 });
  await becomes(() => bar(page), { share: 1, words: t('analysis.withPoints', { words, points: digits('+1') }) });
  await page.locator('.lane-agent', { hasText: say('exact solver') }).waitFor();
});

check('a perfectly played game stays a win to its end', async ({ visit, t, say }) => {
  const page = await playing(visit, 'connect4', people, { calm: true, memory: watched('connect4') });
  const start = '44434452314655';
  await press(page, start);
  const winner = say(start.length % 2 === 0 ? 'Yellow' : 'Red');
  const loser = say(start.length % 2 === 0 ? 'Red' : 'Yellow');
  let ply = start.length;
  let left = 17;
  for (; left > 0; left -= 1, ply += 1) {
    const mover = (ply - start.length) % 2 === 0;
    const wanted = mover
      ? t('analysis.winsIn', { name: winner, n: left })
      : t('analysis.losesIn', { name: loser, n: left });
    await becomes(async () => (await bar(page)).words.split(' (')[0], wanted);
    await becomes(async () => (await plates(page)).some(({ kind }) => kind.includes('best')), true);
    const best = (await plates(page)).find(({ kind }) => kind.includes('best')).action;
    const [x, y] = await page.locator(`.column[data-column="${Number(best) - 1}"] rect`).evaluate((column) => {
      const box = column.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    });
    await page.mouse.click(x, y);
    await reaches(page, ply + 1);
  }
  assert.equal(await page.locator('.status .ending').textContent(), t('game.won', { name: winner }));
});

check("SIM's bar agrees with the table on twenty positions", async ({ visit }) => {
  for (const game of SIM_GAMES) {
    const page = await playing(visit, 'sim', people, { calm: true, memory: watched('sim') });
    const played = [];
    for (const edge of [null, ...game.split(' ')]) {
      if (edge) {
        await mayAct(page);
        for (const letter of edge.toLowerCase()) await page.keyboard.press(letter);
        played.push(edge);
        await reaches(page, played.length);
      }
      const answer = JSON.parse(await plylab('solve', 'sim', played.join(' '), '--json'));
      const redWins = (answer.outcome === 'win') === (played.length % 2 === 0);
      await becomes(async () => (await bar(page)).share, redWins ? 1 : 0, played.join(' '));
    }
    await page.context().close();
  }
});

check('a board without a book shows estimates that look like estimates', async ({ visit, t }) => {
  const page = await playing(visit, 'connect4', { spec: 'connect4:columns=9,rows=6', ...people }, {
    memory: watched('connect4'),
  });
  await page.locator('.lane.is-done').waitFor();
  const percent = new RegExp(`^${t('analysis.percent', { n: '\\d+' })}$`);
  await becomes(async () => (await plates(page)).filter(({ text }) => percent.test(text)).length, 9);
  const seen = await plates(page);
  assert.ok(seen.every(({ kind }) => kind.includes('estimate')), JSON.stringify(seen));
  await becomes(() => page.locator('.value-bar.estimate').count(), 1);
  // The bar is the chance of the best move, on a scale that never changes.
  const { share } = await bar(page);
  assert.ok(share > 0.2 && share < 0.8, String(share));
});

check('agents that share a best move agree', async ({ visit, t }) => {
  const both = ['first', 'last'].map((ties) => `alphabeta:depth=9,root=exact,ties=${ties}`);
  const page = await playing(visit, 'tictactoe', people, { memory: watched('tictactoe', both) });
  await becomes(() => page.locator('.lane.is-done').count(), 2);
  const all = ['a3', 'b3', 'c3', 'a2', 'b2', 'c2', 'a1', 'b1', 'c1'];
  await page.getByText(t('analysis.agree', { action: all.join(', ') })).waitFor();
});

check('tic-tac-toe and trees are judged by their full trees', async ({ visit, t }) => {
  const page = await playing(visit, 'tictactoe', people, { memory: watched('tictactoe') });
  await becomes(async () => (await plates(page)).map(({ text }) => text), Array(9).fill(t('analysis.drawShort')));
  await becomes(async () => (await bar(page)).share, 0.5);
  const tree = await playing(visit, 'tree', people, { memory: watched('tree') });
  await becomes(async () => (await plates(tree)).map(({ text, kind }) => [text, kind.includes('score')]), [
    ['+3', true],
    ['+2', true],
    ['+2', true],
  ]);
  // The values at the ends of the tree go from 2 to 14.
  await becomes(async () => (await bar(tree)).share, Number((1 / 12).toFixed(4)));
});

check('Pac-Man: the bar is the chance to survive, from games played out', async ({ visit, t }) => {
  const page = await playing(
    visit,
    'pacman',
    { spec: 'pacman:layout=trap', seats: ['person', 'random'] },
    { memory: watched('pacman') },
  );
  await page.locator('.lane.is-done').waitFor();
  const facts = page.locator('.lane-facts');
  await becomes(async () => (await facts.textContent()).includes(t('analysis.playouts', { n: 24 })), true);
  const { share, words } = await bar(page);
  assert.ok(share >= 0 && share <= 1);
  assert.ok(words.includes(t('analysis.percent', { n: Math.round(100 * share) })), words);
});

check('nothing waits in the queue after the end', async ({ visit, t }) => {
  const page = await playing(visit, 'sim', people, { calm: true, memory: watched('sim') });
  for (const [index, edge] of ['ab', 'de', 'bc', 'ef', 'ac'].entries()) {
    await mayAct(page);
    for (const letter of edge) await page.keyboard.press(letter);
    await reaches(page, index + 1);
  }
  await page.locator('.status .ending').waitFor();
  await page.getByText(t('analysis.over')).waitFor();
  await page.getByLabel(t('analysis.time')).selectOption('3000');
  await becomes(() => page.locator('.lane').count(), 0);
  await becomes(async () => (await bar(page)).share, 0);
});
