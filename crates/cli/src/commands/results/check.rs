//! `plylab results check`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use plylab_core::{InputError, Message, Registry, message};
use plylab_lab::ResultStore as _;
use plylab_lab::store::{Store, Verified};
use serde::Serialize;

use crate::failure::Failure;
use crate::language::say;
use crate::output::Output;

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
pub struct CheckArgs {
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

impl CheckArgs {
    /// Verifies them.
    pub fn run(&self, registry: &Arc<Registry>, out: &mut Output) -> Result<(), Failure> {
        let store = Store::read(&self.folder)?;
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
            n => Err(InputError::new(message!("games-damaged", "{n} of {games} games {n|is|are} damaged"))
                .expected(message!(
                    "play-them-again",
                    "run the experiment again in this folder to play them again"
                ))
                .at(Message::quoted(self.folder.display().to_string()))
                .into()),
        }
    }
}
