//! How Connect Four is shown.

use plylab_core::scene::{Backdrop, Board, Fact, Grid, Ground, Picture, Scene, Shape, Sign, Tone};
use plylab_core::{AgentId, Game, View};

use super::lines::Lines;
use super::rules::{ConnectFour, ConnectFourState};
use crate::common::{StonesReport, other, status};

impl ConnectFour {
    fn winner(&self, state: &ConnectFourState) -> Option<AgentId> {
        self.is_won(state).then(|| other(state.side()))
    }
}

impl View for ConnectFour {
    type Report = StonesReport;

    fn backdrop(&self) -> Backdrop {
        let stones = [('x', Shape::Disc, Tone::Yellow), ('o', Shape::Ring, Tone::Red)];
        let legend = stones.into_iter().flat_map(|(sign, shape, tone)| {
            let plain = Sign::new(sign, shape, tone);
            // A capital letter is a stone of a winning row.
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

    fn scene(&self, state: &ConnectFourState) -> Scene {
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
        Scene {
            facts: vec![
                status(self.info(), self.turn(state), self.winner(state)),
                Fact::new("stones", state.played()),
            ],
            picture: Picture::Board(Board { cells: cells.collect(), pieces: Vec::new() }),
        }
    }

    fn threats(&self, state: &ConnectFourState, agent: AgentId) -> Vec<(u16, u16)> {
        let own = state.stones_of(agent);
        let threats = Lines::of(self, own, state.stones ^ own).threats;
        let cells = (0..self.columns()).flat_map(|column| (0..self.rows()).map(move |row| (column, row)));
        cells
            .filter(|&(column, row)| threats & self.cell(column, row) != 0)
            .map(|(column, row)| (u16::from(column), u16::from(row)))
            .collect()
    }

    fn report(&self, state: &ConnectFourState) -> StonesReport {
        StonesReport::new(self.diagram(state, "/"), state.played(), self.turn(state), self.winner(state))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Notation as _;

    use super::*;

    #[test]
    fn threats_are_the_cells_that_complete_a_row() {
        let game = ConnectFour::new(7, 6, 4).unwrap();
        let threats = |moves: &str, agent| game.threats(&game.parse_position(moves).unwrap(), AgentId(agent));
        // Yellow has 3, 4 and 5 of the bottom row, Red the cells above two of them.
        assert_eq!(threats("33445", 0), [(1, 0), (5, 0)]);
        assert_eq!(threats("33445", 1), []);
        assert_eq!(threats("121314", 0), [(0, 3)]);
        // On a diagonal, above two empty cells: it cannot be reached yet.
        assert_eq!(threats("1223343", 0), [(3, 3)]);
    }
}
