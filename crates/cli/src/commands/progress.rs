//! The progress of a long task of equal parts: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use plylab_core::{Message, Name, message};
use plylab_lab::stats::digits;

use crate::language::{language, said};
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
            bar.set_message(language().name(what));
            bar.set_prefix(said(&none_finished()));
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
                bar.set_prefix(said(&pace));
            }
            None => output::note(&said(&message!(
                "progress",
                "{done} of {total} {what}, {pace}",
                done,
                total = self.total,
                what = Name::of(self.what),
                pace
            ))),
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
pub fn pace(done: u64, left: u64, what: &str, elapsed: Duration) -> Message {
    let rate = done as f64 / elapsed.as_secs_f64();
    if done == 0 || !rate.is_finite() {
        return none_finished();
    }
    let left = clock(left as f64 / rate);
    let rate = digits(if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") });
    message!("pace", "{rate} {what}/s, {left} left", rate, what = Name::of(what), left)
}

fn none_finished() -> Message {
    message!("none-finished", "none finished yet")
}

/// A rough time.
fn clock(seconds: f64) -> Message {
    let seconds = seconds.round() as u64;
    match seconds {
        0..100 => message!("seconds", "{n} s", n = seconds),
        100..6000 => message!("minutes", "{n} min", n = (seconds + 30) / 60),
        _ => message!(
            "hours",
            "{hours} h {minutes} min",
            hours = seconds / 3600,
            minutes = seconds % 3600 / 60
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_suitable_unit() {
        assert_eq!(
            [0.4, 59.6, 150.0, 7300.0].map(|time| clock(time).to_string()),
            ["0 s", "60 s", "3 min", "2 h 1 min"]
        );
    }

    #[test]
    fn the_pace_is_that_of_this_run() {
        let pace = |done| pace(done, 50, "games", Duration::from_secs(10)).to_string();
        assert_eq!([pace(20), pace(0)], ["2.0 games/s, 25 s left", "none finished yet"]);
    }
}
