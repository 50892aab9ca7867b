//! The scores of one ply as a file: a book, or part of one.
//!
//! | bytes | contents |
//! |---|---|
//! | 8 | `PLYBOOK` and a non-text byte |
//! | 1 | the version of this format |
//! | 1 | what a score means: 1 for stones that the winner has left, plus one |
//! | 1, 1, 1 | columns, rows, stones in a row that win |
//! | 1 | plies |
//! | 4 | the number of positions, little-endian |
//! | 3 per 4 positions | their scores, six bits each, the first in the lowest bits; 63 for an unknown score |
//! | 32 | the SHA-256 of everything before |
//!
//! There are no keys: the order of the positions of a ply is fixed.

use plylab_core::{Game as _, InputError, Seed, message};
use plylab_games::connect4::{ConnectFour, ConnectFourState};
use sha2::{Digest as _, Sha256};

use super::super::board::{BoardShape, LINE};
use super::positions::{Positions, key, next_ply};

const MAGIC: &[u8; 8] = b"PLYBOOK\x1a";
const VERSION: u8 = 1;
/// Scores count the stones that the winner has left.
const STONES_LEFT: u8 = 1;
const HEADER: usize = 18;
const CHECKSUM: usize = 32;
/// Added to scores, so that they are stored unsigned.
const ZERO: i8 = 31;
/// The code of an unknown score.
const UNKNOWN: u8 = 63;

/// The maximum number of plies of a book.
pub const MAX_PLIES: u32 = 12;

/// The exact scores of the positions after a number of plies, as far as they are known.
#[derive(Clone, Debug)]
pub struct ScoreSheet {
    pub(super) game: ConnectFour,
    pub(super) shape: BoardShape,
    /// The positions of every ply up to the last.
    pub(super) plies: Vec<Positions>,
    /// Scores of the last ply's positions, for the side to move.
    pub(super) scores: Vec<Option<i8>>,
}

