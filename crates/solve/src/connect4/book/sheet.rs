//! The scores of one ply as a file: a book, or part of one.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PLYBOOK` and a byte that is no text |
//! | 1 | the version of this format |
//! | 1 | what a score means: 1 for stones that the winner has left, plus one |
//! | 1, 1, 1 | columns, rows, stones in a row that win |
//! | 1 | plies |
//! | 4 | how many positions, the lowest byte first |
//! | 3 for 4 positions | their scores, six bits each, the first in the lowest bits; 63 where none is known yet |
//! | 32 | the SHA-256 of everything before |
//!
//! There are no keys: the positions of a ply have an order of their own.

use plylab_core::{InputError, message};
use plylab_games::connect4::{ConnectFour, State};
use sha2::{Digest as _, Sha256};

use super::super::board::{LINE, Shape};
use super::positions::{Positions, walk};

const MAGIC: &[u8; 8] = b"PLYBOOK\x1a";
const VERSION: u8 = 1;
/// Scores count the stones that the winner has left.
const STONES_LEFT: u8 = 1;
const HEADER: usize = 18;
const CHECKSUM: usize = 32;
/// Added to scores, so that they have no sign.
const ZERO: i8 = 31;
/// What stands where no score is known.
const UNKNOWN: u8 = 63;

/// The most plies of a book.
pub const MOST_PLIES: u32 = 12;

/// The exact scores of the positions after a number of plies, as far as they are known.
#[derive(Clone, Debug)]
pub struct Sheet {
    game: ConnectFour,
    shape: Shape,
    /// The positions of every ply up to the last.
    plies: Vec<Positions>,
    /// Scores of the last ply's positions, for the side to move.
    scores: Vec<Option<i8>>,
}

impl Sheet {
    /// A sheet for the positions of `game` after so many plies, on which no score is known yet.
    ///
    /// # Errors
    ///
    /// If another number than four wins, or there are too many positions.
    pub fn new(game: &ConnectFour, plies: u32) -> Result<Sheet, InputError> {
        if game.connect() != LINE {
            return Err(InputError::new(message!(
                "connect-unsolvable",
                "{connect} in a row cannot be solved",
                connect = game.connect()
            ))
            .expected(message!("use-four", "use a board on which four in a row win")));
        }
        if plies > MOST_PLIES {
            return Err(InputError::new(message!(
                "book-too-large",
                "a book of {plies} plies is too large",
                plies
            ))
            .expected(message!("use-at-most", "use at most {most}", most = MOST_PLIES)));
        }
        let shape = Shape::new(u32::from(game.columns()), u32::from(game.rows()));
        let mut all = vec![Positions::start(game, &shape)];
        for ply in 0..plies as usize {
            let next = all[ply].next(game, &shape)?;
            all.push(next);
        }
        let count = all.last().map_or(0, Positions::len);
        Ok(Sheet { game: game.clone(), shape, plies: all, scores: vec![None; count] })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is anything but a whole and undamaged sheet.
    pub fn read(bytes: &[u8]) -> Result<Sheet, InputError> {
        let damaged = || {
            InputError::new(message!("book-damaged", "the book is damaged"))
                .expected(message!("book-renew", "build it again, or take another copy"))
        };
        if !bytes.starts_with(MAGIC) {
            return Err(InputError::new(message!("no-book", "it is not an opening book"))
                .expected(message!("name-book", "name a file that 'plylab book build' has made")));
        }
        let &[_, _, _, _, _, _, _, _, version, convention, columns, rows, connect, plies, ..] = bytes else {
            return Err(damaged());
        };
        if (version, convention) != (VERSION, STONES_LEFT) {
            return Err(InputError::new(message!(
                "book-version",
                "the book is of version {version}",
                version = format!("{version}.{convention}")
            ))
            .expected(message!(
                "book-version-read",
                "version {version} is read here: build it again",
                version = format!("{VERSION}.{STONES_LEFT}")
            )));
        }
        let Some(body) = bytes.len().checked_sub(CHECKSUM).filter(|&end| end >= HEADER) else {
            return Err(damaged());
        };
        let (content, checksum) = bytes.split_at(body);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(damaged());
        }
        let game = ConnectFour::new(columns, rows, connect)?;
        let mut sheet = Sheet::new(&game, u32::from(plies))?;
        let (header, packed) = content.split_at(HEADER);
        let count = u32::from_le_bytes([header[14], header[15], header[16], header[17]]) as usize;
        if count != sheet.scores.len() || packed.len() != count.div_ceil(4) * 3 {
            return Err(damaged());
        }
        let range = sheet.range();
        let mut unpacked = packed.chunks_exact(3).flat_map(|bytes| {
            let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
            (0..4).map(move |place| (word >> (6 * place) & 63) as u8)
        });
        for (place, code) in unpacked.by_ref().take(count).enumerate() {
            if code != UNKNOWN {
                let score = code as i8 - ZERO;
                if !range.contains(&i32::from(score)) {
                    return Err(damaged());
                }
                sheet.scores[place] = Some(score);
            }
        }
        if unpacked.any(|padding| padding != UNKNOWN) {
            return Err(damaged());
        }
        Ok(sheet)
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let plies = self.plies() as u8;
        bytes.extend([
            VERSION,
            STONES_LEFT,
            self.game.columns(),
            self.game.rows(),
            self.game.connect(),
            plies,
        ]);
        bytes.extend((self.scores.len() as u32).to_le_bytes());
        for four in self.scores.chunks(4) {
            let code = |place| match four.get(place) {
                Some(&Some(score)) => (score + ZERO) as u8,
                _ => UNKNOWN,
            };
            let word = (0..4).fold(0, |word, place| word | u32::from(code(place)) << (6 * place));
            bytes.extend(&word.to_le_bytes()[..3]);
        }
        let checksum = Sha256::digest(&bytes);
        bytes.extend_from_slice(&checksum);
        bytes
    }

