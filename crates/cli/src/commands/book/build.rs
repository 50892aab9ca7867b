//! `plylab book build`.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use plylab_core::{InputError, Message, Registry, Spec, message, typed};
use plylab_games::connect4::ConnectFour;
use plylab_lab::Shard;
use plylab_solve::connect4::Settings;
use plylab_solve::connect4::book::{MAX_PLIES, Sheet, Slice};

use super::super::progress::Waiting;
use super::super::run::parse_shard;
use super::super::{open, whole};
use super::{read, title};
use crate::failure::Failure;
use crate::files::write_whole;
use crate::interrupt::stop_on_interrupt;
use crate::output::{self, Output};

/// Solve all positions up to a number of plies and store their scores.
///
/// Scores are written to the file every few seconds. A run that was stopped or killed continues from there when you
/// give the same command again. Each thread solves positions of its own, with its share of the transposition table.
#[derive(Args, Debug)]
pub struct BuildArgs {
    /// The game, optionally with settings: connect4:columns=5,rows=5.
    #[arg(default_value = "connect4")]
    game: String,

    /// The number of plies that the book covers.
    #[arg(long, value_name = "N", value_parser = whole(0, u64::from(MAX_PLIES)))]
    plies: u64,

    /// Positions solved at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1, 64))]
    threads: u64,

    /// The size of the transposition table in megabytes, for all threads together.
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = whole(1, 1 << 20))]
    table: u64,

    /// Solve one shard, for example to share the work among machines: 1/3, 2/3 and 3/3.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<Shard>,

    /// The file; by default named after the board, the plies and the shard.
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// The maximum of work that a kill can lose.
const KEEP: Duration = Duration::from_secs(5);

impl BuildArgs {
    /// Builds.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let spec: Spec = self.game.parse()?;
        let opened = open(registry, &spec)?;
        let game = typed::<ConnectFour>(opened.as_ref()).ok_or_else(|| {
            InputError::new(message!("no-books-of", "there are no books of '{game}'", game = &spec.name))
                .expected(message!("use-connect4", "use connect4"))
        })?;
        let mut sheet = Sheet::new(game, self.plies as u32)?;
        let name = self.out.clone().unwrap_or_else(|| self.name(game));
        if Path::new(&name).exists() {
            sheet.merge(&read(&name)?).map_err(|error| error.at(Message::quoted(&name)))?;
        }
        let slice = self
            .shard
            .map_or(Slice::WHOLE, |shard| Slice { index: shard.index as usize, count: shard.count as usize });
        let settings =
            Settings { threads: self.threads as usize, table_megabytes: self.table as usize, book_plies: 0 };
        let before = sheet.known();
        let missing = sheet.missing(slice).len();
        let stop = stop_on_interrupt();
        let mut waiting = Waiting::new(missing as u64, "positions");
        let mut kept = Instant::now();
        // Write it at once: an error should come before the work, not after it.
        keep(&name, &sheet)?;
        let filled = sheet.fill(slice, settings, &stop, |sheet| {
            waiting.show((sheet.known() - before) as u64);
            if kept.elapsed() >= KEEP {
                keep(&name, sheet)?;
                kept = Instant::now();
            }
            Ok::<(), Failure>(())
        });
        waiting.end();
        keep(&name, &sheet)?;
        let complete = filled?;
        out.line(format!(
            "{}: {} of {} scores are known, {} of them new",
            title(&sheet),
            sheet.known(),
            sheet.len(),
            sheet.known() - before
        ))?;
        out.line(format!("saved in {name}"))?;
        if !complete {
            output::note("stopped; run the same command to continue");
            return Err(Failure::Interrupted);
        }
        Ok(())
    }

    /// The default name of the file.
    fn name(&self, game: &ConnectFour) -> String {
        let shard =
            self.shard.map_or_else(String::new, |shard| format!("-{}-of-{}", shard.index + 1, shard.count));
        format!("connect4-{}x{}-{}{shard}.book", game.columns(), game.rows(), self.plies)
    }
}

pub(super) fn keep(name: &str, sheet: &Sheet) -> Result<(), Failure> {
    let unwritable = |error: std::io::Error| {
        let wrong =
            message!("book-unwritten", "the book cannot be written: {error}", error = error.to_string());
        InputError::new(wrong)
    };
    write_whole(name, &sheet.bytes()).map_err(|error| Failure::Unwritable(unwritable(error)))
}
