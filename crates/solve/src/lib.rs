#![doc = include_str!("../README.md")]
//!
//! Perfect play: the exact values of positions.
//!
//! [`connect4`] searches; [`sim`] has a table of every position; [`SolveAgents`] are the agents that use them.

mod agents;
pub mod chances;
mod oracles;

pub mod connect4;
pub mod pacman;
pub mod sim;
mod tictactoe;

pub use agents::SolveAgents;

use plylab_core::{Game, Registry};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, Grid};
use plylab_games::sim::Sim;
use plylab_games::tictactoe::TicTacToe;

/// Adds the oracles and bounds that games name in their [`GameKind`](plylab_core::GameKind).
pub fn add_knowledge(registry: &mut Registry) {
    registry.add_oracle::<ConnectFour>("connect4-solver", oracles::connect4);
    registry.add_oracle::<Sim>("sim-table", oracles::sim);
    registry.add_oracle::<TicTacToe>("tictactoe-table", oracles::tictactoe);
    registry.add_score_bound::<Classic>("pacman-tour", pacman::score_bound);
    registry.add_score_bound::<Grid>("grid-tour", pacman::score_bound);
}

/// The state after a move.
fn after<G: Game>(game: &G, state: &G::State, action: G::Action) -> G::State {
    let mut after = state.clone();
    game.apply(&mut after, action);
    after
}
