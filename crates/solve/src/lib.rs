//! Perfect play: what a position is worth when nobody errs.
//!
//! [`connect4`] searches; [`sim`] knows every position there is; [`SolveAgents`] makes players of both.

mod agents;
pub mod chances;

pub mod connect4;
pub mod pacman;
pub mod sim;

pub use agents::SolveAgents;
