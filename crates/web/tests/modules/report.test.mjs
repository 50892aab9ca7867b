// The texts of reports and plots are translated into Persian, too.

import assert from 'node:assert/strict';
import test from 'node:test';

import { spoken } from './lib/languages.mjs';

const { digits, say } = await import('../../assets/js/i18n.js');

test(
  'titles, verdicts and notes are translated into Persian',
  spoken('fa', () => {
    for (const text of [
      'عمق‌ها: pairwise comparisons',
      'عمق‌ها: ours vs. theirs',
      'the same in every game',
      'the same difference in every game',
      'Cells of the same game were played with the same dice, game by game, so shared luck cancels out.',
      'All games of 3 cells went the same way: nothing in them is random, so their confidence intervals are meaningless ' +
        'and more games would add nothing.',
      '12 of 40 games have been played so far.',
      'depth 3',
      '12.3 ms',
      '91 % (84 to 95)',
      'mean score (95 %)',
    ]) {
      assert.match(digits(say(text)), /[آ-ی]/, text);
      assert.doesNotMatch(digits(say(text)), /[a-z0-9]/i, text);
    }
    assert.equal(say('no significant difference, p = 0.31'), 'تفاوت معناداری نیست، p = 0.31');
    assert.equal(say('the second scores 12.5 more, p < 0.001'), 'دومی ۱۲٫۵ امتیاز بیشتر می‌گیرد، p < 0.001');
    assert.equal(say('an unknown sentence'), 'an unknown sentence');
  }),
);

test(
  'plots name what they measure, and leave names of others alone',
  spoken('fa', () => {
    assert.equal(say('عمق‌ها: nodes per move by depth'), 'عمق‌ها: حالت در هر حرکت بر حسب عمق');
    assert.equal(say('win rate'), 'نرخ برد');
    assert.equal(say('my own axis'), 'my own axis');
  }),
);
