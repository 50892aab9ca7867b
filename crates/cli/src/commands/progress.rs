//! The progress of a long task of equal parts: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use plylab_core::{Message, Name, message};
use plylab_lab::pace::Expected;
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
        let elapsed = self.started.elapsed();
        let left = at_this_rate(done, self.total.saturating_sub(done), elapsed);
        let pace = pace(done, left, self.what, elapsed);
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

/// The rate per second, and the time left.
pub fn pace(done: u64, left: Option<Expected>, what: &str, elapsed: Duration) -> Message {
    let rate = done as f64 / elapsed.as_secs_f64();
    let (Some(Expected { seconds, at_least }), true) = (left, done > 0 && rate.is_finite()) else {
        return none_finished();
    };
    let (what, left) = (Name::of(what), clock(seconds));
    let rate = digits(if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") });
    if at_least {
        message!("pace-at-least", "{rate} {what}/s, at least {left} left", rate, what, left)
    } else {
        message!("pace", "{rate} {what}/s, {left} left", rate, what, left)
    }
}

/// The time that `left` parts take at the rate of those done.
fn at_this_rate(done: u64, left: u64, elapsed: Duration) -> Option<Expected> {
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    (done > 0).then_some(Expected { seconds, at_least: false })
}

fn none_finished() -> Message {
    message!("none-finished", "none finished yet")
}

/// A rough time.
pub fn clock(seconds: f64) -> Message {
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
        let elapsed = Duration::from_secs(10);
        let told = |done| pace(done, at_this_rate(done, 50, elapsed), "games", elapsed).to_string();
        assert_eq!([told(20), told(0)], ["2.0 games/s, 25 s left", "none finished yet"]);
        let known = Some(Expected { seconds: 300.0, at_least: true });
        assert_eq!(pace(20, known, "games", elapsed).to_string(), "2.0 games/s, at least 5 min left");
    }
}
