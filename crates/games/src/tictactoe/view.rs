//! How tic-tac-toe is shown.

use plylab_core::scene::{Backdrop, Board, Fact, Grid, Ground, Picture, Piece, Scene, Shape, Tone};
use plylab_core::{AgentId, Game, Turn, View};
use serde::Serialize;

use super::notation::letter;
use super::rules::{State, TicTacToe, cells, other};

/// The facts of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Report {
    /// The board: rows from the top, `x` for the first player, `o` for the second.
    pub board: String,
    /// Stones on the board.
    pub stones: u32,
    /// Who moves next.
    pub turn: Turn,
    /// Who has won.
    pub winner: Option<AgentId>,
    /// Is the board full without a winner?
    pub draw: bool,
}

impl TicTacToe {
    fn winner(&self, state: &State) -> Option<AgentId> {
        self.is_won(state).then(|| other(state.side()))
    }
}

impl View for TicTacToe {
    type Report = Report;

    fn backdrop(&self) -> Backdrop {
        Backdrop {
            title: self.info().title.to_string(),
            ground: Ground::Board(Grid {
                column_labels: (0..self.size()).map(|column| letter(column).to_string()).collect(),
                row_labels: (1..=self.size()).map(|row| row.to_string()).collect(),
                ..Grid::new(self.size(), self.size())
            }),
        }
    }

    fn scene(&self, state: &State) -> Scene {
        let last = state.stones_of(other(state.side()));
        let winning = self.lines(last).fold(0, |all, line| all | line);
        let pieces = cells(state.stones())
            .map(|cell| {
                let (shape, tone) = match state.x & cell.mask() != 0 {
                    true => (Shape::Cross, Tone::Blue),
                    false => (Shape::Ring, Tone::Red),
                };
                let (column, row) = self.place(cell);
                let piece = Piece::new(shape, tone, column, self.size() - 1 - row);
                Piece { marked: winning & cell.mask() != 0, ..piece }
            })
            .collect();
        let name = |agent: AgentId| self.info().agents[agent.index()].as_str();
        let status = match (self.turn(state), self.winner(state)) {
            (Turn::Agent(agent), _) => Fact::new("to move", name(agent)),
            (_, Some(winner)) => Fact::new("winner", name(winner)),
            (_, None) => Fact::new("result", "draw"),
        };
        Scene {
            facts: vec![status, Fact::new("stones", state.played())],
            picture: Picture::Board(Board { cells: String::new(), pieces }),
        }
    }

    fn report(&self, state: &State) -> Report {
        let turn = self.turn(state);
        let winner = self.winner(state);
        Report {
            board: self.diagram(state, "/"),
            stones: state.played(),
            turn,
            winner,
            draw: turn == Turn::Over && winner.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Notation;

    use super::*;

    fn picture(position: &str) -> (Scene, Board) {
        let game = TicTacToe::default();
        let scene = game.scene(&game.parse_position(position).unwrap());
        let Picture::Board(board) = scene.picture.clone() else { panic!("not a board") };
        (scene, board)
    }

    #[test]
    fn pieces_stand_where_their_cells_are() {
        let (scene, board) = picture("a1 c3");
        let at = |x: f32, y: f32| {
            board.pieces.iter().find(|piece| (piece.x, piece.y) == (x, y)).map(|piece| piece.shape.clone())
        };
        // The picture counts rows from the bottom.
        assert_eq!([at(0.0, 0.0), at(2.0, 2.0), at(1.0, 1.0)], [Some(Shape::Cross), Some(Shape::Ring), None]);
        let Ground::Board(grid) = TicTacToe::default().backdrop().ground else { panic!("not a board") };
        assert_eq!(
            (grid.column_labels.join(""), grid.row_labels.join("")),
            ("abc".to_owned(), "123".to_owned())
        );
        assert_eq!(scene.facts, [Fact::new("to move", "X"), Fact::new("stones", 2)]);
    }

    #[test]
    fn both_lines_of_a_double_win_are_marked() {
        let (scene, board) = picture("xxx/xoo/xoo");
        let marked = board.pieces.iter().filter(|piece| piece.marked);
        assert_eq!(marked.clone().count(), 5);
        assert!(marked.into_iter().all(|piece| piece.shape == Shape::Cross));
        assert_eq!(scene.facts[0], Fact::new("winner", "X"));
        assert_eq!(picture("xox/xoo/oxx").0.facts[0], Fact::new("result", "draw"));
    }
}
