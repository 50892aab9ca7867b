//! The course's simplest Pac-Man: he turns left wherever he can.

use plylab_core::{Agent, AgentFailure, AgentId, Budget, Decision, Game, Seed, Weights, share_equally};

use super::classic::Classic;
use super::state::{State, Step};

/// Turns left if he can, else goes straight on, else turns right, else back. Without a direction he faces North.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeftTurn;

impl LeftTurn {
    /// His step, in a state in which he is to move.
    pub fn step(game: &Classic, state: &State) -> Step {
        let legal = game.list_actions(state);
        let facing = match state.actors[0].facing {
            Step::Stop => Step::North,
            facing => facing,
        };
        [facing.left(), facing, facing.right(), facing.reversed()]
            .into_iter()
            .find(|step| legal.contains(step))
            .unwrap_or(Step::Stop)
    }
}

impl Agent<Classic> for LeftTurn {
    fn begin(&mut self, _: &Classic, _: AgentId, _: Seed) {}

    fn act(&mut self, game: &Classic, state: &State, _: &Budget) -> Result<Decision<Step>, AgentFailure> {
        Ok(Decision::plain(LeftTurn::step(game, state)))
    }

    fn odds(
        &mut self,
        game: &Classic,
        state: &State,
        actions: &[Step],
        _: &Budget,
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let chosen = LeftTurn::step(game, state);
        share_equally(actions, |&step| step == chosen, out);
        Ok(())
    }
}