impl ScoreSheet {
    /// A sheet for the positions of `game` after that many plies, without any scores.
    ///
    /// # Errors
    ///
    /// If another number than four wins, the board is too large, or there are too many positions.
    pub fn new(game: &ConnectFour, plies: u32) -> Result<ScoreSheet, InputError> {
        if game.connect() != LINE {
            let wrong = message!(
                "connect-unsolvable",
                "{connect} in a row cannot be solved",
                connect = game.connect()
            );
            let right = message!("use-four", "use a board where four in a row win");
            return Err(InputError::new(wrong).expected(right));
        }
        if plies > MAX_PLIES {
            return Err(InputError::new(message!("book-too-large", "a book of {plies} plies is too large"))
                .expected(message!("use-at-most", "use at most {most}", most = MAX_PLIES)));
        }
        let shape = BoardShape::of(game)?;
        let start = game.initial(Seed::default());
        let mut all = vec![vec![(key(&shape, &start), start)]];
        for ply in 0..plies as usize {
            let next = next_ply(game, &shape, &all[ply])?;
            all.push(next);
        }
        let count = all[plies as usize].len();
        Ok(ScoreSheet { game: game.clone(), shape, plies: all, scores: vec![None; count] })
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If it is not a complete and undamaged sheet.
    pub fn read(bytes: &[u8]) -> Result<ScoreSheet, InputError> {
        let damaged = || {
            InputError::new(message!("book-damaged", "the book is damaged"))
                .expected(message!("book-renew", "build it again, or use another copy"))
        };
        if !bytes.starts_with(MAGIC) {
            return Err(InputError::new(message!("no-book", "it is not an opening book"))
                .expected(message!("name-book", "use a file that 'plylab-bench book build' has written")));
        }
        let &[_, _, _, _, _, _, _, _, version, convention, columns, rows, connect, plies, ..] = bytes else {
            return Err(damaged());
        };
        if (version, convention) != (VERSION, STONES_LEFT) {
            let wrong = message!(
                "book-version",
                "the book has version {version}",
                version = format!("{version}.{convention}")
            );
            let right = message!(
                "book-version-read",
                "build it again: this program reads version {version}",
                version = format!("{VERSION}.{STONES_LEFT}")
            );
            return Err(InputError::new(wrong).expected(right));
        }
        let Some(body) = bytes.len().checked_sub(CHECKSUM).filter(|&end| end >= HEADER) else {
            return Err(damaged());
        };
        let (content, checksum) = bytes.split_at(body);
        if Sha256::digest(content).as_slice() != checksum {
            return Err(damaged());
        }
        let game = ConnectFour::new(columns, rows, connect)?;
        let mut sheet = ScoreSheet::new(&game, u32::from(plies))?;
        let (header, packed) = content.split_at(HEADER);
        let count = u32::from_le_bytes([header[14], header[15], header[16], header[17]]) as usize;
        if count != sheet.scores.len() || packed.len() != count.div_ceil(4) * 3 {
            return Err(damaged());
        }
        let range = sheet.range();
        let mut unpacked = packed.chunks_exact(3).flat_map(|bytes| {
            let word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], 0]);
            (0..4).map(move |index| (word >> (6 * index) & 63) as u8)
        });
        for (index, code) in unpacked.by_ref().take(count).enumerate() {
            if code != UNKNOWN {
                let score = code as i8 - ZERO;
                if !range.contains(&i32::from(score)) {
                    return Err(damaged());
                }
                sheet.scores[index] = Some(score);
            }
        }
        if unpacked.any(|padding| padding != UNKNOWN) {
            return Err(damaged());
        }
        Ok(sheet)
    }

    /// The file.
    pub fn bytes(&self) -> Vec<u8> {
        let game = &self.game;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, STONES_LEFT, game.columns(), game.rows(), game.connect(), self.plies() as u8]);
        bytes.extend((self.scores.len() as u32).to_le_bytes());
        for four in self.scores.chunks(4) {
            let code = |index| match four.get(index) {
                Some(&Some(score)) => (score + ZERO) as u8,
                _ => UNKNOWN,
            };
            let word = (0..4).fold(0, |word, index| word | u32::from(code(index)) << (6 * index));
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

    /// The number of plies before its positions.
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

    /// The possible scores of a position of the last ply: from a loss with the next stone to a win with this one.
    pub fn range(&self) -> std::ops::RangeInclusive<i32> {
        let left = self.shape.cells - self.plies() as i32;
        -(left / 2)..=(left + 1) / 2
    }

    /// The position at an index.
    pub fn position(&self, index: usize) -> Option<&ConnectFourState> {
        self.plies.last()?.get(index).map(|(_, state)| state)
    }

    /// The score at an index, if it is known.
    pub fn score(&self, index: usize) -> Option<i32> {
        self.scores.get(index).copied().flatten().map(i32::from)
    }

    /// Stores the score of the position at an index, if both are valid.
    pub fn set(&mut self, index: usize, score: i32) {
        if self.range().contains(&score)
            && let Some(entry) = self.scores.get_mut(index)
        {
            *entry = Some(score as i8);
        }
    }

    /// Checks what can be checked without a search: exactly the positions with an immediate win have the highest score.
    ///
    /// # Errors
    ///
    /// If a score violates that.
    pub fn check_laws(&self) -> Result<(), InputError> {
        let highest = *self.range().end();
        for (index, (_, state)) in self.plies.last().into_iter().flatten().enumerate() {
            let own = state.stones_of_mover();
            let wins = self.shape.completing(own) & self.shape.playable(state.stones()) != 0;
            if self.score(index).is_some_and(|score| (score == highest) != wins) {
                let position = index + 1;
                let wrong = if wins {
                    message!(
                        "book-win-missed",
                        "position {position} is an immediate win, but has another score"
                    )
                } else {
                    message!(
                        "book-no-win",
                        "position {position} is not an immediate win, but has the score of one"
                    )
                };
                return Err(InputError::new(wrong).expected(message!("build-again", "build it again")));
            }
        }
        Ok(())
    }

    /// Merges the scores of another sheet, and returns the number of new ones.
    ///
    /// # Errors
    ///
    /// If it is for other positions, or has a different score for one of them.
    pub fn merge(&mut self, other: &ScoreSheet) -> Result<usize, InputError> {
        let what = |sheet: &ScoreSheet| {
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
        if let Some(index) = self.scores.iter().zip(&other.scores).position(clash) {
            let wrong = message!(
                "book-clash",
                "two parts disagree on position {position}: one has {one}, the other {other}",
                position = index + 1,
                one = self.score(index).unwrap_or_default(),
                other = other.score(index).unwrap_or_default(),
            );
            let right = message!("book-one-wrong", "one of them is wrong: see 'plylab book verify'");
            return Err(InputError::new(wrong).expected(right));
        }
        let before = self.known();
        for (mine, theirs) in self.scores.iter_mut().zip(&other.scores) {
            *mine = mine.or(*theirs);
        }
        Ok(self.known() - before)
    }
}
