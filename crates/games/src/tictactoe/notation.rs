//! Moves as cells, `b2`; positions as the moves that were played, or as diagrams.

use plylab_core::{Game, InputError, Message, Notation, Seed, Turn, action_list, message, played_after_end};

use super::rules::{O, TicTacToe, TicTacToeCell, TicTacToeState, X};
use crate::common::{Size, play_moves};

/// A column's letter.
pub(super) fn letter(column: u8) -> char {
    char::from(b'a' + column)
}

impl TicTacToe {
    /// Column and row; rows count from the bottom, as on a chess board.
    fn cell_text(&self, cell: TicTacToeCell) -> String {
        let (column, row) = self.coordinates(cell);
        format!("{}{}", letter(column), self.size() - row)
    }

    /// A letter and a row, or a number in reading order.
    fn read_cell(&self, text: &str) -> Option<TicTacToeCell> {
        let size = self.size();
        let (column, row) = match *text.as_bytes() {
            [column, row] if column.is_ascii_alphabetic() && row.is_ascii_digit() => {
                (column.to_ascii_lowercase() - b'a', size.checked_sub(row - b'0')?)
            }
            _ if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                let index = text.parse::<u8>().ok()?.checked_sub(1)?;
                (index % size, index / size)
            }
            _ => return None,
        };
        (column < size && row < size).then(|| self.cell(column, row))
    }

    fn board(&self) -> Size {
        Size { columns: self.size(), rows: self.size() }
    }

    /// The board as text: rows from the top.
    pub(super) fn diagram(&self, state: &TicTacToeState, between_rows: &str) -> String {
        self.board().diagram(between_rows, |column, row| {
            let cell = self.cell(column, row).mask();
            let owner = if state.x & cell != 0 { X } else { O };
            (state.stones() & cell != 0).then_some(owner)
        })
    }

    fn parse_diagram(&self, text: &str) -> Result<TicTacToeState, InputError> {
        let mut state = TicTacToeState::default();
        // The frame of a printed board and the letters below it are not part of it.
        let letters: Vec<char> = (0..self.size()).map(letter).collect();
        let is_frame = |line: &[char]| *line == *letters || line.iter().all(|c| "+-".contains(*c));
        self.board().parse_diagram(text, is_frame, |owner, column, row| {
            let cell = self.cell(column, row).mask();
            *if owner == X { &mut state.x } else { &mut state.o } |= cell;
        })?;
        self.check(&state)?;
        Ok(state)
    }

    /// Accepts only what moves in turn can lead to.
    ///
    /// Stones can be placed in any order, and fewer stones make no more lines. So a board can be reached if both sides have
    /// moved in turn and neither had a line before the last stone.
    fn check(&self, state: &TicTacToeState) -> Result<(), InputError> {
        let (first, second) = (state.x.count_ones(), state.o.count_ones());
        if first != second && first != second + 1 {
            let wrong = message!("stones-uneven", "x has {first} {first|stone|stones} and o has {second}");
            let right = message!("x-first", "x moves first, so x must have as many stones as o or one more");
            return Err(InputError::new(wrong).expected(right));
        }
        let (last, mover, before, owner) =
            if first == second { (state.o, "o", state.x, "x") } else { (state.x, "x", state.o, "o") };
        let wrong = if self.has_line(before) && self.has_line(last) {
            message!("both-lines", "x and o both have a line")
        } else if self.has_line(before) {
            message!("line-not-last", "{owner} has a line, but {mover} moved last")
        } else if self.lines(last).fold(self.all, |shared, line| shared & line) == 0 {
            // The last stone must be one that all lines share.
            message!("no-last-stone-of", "no single last stone completes the lines of {owner}", owner = mover)
        } else {
            return Ok(());
        };
        Err(InputError::new(wrong).expected(message!("first-line-ends", "the game ends with the first line")))
    }
}

impl Notation for TicTacToe {
    fn action_text(&self, _: &TicTacToeState, cell: TicTacToeCell) -> String {
        self.cell_text(cell)
    }

    /// Also reads `B2`, and numbers in reading order.
    fn parse_action(&self, state: &TicTacToeState, text: &str) -> Result<TicTacToeCell, InputError> {
        let text = text.trim();
        let wrong = |what: Message| InputError::new(what).expected(action_list(self, state));
        if self.turn(state) == Turn::Over {
            return Err(played_after_end(self, state, text));
        }
        let cell =
            self.read_cell(text).ok_or_else(|| wrong(message!("no-such-cell", "'{text}' is not a cell")))?;
        if state.stones() & cell.mask() != 0 {
            return Err(wrong(message!("cell-taken", "{cell} is taken", cell = self.cell_text(cell))));
        }
        Ok(cell)
    }

    fn position_text(&self, state: &TicTacToeState) -> String {
        self.diagram(state, "/")
    }

