//! The progress of a long task of equal parts: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use plylab_core::{Message, Name, message};
use plylab_lab::pace::ExpectedTime;
use plylab_lab::stats::digits;

use crate::language::{language, say};
use crate::output;

/// Between two pictures.
const FRAME: Duration = Duration::from_millis(250);

/// Between two lines in a log.
const LINE: Duration = Duration::from_secs(30);

/// A bar on standard error if that is a terminal. Without a length it is a spinner. It is cleared when it is dropped.
pub fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// The progress of a task.
pub struct TaskProgress {
    /// The number of its parts.
    pub total: u64,
    what: &'static str,
    started: Instant,
    shown: Instant,
    /// Hidden where there is no terminal.
    pub bar: ProgressBar,
}

impl TaskProgress {
    /// A task of `total` parts, called `what`, that starts now.
    pub fn new(total: u64, what: &'static str) -> TaskProgress {
        let waiting = TaskProgress::styled(total, what, "{spinner} {bar:30} {pos}/{len} {msg}, {prefix}");
        waiting.bar.set_message(language().name(what));
        waiting.bar.set_prefix(say(&none_finished()));
        if !waiting.bar.is_hidden() {
            waiting.bar.enable_steady_tick(FRAME);
        }
        waiting
    }

    /// The same with a bar of its own look.
    pub fn styled(total: u64, what: &'static str, template: &str) -> TaskProgress {
        let now = Instant::now();
        TaskProgress { total, what, started: now, shown: now, bar: bar(Some(total), template) }
    }

    /// How long the task has taken so far; `None` if it was shown a moment ago.
    pub fn due(&mut self) -> Option<Duration> {
        let pause = if self.bar.is_hidden() { LINE } else { FRAME };
        if self.shown.elapsed() < pause {
            return None;
        }
        self.shown = Instant::now();
        Some(self.started.elapsed())
    }

    /// Shows how many parts are done.
    pub fn show(&self, done: u64, pace: Message) {
        let (total, what) = (self.total, Name::of(self.what));
        if self.bar.is_hidden() {
            output::note(&say(&message!("progress", "{done} of {total} {what}, {pace}")));
            return;
        }
        self.bar.set_length(total);
        self.bar.set_position(done);
        self.bar.set_prefix(say(&pace));
    }

    /// Shows that `done` parts of about equal length are done, unless it was shown a moment ago.
    pub fn update(&mut self, done: u64) {
        if let Some(elapsed) = self.due() {
            let left = at_this_rate(done, self.total.saturating_sub(done), elapsed);
            self.show(done, pace(done, left, self.what, elapsed));
        }
    }

    /// Prints a note beside the progress.
    pub fn note(&self, note: &Message) {
        self.bar.suspend(|| output::note(&say(note)));
    }
}

/// Clears the bar at once, also while it ticks.
impl Drop for TaskProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The rate per second, and the time left.
pub fn pace(done: u64, left: Option<ExpectedTime>, what: &str, elapsed: Duration) -> Message {
    let rate = done as f64 / elapsed.as_secs_f64();
    let (Some(ExpectedTime { seconds, at_least }), true) = (left, done > 0 && rate.is_finite()) else {
        return none_finished();
    };
    let (what, left) = (Name::of(what), clock(seconds));
    let rate = digits(if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") });
    if at_least {
        message!("pace-at-least", "{rate} {what}/s, at least {left} left")
    } else {
        message!("pace", "{rate} {what}/s, {left} left")
    }
}

/// The time that `left` parts take at the rate of those done.
fn at_this_rate(done: u64, left: u64, elapsed: Duration) -> Option<ExpectedTime> {
    let seconds = elapsed.as_secs_f64() * left as f64 / done as f64;
    (done > 0).then_some(ExpectedTime { seconds, at_least: false })
}

fn none_finished() -> Message {
    message!("none-finished", "none finished yet")
}

/// A rough time.
pub fn clock(seconds: f64) -> Message {
    match seconds.round() as u64 {
        n @ 0..100 => message!("seconds", "{n} s"),
        seconds @ 100..6000 => message!("minutes", "{n} min", n = (seconds + 30) / 60),
        seconds => {
            let (hours, minutes) = (seconds / 3600, seconds % 3600 / 60);
            message!("hours", "{hours} h {minutes} min")
        }
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
        let known = Some(ExpectedTime { seconds: 300.0, at_least: true });
        assert_eq!(pace(20, known, "games", elapsed).to_string(), "2.0 games/s, at least 5 min left");
    }
}
