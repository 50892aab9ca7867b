//! The score by definition: a full search by the rules alone. Slow, and independent of the solver.

use std::collections::HashMap;

use plylab_core::{Game, Rng, Seed, Turn};
use plylab_games::connect4::{Column, ConnectFour, ConnectFourState};

use crate::after;

/// Scores of positions already searched.
pub struct Slow<'a> {
    game: &'a ConnectFour,
    scores: HashMap<ConnectFourState, i32>,
}

impl<'a> Slow<'a> {
    pub fn new(game: &'a ConnectFour) -> Self {
        Slow { game, scores: HashMap::new() }
    }

    /// The score for the side to move.
    pub fn score(&mut self, state: &ConnectFourState) -> i32 {
        if let Some(&score) = self.scores.get(state) {
            return score;
        }
        let score = match self.game.turn(state) {
            Turn::Agent(_) => self
                .game
                .list_actions(state)
                .iter()
                .map(|&column| -self.score(&after(self.game, state, column)))
                .max()
                .unwrap(),
            _ => self.score_at_end(state),
        };
        self.scores.insert(*state, score);
        score
    }

    fn score_at_end(&self, state: &ConnectFourState) -> i32 {
        let side = plylab_core::AgentId((state.played() % 2) as u8);
        if self.game.utility(state, side) == 0.0 {
            return 0;
        }
        // The side that is not to move has won. It had half of all cells' stones, the first player the odd one too.
        let cells = i32::from(self.game.columns()) * i32::from(self.game.rows());
        let played = state.played() as i32;
        let (has, placed) = match side.0 {
            0 => (cells / 2, played / 2),
            _ => ((cells + 1) / 2, (played + 1) / 2),
        };
        -(has - placed + 1)
    }
}

/// A position with at most `left` free cells that random moves lead to, the game not yet over; the moves avoid ending it.
pub fn late_position(game: &ConnectFour, left: u32, rng: &mut Rng) -> ConnectFourState {
    let cells = u32::from(game.columns()) * u32::from(game.rows());
    loop {
        let mut state = game.initial(Seed(0));
        while game.turn(&state) != Turn::Over {
            if cells - state.played() <= left {
                return state;
            }
            let mut columns: Vec<Column> = game.list_actions(&state).to_vec();
            columns.retain(|&column| game.turn(&after(game, &state, column)) != Turn::Over);
            let Some(&column) = rng.pick(&columns) else { break };
            game.apply(&mut state, column);
        }
    }
}
