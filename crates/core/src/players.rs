//! The players that need no search.

use crate::agent::{Agent, AgentFailure, Context, Decision, share_equally};
use crate::game::{AgentId, Game, Weights};
use crate::model::Policy;
use crate::seed::{Rng, Seed};

/// Always takes the first legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<G: Game> Agent<G> for First {
    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let actions = context.game.list_actions(context.state);
        actions.first().map(|&action| Decision::plain(action)).ok_or_else(AgentFailure::no_move)
    }

    fn odds(
        &mut self,
        _: Context<'_, G>,
        actions: &[G::Action],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        share_equally(actions, |action| Some(action) == actions.first(), out);
        Ok(())
    }
}

/// Draws its moves from a policy; with [`Uniform`](crate::Uniform), the random player.
#[derive(Clone, Debug)]
pub struct PolicyPlayer<P> {
    policy: P,
    rng: Rng,
}

impl<P> PolicyPlayer<P> {
    /// A player by this policy.
    pub fn new(policy: P) -> Self {
        PolicyPlayer { policy, rng: Seed::default().rng() }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for PolicyPlayer<P> {
    fn begin(&mut self, _: &G, _: AgentId, seed: Seed) {
        self.rng = seed.rng();
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let Context { game, state, me, .. } = context;
        let actions = game.list_actions(state);
        let mut weights = Weights::new();
        self.policy.weights(game, state, me, &actions, &mut weights);
        let choice = self.rng.weighted(&weights).and_then(|index| actions.get(index));
        choice.map(|&action| Decision::plain(action)).ok_or_else(AgentFailure::no_move)
    }

    fn odds(
        &mut self,
        context: Context<'_, G>,
        actions: &[G::Action],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        self.policy.weights(context.game, context.state, context.me, actions, out);
        Ok(())
    }
}
