//! Perfect agents for the games that are solved, and the strongest agents for those that are not.

use plylab_core::{AgentKind, AgentSet, Playable};

use crate::{connect4, pacman, sim, tictactoe};

/// `perfect` for Connect Four, SIM and tic-tac-toe, `level` for Connect Four, `exploit` for SIM, and `planner` for both kinds of Pac-Man.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveAgents;

impl AgentSet for SolveAgents {
    fn kinds<G: Playable>(&self, _: &G) -> Vec<AgentKind<G>> {
        let kinds = [
            connect4::perfect().for_game(),
            connect4::level().for_game(),
            sim::perfect().for_game(),
            sim::exploit().for_game(),
            tictactoe::perfect().for_game(),
            pacman::classic_planner().for_game(),
            pacman::grid_planner().for_game(),
        ];
        kinds.into_iter().flatten().collect()
    }
}
