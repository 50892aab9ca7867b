//! The progress of a match, on a terminal.

use std::io::{self, IsTerminal as _};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::super::progress::styled;

/// A bar on standard error, updated by games in several threads.
pub struct Progress {
    count: u64,
    /// Finished games.
    over: AtomicU64,
    started: Instant,
    hidden: bool,
    bar: OnceLock<ProgressBar>,
}

/// A shorter match needs no bar.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);

/// The number of moves is updated this often.
const MOVES: u64 = 16;

impl Progress {
    /// The progress of a match of `count` games that begins now.
    pub fn new(count: u64, hidden: bool) -> Progress {
        Progress { count, over: AtomicU64::new(0), started: Instant::now(), hidden, bar: OnceLock::new() }
    }

    /// A game has reached move number `moves`.
    pub fn move_made(&self, moves: u64) {
        if self.started.elapsed() < PROGRESS_DELAY {
            return;
        }
        let bar = self.bar.get_or_init(|| self.make());
        bar.set_position(self.over.load(Ordering::Relaxed));
        if moves.is_multiple_of(MOVES) {
            bar.set_message(format!("(move {moves})"));
        }
    }

    /// One more game is over.
    pub fn game_over(&self) {
        self.over.fetch_add(1, Ordering::Relaxed);
    }

    fn make(&self) -> ProgressBar {
        let seen = io::stderr().is_terminal() && !self.hidden;
        let bar = if seen { ProgressBar::new(self.count) } else { ProgressBar::hidden() };
        styled(bar, "{bar:30} {pos}/{len} games, {eta} left {msg}")
    }

    /// Clears the bar.
    pub fn end(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
