//! Everybody who can play without a person: those who search, and those who know.

use plylab_core::{AgentBook, AgentKind, Playable};
use plylab_search::SearchAgents;
use plylab_solve::SolveAgents;

/// The agents of the lab, for any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct LabAgents;

impl AgentBook for LabAgents {
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>> {
        let mut kinds = SearchAgents.kinds::<G>();
        kinds.extend(SolveAgents.kinds::<G>());
        kinds
    }
}
