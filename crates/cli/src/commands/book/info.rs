//! `plylab book info`.

use clap::Args;
use plylab_core::Notation as _;
use plylab_solve::connect4::book::Book;
use serde::Serialize;

use super::{read_or_embedded, title};
use crate::failure::Failure;
use crate::output::Output;
use crate::terminal::signed;

/// Show what a book holds.
#[derive(Args, Debug)]
pub struct InfoArgs {
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
    /// Prints it.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let sheet = read_or_embedded(self.file.as_deref())?;
        let count = |sign: i32| {
            (0..sheet.len())
                .filter(|&index| sheet.score(index).is_some_and(|score| score.signum() == sign))
                .count()
        };
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
