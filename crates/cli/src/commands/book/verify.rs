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

/// Check a book: its checksum, the laws that scores obey, and some of its scores by solving them again.
///
/// Every score must be possible, and every position that can be won with the next stone must say so, and no other. Some
/// positions are solved again, each with an empty table, without any book and seen in a mirror; so are all positions after
/// them, the best of which must have the same score.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The book; the one that comes with plylab if left out.
    file: Option<String>,

    /// How many positions to solve again.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole(0, u64::MAX))]
    sample: u64,

    /// Decides which: the same seed takes the same ones.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole(0, u64::MAX))]
    seed: u64,

    /// The size of the table of positions already searched, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = whole(1, 1 << 20))]
    table: u64,
}

impl VerifyArgs {
    /// Checks.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let sheet = read_or_embedded(self.file.as_deref())?;
        out.line(format!("{}: the checksum is right", title(&sheet)))?;
        sheet.check_laws().map_err(|error| self.blame(error))?;
        out.line(format!("{} of {} scores are known, and obey the laws", sheet.known(), sheet.len()))?;
        let solved = self.solve_again(&sheet)?;
        out.line(format!("{solved} scores were found again without the book"))
    }

    fn blame(&self, error: InputError) -> InputError {
        error.at(match &self.file {
            Some(name) => Message::quoted(name),
            None => own_book(),
        })
    }

    /// Solves a sample again, and tells how many there were.
    fn solve_again(&self, sheet: &Sheet) -> Result<u64, Failure> {
        let game = sheet.game();
        let known: Vec<usize> = (0..sheet.len()).filter(|&place| sheet.score(place).is_some()).collect();
        if known.is_empty() {
            return Ok(0);
        }
        let settings = Settings { table_megabytes: self.table as usize, threads: 1, book: false };
        let mut solver = Solver::new(game, settings)?;
        let mut rng = Seed(self.seed).rng();
        let mut control = Control::new(stop_on_interrupt());
        let mut waiting = Waiting::new(self.sample, "positions");
        for done in 0..self.sample {
            let Some(&place) = rng.pick(&known) else { break };
            let (Some(state), Some(written)) = (sheet.position(place), sheet.score(place)) else { continue };
            let image = game.map_state(game.symmetries() - 1, state);
            solver.forget();
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
                            "the score of '{position}' is {score}, and not {written}",
                            position = text,
                            score,
                            written
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