    fn parse_position(&self, text: &str) -> Result<TicTacToeState, InputError> {
        let text = text.trim();
        // Every move has a digit. A diagram has none, but an empty cell or more than one row.
        let has_digit = text.contains(|c: char| c.is_ascii_digit());
        if text.contains(['.', '/', '|']) || (text.contains('\n') && !has_digit) {
            self.parse_diagram(text)
        } else {
            let words = text.split(|c: char| c == ',' || c.is_whitespace());
            play_moves(self, self.initial(Seed::default()), words.filter(|word| !word.is_empty()))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::rules::cells;
    use super::*;

    fn read(text: &str) -> Result<String, String> {
        let game = TicTacToe::default();
        game.parse_position(text).map(|state| game.position_text(&state)).map_err(|error| error.to_string())
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err()
    }

    #[test]
    fn moves_and_diagrams_agree() {
        let position = "o../.x./x..".to_owned();
        let printed = "
            +-------+
            | o . . |
            | . x . |
            | X . . |
            +-------+
              a b c";
        for text in [
            "b2 a3 a1",
            "B2,A3, A1",
            "5 1 7",
            "b2\na3\na1",
            "o..\n.x.\nx..",
            " O . . / . X . / X . . ",
            printed,
        ] {
            assert_eq!(read(text), Ok(position.clone()), "{text}");
        }
        assert_eq!(read("").unwrap(), ".../.../...");
        assert_eq!(read("xox\nxoo\noxx").unwrap(), "xox/xoo/oxx");
    }

    #[test]
    fn cells_have_names_and_numbers_on_every_board() {
        for (size, texts) in [(3, ["a3", "c3", "a1", "c1"]), (5, ["a5", "e5", "a1", "e1"])] {
            let game = TicTacToe::new(size, 3).unwrap();
            let state = game.initial(Seed(0));
            let cells = [(0, 0), (size - 1, 0), (0, size - 1), (size - 1, size - 1)];
            let numbers = [1, size, size * (size - 1) + 1, size * size];
            for ((text, number), (column, row)) in texts.iter().zip(numbers).zip(cells) {
                let cell = game.cell(column, row);
                assert_eq!(game.action_text(&state, cell), *text);
                for text in [(*text).to_owned(), text.to_uppercase(), number.to_string()] {
                    assert_eq!(game.parse_action(&state, &text), Ok(cell), "{text}");
                }
            }
            for odd in ["", "a", "a0", "a6", "f1", "b22", "0", "26", "300", "-1", "1a", "\u{e4}1", "a\u{661}"]
            {
                assert!(game.parse_action(&state, odd).is_err(), "{odd}");
            }
        }
    }

    #[test]
    fn impossible_boards_are_refused_by_the_rule_they_break() {
        let in_turn = "x moves first, so x must have as many stones as o or one more";
        assert_eq!(error("xx./.../..."), format!("x has 2 stones and o has 0; {in_turn}"));
        assert_eq!(error("o../.../..."), format!("x has 0 stones and o has 1; {in_turn}"));
        assert_eq!(error("xxx/ooo/..."), "x and o both have a line; the game ends with the first line");
        assert_eq!(error("xxx/oo./o.."), "x has a line, but o moved last; the game ends with the first line");
        assert_eq!(error("ooo/xx./x.x"), "o has a line, but x moved last; the game ends with the first line");
        // Two lines that share the last stone are one win; two that share none cannot come from one stone.
        assert_eq!(read("xxx/xoo/xoo").unwrap(), "xxx/xoo/xoo");
        let large = TicTacToe::new(4, 3).unwrap();
        assert!(large.parse_position("xxx./oo.o/o.../xx..").is_ok());
        assert_eq!(
            large.parse_position("xxx./oo.o/oo../xxx.").unwrap_err().to_string(),
            "no single last stone completes the lines of x; the game ends with the first line"
        );
    }

    #[test]
    fn malformed_input_names_the_location() {
        assert_eq!(error("b2 d4"), "move 2: 'd4' is not a cell; legal here: a3 b3 c3 a2 c2 a1 b1 c1");
        assert_eq!(error("b2 a1 5"), "move 3: b2 is taken; legal here: a3 b3 c3 a2 c2 b1 c1");
        assert_eq!(error("a1 a2 b1 b2 c1 c2"), "move 6: 'c2' is played after the end; the game is over");
        assert_eq!(error("hello"), "move 1: 'hello' is not a cell; legal here: a3 b3 c3 a2 b2 c2 a1 b1 c1");
        assert_eq!(error("x.o"), "the diagram has 1 row; a diagram has 3 rows of 3 cells");
        assert_eq!(error("x../../.."), "row 2 from the top: it has 2 cells; a diagram has 3 rows of 3 cells");
        assert_eq!(error(".../..z/..."), "row 2 from the top: 'z' is not a cell; use x, o or .");
    }

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
            let mut state = TicTacToeState::default();
            for (power, cell) in (0..).zip(cells(game.all)) {
                match arrangement / 3_u32.pow(power) % 3 {
                    1 => state.x |= cell.mask(),
                    2 => state.o |= cell.mask(),
                    _ => {}
                }
            }
            if game.check(&state).is_ok() {
                assert!(reached.contains(&state), "{state:?}");
                accepted += 1;
            }
        }
        assert_eq!(accepted, reached.len());
    }
}
