//! Simulations: selection, expansion, playout, backpropagation.

use plylab_core::{
    AgentId, Eval, Game, Observer, Rng, Role, SampledNode, Seed, Simulation, SimulationEnd, Turn, Weights,
};

use super::arena::{Arena, Expansion, NodeId};
use super::evaluator::{Evaluator, GameProperty, seen_by};
use super::settings::{MctsSettings, OpponentModel};
use super::ucb::Tables;

/// How the next move of a path was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Transition {
    /// Not chosen yet.
    Unknown,
    /// By an agent that maximises its own reward.
    Chosen(AgentId),
    /// By an agent that takes every move equally likely.
    Uniform,
    /// By dice.
    Rolled,
}

/// A node on the path from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct PathStep {
    pub node: NodeId,
    /// The agent that chose the node, whose rewards it sums up.
    pub owner: AgentId,
    pub transition: Transition,
}

/// The result of a simulation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SimulationResult {
    /// Completed.
    Completed,
    /// Completed, but the tree had no room for a new node.
    TreeFull,
    /// Discarded, because it found a new property of the game.
    Discarded(GameProperty),
}

/// A cheap source of small random numbers: splits each word of the generator in two.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    rng: Rng,
    /// The half that is left, if it is not zero.
    spare: u32,
}

impl Dice {
    /// Dice with this seed.
    pub fn new(seed: Seed) -> Dice {
        Dice { rng: seed.rng(), spare: 0 }
    }

    /// A number below `bound`, uniform up to one part in 2^32 / `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let half = if self.spare == 0 {
            let word = self.rng.word();
            self.spare = (word >> 32) as u32;
            word as u32
        } else {
            std::mem::take(&mut self.spare)
        };
        ((u64::from(half) * bound as u64) >> 32) as usize
    }
}

/// What is noted of a simulation for an observer.
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

/// Runs simulations from one root, for one thread: `SHARED` if there are other threads, `WATCHED` if there is an observer.
pub(super) struct Simulator<'a, G: Game, E, const SHARED: bool, const WATCHED: bool> {
    pub game: &'a G,
    pub tree: &'a Arena<G::Action>,
    pub evaluator: Evaluator<'a, G, E>,
    pub settings: &'a MctsSettings,
    /// The maximum number of moves per playout.
    pub max_moves: u32,
    pub root: &'a G::State,
    /// The agent to move at the root.
    pub me: AgentId,
    pub dice: Dice,
    pub tables: &'static Tables,
    /// The path of the current simulation. It is kept here, like the lists below, so that no simulation
    /// allocates memory.
    pub path: Vec<PathStep>,
    /// Where on the path an agent had a proven better move, and its value to that agent.
    pub floors: Vec<(usize, AgentId, f64)>,
    pub actions: G::Actions,
    pub rewards: Vec<f64>,
    /// The virtual loss of each agent on paths that other threads are simulating.
    pub losses: Vec<f64>,
    /// The longest path so far, in moves.
    pub deepest: usize,
    /// Playouts so far.
    pub playouts: u64,
    /// Moves so far, in the tree and in playouts.
    pub states: u64,
    /// Sees every simulation.
    pub observer: Option<&'a mut dyn Observer<G::Action>>,
    /// What the observer will be told.
    pub notes: Notes<G::Action>,
}

