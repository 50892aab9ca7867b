//! How Connect Four is shown.

use plylab_core::scene::{Backdrop, Board, Fact, Grid, Ground, Picture, Scene, Shape, Sign, Tone};
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

    fn backdrop(&self) -> Backdrop {
        let stones = [('x', Shape::Disc, Tone::Yellow), ('o', Shape::Ring, Tone::Red)];
        let legend = stones.into_iter().flat_map(|(sign, shape, tone)| {
            let plain = Sign::new(sign, shape, tone);
            // A capital is a stone of a winning row.
            [plain.clone(), Sign { sign: sign.to_ascii_uppercase(), marked: true, ..plain }]
        });
        Backdrop {
            title: self.info().title.to_string(),
            ground: Ground::Board(Grid {
                column_labels: (1..=self.columns()).map(|column| column.to_string()).collect(),
                holes: true,
                legend: legend.collect(),
                ..Grid::new(self.columns(), self.rows())
            }),
        }
    }

    fn scene(&self, state: &State) -> Scene {
        let first = state.stones_of(AgentId::FIRST);
        let winning = self.winning_stones(state);
        let cells =
            (0..self.rows()).rev().flat_map(|row| (0..self.columns()).map(move |column| (column, row)));
        let cells = cells.map(|(column, row)| {
            let cell = self.cell(column, row);
            let stone = match (first & cell != 0, state.stones & cell != 0) {
                (true, _) => 'x',
                (false, true) => 'o',
                (false, false) => ' ',
            };
            if winning & cell != 0 { stone.to_ascii_uppercase() } else { stone }
        });
        let name = |agent: AgentId| self.info().agents[agent.index()].as_str();
        let status = match (self.turn(state), self.winner(state)) {
            (Turn::Agent(agent), _) => Fact::new("to move", name(agent)),
            (_, Some(winner)) => Fact::new("winner", name(winner)),
            (_, None) => Fact::new("result", "draw"),
        };
        Scene {
            facts: vec![status, Fact::new("stones", state.played())],
            picture: Picture::Board(Board { cells: cells.collect(), pieces: Vec::new() }),
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
