//! `plylab results export`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Registry, StopFlag, message};
use plylab_lab::ResultStore as _;
use plylab_lab::store::Store;
use plylab_lab::{GameId, GameRow, Plan};

use super::super::progress::Waiting;
use super::super::{threads, whole};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::language::say;
use crate::output::{self, Output};

/// Print the games of an experiment as JSON, one per line.
///
/// Each line has the game's settings, its seed, every move and the result, in a format that docs/games.md describes
/// and 'plylab replay --games' reads. Games whose moves were not stored are played again from their seeds, which takes
/// about as long as the run did: record = ["moves"] in the experiment file keeps them.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab results export results/report-a > games.jsonl
  plylab results export results/report-a --only depth=3
  plylab replay --games games.jsonl")]
pub struct ExportArgs {
    /// The folder that 'plylab run' wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Only games whose key contains this text.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Include what may differ from run to run: the time of moves, and the notes and logs of agents from outside.
    #[arg(long)]
    times: bool,

    /// Games played again at the same time; by default one per processor.
    #[arg(long, value_name = "N", value_parser = whole(1, 1024))]
    threads: Option<u64>,
}

/// How many games per thread are taken from the store at once: enough that no thread waits long for the others.
const AT_ONCE: usize = 64;

impl ExportArgs {
    /// Prints them.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let store = Store::read(&self.folder)?;
        let plan = store.plan(registry)?;
        let stop = stop_on_interrupt();
        let wanted = |id: GameId| self.only.as_ref().is_none_or(|text| plan.key(id).contains(text));
        let found = store.done()?.into_iter().filter(|&id| wanted(id)).count();
        let mut lines =
            Export { export: self, plan: &plan, out, stop, total: found as u64, done: 0, waiting: None };
        let mut outcome: Result<(), Failure> = Ok(());
        let mut rows = Vec::new();
        store.each(&mut |row| {
            if outcome.is_ok() && wanted(row.id) {
                rows.push(row);
                if rows.len() == AT_ONCE * threads(self.threads) {
                    outcome = lines.print(&std::mem::take(&mut rows));
                }
            }
        })?;
        let outcome = outcome.and_then(|()| lines.print(&rows));
        lines.end();
        outcome?;
        if let (0, Some(text)) = (found, &self.only) {
            let wrong = message!("no-game-with-key", "no game has '{text}' in its key");
            let right = message!(
                "key-form",
                "a key is the section, the axes and the number, as in 'by depth: depth=3 #0'"
            );
            return Err(InputError::new(wrong).expected(right).into());
        }
        Ok(())
    }
}

/// The games as they are printed.
struct Export<'a> {
    export: &'a ExportArgs,
    plan: &'a Plan,
    out: &'a mut Output,
    stop: StopFlag,
    total: u64,
    done: u64,
    /// Shown from the first game on that is played again.
    waiting: Option<Waiting>,
}

impl Export<'_> {
    fn print(&mut self, rows: &[GameRow]) -> Result<(), Failure> {
        if self.waiting.is_none() && rows.iter().any(|row| !row.has_moves()) {
            output::note(&say(&message!(
                "moves-not-kept",
                "the moves of some games were not stored: they are played again, which takes about as long as the run did; \
                 record = [\"moves\"] in the experiment file keeps them next time"
            )));
            self.waiting = Some(Waiting::new(self.total, "games"));
        }
        let mut printed: Result<(), Failure> = Ok(());
        let threads = threads(self.export.threads);
        let read = GameRow::each_record(self.plan, rows, self.export.times, threads, &self.stop, |record| {
            printed = self.out.json(&record);
            self.done += 1;
            if let Some(waiting) = &mut self.waiting {
                waiting.show(self.done);
            }
            printed.is_ok()
        });
        if self.stop.is_stopped() {
            return Err(Failure::Interrupted);
        }
        printed?;
        Ok(read?)
    }

    fn end(&self) {
        if let Some(waiting) = &self.waiting {
            waiting.end();
        }
    }
}