impl<G: Game, E: Eval<G>, const SHARED: bool, const WATCHED: bool> Simulator<'_, G, E, SHARED, WATCHED> {
    /// One simulation.
    pub fn run(&mut self) -> SimulationResult {
        let mut state = self.root.clone();
        self.path.clear();
        self.floors.clear();
        if WATCHED {
            self.notes.playout.clear();
            self.notes.given.clear();
        }
        self.path.push(PathStep { node: NodeId::ROOT, owner: self.me, transition: Transition::Unknown });
        if SHARED {
            for (loss, agent) in self.losses.iter_mut().zip(0..) {
                *loss = self.evaluator.ranges.loss(AgentId(agent));
            }
        }
        let mut at = NodeId::ROOT;
        let mut visits = self.tree.node(at).visit::<SHARED>();
        let mut tree_full = false;
        let mut proven = false;
        let mut end = SimulationEnd::Playout;
        let ended = loop {
            if let Some(value) = self.tree.node(at).exact() {
                let owner = self.path.last().map_or(self.me, |step| step.owner);
                share(value, owner, &mut self.rewards);
                end = SimulationEnd::Proven;
                break Ok(());
            }
            let first = match self.tree.first_child(at) {
                Some(first) => first,
                None => {
                    self.game.actions(&state, &mut self.actions);
                    if self.actions.is_empty() {
                        proven = self.proves();
                        end = SimulationEnd::Over;
                        break self.evaluator.finished(&state, &mut self.rewards);
                    }
                    // A new node gets one playout before it is expanded; the root gets none.
                    if visits == 0 && at != NodeId::ROOT {
                        break self.playout(&mut state);
                    }
                    match self.tree.expand::<SHARED>(at, self.game.turn(&state), &self.actions) {
                        Expansion::Done(first) => first,
                        Expansion::InProgress => break self.playout(&mut state),
                        Expansion::NoRoom => {
                            tree_full = true;
                            break self.playout(&mut state);
                        }
                    }
                }
            };
            let (transition, index) = self.select(&state, at, first, visits);
            let child = first.plus(index);
            let Some(action) = self.action(&state, child, index) else { break Ok(()) };
            self.game.apply(&mut state, action);
            at = child;
            visits = self.step(at, transition);
        };
        let moves = self.path.len() - 1;
        self.deepest = self.deepest.max(moves);
        self.states += moves as u64;
        if let Err(property) = ended {
            return SimulationResult::Discarded(property);
        }
        if proven {
            self.prove();
        }
        if WATCHED {
            self.notes.rewards.clone_from(&self.rewards);
        }
        self.backpropagate();
        if WATCHED {
            self.report(end, visits == 0);
        }
        if tree_full { SimulationResult::TreeFull } else { SimulationResult::Completed }
    }

    /// Adds a node to the path, and returns its previous number of visits.
    #[inline]
    fn step(&mut self, node: NodeId, transition: Transition) -> u32 {
        let owner = match transition {
            Transition::Chosen(agent) => agent,
            Transition::Uniform | Transition::Rolled | Transition::Unknown => AgentId::FIRST,
        };
        if let Some(last) = self.path.last_mut() {
            last.transition = transition;
        }
        self.path.push(PathStep { node, owner, transition: Transition::Unknown });
        let node = self.tree.node(node);
        if SHARED {
            // Virtual loss: until the result is known, other threads see a loss here and take other paths.
            node.add::<SHARED>(self.losses.get(owner.index()).copied().unwrap_or(0.0));
        }
        node.visit::<SHARED>()
    }

    /// The action that leads to that child of a state.
    #[inline]
    fn action(&mut self, state: &G::State, child: NodeId, index: usize) -> Option<G::Action> {
        self.tree.action(child).or_else(|| {
            self.game.actions(state, &mut self.actions);
            self.actions.get(index).copied()
        })
    }

    /// One playout from the root, which may find a property of the game.
    pub fn probe(&mut self) -> Result<(), GameProperty> {
        let mut state = self.root.clone();
        self.game.actions(&state, &mut self.actions);
        self.playout(&mut state)
    }

    /// Selects a child of a node whose first child is `first`.
    #[inline]
    fn select(&mut self, state: &G::State, at: NodeId, first: NodeId, visits: u32) -> (Transition, usize) {
        match self.tree.facts(at).mover() {
            Some(agent) if agent != self.me && self.settings.others == OpponentModel::Random => {
                (Transition::Uniform, self.dice.below(self.tree.width(at, first)))
            }
            Some(agent) => {
                let (children, exploration) = (self.tree.block(at, first), self.exploration(agent));
                let head_start = u32::from(self.settings.first_visit);
                let (index, floor) =
                    self.tables.select(children, visits, exploration, head_start, &mut self.dice);
                if let Some(floor) = floor {
                    self.floors.push((self.path.len(), agent, floor));
                }
                (Transition::Chosen(agent), index)
            }
            None => {
                self.game.actions(state, &mut self.actions);
                (Transition::Rolled, self.roll(state))
            }
        }
    }

    /// Rolls the dice of a state whose legal actions are listed.
    fn roll(&mut self, state: &G::State) -> usize {
        let mut weights = Weights::new();
        self.game.odds(state, &self.actions, &mut weights);
        self.dice.rng.weighted(&weights).unwrap_or(0)
    }

    /// Plays random moves to the end, or to the limit.
    #[inline]
    fn playout(&mut self, state: &mut G::State) -> Result<(), GameProperty> {
        self.playouts += 1;
        for moves in 0..self.max_moves {
            let action = if G::DICE && self.game.turn(state) == Turn::Chance {
                self.game.actions(state, &mut self.actions);
                let index = self.roll(state);
                self.actions.get(index).copied()
            } else {
                self.game.pick_action(state, |count| self.dice.below(count))
            };
            let Some(action) = action else {
                self.states += u64::from(moves);
                return self.evaluator.finished(state, &mut self.rewards);
            };
            if WATCHED {
                self.notes.playout.push(action);
            }
            self.game.apply(state, action);
        }
        self.states += u64::from(self.max_moves);
        if self.game.turn(state) == Turn::Over {
            return self.evaluator.finished(state, &mut self.rewards);
        }
        self.evaluator.truncated(state, &mut self.rewards)
    }

    #[inline]
    fn backpropagate(&mut self) {
        for (depth, step) in self.path.iter().enumerate().rev() {
            if let Some(&(length, agent, floor)) = self.floors.last()
                && length == depth + 1
            {
                share(floor, agent, &mut self.rewards);
                self.floors.pop();
            }
            let reward = self.rewards.get(step.owner.index()).copied().unwrap_or(0.0);
            let virtual_loss = match self.losses.get(step.owner.index()) {
                Some(loss) if SHARED && step.node != NodeId::ROOT => *loss,
                _ => 0.0,
            };
            if WATCHED {
                self.notes.given.push(reward);
            }
            self.tree.node(step.node).add::<SHARED>(reward - virtual_loss);
        }
    }

    /// Tells the observer of the simulation that is just over. Replays its path, because the tree holds no states.
    fn report(&mut self, end: SimulationEnd, expands: bool) {
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
            Turn::Agent(_) if self.settings.others == OpponentModel::Random => Some(Role::Mean),
            Turn::Agent(_) => Some(Role::Min),
        }
    }

    /// The factor of the exploration term where that agent chooses.
    #[inline]
    fn exploration(&self, agent: AgentId) -> f64 {
        self.settings.exploration * self.evaluator.ranges.spread(agent)
    }

    /// Are values proven in this search?
    #[inline]
    pub fn proves(&self) -> bool {
        self.settings.prove && !self.evaluator.general_sum
    }
}

/// Every agent's reward where `owner` gets `value`, in a game of two sides.
fn share(value: f64, owner: AgentId, rewards: &mut [f64]) {
    for (reward, agent) in rewards.iter_mut().zip(0..) {
        *reward = seen_by(value, owner, AgentId(agent));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_fair_and_in_range() {
        let mut dice = Dice::new(Seed(3));
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[dice.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(dice.below(1), 0);
        assert_eq!(dice.rng.weighted(&[0.0, 2.0, 0.0]), Some(1));
    }
}
