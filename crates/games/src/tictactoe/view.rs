//! How tic-tac-toe is shown.

use plylab_core::scene::{Backdrop, Board, Fact, Grid, Ground, Picture, Piece, Scene, Shape, Tone};
use plylab_core::{AgentId, Game, View};

use super::notation::letter;
use super::rules::{TicTacToe, TicTacToeState, cells};
use crate::common::{StonesReport, other, status};

impl TicTacToe {
    fn winner(&self, state: &TicTacToeState) -> Option<AgentId> {
        self.is_won(state).then(|| other(state.side()))
    }
}

impl View for TicTacToe {
    type Report = StonesReport;

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

    fn scene(&self, state: &TicTacToeState) -> Scene {
        let last = state.stones_of(other(state.side()));
        let winning = self.lines(last).fold(0, |all, line| all | line);
        let pieces = cells(state.stones())
            .map(|cell| {
                let (shape, tone) = match state.x & cell.mask() != 0 {
                    true => (Shape::Cross, Tone::Blue),
                    false => (Shape::Ring, Tone::Red),
                };
                let (column, row) = self.coordinates(cell);
                let piece = Piece::new(shape, tone, column, self.size() - 1 - row);
                Piece { marked: winning & cell.mask() != 0, ..piece }
            })
            .collect();
        Scene {
            facts: vec![
                status(self.info(), self.turn(state), self.winner(state)),
                Fact::new("stones", state.played()),
            ],
            picture: Picture::Board(Board { cells: String::new(), pieces }),
        }
    }

    fn threats(&self, state: &TicTacToeState, agent: AgentId) -> Vec<(u16, u16)> {
        let own = state.stones_of(agent);
        let winning = self.list_actions(state).into_iter().filter(|cell| self.has_line(own | cell.mask()));
        let place = |(column, row): (u8, u8)| (column.into(), (self.size() - 1 - row).into());
        winning.map(|cell| place(self.coordinates(cell))).collect()
    }

    fn report(&self, state: &TicTacToeState) -> StonesReport {
        StonesReport::new(self.diagram(state, "/"), state.played(), self.turn(state), self.winner(state))
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
    fn threats_are_the_cells_that_complete_a_line() {
        let game = TicTacToe::default();
        let threats = |moves: &str, agent| game.threats(&game.parse_position(moves).unwrap(), AgentId(agent));
        assert_eq!(threats("a1 a2 b1 b2", 0), [(2, 0)]);
        assert_eq!(threats("a1 a2 b1 b2", 1), [(2, 1)]);
        assert_eq!(threats("xxx/xoo/xoo", 1), [], "the game is over");
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
