// The analysis: its values equal those of the command line, on the board and in the table, for every game.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { mayAct, playing, reaches, specField } from './lib/game.js';
import { plylab } from './lib/lab.js';
import { pattern } from './lib/words.js';

const check = bench();

const remembers = (game, agents) => ({
  [`plylab.analysis.${game}`]: JSON.stringify({ on: true, agents, time: 600000 }),
});

/** A value as the page writes it, for values without words of their own. */
const written = (value) => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '0');

/** The rows of the table of moves: the text of each column for each move. */
const rows = (page) =>
  page
    .locator('.moves-table tbody tr')
    .evaluateAll((lines) =>
      Object.fromEntries(
        lines.map((line) => [
          line.querySelector('th').textContent,
          [...line.querySelectorAll('td .number')].map((cell) => cell.textContent),
        ]),
      ),
    );

/** The values that `plylab explain` prints for each move, as the page would write them. */
async function explained(...words) {
  const answer = JSON.parse(await plylab('explain', ...words, '--json'));
  return {
    best: answer.action,
    line: answer.line,
    moves: Object.fromEntries(
      answer.moves.map(({ action, value: { score, certainty } }) => [
        action,
        `${certainty === 'exact' ? '' : '≤'}${written(score)}`,
      ]),
    ),
  };
}

const thought = (page, lanes = 1) => becomes(() => page.locator('.lane.is-done').count(), lanes, 'the agents are done');
const single = (moves) => Object.fromEntries(Object.entries(moves).map(([action, text]) => [action, [text]]));

check('Connect Four: every column has the value that the command prints, on the board too', async ({ visit }) => {
  const agent = 'alphabeta:depth=4';
  const page = await playing(
    visit,
    'connect4',
    { seats: ['person', 'person'] },
    { memory: remembers('connect4', [agent]) },
  );
  for (const [index, key] of [...'4453'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, index + 1);
  }
  await thought(page);
  const { best, line, moves } = await explained('connect4', '4453', '--agent', agent);
  await becomes(() => rows(page), single(moves));
  assert.equal(await page.locator('.moves-table tr:has(td.best) th').textContent(), best);
  assert.deepEqual(await page.locator('.pv .ply').allTextContents(), line);
  const plates = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.plates .plate')].map((plate) => [
        plate.querySelector('title').textContent.split(':')[0],
        plate.querySelector('text').textContent,
      ]),
    );
  await becomes(async () => Object.fromEntries(await plates()), moves);
});

check('SIM: every edge has the value that the command prints', async ({ visit }) => {
  const agent = 'alphabeta:depth=3,eval=report';
  const page = await playing(visit, 'sim', { seats: ['person', 'person'] }, { memory: remembers('sim', [agent]) });
  for (const [index, edge] of ['ab', 'ef', 'cd'].entries()) {
    await mayAct(page);
    for (const letter of edge) await page.keyboard.press(letter);
    await reaches(page, index + 1);
  }
  await thought(page);
  const { moves } = await explained('sim', 'AB EF CD', '--agent', agent);
  assert.equal(Object.keys(moves).length, 12);
  await becomes(() => rows(page), single(moves));
  await becomes(() => page.locator('.graph .plate').count(), 12);
});

check('the trap: four agents side by side have the values that the command prints', async ({ visit, t }) => {
  const agents = ['minimax:depth=2', 'minimax:depth=3', 'alphabeta:depth=3', 'expectimax:depth=3'];
  const page = await playing(
    visit,
    'pacman',
    { spec: 'pacman:layout=trap', seats: ['person', 'random'] },
    { memory: remembers('pacman', agents) },
  );
  await thought(page, 4);
  const answers = await Promise.all(agents.map((agent) => explained('pacman', '--layout', 'trap', '--agent', agent)));
  const wanted = Object.fromEntries(
    ['West', 'Stop', 'East'].map((action) => [
      action,
      answers.map(({ moves }) => moves[action].replace('252.5', '253')),
    ]),
  );
  await becomes(() => rows(page), wanted);
  await page.getByText(t('analysis.differ')).waitFor();
});

check('grid Pac-Man and the dice tree: the same values as the command', async ({ visit }) => {
  const grid = await playing(
    visit,
    'grid',
    { seats: ['person', 'random'] },
    { memory: remembers('grid', ['minimax:depth=3']) },
  );
  await thought(grid);
  const { moves } = await explained('grid', '--agent', 'minimax:depth=3');
  await becomes(async () => Object.keys(await rows(grid)).sort(), Object.keys(moves).sort());
  const seen = await rows(grid);
  // The page shows three digits.
  const short = (text) => Number(Number(text.replace('−', '-').replace('≤', '')).toPrecision(3));
  for (const [action, text] of Object.entries(moves)) assert.equal(short(seen[action][0]), short(text), action);

  const tree = await playing(
    visit,
    'tree',
    { spec: 'tree:file=dice', seats: ['person', 'person'] },
    { memory: remembers('tree', ['expectimax']) },
  );
  await thought(tree);
  const dice = await explained('tree:file=dice', '--agent', 'expectimax');
  await becomes(() => rows(tree), single(dice.moves));
});

