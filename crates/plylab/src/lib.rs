#![doc = include_str!("../README.md")]

pub use plylab_core::*;

/// What the rules of a game, an agent and a match between agents need.
pub mod prelude {
    pub use plylab_core::{
        Agent, AgentFailure, AgentId, ArrayVec, Budget, Decision, Depth, Eval, Game, GameInfo, Hashed,
        MatchLimits, Outcome, PolicyPlayer, Seed, Term, Turn, Uniform, Utility, play_match,
    };
    pub use plylab_search::LookaheadAgent;
}

#[cfg(feature = "draw")]
pub use plylab_draw as draw;

#[cfg(feature = "games")]
pub use plylab_games as games;

#[cfg(feature = "lab")]
pub use plylab_lab as lab;

pub use plylab_search as search;

#[cfg(feature = "solve")]
pub use plylab_solve as solve;

#[cfg(feature = "standard")]
pub use plylab_standard::{StandardAgents, registry};
