//! `plylab export`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Registry, StopFlag, message};
use plylab_lab::GameLine;
use plylab_lab::store::Store;

use crate::failure::Failure;
use crate::language::said;
use crate::output::{self, Output};

/// Print the games of an experiment as JSON, one per line.
///
/// Each line has the game's settings, its seed, every move and the result, in a format that docs/games.md describes
/// and 'plylab replay --games' reads. Games whose moves were not stored are played again from their seeds.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab export results/report-a > games.jsonl
  plylab export results/report-a --only depth=3
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
}

impl ExportArgs {
    /// Prints them.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let store = Store::read(&self.folder)?;
        store.unverifiable().iter().for_each(|note| output::note(&said(note)));
        let plan = store.plan(registry)?;
        let mut outcome: Result<(), Failure> = Ok(());
        let mut found = 0;
        store.each(|row| {
            let wanted = self.only.as_ref().is_none_or(|text| plan.key(row.id).contains(text));
            if outcome.is_ok() && wanted {
                found += 1;
                outcome = GameLine::of_row(&plan, &row, self.times, &StopFlag::default())
                    .map_err(Failure::from)
                    .and_then(|line| out.json(&line));
            }
        })?;
        outcome?;
        if let (0, Some(text)) = (found, &self.only) {
            return Err(InputError::new(message!(
                "no-game-with-key",
                "no game has '{text}' in its key",
                text
            ))
            .expected(message!(
                "key-form",
                "a key is the section, the axes and the number, as in 'by depth: depth=3 #0'"
            ))
            .into());
        }
        Ok(())
    }
}
