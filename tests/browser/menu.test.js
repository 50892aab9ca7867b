// The menu: from the cards to a game that is set up as the user wants it.

import assert from 'node:assert/strict';
import { bench, becomes } from './lib/bench.js';
import { mayAct, openMore, reaches, specField, where } from './lib/game.js';

const check = bench();

check.spoken('a first visitor is offered a game with the analysis turned on', async ({ visit, t, say }) => {
  const page = await visit('', { memory: { 'plylab.visited': 'false' } });
  await page.getByRole('button', { name: t('menu.welcomeStart'), exact: true }).click();
  await mayAct(page);
  assert.equal(await page.title(), `${say('Connect Four')} · Plylab`);
  await page.locator('.lane').waitFor();
  await becomes(() => page.locator('.plates .plate').count(), 7, 'every column has its value on the board');
});

check.spoken('the first page says what it is for, and offers to play, to learn and to measure', async ({ visit, t }) => {
  const page = await visit('');
  await page.getByRole('heading', { level: 1, name: t('menu.purpose') }).waitFor();
  const offers = page.getByRole('list', { name: t('menu.offers') });
  const offer = (name) => offers.locator('a').filter({ has: page.getByText(t(`menu.${name}`), { exact: true }) });
  await offer('play').click();
  await becomes(() => page.evaluate(() => document.activeElement.textContent), t('menu.title'));
  await page.getByRole('button', { name: t('reports.what') }).click();
  const reports = page.getByRole('dialog', { name: t('reports.title') });
  await reports.waitFor();
  assert.deepEqual(await reports.locator('dd').allTextContents(), [...'abcde'].map((name) => t(`reports.${name}`)));
  await page.keyboard.press('Escape');
  await offer('learn').click();
  await page.locator('.tree-node').first().waitFor();
  await page.goBack();
  await offer('measure').click();
  await page.getByRole('heading', { level: 1, name: t('experiments.title') }).waitFor();
});

check.spoken('the first load is light: most texts come with the first page that needs them', async ({ visit, t }) => {
  const page = await visit('');
  await page.locator('.game-card').nth(5).waitFor();
  await page.waitForLoadState('networkidle');
  const loaded = () =>
    page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        ({ name, encodedBodySize: size }) => ({ name, size }),
      ),
    );
  const first = await loaded();
  const bytes = first.reduce((sum, { size }) => sum + size, 0);
  assert.ok(bytes > 20_000 && bytes < 100_000, `${bytes} bytes in ${first.length} requests`);
  const rest = (files) => files.some(({ name }) => name.endsWith('.rest.json'));
  assert.equal(rest(first), false);
  await page.getByRole('link', { name: t('nav.trees'), exact: true }).click();
  await page.locator('.tree-node').first().waitFor();
  assert.equal(rest(await loaded()), true);
});

check.spoken('every game has a card with a picture that leads to its set-up', async ({ visit, say }) => {
  const page = await visit('');
  const cards = page.locator('.game-card');
  await cards.first().waitFor();
  const titles = await cards.locator('h3').allTextContents();
  assert.deepEqual(titles, ['Connect Four', 'SIM', 'Tic-tac-toe', 'Pac-Man', 'Grid Pac-Man', 'Tree'].map(say));
  for (let index = 0; index < titles.length; index += 1) {
    await cards.nth(index).scrollIntoViewIfNeeded();
    await cards.nth(index).locator('.picture :is(svg, canvas)').first().waitFor();
    await cards.nth(index).locator('a.cover').click();
    await page.locator('.setup h1').filter({ hasText: titles[index] }).waitFor();
    await page.goBack();
    await cards.first().waitFor();
  }
});

check.spoken('board, players and their settings are chosen in the menu', async ({ visit, t, messageText, sentence, list }) => {
  const page = await visit('#/play/pacman');
  await page.locator('.board-choice', { hasText: sentence('tiny') }).click();
  const pacman = page.locator('.seat').first();
  await pacman.locator('.choice', { hasText: t('menu.anyAgent') }).click();
  await pacman.getByLabel(t('menu.agent'), { exact: true }).selectOption('expectimax');
  assert.equal(await pacman.getByLabel(t('menu.spec')).isVisible(), false, 'the spec is for those who ask for it');
  await (await specField(pacman, t)).fill('expectimax:depth=3');
  await becomes(() => page.locator('.setup-go .button').textContent(), t('menu.watch'), 'no person plays');
  await page.locator('.setup-go .button').click();
  await page.locator('.transport .where').waitFor();
  await becomes(
    () => page.locator('.seat-button').first().textContent(),
    list([sentence('expectimax'), messageText('depth-of', { value: 3 }, 'depth {value}')]),
    'the agent that was written, by its name',
  );
  await becomes(async () => (await where(page))[0] > 3, true, 'they play');
});

