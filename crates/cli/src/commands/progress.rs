//! The progress of a long task of equal parts: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::output;

/// Between two pictures.
const FRAME: Duration = Duration::from_millis(250);

/// Between two lines in a log.
const LINE: Duration = Duration::from_secs(30);

/// The progress of a task.
pub struct Waiting {
    total: u64,
    what: &'static str,
    started: Instant,
    shown: Instant,
    bar: Option<ProgressBar>,
}

impl Waiting {
    /// Progress over `total` parts, called `what`, starting now.
    pub fn new(total: u64, what: &'static str) -> Waiting {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(total);
            if let Ok(style) = ProgressStyle::with_template("{spinner} {bar:30} {pos}/{len} {msg}, {prefix}")
            {
                bar.set_style(style);
            }
            bar.set_message(what);
            bar.set_prefix("none finished yet");
            bar.enable_steady_tick(FRAME);
            bar
        });
        let now = Instant::now();
        Waiting { total, what, started: now, shown: now, bar }
    }

    /// Shows that `done` parts are finished, unless it was updated a moment ago.
    pub fn show(&mut self, done: u64) {
        let pause = if self.bar.is_some() { FRAME } else { LINE };
        if self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let pace = pace(done, self.total.saturating_sub(done), self.what, self.started.elapsed());
        match &self.bar {
            Some(bar) => {
                bar.set_position(done);
                bar.set_prefix(pace);
            }
            None => output::note(&format!("{done} of {} {}, {pace}", self.total, self.what)),
        }
    }

    /// Clears the bar.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// The rate per second, and the time left at that rate.
pub fn pace(done: u64, left: u64, what: &str, elapsed: Duration) -> String {
    let rate = done as f64 / elapsed.as_secs_f64();
    if done == 0 || !rate.is_finite() {
        return "none finished yet".to_owned();
    }
    let left = clock(left as f64 / rate);
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") };
    format!("{rate} {what}/s, {left} left")
}

/// A rough time.
fn clock(seconds: f64) -> String {
    let seconds = seconds.round() as u64;
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6000 => format!("{} min", (seconds + 30) / 60),
        _ => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_suitable_unit() {
        assert_eq!([0.4, 59.6, 150.0, 7300.0].map(clock), ["0 s", "60 s", "3 min", "2 h 1 min"]);
    }

    #[test]
    fn the_pace_is_that_of_this_run() {
        assert_eq!(pace(20, 50, "games", Duration::from_secs(10)), "2.0 games/s, 25 s left");
        assert_eq!(pace(0, 50, "games", Duration::from_secs(10)), "none finished yet");
    }
}
