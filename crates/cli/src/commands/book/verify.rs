//! `plylab book verify`.

use clap::Args;
use plylab_core::{InputError, Message, Notation as _, Seed, Symmetric as _, message};
use plylab_solve::connect4::book::Sheet;
use plylab_solve::connect4::{Control, Goal, Settings, Solver, Stopped};

use super::super::progress::Waiting;
use super::super::whole;
use super::{own_book, read_or_embedded, title};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;

/// Check a book: the checksum, consistency, and a sample of scores solved again.
///
/// Every score must be in range, and exactly the positions that can be won with the next stone must say so. Each
/// position of the sample is mirrored and solved again with an empty transposition table and without a book; so are
/// all positions after it, the best of which must have the same score.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The book; by default the bundled one.
    file: Option<String>,

    /// The number of positions to solve again.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(0, u64::MAX))]
    sample: u64,

    /// The random seed: the same seed picks the same positions.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// The size of the transposition table in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = whole(1, 1 << 20))]
    table: u64,
}

impl VerifyArgs {
    /// Checks.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let sheet = read_or_embedded(self.file.as_deref())?;
        out.line(format!("{}: the checksum is right", title(&sheet)))?;
        sheet.check_laws().map_err(|error| self.blame(error))?;
        out.line(format!("{} of {} scores are known and consistent", sheet.known(), sheet.len()))?;
        let solved = self.solve_again(&sheet)?;
        out.line(format!("{solved} scores confirmed without the book"))
    }

    fn blame(&self, error: InputError) -> InputError {
        error.at(match &self.file {
            Some(name) => Message::quoted(name),
            None => own_book(),
        })
    }

    /// Solves a sample again and returns its size.
    fn solve_again(&self, sheet: &Sheet) -> Result<u64, Failure> {
        let game = sheet.game();
        let known: Vec<usize> = (0..sheet.len()).filter(|&index| sheet.score(index).is_some()).collect();
        if known.is_empty() {
            return Ok(0);
        }
        let settings = Settings { table_megabytes: self.table as usize, threads: 1, book_plies: 0 };
        let mut solver = Solver::new(game, settings)?;
        let mut rng = Seed(self.seed).rng();
        let mut control = Control::new(stop_on_interrupt());
        let mut waiting = Waiting::new(self.sample, "positions");
        for done in 0..self.sample {
            let Some(&index) = rng.pick(&known) else { break };
            let (Some(state), Some(written)) = (sheet.position(index), sheet.score(index)) else { continue };
            let image = game.map_state(game.symmetries() - 1, state);
            solver.clear_table();
            let mut solve = || {
                let score = solver.score(&image, Goal::Score, &mut control)?;
                let moves = solver.moves(&image, Goal::Score, &mut control)?;
                Ok([Some(score), moves.iter().map(|scored| scored.score).max()])
            };
            let found = solve().map_err(|Stopped| Failure::Interrupted)?;
            if let Some(score) = found.into_iter().flatten().find(|&score| score != written) {
                let text = game.position_text(state);
                return Err(self
                    .blame(
                        InputError::new(message!(
                            "book-score",
                            "the score of '{position}' is {score}, not {written}",
                            position = text
                        ))
                        .expected(message!("build-again", "build it again")),
                    )
                    .into());
            }
            waiting.show(done + 1);
        }
        waiting.end();
        Ok(self.sample)
    }
}
