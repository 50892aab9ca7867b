//! The progress of a run: a bar and the tables so far on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use plylab_core::{Message, Name, message};
use plylab_lab::report::main_tables;
use plylab_lab::{Plan, Progress};

use super::super::progress::pace;
use crate::language::{language, plus_minus, said};
use crate::output;
use crate::terminal::Style;

/// Between two pictures.
const FRAME: Duration = Duration::from_millis(250);

/// Between two lines in a log.
const LINE: Duration = Duration::from_secs(30);

/// The maximum height and width of the tables on a terminal: more would scroll.
const LINES: usize = 18;
const WIDTH: usize = 100;

/// The progress of a run.
pub struct Live<'a> {
    plan: &'a Plan,
    sign: &'static str,
    started: Instant,
    shown: Instant,
    bar: Option<ProgressBar>,
}

impl<'a> Live<'a> {
    /// The progress of a run of `plan` that begins now.
    pub fn new(plan: &'a Plan, style: Style) -> Live<'a> {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(plan.len());
            if let Ok(style) = ProgressStyle::with_template("{msg}\n{bar:30} {pos}/{len}, {prefix}") {
                bar.set_style(style);
            }
            bar
        });
        let now = Instant::now();
        let sign = plus_minus(style);
        Live { plan, sign, started: now, shown: now, bar }
    }

    /// Prints a note beside the progress.
    pub fn note(&self, note: &Message) {
        match &self.bar {
            Some(bar) => bar.suspend(|| output::note(&said(note))),
            None => output::note(&said(note)),
        }
    }

    /// Shows the progress, and who plays if it is not this machine, unless it was updated a moment ago.
    pub fn show(&mut self, progress: &Progress<'_>, players: Option<Message>) {
        let pause = if self.bar.is_some() { FRAME } else { LINE };
        if self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let pace = pace(progress.fresh, progress.pace.left(), "games", self.started.elapsed());
        let pace = match players {
            Some(players) => message!("pace-of", "{pace}, {players}", pace, players),
            None => pace,
        };
        match &self.bar {
            Some(bar) => {
                bar.set_length(progress.total);
                bar.set_position(progress.done);
                bar.set_prefix(said(&pace));
                bar.set_message(self.tables(progress));
            }
            None => output::note(&said(&message!(
                "progress",
                "{done} of {total} {what}, {pace}",
                done = progress.done,
                total = progress.total,
                what = Name::of("games"),
                pace
            ))),
        }
    }

    /// The tables so far, as much of them as fits.
    fn tables(&self, progress: &Progress<'_>) -> String {
        let mut lines = Vec::new();
        for table in main_tables(self.plan, progress.summaries) {
            lines.push(String::new());
            lines.push(said(&table.title));
            lines.extend(table.narrowed(language(), self.sign, WIDTH).text(language(), self.sign));
        }
        let more = lines.len().saturating_sub(LINES);
        lines.truncate(LINES);
        if more > 0 {
            lines.push(said(&message!("more-lines", "... and {n} more lines", n = more)));
        }
        let cut = |line: &String| line.chars().take(WIDTH).collect::<String>();
        lines.iter().map(cut).collect::<Vec<String>>().join("\n")
    }

    /// Clears the bar.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
