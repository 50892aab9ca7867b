//! Watching simulations from inside. A search that nobody watches is compiled without it.

use plylab_core::{AgentId, Eval, Game, Role, SampledNode, Simulation, SimulationEnd, Turn, Weights};

use super::settings::Others;
use super::simulation::{Simulator, Transition};

/// What is noted of a simulation while somebody watches.
#[derive(Debug)]
pub(super) struct Notes<A> {
    /// The moves of the playout.
    pub playout: Vec<A>,
    /// The reward of each agent, before proven better moves changed it.
    pub rewards: Vec<f64>,
    /// The reward that each node of the path got, the last node first.
    pub given: Vec<f64>,
}

impl<A> Default for Notes<A> {
    fn default() -> Self {
        Notes { playout: Vec::new(), rewards: Vec::new(), given: Vec::new() }
    }
}

impl<A> Notes<A> {
    pub fn clear(&mut self) {
        self.playout.clear();
        self.rewards.clear();
        self.given.clear();
    }
}

impl<G: Game, E: Eval<G>, const SHARED: bool, const WATCHED: bool> Simulator<'_, G, E, SHARED, WATCHED> {
    /// Tells the observer of the simulation that is just over. Replays its path, because the tree holds no states.
    pub fn report(&mut self, end: SimulationEnd, expands: bool) {
        let mut state = self.root.clone();
        let mut path: Vec<SampledNode<G::Action>> = Vec::with_capacity(self.path.len());
        let mut weights = Weights::new();
        for index in 0..self.path.len() {
            let step = self.path[index];
            let mut reached = (None, None);
            if let Some(above) = index.checked_sub(1).map(|above| self.path[above]) {
                self.game.actions(&state, &mut self.actions);
                let first = self.tree.first_child(above.node).unwrap_or(step.node);
                let offset = step.node.offset_from(first);
                let weight = match above.transition {
                    Transition::Uniform => Some(1.0 / self.actions.len() as f64),
                    Transition::Rolled => {
                        weights.clear();
                        self.game.odds(&state, &self.actions, &mut weights);
                        weights.get(offset).copied()
                    }
                    Transition::Chosen(_) | Transition::Unknown => None,
                };
                let Some(&action) = self.actions.get(offset) else { return };
                self.game.apply(&mut state, action);
                reached = (Some(action), weight);
            }
            let turn = self.game.turn(&state);
            let node = self.tree.node(step.node);
            path.push(SampledNode {
                action: reached.0,
                weight: reached.1,
                actor: turn.agent(),
                role: self.role(turn),
                owner: step.owner,
                reward: self.notes.given.iter().rev().nth(index).copied().unwrap_or(0.0),
                proven: node.exact(),
                exploration: turn.agent().map_or(0.0, |agent| self.exploration(agent)),
            });
        }
        let simulation = Simulation {
            path,
            expands,
            end,
            playout: std::mem::take(&mut self.notes.playout),
            rewards: self.notes.rewards.clone(),
            head_start: u32::from(self.settings.first_visit),
        };
        if let Some(observer) = &mut self.observer {
            observer.simulate(&simulation);
        }
        self.notes.playout = simulation.playout;
    }

    fn role(&self, turn: Turn) -> Option<Role> {
        match turn {
            Turn::Over => None,
            Turn::Chance => Some(Role::Mean),
            Turn::Agent(agent) if agent == self.me => Some(Role::Max),
            Turn::Agent(_) if self.settings.others == Others::Random => Some(Role::Mean),
            Turn::Agent(_) => Some(Role::Min),
        }
    }

    /// The factor of the exploration term where that agent chooses.
    #[inline]
    pub fn exploration(&self, agent: AgentId) -> f64 {
        self.settings.exploration * self.evaluator.ranges.spread(agent)
    }
}
