#![doc = include_str!("../README.md")]
//!
//! The agents that search, each written once for every game.
//!
//! Nothing here knows a game. An agent is made of the contract's parts: a [`Game`](plylab_core::Game), an
//! [`Eval`](plylab_core::Eval), a [`Model`](plylab_core::Model) of the others, an
//! [`Observer`](plylab_core::Observer).

#[cfg(feature = "serde")]
mod agents;
pub mod lookahead;
pub mod mcts;
#[cfg(feature = "serde")]
pub mod record;

pub use lookahead::LookaheadAgent;

#[cfg(feature = "serde")]
pub use agents::{Others, Reflex, Roulette, SearchAgents};

/// The failure of every agent where no agent is to move.
fn no_move() -> plylab_core::AgentFailure {
    plylab_core::AgentFailure::no_move()
}
