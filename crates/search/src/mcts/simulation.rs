//! One simulation after the other: selection, expansion, playout, backup.

use plylab_core::{AgentId, Eval, Game, Turn, Weights};

use super::arena::{Arena, Expansion, NodeId};
use super::dice::Dice;
use super::judge::{Judge, Lesson, seen_by};
use super::settings::{MctsSettings, Others};
use super::ucb::{Selection, Tables, Ucb};

/// How the way goes on from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Nowhere yet.
    Unknown,
    /// An agent chooses, for its own good.
    Chosen(AgentId),
    /// An agent of whom nothing is known takes any move.
    Any,
    /// Dice decide.
    Rolled,
}

/// A node on the way from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub node: NodeId,
    /// Whose reward the node sums up: the agent's that chose it.
    pub owner: AgentId,
    pub way: Way,
}

/// How a simulation went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ran {
    /// As it should.
    Well,
    /// As it should, but the tree had no room for it.
    Cramped,
    /// It was for nothing: something new about the game came up.
    Learnt(Lesson),
}

/// Runs simulations from one root, for one thread.
pub(super) struct Simulator<'a, G: Game, E, const SHARED: bool> {
    pub game: &'a G,
    pub tree: &'a Arena<G::Action>,
    pub judge: Judge<'a, G, E>,
    pub settings: &'a MctsSettings,
    /// The most moves of a playout.
    pub longest: u32,
    pub root: &'a G::State,
    /// The agent to move at the root.
    pub me: AgentId,
    pub dice: Dice,
    pub tables: &'static Tables,
    /// The way of the simulation under way. It lives here, like the lists below, so that no simulation
    /// needs new memory.
    pub path: Vec<Step>,
    /// Where on the way an agent had a better move, and what that is worth to it.
    pub floors: Vec<(usize, AgentId, f64)>,
    pub actions: G::Actions,
    pub rewards: Vec<f64>,
    /// What each agent is made to believe of ways that are being tried by other threads.
    pub losses: Vec<f64>,
    /// The longest path so far, in moves.
    pub deepest: usize,
    /// Playouts so far.
    pub playouts: u64,
}

