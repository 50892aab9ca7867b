//! The agents by name: settings in, an agent out.

mod lookahead;
mod others;
mod reflex;
mod roulette;

pub use lookahead::LookaheadAgent;
pub use others::Others;
pub use reflex::Reflex;
pub use roulette::Roulette;

use plylab_core::{AgentBook, AgentFailure, AgentKind, CoreAgents, InputError, Named, Params, Playable};

/// Every agent that can play any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct SearchAgents;

impl AgentBook for SearchAgents {
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>> {
        let mut kinds = CoreAgents.kinds::<G>();
        kinds.extend([
            reflex::kind(),
            roulette::kind(),
            lookahead::minimax(),
            lookahead::alpha_beta(),
            lookahead::expectimax(),
            crate::mcts::kind(),
        ]);
        kinds
    }
}

/// The entry that the setting names, or the first.
fn named<'a, T>(params: &Params<'_>, key: &str, entries: &'a [Named<T>]) -> Result<&'a Named<T>, InputError> {
    let Some(name) = params.text(key) else {
        return entries.first().ok_or_else(|| InputError::new("the game has no evaluation"));
    };
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        params.bad(key, name, &format!("the game has {}", names.join(", ")))
    })
}

const SWITCH: &[(&str, bool)] = &[("on", true), ("off", false)];

fn no_move() -> AgentFailure {
    AgentFailure("asked for a move where there is none".to_owned())
}
