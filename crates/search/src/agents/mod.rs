//! The agents by name: builds an agent from its settings.

mod lookahead;
mod others;
mod reflex;
mod roulette;

pub use others::Others;
pub use reflex::Reflex;
pub use roulette::Roulette;

use plylab_core::{AgentKind, AgentSet, ChoiceSource, CoreAgents, Key, Named, Playable, Text};

/// Every agent that can play any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchAgents;

impl AgentSet for SearchAgents {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        let mut kinds = CoreAgents.kinds(game);
        kinds.extend([
            reflex::kind(game),
            roulette::kind(game),
            lookahead::minimax(game),
            lookahead::alpha_beta(game),
            lookahead::expectimax(game),
            crate::mcts::kind(game),
        ]);
        kinds
    }
}

/// The setting that selects one of `entries`.
pub(crate) fn choice_of<T>(key: &'static str, entries: &[Named<T>], about: impl Into<Text>) -> Key {
    Key::choice_of(key, entries.iter().map(Named::choice), ChoiceSource::Game, about)
}
