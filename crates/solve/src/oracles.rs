//! The oracles: exact values of positions of solved games, for grading moves.

use plylab_core::{AnyPosition, InputError, Notation, Oracle, Outcome, StopFlag, message};
use plylab_games::connect4::ConnectFour;
use plylab_games::sim::Sim;
use plylab_games::tictactoe::TicTacToe;

use crate::connect4::{Control, Goal, Solver, SolverSettings, Stopped};
use crate::sim::SimTable;
use crate::tictactoe::FullTree;

/// Reads positions by the rules of `game`, for `worth` to judge them.
struct SolvedGame<G, F> {
    game: G,
    worth: F,
}

impl<G, F> Oracle for SolvedGame<G, F>
where
    G: Notation,
    F: FnMut(&G, &G::State, &StopFlag) -> Result<Option<i32>, InputError> + Send,
{
    fn worth(&mut self, position: &dyn AnyPosition, stop: &StopFlag) -> Result<Option<i32>, InputError> {
        let state = self.game.parse_position(&position.text())?;
        (self.worth)(&self.game, &state, stop)
    }
}

fn solved<G: Notation + Clone>(
    game: &G,
    worth: impl FnMut(&G, &G::State, &StopFlag) -> Result<Option<i32>, InputError> + Send + 'static,
) -> Box<dyn Oracle> {
    Box::new(SolvedGame { game: game.clone(), worth })
}

/// The oracle of Connect Four: its solver.
pub fn connect4(game: &ConnectFour) -> Result<Box<dyn Oracle>, InputError> {
    let mut solver = Solver::new(game, SolverSettings::default())?;
    Ok(solved(game, move |_, state, stop| {
        match solver.score(state, Goal::Score, &mut Control::new(stop.clone())) {
            Ok(score) => Ok(Some(score)),
            Err(Stopped) => Ok(None),
        }
    }))
}

/// The oracle of SIM: the table of all its positions. A win scores the number of free edges at the end, plus one.
pub fn sim(game: &Sim) -> Result<Box<dyn Oracle>, InputError> {
    let table = SimTable::new(game)?;
    let points = u32::from(game.points());
    let edges = points * (points - 1) / 2;
    Ok(solved(game, move |game, state, _| {
        let verdict = table
            .verdict(game, state)
            .ok_or_else(|| InputError::new(message!("unreachable", "this position cannot be reached")))?;
        let left = edges.saturating_sub(state.played() + verdict.moves_left) as i32 + 1;
        Ok(Some(match verdict.outcome {
            Outcome::Win => left,
            Outcome::Draw => 0,
            Outcome::Loss => -left,
        }))
    }))
}

/// The oracle of tic-tac-toe on 3 by 3 cells: its full tree.
pub fn tictactoe(game: &TicTacToe) -> Result<Box<dyn Oracle>, InputError> {
    FullTree::check(game)?;
    let mut tree = FullTree::default();
    Ok(solved(game, move |game, state, _| Ok(Some(tree.score(game, state)))))
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