check('what is chosen at a seat stays on a board with fewer players', async ({ visit, t, say, sentence, list }) => {
  const page = await visit('#/play/pacman');
  const [pacman, ghosts] = [page.locator('.seat').first(), page.locator('.seat').nth(1)];
  await pacman.locator('.choice', { hasText: t('menu.anyAgent') }).click();
  const written = await (await specField(pacman, t)).inputValue();
  await ghosts.locator('.choice', { hasText: sentence('hard') }).click();
  await becomes(() => ghosts.locator('legend').textContent(), list(['Ghost 1', 'Ghost 2'].map(say)));
  await page.locator('.board-choice', { hasText: sentence('tiny') }).click();
  await becomes(() => ghosts.locator('legend').textContent(), say('Ghost 1'));
  assert.equal(await pacman.getByLabel(t('menu.spec')).inputValue(), written);
  assert.ok(await pacman.locator('.choice', { hasText: t('menu.anyAgent') }).locator('input').isChecked());
  assert.ok(await ghosts.locator('.choice', { hasText: sentence('hard') }).locator('input').isChecked());
  await page.locator('.board-choice', { hasText: sentence('trap') }).click();
  await becomes(() => ghosts.locator('legend').textContent(), list(['Ghost 1', 'Ghost 2'].map(say)));
  assert.ok(await ghosts.locator('.choice', { hasText: sentence('hard') }).locator('input').isChecked());
});

check('an error is shown at the field that caused it, and what was typed stays', async ({ visit, t }) => {
  const page = await visit('#/play/connect4');
  await openMore(page);
  const red = page.locator('.seat').nth(1);
  await red.locator('.choice', { hasText: t('menu.anyAgent') }).click();
  const written = await specField(red, t);
  await written.fill('alphabeta:depht=4');
  await red.locator('.problem:not([hidden])').waitFor();
  assert.match(await red.locator('.problem:not([hidden])').textContent(), /depht/);
  assert.equal(await written.inputValue(), 'alphabeta:depht=4');
  assert.ok(await page.locator('.setup-go .button').isDisabled());
  await written.fill('alphabeta:depth=4');
  await becomes(() => page.locator('.setup-go .button').isDisabled(), false, 'mended');
  await page.locator('.setup-go .button').click();
  await mayAct(page);
  await page.keyboard.press('4');
  await reaches(page, 2);
});

check.spoken('what was chosen as easy stays easy', async ({ visit, t, sentence }) => {
  const page = await visit('#/play/sim');
  await page.locator('.seat').nth(1).locator('.choice', { hasText: sentence('easy') }).click();
  await page.locator('.setup-go .button').click();
  await mayAct(page);
  assert.equal(await page.locator('.seat-button').nth(1).textContent(), sentence('easy'));
  await page.keyboard.press('a');
  await page.keyboard.press('b');
  await reaches(page, 2);
  await mayAct(page);
  await page.getByRole('button', { name: t('game.resign') }).click();
  await page.locator('.status .ending').waitFor();
  await page.getByRole('link', { name: t('nav.replays'), exact: true }).click();
  const seats = page.locator('.replay-card').first().locator('.replay-seats .small');
  await becomes(() => seats.allTextContents(), [t('game.person'), sentence('easy')]);
  await page.locator('.replay-card .cover').first().click();
  const players = page.locator('.replay-players .small');
  await becomes(() => players.allTextContents(), [t('game.person'), sentence('easy')]);
});

check('the menu leads back to an unfinished game', async ({ visit, say }) => {
  const page = await visit('#/play/sim');
  await page.locator('.setup-go .button').click();
  await mayAct(page);
  await page.keyboard.press('a');
  await page.keyboard.press('b');
  await reaches(page, 2);
  await page.locator('.brand').click();
  await page.locator('.resume .button', { hasText: say('SIM') }).click();
  await mayAct(page);
  assert.deepEqual(await where(page), [2, 2]);
});

check.spoken('an unknown address shows an error', async ({ visit, t }) => {
  const page = await visit('#/nowhere');
  await page.getByRole('heading', { name: t('frame.lost') }).waitFor();
  const other = await visit('#/game/none');
  await other.getByRole('heading', { name: t('game.gone') }).waitFor();
});

check.spoken('Connect Four begins with the two buttons of the report, each with a slider', async ({ visit, t, messageText, list, sentence }) => {
  const page = await visit('#/play/connect4');
  const cards = page.locator('.featured-choice');
  await cards.first().waitFor();
  assert.deepEqual(await cards.locator('strong').allTextContents(), ['minimax', 'MCTS'].map(sentence));
  assert.ok(await cards.first().locator('input[type=radio]').isChecked());
  assert.equal(await page.locator('.seat').first().isVisible(), false, 'everything else is one click further');
  await cards.nth(1).locator('label').first().click();
  await cards.nth(1).locator('.slider').press('ArrowDown');
  await openMore(page);
  const red = page.locator('.seat').nth(1);
  await becomes(() => red.getByLabel(t('menu.spec')).inputValue(), 'report-e-mcts:sims=300', 'the slider sets the agent');
  await red.locator('.choice', { hasText: sentence('hard') }).click();
  await becomes(() => cards.locator('input[type=radio]:checked').count(), 0, 'a level is none of the two');
  await cards.first().locator('.slider').press('ArrowUp');
  await page.locator('.setup-go .button').click();
  await mayAct(page);
  await becomes(
    () => page.locator('.seat-button').nth(1).getAttribute('data-tip'),
    list([sentence("report E's minimax"), messageText('depth-of', { value: 5 }, 'depth {value}')]),
    'the opponent is the one chosen',
  );
});
