//! From any arrangement of stones to a position: only arrangements that alternating drops can reach become one.

use std::collections::HashSet;

use plylab_core::{InputError, message};

use super::rules::{ConnectFour, ConnectFourState};

/// An arrangement of stones, possible or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Setup {
    pub first: u64,
    pub second: u64,
}

impl Setup {
    /// The position, or the rule that the arrangement breaks.
    pub fn into_position(self, game: &ConnectFour) -> Result<ConnectFourState, InputError> {
        let stones = self.first | self.second;
        for column in 0..game.columns() {
            for row in 1..game.rows() {
                if stones & game.cell(column, row) != 0 && stones & game.cell(column, row - 1) == 0 {
                    let wrong = message!(
                        "stone-floats",
                        "the stone in column {column}, row {row} floats above an empty cell",
                        column = column + 1,
                        row = row + 1
                    );
                    let right = message!(
                        "stones-fall",
                        "stones fall to the lowest free cell (rows count from the bottom)"
                    );
                    return Err(InputError::new(wrong).expected(right));
                }
            }
        }
        let (first, second) = (self.first.count_ones(), self.second.count_ones());
        if first != second && first != second + 1 {
            let wrong = message!("stones-uneven", "x has {first} {first|stone|stones} and o has {second}");
            let right = message!("x-first", "x moves first, so x must have as many stones as o or one more");
            return Err(InputError::new(wrong).expected(right));
        }
        let last = if first == second { self.second } else { self.first };
        let before = stones ^ last;
        if game.connected(before) {
            let wrong = message!("row-already-won", "the side to move already has a winning row");
            let right = message!("first-row-ends", "the game ends with the first winning row");
            return Err(InputError::new(wrong).expected(right));
        }
        let state = ConnectFourState { stones, mover: before };
        if self.can_be_reached(game, &state) {
            return Ok(state);
        }
        Err(if game.connected(last) {
            let wrong = message!("no-last-stone", "no single last stone completes the winning row");
            let right = message!(
                "first-row-ends-on-top",
                "the game ends with the first winning row, so one of its stones must be on top of its column"
            );
            InputError::new(wrong).expected(right)
        } else {
            InputError::new(message!("board-unreachable", "no sequence of moves leads to this board"))
                .expected(message!("stones-in-turn", "x and o drop stones in turn, x first"))
        })
    }

    /// Is there a sequence of moves that leads here? Removes stones from the tops of columns, the last mover's
    /// first and then in turn, and never visits the same remainder twice.
    fn can_be_reached(&self, game: &ConnectFour, state: &ConnectFourState) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![state.stones];
        while let Some(stones) = open.pop() {
            if stones == 0 {
                return true;
            }
            let last = if stones.count_ones() % 2 == 1 { self.first } else { self.second };
            for column in 0..game.columns() {
                let Some(top) =
                    (0..game.rows()).rev().map(|row| game.cell(column, row)).find(|cell| stones & cell != 0)
                else {
                    continue;
                };
                let rest = stones ^ top;
                // Before the last move there must be no win; further back there are only fewer stones.
                let quiet = stones != state.stones || !game.connected(last & rest);
                if last & top != 0 && quiet && seen.insert(rest) {
                    open.push(rest);
                }
            }
        }
        false
    }
}
