//! How the game goes on if both sides play perfectly.

use plylab_core::Game as _;
use plylab_games::connect4::{Column, ConnectFourState};

use super::{Goal, Solver, from_centre};
use crate::connect4::control::{Control, Stopped};

impl Solver {
    /// The principal variation to the end of the game: of several best moves the one nearest to the centre.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn line(
        &mut self,
        state: &ConnectFourState,
        control: &mut Control<'_>,
    ) -> Result<Vec<Column>, Stopped> {
        let score = self.score(state, Goal::Score, control)?;
        let mut line = Vec::new();
        self.extend_line(&mut line, *state, score, control)?;
        Ok(line)
    }

    /// Adds the best moves of both sides from a position with this score to a line, to the end of the game or as far as it gets.
    pub(in crate::connect4) fn extend_line(
        &mut self,
        line: &mut Vec<Column>,
        mut state: ConnectFourState,
        mut score: i32,
        control: &mut Control<'_>,
    ) -> Result<(), Stopped> {
        while let Some(column) = self.best_move(&state, score, control)? {
            line.push(column);
            self.game.apply(&mut state, column);
            score = -score;
        }
        Ok(())
    }

    /// The move nearest to the centre that keeps the score of the position; none at the end of the game.
    pub(in crate::connect4) fn best_move(
        &mut self,
        state: &ConnectFourState,
        score: i32,
        control: &mut Control<'_>,
    ) -> Result<Option<Column>, Stopped> {
        let mut columns = self.game.list_actions(state);
        columns.sort_by_key(|&column| from_centre(&self.game, column));
        for column in columns {
            if self.keeps(state, column, score, control)? {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }
}