check.spoken('an agent is chosen by hand, and its line is walked without touching the game', async ({ visit, t }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] });
  await mayAct(page);
  await page.keyboard.press('v');
  await page.locator('.lane-agent').click();
  const dialog = page.locator('dialog');
  await dialog.locator('.advanced > summary').click();
  await (await specField(dialog, t)).fill('alphabeta:depth=3');
  await dialog.getByRole('button', { name: t('analysis.start'), exact: true }).click();
  await page.locator('.lane-agent[data-tip$="alphabeta:depth=3"]').waitFor();
  await thought(page);
  const { line } = await explained('connect4', '--agent', 'alphabeta:depth=3');
  await becomes(() => page.locator('.pv .ply').allTextContents(), line);
  await page.locator('.pv .ply').nth(2).click();
  await becomes(() => page.locator('.notice .notation').textContent(), line.join(' '));
  await becomes(
    () =>
      page.evaluate(
        () => [...document.querySelectorAll('svg.stones .stone')].filter((stone) => !stone.closest('.ghost')).length,
      ),
    3,
  );
  await page.keyboard.press('Escape');
  await becomes(() => page.locator('.notice').isVisible(), false);
  await reaches(page, 0);
  await becomes(
    () =>
      page.evaluate(
        () => [...document.querySelectorAll('svg.stones .stone')].filter((stone) => !stone.closest('.ghost')).length,
      ),
    0,
  );
});

check.spoken('a long search shows its progress, and stops on request', async ({ visit, t }) => {
  const page = await playing(
    visit,
    'connect4',
    { seats: ['person', 'person'] },
    { memory: remembers('connect4', ['mcts:sims=100000000']) },
  );
  await page.locator('.lane.is-running').waitFor();
  const counted = new RegExp(pattern(t('analysis.nodes', { n: '\0' })).replace('\0', '[\\d۰-۹].*'));
  await becomes(
    async () => counted.test(await page.locator('.lane-facts').textContent()),
    true,
    'nodes are counted while it thinks',
  );
  await page.locator('.analysis').getByRole('button', { name: t('analysis.stop'), exact: true }).click();
  await page.locator('.lane:is(.is-stopped, .is-done)').waitFor();
});

check.spoken('why: the terms of the evaluation are those of the command', async ({ visit, t, sentence, digits }) => {
  const page = await playing(visit, 'connect4', { seats: ['person', 'person'] }, { calm: true });
  for (const [index, key] of [...'4453443'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, index + 1);
  }
  await page.getByRole('tab', { name: t('game.why'), exact: true }).click();
  await page.locator('.why').getByLabel(t('analysis.eval'), { exact: true }).selectOption('report');
  const terms = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.why .terms .term')].map((term) => [
        term.querySelector('dt').textContent,
        term.querySelector('.number').textContent,
      ]),
    );
  const { evaluations } = JSON.parse(await plylab('show', 'connect4', '4453443', '--eval', 'report', '--json'));
  const red = evaluations[0].values.find(({ name }) => name === 'Red');
  const wanted = [
    ...red.terms.map(({ name, value }) => [sentence(name), digits(written(value))]),
    [t('analysis.total'), digits(written(red.total))],
  ];
  assert.equal(wanted.length, 5);
  await becomes(terms, wanted);
});

check.spoken('an agent that draws its moves shows its wheel, with the slices of the command', async ({ visit, t, number }) => {
  const page = await playing(
    visit,
    'connect4',
    { seats: ['person', 'person'] },
    { memory: remembers('connect4', ['roulette']) },
  );
  for (const [index, key] of [...'4453'].entries()) {
    await mayAct(page);
    await page.keyboard.press(key);
    await reaches(page, index + 1);
  }
  const { moves, wheel, action } = JSON.parse(await plylab('explain', 'connect4', '4453', '--agent', 'roulette', '--json'));
  const percent = (share) => t('analysis.percent', { n: number(Math.round(1000 * share) / 10) });
  const wanted = moves.map(({ action: move }, i) => `${number(Number(move))} ${percent(wheel.slices[i])}`);
  const slices = () =>
    page
      .locator('.wheel-slices li')
      .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('.notation, .number')].map((cell) => cell.textContent).join(' ')));
  await becomes(async () => (await slices()).sort(), wanted.sort());
  assert.equal(await page.locator('.wheel-slices .is-drawn .notation').textContent(), number(Number(action)));
  assert.equal(await page.locator('.wheel figcaption').textContent(), t(`analysis.wheel.${wheel.rule}`, {}));
  assert.equal(await page.locator('.wheel-picture .slice').count(), 7);
  // The star is for the best move, which is not the one that was drawn.
  await becomes(() => page.locator('.plates .plate.best').evaluateAll((all) => all.map((plate) => plate.dataset.action)), ['5']);
});