    /// The board.
    pub fn game(&self) -> &ConnectFour {
        &self.game
    }

    /// After how many plies its positions come.
    pub fn plies(&self) -> u32 {
        self.plies.len() as u32 - 1
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.scores.len()
    }

    /// Has the game ended in all positions?
    pub fn is_empty(&self) -> bool {
        self.scores.is_empty()
    }

    /// How many scores are known.
    pub fn known(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// The scores that a position of the last ply can have: from a loss with the next stone to a win with this one.
    pub fn range(&self) -> std::ops::RangeInclusive<i32> {
        let left = self.shape.cells - self.plies() as i32;
        -(left / 2)..=(left + 1) / 2
    }

    /// The position at a place.
    pub fn position(&self, place: usize) -> Option<&State> {
        self.plies.last()?.state(place)
    }

    /// The score at a place, if it is known.
    pub fn score(&self, place: usize) -> Option<i32> {
        self.scores.get(place).copied().flatten().map(i32::from)
    }

    /// Writes down the score of the position at a place, if there is such a place and such a score.
    pub fn set(&mut self, place: usize, score: i32) {
        if self.range().contains(&score)
            && let Some(entry) = self.scores.get_mut(place)
        {
            *entry = Some(score as i8);
        }
    }

    /// All places in the order in which they are best solved: neighbours have much in common.
    pub fn order(&self) -> Vec<usize> {
        walk(&self.game, &self.shape, &self.plies)
    }

    /// Checks what can be checked without a search: whoever can win with the next stone has the highest score, and nobody
    /// else has it.
    ///
    /// # Errors
    ///
    /// If a score breaks that law.
    pub fn check_laws(&self) -> Result<(), InputError> {
        let highest = *self.range().end();
        for (place, state) in self.plies.last().into_iter().flat_map(Positions::states).enumerate() {
            let own = state.stones_of_mover();
            let wins = self.shape.completing(own) & self.shape.playable(state.stones()) != 0;
            if self.score(place).is_some_and(|score| (score == highest) != wins) {
                let position = place + 1;
                let wrong = if wins {
                    message!(
                        "book-win-missed",
                        "position {position} can be won at once, but has another score",
                        position
                    )
                } else {
                    message!("book-no-win", "position {position} cannot be won at once", position)
                };
                return Err(InputError::new(wrong).expected(message!("build-again", "build it again")));
            }
        }
        Ok(())
    }

    /// Takes over the scores of another sheet, and tells how many of them are new.
    ///
    /// # Errors
    ///
    /// If it is for other positions, or says something else of one of them.
    pub fn merge(&mut self, other: &Sheet) -> Result<usize, InputError> {
        let what = |sheet: &Sheet| {
            message!(
                "book-scope",
                "{plies} plies of a board of {columns} x {rows}",
                plies = sheet.plies(),
                columns = sheet.game.columns(),
                rows = sheet.game.rows()
            )
        };
        if what(self) != what(other) {
            return Err(InputError::new(message!("book-for", "it is for {what}", what = what(other)))
                .expected(message!("book-parts-for", "use parts for {what}", what = what(self))));
        }
        let clash =
            |(mine, theirs): (&Option<i8>, &Option<i8>)| mine.is_some() && theirs.is_some() && mine != theirs;
        if let Some(place) = self.scores.iter().zip(&other.scores).position(clash) {
            return Err(InputError::new(message!(
                "book-clash",
                "two parts do not agree on position {position}: one says {one}, the other {other}",
                position = place + 1,
                one = self.score(place).unwrap_or_default(),
                other = other.score(place).unwrap_or_default(),
            ))
            .expected(message!("book-one-wrong", "one of them is wrong: see 'plylab book verify'")));
        }
        let before = self.known();
        for (mine, theirs) in self.scores.iter_mut().zip(&other.scores) {
            *mine = mine.or(*theirs);
        }
        Ok(self.known() - before)
    }

    /// What a book is made of.
    pub(super) fn into_parts(self) -> (ConnectFour, Shape, Vec<Positions>, Vec<Option<i8>>) {
        (self.game, self.shape, self.plies, self.scores)
    }
}
