//! The course's simplest Pac-Man: he turns left wherever he can.

use plylab_core::{Agent, AgentFailure, Context, Decision, Game, Weights, share_equally};

use super::classic::Classic;
use super::state::{PacmanState, Step};

/// Turns left if he can, else goes straight on, else turns right, else back. Without a direction he faces North.
#[derive(Clone, Copy, Debug, Default)]
pub struct LeftTurn;

impl LeftTurn {
    /// His step in a state where he is to move.
    pub fn step(game: &Classic, state: &PacmanState) -> Step {
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
    fn act(&mut self, context: Context<'_, Classic>) -> Result<Decision<Step>, AgentFailure> {
        Ok(Decision::plain(LeftTurn::step(context.game, context.state)))
    }

    fn odds(
        &mut self,
        context: Context<'_, Classic>,
        actions: &[Step],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let chosen = LeftTurn::step(context.game, context.state);
        share_equally(actions, |&step| step == chosen, out);
        Ok(())
    }
}
