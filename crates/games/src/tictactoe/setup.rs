//! From any arrangement of stones to a position: only arrangements that alternating moves can reach become one.

use plylab_core::{InputError, message};

use super::rules::{TicTacToe, TicTacToeState};

/// An arrangement of stones, possible or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Setup {
    pub x: u32,
    pub o: u32,
}

impl Setup {
    /// The position, or the rule that the arrangement breaks.
    ///
    /// Stones can be put down in any order, and fewer stones make no more lines. So a board can be reached if both
    /// sides have moved in turn and neither had a line before the last stone.
    pub fn into_position(self, game: &TicTacToe) -> Result<TicTacToeState, InputError> {
        let (x, o) = (self.x.count_ones(), self.o.count_ones());
        if x != o && x != o + 1 {
            let wrong = message!(
                "stones-uneven",
                "x has {first} {first|stone|stones} and o has {second}",
                first = x,
                second = o
            );
            let right = message!("x-first", "x moves first, so x must have as many stones as o or one more");
            return Err(InputError::new(wrong).expected(right));
        }
        let first_line = message!("first-line-ends", "the game ends with the first line");
        if game.has_line(self.x) && game.has_line(self.o) {
            return Err(
                InputError::new(message!("both-lines", "x and o both have a line")).expected(first_line)
            );
        }
        let (last, last_name, before, before_name) =
            if x == o { (self.o, "o", self.x, "x") } else { (self.x, "x", self.o, "o") };
        if game.has_line(before) {
            let wrong = message!(
                "line-not-last",
                "{owner} has a line, but {mover} moved last",
                owner = before_name,
                mover = last_name
            );
            return Err(InputError::new(wrong).expected(first_line));
        }
        // The last stone is one that all lines share.
        if game.lines(last).fold(game.all(), |shared, line| shared & line) == 0 {
            let wrong = message!(
                "no-last-stone-of",
                "no single last stone completes the lines of {owner}",
                owner = last_name
            );
            return Err(InputError::new(wrong).expected(first_line));
        }
        Ok(TicTacToeState { x: self.x, o: self.o })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::{Game, Seed};

    use super::super::rules::cells;
    use super::*;

    /// Of all 3^9 arrangements, exactly those that play leads to are positions.
    #[test]
    fn exactly_what_play_leads_to_is_a_position() {
        let game = TicTacToe::default();
        let mut reached = HashSet::new();
        let mut open = vec![game.initial(Seed(0))];
        while let Some(state) = open.pop() {
            if !reached.insert(state) {
                continue;
            }
            let actions = game.list_actions(&state);
            for &cell in &actions {
                let mut next = state;
                game.apply(&mut next, cell);
                open.push(next);
            }
        }
        let mut accepted = 0;
        for arrangement in 0..3_u32.pow(9) {
            let mut setup = Setup::default();
            for (power, cell) in (0..).zip(cells(game.all())) {
                match arrangement / 3_u32.pow(power) % 3 {
                    1 => setup.x |= cell.mask(),
                    2 => setup.o |= cell.mask(),
                    _ => {}
                }
            }
            if let Ok(state) = setup.into_position(&game) {
                assert!(reached.contains(&state), "{setup:?}");
                accepted += 1;
            }
        }
        assert_eq!(accepted, reached.len());
    }
}
