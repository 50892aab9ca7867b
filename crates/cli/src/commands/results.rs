//! `plylab results`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use plylab_core::{InputError, Message, Registry, message};
use plylab_lab::store::{Merged, SqliteStore, Verified, merge};
use plylab_lab::words::joined;
use plylab_lab::{GameId, GameRow, ResultStore as _};
use serde::Serialize;

use super::progress::TaskProgress;
use super::{threads, whole};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::language::say;
use crate::output::{self, Output};

/// Verify, export or merge the results of experiments.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab results check results/report-a
  plylab results export results/report-a > games.jsonl
  plylab results merge results/mine-1-of-2 results/mine-2-of-2 --out results/mine")]
pub struct ResultsArgs {
    #[command(subcommand)]
    what: ResultsCommand,
}

#[derive(Subcommand, Debug)]
enum ResultsCommand {
    Check(ResultsCheckArgs),
    Export(ExportArgs),
    Merge(MergeArgs),
}

impl ResultsArgs {
    /// Runs the command.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            ResultsCommand::Check(args) => args.run(registry, out),
            ResultsCommand::Export(args) => args.run(registry, out),
            ResultsCommand::Merge(args) => args.run(registry, out),
        }
    }
}

/// Verify the results of an experiment.
///
/// The plan and every game are stored with a checksum. This names the games that are not as they were written;
/// 'plylab run' with the same folder plays them again. 'report', 'results export' and 'results merge' refuse results
/// with such games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab results check results/report-a
  plylab results check results/report-a --json")]
struct ResultsCheckArgs {
    /// The folder that 'plylab run' wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

/// The state of stored results.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckAnswer {
    /// Games in the store.
    games: u64,
    /// Those that are not as they were written.
    damaged: Vec<Damaged>,
}

/// A game to play again.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Damaged {
    /// Its key, if it still says which game it is.
    game: Option<String>,
    /// What is wrong.
    why: Message,
}

impl ResultsCheckArgs {
    fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let store = SqliteStore::read(&self.folder)?;
        let plan = store.plan(registry)?;
        let Verified { games, damaged } = store.verify()?;
        let damaged = damaged.into_iter().map(|game| {
            let known = game.id.filter(|id| id.cell < plan.cells.len());
            Damaged { game: known.map(|id| plan.key(id)), why: game.what }
        });
        let answer = CheckAnswer { games, damaged: damaged.collect() };
        if self.json {
            out.json(&answer)?;
        } else {
            for Damaged { game, why } in &answer.damaged {
                let game = game.as_deref().unwrap_or("?");
                out.line(say(&message!("damaged-game", "{game}: {why}", why = why.clone())))?;
            }
            if answer.damaged.is_empty() {
                out.line(say(&message!(
                    "games-sound",
                    "{games} {games|game, as it was|games, all as they were} written"
                )))?;
            }
        }
        match answer.damaged.len() {
            0 => Ok(()),
            n => {
                let wrong = message!("games-damaged", "{n} of {games} games {n|is|are} damaged");
                let right =
                    message!("play-them-again", "run the experiment again in this folder to play them again");
                let folder = Message::quoted(self.folder.display().to_string());
                Err(InputError::new(wrong).expected(right).at(folder).into())
            }
        }
    }
}

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
struct ExportArgs {
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
    fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let store = SqliteStore::read(&self.folder)?;
        let plan = store.plan(registry)?;
        let (stop, threads) = (stop_on_interrupt(), threads(self.threads));
        let wanted = |id: GameId| self.only.as_ref().is_none_or(|text| plan.key(id).contains(text));
        let found = store.done()?.into_iter().filter(|&id| wanted(id)).count();
        let mut done = 0;
        // Shown from the first game on that is played again.
        let mut waiting: Option<TaskProgress> = None;
        let mut print = |rows: &[GameRow]| -> Result<(), Failure> {
            if waiting.is_none() && rows.iter().any(|row| !row.has_moves()) {
                output::note(&say(&message!(
                    "moves-not-kept",
                    "the moves of some games were not stored: they are played again, which takes about as long as the run did; \
                     record = [\"moves\"] in the experiment file keeps them next time"
                )));
                waiting = Some(TaskProgress::new(found as u64, "games"));
            }
            let mut printed = Ok(());
            let read = GameRow::each_record(&plan, rows, self.times, threads, &stop, |record| {
                printed = out.json(&record);
                done += 1;
                if let Some(waiting) = &mut waiting {
                    waiting.update(done);
                }
                printed.is_ok()
            });
            if stop.is_stopped() {
                return Err(Failure::Interrupted);
            }
            printed?;
            Ok(read?)
        };
        let (mut outcome, mut rows) = (Ok(()), Vec::new());
        store.each(&mut |row| {
            if outcome.is_ok() && wanted(row.id) {
                rows.push(row);
                if rows.len() == AT_ONCE * threads {
                    outcome = print(&std::mem::take(&mut rows));
                }
            }
        })?;
        let outcome = outcome.and_then(|()| print(&rows));
        drop(waiting);
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

/// Join the shards of an experiment run with --shard.
///
/// All must be of the same plan, and must agree on games that several of them have. The result is the same as if one
/// machine had played everything.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  plylab results merge results/mine-1-of-2 results/mine-2-of-2 --out results/mine")]
struct MergeArgs {
    /// The folders of the shards.
    #[arg(value_name = "DIR", required = true)]
    folders: Vec<PathBuf>,

    /// The folder for the joined results.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl MergeArgs {
    fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let Merged { games, planned, doubled } = merge(&self.folders, &self.out, registry)?;
        let folder = self.out.display().to_string();
        let there = if doubled > 0 {
            message!(
                "merged-doubled",
                "{games} of {planned} games in {folder}, {doubled} of them in more than one shard"
            )
        } else {
            message!("merged", "{games} of {planned} games in {folder}")
        };
        let rest = match planned.saturating_sub(games) {
            0 => message!("merged-complete", "complete"),
            n => message!("merged-missing", "{n} missing: run the experiment with --out to play them"),
        };
        out.line(say(&joined(there, rest)))
    }
}
