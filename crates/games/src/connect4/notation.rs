//! Moves as column digits, positions as strings of them or as diagrams.

use std::collections::HashSet;

use plylab_core::{
    AgentId, Game, InputError, Message, Notation, Seed, Turn, UciPosition, action_list, message,
    played_after_end,
};

use super::fen::{self, CFOUR};
use super::rules::{Column, ConnectFour, ConnectFourState};
use crate::common::{SECOND, Size, play_moves};

impl ConnectFour {
    fn board(&self) -> Size {
        Size { columns: self.columns(), rows: self.rows() }
    }

    /// The board as text: rows from the top, `x` for the first player, `o` for the second.
    pub(super) fn diagram(&self, state: &ConnectFourState, between_rows: &str) -> String {
        let first = state.stones_of(AgentId::FIRST);
        self.board().diagram(between_rows, |column, from_top| {
            let cell = self.cell(column, self.rows() - 1 - from_top);
            let owner = if first & cell != 0 { AgentId::FIRST } else { SECOND };
            (state.stones & cell != 0).then_some(owner)
        })
    }

    pub(super) fn parse_diagram(&self, text: &str) -> Result<ConnectFourState, InputError> {
        let mut setup = [0; 2];
        // The column numbers below a printed board are not part of it.
        let is_frame = |line: &[char]| line.iter().all(|c| c.is_ascii_digit() || "+-=".contains(*c));
        self.board().parse_diagram(text, is_frame, |owner, column, from_top| {
            let cell = self.cell(column, self.rows() - 1 - from_top);
            setup[owner.index()] |= cell;
        })?;
        self.position_of(setup)
    }

