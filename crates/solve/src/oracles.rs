//! The oracles: exact values of positions of solved games, for grading moves.

use std::collections::HashMap;

use plylab_core::{
    AnyPosition, Game as _, InputError, Notation as _, Oracle, Outcome, StopFlag, Turn, message,
};
use plylab_games::connect4::ConnectFour;
use plylab_games::sim::Sim;
use plylab_games::tictactoe::{self, TicTacToe};

use crate::connect4::{Control, Goal, Settings, Solver, Stopped};
use crate::sim::SimTable;

struct ConnectFourOracle {
    game: ConnectFour,
    solver: Solver,
}

/// The oracle of Connect Four: its solver.
pub fn connect4(game: &ConnectFour) -> Result<Box<dyn Oracle>, InputError> {
    let solver = Solver::new(game, Settings::default())?;
    Ok(Box::new(ConnectFourOracle { game: game.clone(), solver }))
}

impl Oracle for ConnectFourOracle {
    fn worth(&mut self, position: &dyn AnyPosition, stop: &StopFlag) -> Result<Option<i32>, InputError> {
        let state = self.game.parse_position(&position.text())?;
        match self.solver.score(&state, Goal::Score, &mut Control::new(stop.clone())) {
            Ok(score) => Ok(Some(score)),
            Err(Stopped) => Ok(None),
        }
    }
}

struct SimOracle {
    game: Sim,
    table: SimTable,
}

/// The oracle of SIM: the table of all its positions.
pub fn sim(game: &Sim) -> Result<Box<dyn Oracle>, InputError> {
    let table = SimTable::new(game)?;
    Ok(Box::new(SimOracle { game: game.clone(), table }))
}

impl Oracle for SimOracle {
    /// A win scores the number of free edges at the end, plus one.
    fn worth(&mut self, position: &dyn AnyPosition, _: &StopFlag) -> Result<Option<i32>, InputError> {
        let state = self.game.parse_position(&position.text())?;
        let verdict = self
            .table
            .verdict(&self.game, &state)
            .ok_or_else(|| InputError::new(message!("unreachable", "this position cannot be reached")))?;
        let points = u32::from(self.game.points());
        let edges = points * (points - 1) / 2;
        let left = edges.saturating_sub(state.played() + verdict.moves_left) as i32 + 1;
        Ok(Some(match verdict.outcome {
            Outcome::Win => left,
            Outcome::Draw => 0,
            Outcome::Loss => -left,
        }))
    }
}

/// Solves every position of tic-tac-toe by full search.
struct TicTacToeOracle {
    game: TicTacToe,
    known: HashMap<tictactoe::TicTacToeState, i32>,
}

/// The oracle of tic-tac-toe on 3 by 3 cells. Larger boards have too many positions for a full search.
pub fn tictactoe(game: &TicTacToe) -> Result<Box<dyn Oracle>, InputError> {
    if game.size() > 3 {
        return Err(InputError::new(message!(
            "tictactoe-too-large",
            "Tic-tac-toe on {size} by {size} cells is too large to be solved",
            size = game.size()
        ))
        .expected(message!("tictactoe-solved", "use a board of 3 by 3 cells")));
    }
    Ok(Box::new(TicTacToeOracle { game: game.clone(), known: HashMap::new() }))
}

impl TicTacToeOracle {
    /// A win scores the number of empty cells at the end, plus one.
    fn score(&mut self, state: &tictactoe::TicTacToeState) -> i32 {
        if let Some(&score) = self.known.get(state) {
            return score;
        }
        let actions = self.game.list_actions(state);
        let score = match self.game.turn(state) {
            Turn::Agent(_) => {
                let after = |action| {
                    let mut after = *state;
                    self.game.apply(&mut after, action);
                    after
                };
                let next: Vec<tictactoe::TicTacToeState> = actions.iter().copied().map(after).collect();
                next.iter().map(|after| -self.score(after)).max().unwrap_or(0)
            }
            Turn::Chance | Turn::Over => {
                let cells = i32::from(self.game.size()) * i32::from(self.game.size());
                let side = state.side();
                match self.game.outcome(state, side) {
                    Outcome::Win => cells - state.played() as i32 + 1,
                    Outcome::Draw => 0,
                    Outcome::Loss => state.played() as i32 - cells - 1,
                }
            }
        };
        self.known.insert(*state, score);
        score
    }
}

impl Oracle for TicTacToeOracle {
    fn worth(&mut self, position: &dyn AnyPosition, _: &StopFlag) -> Result<Option<i32>, InputError> {
        let state = self.game.parse_position(&position.text())?;
        Ok(Some(self.score(&state)))
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{CoreAgents, adapt};

    use super::*;

    #[test]
    fn tic_tac_toe_is_a_draw_and_mistakes_cost() {
        let game = TicTacToe::new(3, 3).unwrap();
        let mut oracle = tictactoe(&game).unwrap();
        let erased = adapt(game, &CoreAgents);
        let mut worth = |text: &str| {
            let position = erased.position(text).unwrap();
            oracle.worth(position.as_ref(), &StopFlag::default()).unwrap().unwrap()
        };
        assert_eq!(worth(""), 0);
        assert_eq!(worth("b2 a1"), 0);
        // An edge in answer to the centre loses.
        assert!(worth("b2 b1") > 0);
        // X completes the bottom row with the next stone: four cells stay empty.
        assert_eq!(worth("a1 a2 b1 b2"), 5);
        assert!(tictactoe(&TicTacToe::new(4, 4).unwrap()).is_err());
    }
}
