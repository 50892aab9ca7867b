//! How long the rest of a run takes, by how long games of each cell have taken so far.

use crate::stats::Sample;
use crate::summary::Summary;

/// An estimate of how long something takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ExpectedTime {
    /// In seconds.
    pub seconds: f64,
    /// Is it only a lower bound, because some part of it is not known well enough?
    pub at_least: bool,
}

impl ExpectedTime {
    /// How long games take that `threads` play at the same time: of each batch, how many there are, and how long each takes
    /// one thread.
    pub fn of(batches: impl IntoIterator<Item = (u64, ExpectedTime)>, threads: usize) -> ExpectedTime {
        let (mut sum, mut longest, mut at_least) = (0.0, 0.0_f64, false);
        for (games, each) in batches.into_iter().filter(|(games, _)| *games > 0) {
            sum += games as f64 * each.seconds;
            // A game is played by one thread, however many there are.
            longest = longest.max(each.seconds);
            at_least |= each.at_least;
        }
        ExpectedTime { seconds: longest.max(sum / threads.max(1) as f64), at_least }
    }
}

/// The pace of a run, cell by cell. Games of one cell may take a thousand times as long as those of another, and quick ones
/// end first: a mean over all games would promise far too much at the beginning.
#[derive(Clone, Debug)]
pub struct Pace {
    threads: usize,
    cells: Vec<CellPace>,
    /// Seconds that it takes to keep a game, which happens one by one.
    keeping: Sample,
}

#[derive(Clone, Debug, Default)]
struct CellPace {
    left: u64,
    /// Seconds per game, in this run.
    seconds: Sample,
    /// Seconds per game, in earlier runs.
    earlier: Option<f64>,
}

impl Pace {
    /// The pace of a run that has not begun, of cells with these results so far.
    pub(crate) fn new(summaries: &[Summary]) -> Pace {
        let cells = summaries
            .iter()
            .map(|summary| CellPace { earlier: seconds_per_game(summary), ..CellPace::default() });
        Pace { threads: 1, cells: cells.collect(), keeping: Sample::default() }
    }

    /// Sets how many games are played at the same time; one by default.
    pub(crate) fn set_threads(&mut self, threads: usize) {
        self.threads = threads;
    }

    /// A game of that cell is still to be played.
    pub(crate) fn add(&mut self, cell: usize) {
        self.cells[cell].left += 1;
    }

    /// A game of that cell was played, which took `seconds`, and kept, which took `keeping`.
    pub(crate) fn played(&mut self, cell: usize, seconds: f64, keeping: f64) {
        let pace = &mut self.cells[cell];
        pace.left = pace.left.saturating_sub(1);
        pace.seconds.add(seconds);
        self.keeping.add(keeping);
    }

    /// No more games of that cell will be played.
    pub(crate) fn end(&mut self, cell: usize) {
        self.cells[cell].left = 0;
    }

    /// How long the games take that are left; `None` before the first has ended.
    pub fn left(&self) -> Option<ExpectedTime> {
        let known = |pace: &CellPace| pace.seconds.mean().or(pace.earlier);
        let most = self.cells.iter().filter_map(known).reduce(f64::max)?;
        let batches = self.cells.iter().map(|pace| {
            // A cell without a finished game is likely to be slower than all others.
            let seconds = known(pace);
            let each = ExpectedTime { seconds: seconds.unwrap_or(most), at_least: seconds.is_none() };
            (pace.left, each)
        });
        let playing = ExpectedTime::of(batches, self.threads);
        let left: u64 = self.cells.iter().map(|pace| pace.left).sum();
        let keeping = self.keeping.mean().unwrap_or(0.0) * left as f64;
        Some(ExpectedTime { seconds: playing.seconds.max(keeping), ..playing })
    }
}

/// How long the players of a cell took for a game, on average.
pub fn seconds_per_game(summary: &Summary) -> Option<f64> {
    (summary.games > 0).then(|| summary.players.iter().filter_map(|player| player.seconds.mean()).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_games_that_end_first_do_not_hide_the_slow_ones() {
        let mut pace = Pace::new(&[Summary::default(), Summary::default()]);
        pace.set_threads(2);
        (0..200).for_each(|game| pace.add(game % 2));
        assert_eq!(pace.left(), None);
        pace.played(0, 0.01, 0.0);
        let first = pace.left().unwrap();
        assert!(first.at_least && first.seconds >= 0.99, "the slow cell is at least as slow: {first:?}");
        pace.played(1, 10.0, 0.0);
        let both = pace.left().unwrap();
        assert!(!both.at_least);
        assert!((both.seconds - (99.0 * 10.0 + 99.0 * 0.01) / 2.0).abs() < 1e-9, "{both:?}");
        pace.end(1);
        assert!((pace.left().unwrap().seconds - 99.0 * 0.01 / 2.0).abs() < 1e-9);
    }

    #[test]
    fn one_thread_plays_one_game_and_games_are_kept_one_by_one() {
        let each = ExpectedTime { seconds: 6.0, at_least: false };
        assert_eq!(ExpectedTime::of([(1, each)], 8), each);
        assert_eq!(ExpectedTime::of([(0, each)], 8).seconds, 0.0);
        let mut pace = Pace::new(&[Summary::default()]);
        pace.set_threads(4);
        (0..11).for_each(|_| pace.add(0));
        pace.played(0, 0.1, 1.0);
        assert_eq!(pace.left().unwrap().seconds, 10.0);
    }
}
