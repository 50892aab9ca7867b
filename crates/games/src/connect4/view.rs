//! How Connect Four is shown.

use plylab_core::scene::{Board, Fact, Picture, Piece, Scene, Shape, Tone};
use plylab_core::{AgentId, Game, Turn, View};
use serde::Serialize;

use super::rules::{ConnectFour, State};

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

impl ConnectFour {
    fn winner(&self, state: &State) -> Option<AgentId> {
        self.is_won(state).then(|| AgentId(1 - state.side().0))
    }
}

impl View for ConnectFour {
    type Report = Report;

    fn scene(&self, state: &State) -> Scene {
        let first = state.stones_of(AgentId::FIRST);
        let winning = self.winning_stones(state);
        let mut pieces = Vec::new();
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                let cell = self.cell(column, row);
                let (shape, tone) = match (first & cell != 0, state.stones & cell != 0) {
                    (true, _) => (Shape::Disc, Tone::Yellow),
                    (false, true) => (Shape::Ring, Tone::Red),
                    (false, false) => (Shape::Hole, Tone::Grey),
                };
                pieces.push(Piece { marked: winning & cell != 0, ..Piece::new(shape, tone, column, row) });
            }
        }
        let name = |agent: AgentId| self.info().agents[agent.index()].as_str();
        let status = match (self.turn(state), self.winner(state)) {
            (Turn::Agent(agent), _) => Fact::new("to move", name(agent)),
            (_, Some(winner)) => Fact::new("winner", name(winner)),
            (_, None) => Fact::new("result", "draw"),
        };
        Scene {
            title: self.info().title.to_owned(),
            facts: vec![status, Fact::new("stones", state.played())],
            picture: Picture::Board(Board {
                width: u16::from(self.columns()),
                height: u16::from(self.rows()),
                column_labels: (1..=self.columns()).map(|column| column.to_string()).collect(),
                pieces,
            }),
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
