//! The progress of a run: a bar and the tables so far on a terminal, a line now and then elsewhere.

use plylab_core::{Message, message};
use plylab_lab::report::main_tables;
use plylab_lab::{Plan, Progress};

use super::super::progress::{Waiting, pace};
use crate::language::{language, plus_minus, say};
use crate::terminal::Style;

/// The maximum height and width of the tables on a terminal: more would scroll.
const LINES: usize = 18;
const WIDTH: usize = 100;

/// The progress of a run.
pub struct Live<'a> {
    plan: &'a Plan,
    sign: &'static str,
    /// The bar.
    pub waiting: Waiting,
}

impl<'a> Live<'a> {
    /// The progress of a run of `plan` that begins now.
    pub fn new(plan: &'a Plan, style: Style) -> Live<'a> {
        let waiting = Waiting::styled(plan.len(), "games", "{msg}\n{bar:30} {pos}/{len}, {prefix}");
        Live { plan, sign: plus_minus(style), waiting }
    }

    /// Shows the progress, and who plays if it is not this machine, unless it was updated a moment ago.
    pub fn show(&mut self, progress: &Progress<'_>, players: Option<Message>) {
        let Some(elapsed) = self.waiting.due() else { return };
        let pace = pace(progress.games.fresh, progress.pace.left(), "games", elapsed);
        let pace = match players {
            Some(players) => message!("pace-of", "{pace}, {players}"),
            None => pace,
        };
        self.waiting.total = progress.games.total;
        self.waiting.show(progress.games.done, pace);
        if !self.waiting.bar.is_hidden() {
            self.waiting.bar.set_message(self.tables(progress));
        }
    }

    /// The tables so far, as much of them as fits.
    fn tables(&self, progress: &Progress<'_>) -> String {
        let mut lines = Vec::new();
        for table in main_tables(self.plan, progress.summaries) {
            lines.extend([String::new(), say(&table.title)]);
            lines.extend(table.narrowed(language(), self.sign, WIDTH).text(language(), self.sign));
        }
        let n = lines.len().saturating_sub(LINES);
        lines.truncate(LINES);
        if n > 0 {
            lines.push(say(&message!("more-lines", "... and {n} more lines")));
        }
        let cut = |line: &String| line.chars().take(WIDTH).collect::<String>();
        lines.iter().map(cut).collect::<Vec<String>>().join("\n")
    }
}
