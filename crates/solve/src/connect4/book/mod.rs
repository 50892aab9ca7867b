//! An opening book: the exact score of every position of the first plies, without a search.
//!
//! A book file holds only the scores of all positions after a number of plies: those before follow from them, move by
//! move. `positions` defines the order of the positions of a ply, `sheet` is the file, and [`Book`] looks up scores.

mod fill;
mod positions;
mod sheet;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use plylab_core::{Game as _, InputError, Turn, message};
use plylab_games::connect4::{ConnectFour, ConnectFourState};

pub use self::fill::Slice;
use self::positions::{key, replies};
pub use self::sheet::{MAX_PLIES, ScoreSheet};
use super::board::BoardShape;

/// The built-in book, for seven columns and six rows.
static FILE: &[u8] = include_bytes!("../../../data/connect4-7x6.book");

/// The scores of all positions up to a number of plies.
#[derive(Clone, Debug)]
pub struct Book {
    shape: BoardShape,
    /// Keys and scores of each ply.
    plies: Vec<(Vec<u64>, Vec<i8>)>,
}

impl Book {
    /// The book of a complete sheet.
    ///
    /// # Errors
    ///
    /// If scores are missing.
    pub fn new(sheet: ScoreSheet) -> Result<Book, InputError> {
        let missing = sheet.len() - sheet.known();
        if missing > 0 {
            let wrong = message!(
                "book-incomplete",
                "{missing} of the book's {all} scores are missing",
                all = sheet.len()
            );
            let right = message!(
                "book-complete",
                "continue with 'plylab-bench book build', or merge its parts with 'plylab-bench book merge'"
            );
            return Err(InputError::new(wrong).expected(right));
        }
        let ScoreSheet { game, shape, plies: positions, scores } = sheet;
        let mut scores: Vec<i8> = scores.into_iter().flatten().collect();
        let mut plies: Vec<(Vec<u64>, Vec<i8>)> = Vec::with_capacity(positions.len());
        for ply in positions.into_iter().rev() {
            if let Some(later) = plies.last() {
                scores = ply.iter().map(|(_, state)| best(&game, &shape, state, later)).collect();
            }
            plies.push((ply.into_iter().map(|(key, _)| key).collect(), std::mem::take(&mut scores)));
        }
        plies.reverse();
        Ok(Book { shape, plies })
    }

    /// The embedded book, if it is for that board.
    pub fn embedded(game: &ConnectFour) -> Option<&'static Book> {
        static BOOK: OnceLock<Option<Book>> = OnceLock::new();
        if (game.columns(), game.rows(), game.connect()) != (7, 6, 4) {
            return None;
        }
        BOOK.get_or_init(|| ScoreSheet::read(FILE).and_then(Book::new).ok()).as_ref()
    }

    /// The file of the embedded book.
    pub fn embedded_file() -> &'static [u8] {
        FILE
    }

    /// The number of plies up to which it has every position.
    pub fn plies(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    /// The score of a position for the side to move, if it is in the book.
    pub fn score(&self, state: &ConnectFourState) -> Option<i32> {
        let (keys, scores) = self.plies.get(state.played() as usize)?;
        let index = keys.binary_search(&key(&self.shape, state)).ok()?;
        scores.get(index).map(|&score| i32::from(score))
    }
}

/// The score of a position from those of the ply after it.
fn best(
    game: &ConnectFour,
    shape: &BoardShape,
    state: &ConnectFourState,
    (keys, scores): &(Vec<u64>, Vec<i8>),
) -> i8 {
    let left = shape.cells - state.played() as i32;
    replies(game, state)
        .filter_map(|after| {
            if game.turn(&after) == Turn::Over {
                return Some(if game.utility(&after, state.side()) > 0.0 {
                    ((left + 1) / 2) as i8
                } else {
                    0
                });
            }
            let index = keys.binary_search(&key(shape, &after)).ok()?;
            scores.get(index).map(|score| -score)
        })
        .max()
        .unwrap_or_default()
}
