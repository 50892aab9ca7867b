//! The agents that think: what each does is written down once, for every game.
//!
//! Nothing here knows a game. An agent is made of the contract's parts: a [`Game`](plylab_core::Game), an
//! [`Eval`](plylab_core::Eval), a [`Model`](plylab_core::Model) of the others, an
//! [`Observer`](plylab_core::Observer).

mod agents;
pub mod lookahead;
pub mod mcts;
pub mod record;
pub mod svg;

pub use agents::{LookaheadAgent, Others, Reflex, Roulette, SearchAgents};

/// What every agent says where no agent is to move.
fn no_move() -> plylab_core::AgentFailure {
    plylab_core::AgentFailure::no_move()
}
