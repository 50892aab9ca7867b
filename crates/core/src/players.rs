//! The players that need no search.

use crate::agent::{Agent, AgentFailure, Decision, share_equally};
use crate::budget::Budget;
use crate::game::{AgentId, Game, Weights};
use crate::model::Policy;
use crate::seed::{Rng, Seed};

/// Always takes the first legal action.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<G: Game> Agent<G> for First {
    fn begin(&mut self, _: &G, _: AgentId, _: Seed) {}

    fn act(&mut self, game: &G, state: &G::State, _: &Budget) -> Result<Decision<G::Action>, AgentFailure> {
        let actions = game.list_actions(state);
        actions.first().map(|&action| Decision::plain(action)).ok_or_else(AgentFailure::no_move)
    }

    fn odds(
        &mut self,
        _: &G,
        _: &G::State,
        actions: &[G::Action],
        _: &Budget,
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
    me: AgentId,
    rng: Rng,
}

impl<P> PolicyPlayer<P> {
    /// A player by this policy.
    pub fn new(policy: P) -> Self {
        PolicyPlayer { policy, me: AgentId::FIRST, rng: Seed::default().rng() }
    }
}

impl<G: Game, P: Policy<G>> Agent<G> for PolicyPlayer<P> {
    fn begin(&mut self, _: &G, me: AgentId, seed: Seed) {
        self.me = me;
        self.rng = seed.rng();
    }

    fn act(&mut self, game: &G, state: &G::State, _: &Budget) -> Result<Decision<G::Action>, AgentFailure> {
        let actions = game.list_actions(state);
        let mut weights = Weights::new();
        self.policy.weights(game, state, self.me, &actions, &mut weights);
        let choice = self.rng.weighted(&weights).and_then(|place| actions.get(place));
        choice.map(|&action| Decision::plain(action)).ok_or_else(AgentFailure::no_move)
    }

    fn odds(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        _: &Budget,
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        self.policy.weights(game, state, self.me, actions, out);
        Ok(())
    }
}