    /// The position with these stones of the first and the second player, or the rule that they break: only arrangements
    /// that alternating drops can reach are positions.
    fn position_of(&self, setup: [u64; 2]) -> Result<ConnectFourState, InputError> {
        let [first_stones, second_stones] = setup;
        let stones = first_stones | second_stones;
        for column in 0..self.columns() {
            for row in 1..self.rows() {
                if stones & self.cell(column, row) != 0 && stones & self.cell(column, row - 1) == 0 {
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
        let (first, second) = (first_stones.count_ones(), second_stones.count_ones());
        if first != second && first != second + 1 {
            let wrong = message!("stones-uneven", "x has {first} {first|stone|stones} and o has {second}");
            let right = message!("x-first", "x moves first, so x must have as many stones as o or one more");
            return Err(InputError::new(wrong).expected(right));
        }
        let last = if first == second { second_stones } else { first_stones };
        let before = stones ^ last;
        if self.connected(before) {
            let wrong = message!("row-already-won", "the side to move already has a winning row");
            let right = message!("first-row-ends", "the game ends with the first winning row");
            return Err(InputError::new(wrong).expected(right));
        }
        if self.can_be_reached(setup) {
            return Ok(ConnectFourState { stones, mover: before });
        }
        Err(if self.connected(last) {
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
    fn can_be_reached(&self, [first, second]: [u64; 2]) -> bool {
        let mut seen = HashSet::new();
        let mut open = vec![first | second];
        while let Some(stones) = open.pop() {
            if stones == 0 {
                return true;
            }
            let last = if stones.count_ones() % 2 == 1 { first } else { second };
            for column in 0..self.columns() {
                let Some(top) =
                    (0..self.rows()).rev().map(|row| self.cell(column, row)).find(|cell| stones & cell != 0)
                else {
                    continue;
                };
                let rest = stones ^ top;
                // Before the last move there must be no win; further back there are only fewer stones.
                let quiet = stones != (first | second) || !self.connected(last & rest);
                if last & top != 0 && quiet && seen.insert(rest) {
                    open.push(rest);
                }
            }
        }
        false
    }
}

impl Notation for ConnectFour {
    fn action_text(&self, _: &ConnectFourState, Column(column): Column) -> String {
        (column + 1).to_string()
    }

    fn parse_action(&self, state: &ConnectFourState, text: &str) -> Result<Column, InputError> {
        let text = text.trim();
        let wrong = |what: Message| Err(InputError::new(what).expected(action_list(self, state)));
        if self.turn(state) == Turn::Over {
            return Err(played_after_end(self, state, text));
        }
        let column = match text.as_bytes() {
            [digit @ b'1'..=b'9'] if digit - b'0' <= self.columns() => digit - b'1',
            _ => return wrong(message!("no-column", "'{text}' is not a column")),
        };
        if state.stones & self.cell(column, self.rows() - 1) != 0 {
            return wrong(message!("column-full", "column {column} is full", column = column + 1));
        }
        Ok(Column(column))
    }

    fn position_text(&self, state: &ConnectFourState) -> String {
        self.diagram(state, "/")
    }

    fn parse_position(&self, text: &str) -> Result<ConnectFourState, InputError> {
        let text = text.trim();
        if let Some((placed, side)) = fen::split(text) {
            return self.parse_fen(placed, side);
        }
        // A diagram has an empty cell or more than one row; anything else is meant as moves.
        if text.contains(['.', '/', '\n']) {
            return self.parse_diagram(text);
        }
        let digits = text.chars().filter(|c| !c.is_whitespace());
        play_moves(self, self.initial(Seed::default()), digits.map(String::from))
    }

    fn uci(&self, state: &ConnectFourState) -> Option<UciPosition> {
        self.is_cfour().then(|| UciPosition {
            variant: CFOUR,
            fen: self.fen(state),
            moves: self.list_actions(state).iter().map(|&column| self.drop_text(state, column)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<ConnectFourState, String> {
        ConnectFour::default().parse_position(text).map_err(|error| error.to_string())
    }

    fn error(text: &str) -> String {
        read(text).unwrap_err()
    }

    #[test]
    fn moves_and_diagram_agree() {
        let printed = "
            | . . . . . . . |
            | . . . . . . . |
            | . . . . . . . |
            | . . . . . . . |
            | . . . o . . . |
            | . . o x x . . |
            +---------------+
              1 2 3 4 5 6 7";
        assert_eq!(read("4453"), read("......./......./......./.......\n...o.../..oxx.."));
        assert_eq!(read("4453"), read(printed));
        assert_eq!(read(""), Ok(ConnectFourState::default()));
    }

    #[test]
    fn impossible_boards_are_refused_by_the_rule_they_break() {
        let empty = "......./......./......./";
        assert_eq!(
            error(&format!("{empty}......./...x.../......o")),
            "the stone in column 4, row 2 floats above an empty cell; \
             stones fall to the lowest free cell (rows count from the bottom)"
        );
        assert_eq!(
            error(&format!("{empty}......./......./xxx....")),
            "x has 3 stones and o has 0; x moves first, so x must have as many stones as o or one more"
        );
        assert_eq!(
            error(&format!("{empty}......./......./...o...")),
            "x has 0 stones and o has 1; x moves first, so x must have as many stones as o or one more"
        );
        assert_eq!(
            error(&format!("{empty}......./xxxx.../oooo...")),
            "the side to move already has a winning row; the game ends with the first winning row"
        );
        assert_eq!(
            error(&format!("{empty}......./xxx..../oooo...")),
            "x has 3 stones and o has 4; x moves first, so x must have as many stones as o or one more"
        );
        assert_eq!(
            error(&format!("{empty}......./xxx..../ooo....")),
            "no sequence of moves leads to this board; x and o drop stones in turn, x first"
        );
        // Both rows of four cannot have been completed by one stone.
        assert_eq!(
            error("......./......./ooo..../ooo..../xxxx.../xxxx..o"),
            "no single last stone completes the winning row; the game ends with the first winning row, \
             so one of its stones must be on top of its column"
        );
    }

    #[test]
    fn malformed_input_names_the_location() {
        assert_eq!(error("4458"), "move 4: '8' is not a column; legal here: 1 2 3 4 5 6 7");
        assert_eq!(error("4444444"), "move 7: column 4 is full; legal here: 1 2 3 5 6 7");
        assert_eq!(error("12121212"), "move 8: '2' is played after the end; the game is over");
        assert_eq!(error("x.o"), "the diagram has 1 row; a diagram has 6 rows of 7 cells");
        assert_eq!(error("hello"), "move 1: 'h' is not a column; legal here: 1 2 3 4 5 6 7");
        assert_eq!(
            error("......./......./......./......./......./...z..."),
            "row 6 from the top: 'z' is not a cell; use x, o or ."
        );
        assert_eq!(
            error("......./......./......./......./......./......"),
            "row 6 from the top: it has 6 cells; a diagram has 6 rows of 7 cells"
        );
    }
}
