//! The agents that never err, for the games that are solved.

use plylab_core::{AgentBook, AgentKind, Playable};

use crate::{connect4, sim};

/// `perfect` for Connect Four and SIM, and `exploit` for SIM; no other game has any.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveAgents;

impl AgentBook for SolveAgents {
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>> {
        [connect4::perfect().for_game(), sim::perfect().for_game(), sim::exploit().for_game()]
            .into_iter()
            .flatten()
            .collect()
    }
}