impl<G: Game, E: Eval<G>, const SHARED: bool> Simulator<'_, G, E, SHARED> {
    /// One simulation.
    pub fn run(&mut self) -> Ran {
        let mut state = self.root.clone();
        self.path.clear();
        self.floors.clear();
        self.path.push(Step { node: NodeId::ROOT, owner: self.me, way: Way::Unknown });
        if SHARED {
            for (loss, agent) in self.losses.iter_mut().zip(0..) {
                *loss = self.judge.ranges.loss(AgentId(agent));
            }
        }
        let mut at = NodeId::ROOT;
        let mut visits = self.tree.node(at).visit::<SHARED>();
        let mut cramped = false;
        let mut proven = false;
        let ended = loop {
            if let Some(value) = self.tree.node(at).exact() {
                self.recall(value);
                break Ok(());
            }
            let first = match self.tree.first_child(at) {
                Some(first) => first,
                None => {
                    self.game.actions(&state, &mut self.actions);
                    if self.actions.is_empty() {
                        proven = self.proves();
                        break self.judge.finished(&state, &mut self.rewards);
                    }
                    // A new node is played out once before it gets children; the root never is.
                    if visits == 0 && at != NodeId::ROOT {
                        break self.playout(&mut state);
                    }
                    match self.tree.expand::<SHARED>(at, self.game.turn(&state), &self.actions) {
                        Expansion::Done(first) => first,
                        Expansion::InWork => break self.playout(&mut state),
                        Expansion::NoRoom => {
                            cramped = true;
                            break self.playout(&mut state);
                        }
                    }
                }
            };
            let (way, place) = self.select(&state, at, first, visits);
            let child = first.plus(place);
            let Some(action) = self.action(&state, child, place) else { break Ok(()) };
            self.game.apply(&mut state, action);
            at = child;
            visits = self.step(at, way);
        };
        self.deepest = self.deepest.max(self.path.len() - 1);
        if let Err(lesson) = ended {
            return Ran::Learnt(lesson);
        }
        if proven {
            self.settle();
        }
        self.back_up();
        if cramped { Ran::Cramped } else { Ran::Well }
    }

    /// Steps on to a node, and says how often it has been visited before.
    #[inline]
    fn step(&mut self, node: NodeId, way: Way) -> u32 {
        let owner = match way {
            Way::Chosen(agent) => agent,
            Way::Any | Way::Rolled | Way::Unknown => AgentId::FIRST,
        };
        if let Some(last) = self.path.last_mut() {
            last.way = way;
        }
        self.path.push(Step { node, owner, way: Way::Unknown });
        let node = self.tree.node(node);
        if SHARED {
            // Until the result is known, other threads shall think that this way is lost, and try others.
            node.add::<SHARED>(self.losses.get(owner.index()).copied().unwrap_or(0.0));
        }
        node.visit::<SHARED>()
    }

    /// The action that leads to that child of a state.
    #[inline]
    fn action(&mut self, state: &G::State, child: NodeId, place: usize) -> Option<G::Action> {
        self.tree.action(child).or_else(|| {
            self.game.actions(state, &mut self.actions);
            self.actions.get(place).copied()
        })
    }

    /// One playout from the root, for what it may teach.
    pub fn probe(&mut self) -> Result<(), Lesson> {
        let mut state = self.root.clone();
        self.game.actions(&state, &mut self.actions);
        self.playout(&mut state)
    }

    /// Which way to go from a node whose first child is `first`.
    #[inline]
    fn select(&mut self, state: &G::State, at: NodeId, first: NodeId, visits: u32) -> (Way, usize) {
        match self.tree.facts(at).mover() {
            Some(agent) if agent != self.me && self.settings.others == Others::Random => {
                (Way::Any, self.dice.below(self.tree.width(at, first)))
            }
            Some(agent) => {
                let ucb = Ucb {
                    exploration: self.settings.exploration * self.judge.ranges.spread(agent),
                    head_start: u32::from(self.settings.first_visit),
                    tables: self.tables,
                };
                let children = self.tree.block(at, first);
                let Selection { place, floor } = ucb.select(children, visits, &mut self.dice);
                if let Some(floor) = floor {
                    self.floors.push((self.path.len(), agent, floor));
                }
                (Way::Chosen(agent), place)
            }
            None => {
                self.game.actions(state, &mut self.actions);
                (Way::Rolled, self.roll(state))
            }
        }
    }

    /// Rolls the dice of a state whose legal actions are listed.
    fn roll(&mut self, state: &G::State) -> usize {
        let mut weights = Weights::new();
        self.game.odds(state, &self.actions, &mut weights);
        self.dice.weighted(&weights)
    }

    /// Plays on at random.
    #[inline]
    fn playout(&mut self, state: &mut G::State) -> Result<(), Lesson> {
        self.playouts += 1;
        for _ in 0..self.longest {
            let action = if G::DICE && self.game.turn(state) == Turn::Chance {
                self.game.actions(state, &mut self.actions);
                let place = self.roll(state);
                self.actions.get(place).copied()
            } else {
                self.game.pick_action(state, |count| self.dice.below(count))
            };
            let Some(action) = action else { return self.judge.finished(state, &mut self.rewards) };
            self.game.apply(state, action);
        }
        if self.game.turn(state) == Turn::Over {
            return self.judge.finished(state, &mut self.rewards);
        }
        self.judge.cut(state, &mut self.rewards)
    }

    /// The rewards at a node whose value is proven.
    fn recall(&mut self, value: f64) {
        let owner = self.path.last().map_or(self.me, |step| step.owner);
        share(value, owner, &mut self.rewards);
    }

    #[inline]
    fn back_up(&mut self) {
        for (depth, step) in self.path.iter().enumerate().rev() {
            if let Some(&(length, agent, floor)) = self.floors.last()
                && length == depth + 1
            {
                share(floor, agent, &mut self.rewards);
                self.floors.pop();
            }
            let reward = self.rewards.get(step.owner.index()).copied().unwrap_or(0.0);
            let lent = match self.losses.get(step.owner.index()) {
                Some(loss) if SHARED && step.node != NodeId::ROOT => *loss,
                _ => 0.0,
            };
            self.tree.node(step.node).add::<SHARED>(reward - lent);
        }
    }

    /// Are values proven in this search?
    #[inline]
    pub fn proves(&self) -> bool {
        self.settings.prove && self.judge.is_two_sided()
    }
}

/// Every agent's reward where `owner` gets `value`, in a game of two sides.
fn share(value: f64, owner: AgentId, rewards: &mut [f64]) {
    for (reward, agent) in rewards.iter_mut().zip(0..) {
        *reward = seen_by(value, owner, AgentId(agent));
    }
}
