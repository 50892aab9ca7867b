//! The agents that know what moves are worth, for the games that are solved.

use plylab_core::{AgentBook, AgentKind, Playable};

use crate::{connect4, sim};

/// `perfect` for Connect Four and SIM, `level` for Connect Four, and `exploit` for SIM; no other game has any.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveAgents;

impl AgentBook for SolveAgents {
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>> {
        let connect_four = [connect4::perfect().for_game(), connect4::level().for_game()];
        let sim = [sim::perfect().for_game(), sim::exploit().for_game()];
        connect_four.into_iter().chain(sim).flatten().collect()
    }
}
