//! The standard game as the variant `cfour` of chess engines: positions as FENs with the stones left in brackets, moves as
//! drops such as `P@d1`.

use plylab_core::{AgentId, InputError, message};

use super::rules::{Column, ConnectFour, ConnectFourState};

/// What engines call the standard game.
pub(super) const CFOUR: &str = "cfour";

/// The stone of the first player, who is White in a FEN.
const FIRST: char = 'P';
/// The stone of the second.
const SECOND: char = 'p';

/// The board and the side to move of a FEN; none if `text` is not meant as one, which names that side after the board.
pub(super) fn split(text: &str) -> Option<(&str, AgentId)> {
    let mut fields = text.split_whitespace();
    let placed = fields.next()?;
    match fields.next()? {
        "w" => Some((placed, AgentId(0))),
        "b" => Some((placed, AgentId(1))),
        _ => None,
    }
}

impl ConnectFour {
    /// Is it the game that engines know as `cfour`?
    pub(super) fn is_cfour(&self) -> bool {
        (self.columns(), self.rows(), self.connect()) == (7, 6, 4)
    }

    /// The stones that each side begins with.
    fn stones_each(&self) -> usize {
        usize::from(self.columns()) * usize::from(self.rows()) / 2
    }

    /// The position as a FEN.
    pub(super) fn fen(&self, state: &ConnectFourState) -> String {
        let diagram = self.diagram(state, "/");
        let mut board = String::new();
        let mut empty = 0;
        for sign in diagram.chars().chain(['/']) {
            if sign == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                board.push_str(&empty.to_string());
                empty = 0;
            }
            board.push(match sign {
                'x' => FIRST,
                'o' => SECOND,
                row_end => row_end,
            });
        }
        let board = board.trim_end_matches('/');
        let left = |sign: char| self.stones_each() - diagram.matches(sign).count();
        let pocket = FIRST.to_string().repeat(left('x')) + &SECOND.to_string().repeat(left('o'));
        let side = if state.side() == AgentId::FIRST { 'w' } else { 'b' };
        format!("{board}[{pocket}] {side} - - 0 {}", state.played() / 2 + 1)
    }

    /// Reads a FEN: its board becomes a diagram, so that the same rules judge it. The stones left may follow it in brackets.
    pub(super) fn parse_fen(&self, placed: &str, side: AgentId) -> Result<ConnectFourState, InputError> {
        let with_pocket = placed.strip_suffix(']').and_then(|placed| placed.split_once('['));
        let (board, pocket) = with_pocket.map_or((placed, None), |(board, pocket)| (board, Some(pocket)));
        if !self.is_cfour() {
            return Err(InputError::new(message!("fen-size", "a FEN is for the standard board only"))
                .expected(message!("fen-standard", "use 7 columns, 6 rows and 4 in a row, or a diagram")));
        }
        let mut diagram = String::new();
        for sign in board.chars() {
            match sign {
                FIRST => diagram.push('x'),
                SECOND => diagram.push('o'),
                '/' => diagram.push('/'),
                '1'..='9' => diagram.extend((b'0'..sign as u8).map(|_| '.')),
                odd => {
                    let sign = format!("{odd:?}");
                    let wrong = message!("fen-sign", "{sign} cannot be part of the board of a FEN");
                    return Err(InputError::new(wrong)
                        .expected(message!("fen-signs", "use P, p, / and the numbers of empty cells")));
                }
            }
        }
        let state = self.parse_diagram(&diagram)?;
        if state.side() != side {
            return Err(InputError::new(message!("fen-side", "the wrong side is to move in this FEN"))
                .expected(message!("fen-white-first", "White moves first, and then they take turns")));
        }
        let stones = self.stones_each();
        let is_short = |(sign, played): (char, char)| {
            let left = |pocket: &str| pocket.matches(sign).count();
            pocket.is_some_and(|pocket| left(pocket) + diagram.matches(played).count() != stones)
        };
        if [(FIRST, 'x'), (SECOND, 'o')].into_iter().any(is_short) {
            let wrong = message!("fen-pocket", "the stones in brackets are not those that are left");
            let right = message!("fen-stones", "each side has {stones}, on the board or in brackets");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(state)
    }

    /// The drop into a column of `state`: the cell that the stone falls to, as in `P@d1`.
    pub(super) fn drop_text(&self, state: &ConnectFourState, Column(column): Column) -> String {
        let row = (0..self.rows()).find(|&row| state.stones & self.cell(column, row) == 0).unwrap_or(0);
        format!("{FIRST}@{}{}", char::from(b'a' + column), row + 1)
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Notation as _;

    use super::*;

    const START: &str = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";

    fn fen(moves: &str) -> String {
        let game = ConnectFour::default();
        game.uci(&game.parse_position(moves).unwrap()).unwrap().fen
    }

    #[test]
    fn the_start_is_that_of_the_variant() {
        assert_eq!(fen(""), START);
    }

    #[test]
    fn a_position_survives_the_way_to_a_fen_and_back() {
        let game = ConnectFour::default();
        for moves in ["", "4", "4453", "444444", "1212121", "1122334"] {
            let state = game.parse_position(moves).unwrap();
            assert_eq!(game.parse_position(&fen(moves)), Ok(state), "{moves}");
        }
        assert_eq!(fen("4453"), "7/7/7/7/3p3/2pPP2[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - - 0 3");
        assert_eq!(fen("4"), "7/7/7/7/7/3P3[PPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] b - - 0 1");
    }

    #[test]
    fn a_drop_names_the_cell_that_the_stone_falls_to() {
        let game = ConnectFour::default();
        let drops = |moves: &str| game.uci(&game.parse_position(moves).unwrap()).unwrap().moves;
        assert_eq!(drops("4453"), ["P@a1", "P@b1", "P@c2", "P@d3", "P@e2", "P@f1", "P@g1"]);
        assert_eq!(drops("444444"), ["P@a1", "P@b1", "P@c1", "P@e1", "P@f1", "P@g1"]);
        assert!(drops("1212121").is_empty());
    }

    #[test]
    fn other_boards_are_not_the_variant() {
        let game = ConnectFour::new(6, 5, 4).unwrap();
        assert_eq!(game.uci(&ConnectFourState::default()), None);
        let error = game.parse_position(START).unwrap_err().to_string();
        assert_eq!(
            error,
            "a FEN is for the standard board only; use 7 columns, 6 rows and 4 in a row, or a diagram"
        );
    }

    #[test]
    fn wrong_fens_are_refused_by_what_is_wrong_with_them() {
        let error = |text: &str| ConnectFour::default().parse_position(text).unwrap_err().to_string();
        assert_eq!(
            error("7/7/7/7/7/7 b - - 0 1"),
            "the wrong side is to move in this FEN; White moves first, and then they take turns"
        );
        assert_eq!(
            error("7/7/7/7/7/3P3[PPPppp] b - - 0 1"),
            "the stones in brackets are not those that are left; each side has 21, on the board or in brackets"
        );
        assert_eq!(
            error("7/7/7/7/7/3q3 b - - 0 1"),
            "'q' cannot be part of the board of a FEN; use P, p, / and the numbers of empty cells"
        );
        assert_eq!(error("7/7/7/7/7 w"), "the diagram has 5 rows; a diagram has 6 rows of 7 cells");
        assert_eq!(
            error("7/7/7/7/3P3/7 b"),
            "the stone in column 4, row 2 floats above an empty cell; \
             stones fall to the lowest free cell (rows count from the bottom)"
        );
    }
}
