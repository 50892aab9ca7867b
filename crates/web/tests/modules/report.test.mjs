// What reports and plots say is told in Persian, too.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken } from './lib/languages.mjs';

const { digits, say } = await import('../../assets/js/i18n.js');

test(
  'titles, verdicts and notes have their Persian',
  spoken('fa', () => {
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
      '12.3 ms',
      '91 % (84 to 95)',
      'mean score (95 %)',
    ]) {
      assert.match(digits(say(text)), /[آ-ی]/, text);
      assert.doesNotMatch(digits(say(text)), /[a-z0-9]/i, text);
    }
    assert.equal(say('no difference shown, p = 0.31'), 'تفاوتی دیده نشد، p = 0.31');
    assert.equal(say('the second scores 12.5 more, p < 0.001'), 'دومی ۱۲٫۵ امتیاز بیشتر می‌گیرد، p < 0.001');
    assert.equal(say('some sentence of somebody'), 'some sentence of somebody');
  }),
);

test(
  'plots name what they measure, and leave names of others alone',
  spoken('fa', () => {
    assert.equal(say('عمق‌ها: states a move by depth'), 'عمق‌ها: حالت در هر حرکت بر حسب عمق');
    assert.equal(say('win rate'), 'نرخ برد');
    assert.equal(say('my own axis'), 'my own axis');
  }),
);
