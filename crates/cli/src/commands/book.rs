//! `plylab book`.

use clap::{Args, Subcommand};
use plylab_core::{InputError, Message, Notation as _, Seed, Symmetric as _, message};
use plylab_solve::connect4::book::{Book, ScoreSheet};
use plylab_solve::connect4::{Control, Goal, Solver, SolverSettings, Stopped};
use serde::Serialize;

use super::progress::TaskProgress;
use super::whole;
use crate::failure::Failure;
use crate::files::read_bytes;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::terminal::signed;

/// Describe and check opening books for Connect Four.
///
/// A book holds the exact score of every position up to a number of plies, so that the first moves need no search. A
/// book for seven columns and six rows is built in; 'plylab solve' and the agents use it. 'plylab-bench book' in the
/// folder bench/ of the repository builds others.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab book info                        show the bundled book
  plylab book verify --sample 20          solve twenty of its positions again")]
pub struct BookArgs {
    #[command(subcommand)]
    what: BookCommand,
}

#[derive(Subcommand, Debug)]
enum BookCommand {
    Verify(VerifyArgs),
    Info(InfoArgs),
}

impl BookArgs {
    /// Runs the command.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            BookCommand::Verify(args) => args.run(out),
            BookCommand::Info(args) => args.run(out),
        }
    }
}

/// The maximum size of a book in megabytes.
const LARGEST: u64 = 16;

/// The book in a file.
fn read(name: &str) -> Result<ScoreSheet, InputError> {
    ScoreSheet::read(&read_bytes(name, LARGEST)?).map_err(|error| error.at(Message::quoted(name)))
}

fn own_book() -> Message {
    message!("own-book", "the bundled book")
}

/// The book in a file, or the bundled one.
fn read_or_embedded(name: Option<&str>) -> Result<ScoreSheet, InputError> {
    match name {
        Some(name) => read(name),
        None => ScoreSheet::read(Book::embedded_file()).map_err(|error| error.at(own_book())),
    }
}

/// What a book covers.
fn title(sheet: &ScoreSheet) -> String {
    let game = sheet.game();
    format!("{} plies of Connect Four on {} x {}", sheet.plies(), game.columns(), game.rows())
}

/// Show what a book holds.
#[derive(Args, Debug)]
struct InfoArgs {
    /// The book; by default the bundled one.
    file: Option<String>,

    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

/// The contents of a book.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookInfo {
    /// Columns of the board.
    columns: u8,
    /// Rows of the board.
    rows: u8,
    /// Plies that it covers.
    plies: u32,
    /// Positions.
    positions: usize,
    /// Positions with a score.
    known: usize,
    /// Positions won by the side to move.
    won: usize,
    /// Drawn positions.
    drawn: usize,
    /// Lost positions.
    lost: usize,
    /// Its size.
    bytes: usize,
    /// The score of the empty board, if it has one.
    start: Option<i32>,
}

impl InfoArgs {
    fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let sheet = read_or_embedded(self.file.as_deref())?;
        let scores = || (0..sheet.len()).filter_map(|index| sheet.score(index));
        let count = |sign: i32| scores().filter(|score| score.signum() == sign).count();
        let start = sheet.game().parse_position("")?;
        let info = BookInfo {
            columns: sheet.game().columns(),
            rows: sheet.game().rows(),
            plies: sheet.plies(),
            positions: sheet.len(),
            known: sheet.known(),
            won: count(1),
            drawn: count(0),
            lost: count(-1),
            bytes: sheet.bytes().len(),
            start: Book::new(sheet.clone()).ok().and_then(|book| book.score(&start)),
        };
        if self.json {
            return out.json(&info);
        }
        out.line(format!("{}, {} bytes", title(&sheet), info.bytes))?;
        out.line(format!(
            "{} of {} positions are solved: {} won for the side to move, {} drawn, {} lost",
            info.known, info.positions, info.won, info.drawn, info.lost
        ))?;
        if let Some(start) = info.start {
            out.line(format!("the empty board has score {}", signed(f64::from(start))))?;
        }
        Ok(())
    }
}

/// Check a book: the checksum, consistency, and a sample of scores solved again.
///
/// Every score must be in range, and exactly the positions that can be won with the next stone must say so. Each
/// position of the sample is mirrored and solved again with an empty transposition table and without a book; so are
/// all positions after it, the best of which must have the same score.
#[derive(Args, Debug)]
struct VerifyArgs {
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
    fn run(&self, out: &mut Output) -> Result<(), Failure> {
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
    fn solve_again(&self, sheet: &ScoreSheet) -> Result<u64, Failure> {
        let game = sheet.game();
        let known: Vec<usize> = (0..sheet.len()).filter(|&index| sheet.score(index).is_some()).collect();
        if known.is_empty() {
            return Ok(0);
        }
        let settings = SolverSettings { table_megabytes: self.table as usize, threads: 1, book_plies: 0 };
        let mut solver = Solver::new(game, settings)?;
        let mut rng = Seed(self.seed).rng();
        let mut control = Control::new(stop_on_interrupt());
        let mut waiting = TaskProgress::new(self.sample, "positions");
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
                let position = game.position_text(state);
                let wrong = message!("book-score", "the score of '{position}' is {score}, not {written}");
                let error = InputError::new(wrong).expected(message!("build-again", "build it again"));
                return Err(self.blame(error).into());
            }
            waiting.update(done + 1);
        }
        Ok(self.sample)
    }
}
