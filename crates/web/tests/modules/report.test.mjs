// What reports and plots say is told in Persian, too.

import assert from 'node:assert/strict';
import test from 'node:test';

const { drawn, told } = await import('../../assets/js/words/experiments.js');

test('titles, verdicts and notes have their Persian', () => {
  for (const text of [
    'عمق‌ها: neighbours compared',
    'عمق‌ها: ours beside theirs',
    'the same in every game',
    'the same difference in every game',
    'Cells of the same game had the same dice, game by game; what the dice gave to both cancels out.',
    'All games of 3 cells went the same way: nothing in them is random, so their intervals mean nothing, and more games ' +
      'would tell nothing new.',
    '12 of 40 games are there: the rest is still to be played.',
    'depth 3',
  ]) {
    assert.match(told(text), /[آ-ی]/, text);
    assert.doesNotMatch(told(text), /[a-z]/i, text);
  }
  assert.equal(told('no difference shown, p = 0.31'), 'تفاوتی دیده نشد، p = 0.31');
  assert.equal(
    told('the second scores 12.5 more, p < 0.001'),
    'دومی 12.5 امتیاز بیشتر می‌گیرد، p < 0.001',
  );
  assert.equal(told('some sentence of somebody'), null);
});

test('plots name what they measure, and leave names of others alone', () => {
  assert.equal(drawn('عمق‌ها: states a move by depth'), 'عمق‌ها: حالت در هر حرکت بر حسب عمق');
  assert.equal(drawn('win rate'), 'نرخ برد');
  assert.equal(drawn('my own axis'), 'my own axis');
});
