//! The progress of a run: a bar and the tables so far on a terminal, a line now and then elsewhere.

use plylab_core::{Message, message};
use plylab_lab::report::main_tables;
use plylab_lab::{Plan, Progress};

use super::super::progress::{Display, pace};
use crate::language::{language, plus_minus, say};
use crate::output;
use crate::terminal::Style;

/// The maximum height and width of the tables on a terminal: more would scroll.
const LINES: usize = 18;
const WIDTH: usize = 100;

/// The progress of a run.
pub struct Live<'a> {
    plan: &'a Plan,
    sign: &'static str,
    display: Display,
}

impl<'a> Live<'a> {
    /// The progress of a run of `plan` that begins now.
    pub fn new(plan: &'a Plan, style: Style) -> Live<'a> {
        let display = Display::new(plan.len(), "{msg}\n{bar:30} {pos}/{len}, {prefix}");
        Live { plan, sign: plus_minus(style), display }
    }

    /// Prints a note beside the progress.
    pub fn note(&self, note: &Message) {
        match &self.display.bar {
            Some(bar) => bar.suspend(|| output::note(&say(note))),
            None => output::note(&say(note)),
        }
    }

    /// Shows the progress, and who plays if it is not this machine, unless it was updated a moment ago.
    pub fn show(&mut self, progress: &Progress<'_>, players: Option<Message>) {
        let Some(elapsed) = self.display.due() else { return };
        let pace = pace(progress.games.fresh, progress.pace.left(), "games", elapsed);
        let pace = match players {
            Some(players) => message!("pace-of", "{pace}, {players}"),
            None => pace,
        };
        self.display.show(progress.games.done, progress.games.total, "games", pace);
        if let Some(bar) = &self.display.bar {
            bar.set_message(self.tables(progress));
        }
    }

    /// The tables so far, as much of them as fits.
    fn tables(&self, progress: &Progress<'_>) -> String {
        let mut lines = Vec::new();
        for table in main_tables(self.plan, progress.summaries) {
            lines.push(String::new());
            lines.push(say(&table.title));
            lines.extend(table.narrowed(language(), self.sign, WIDTH).text(language(), self.sign));
        }
        let more = lines.len().saturating_sub(LINES);
        lines.truncate(LINES);
        if more > 0 {
            lines.push(say(&message!("more-lines", "... and {n} more lines", n = more)));
        }
        let cut = |line: &String| line.chars().take(WIDTH).collect::<String>();
        lines.iter().map(cut).collect::<Vec<String>>().join("\n")
    }

    /// Clears the bar.
    pub fn end(&self) {
        self.display.end();
    }
}
