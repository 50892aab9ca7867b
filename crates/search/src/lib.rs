#![doc = include_str!("../README.md")]
//!
//! The agents that search, each written once for every game.
//!
//! Nothing here knows a game. An agent is made of the contract's parts: a [`Game`](plylab_core::Game), an
//! [`Eval`](plylab_core::Eval), a [`Model`](plylab_core::Model) of the others, an
//! [`Observer`](plylab_core::Observer).

use std::hash::{Hash, Hasher};

#[cfg(feature = "serde")]
mod agents;
pub mod lookahead;
pub mod mcts;
#[cfg(feature = "serde")]
pub mod record;

pub use lookahead::LookaheadAgent;

#[cfg(feature = "serde")]
pub use agents::{Others, Reflex, Roulette, SearchAgents};

/// A hash that is fast and the same on every machine, for small tables in which its quality matters little.
#[inline]
fn fold(start: u64, item: &impl Hash) -> u64 {
    struct Fold(u64);

    impl Hasher for Fold {
        #[inline]
        fn write(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 = self.0.wrapping_mul(31).wrapping_add(u64::from(byte));
            }
        }

        fn finish(&self) -> u64 {
            self.0
        }
    }

    let mut hasher = Fold(start);
    item.hash(&mut hasher);
    hasher.finish()
}
