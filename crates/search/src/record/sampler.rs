//! Records a search by simulations, as far as there is room.

use std::collections::HashMap;

use plylab_core::Simulation;

use super::recording::{ActionNames, NOBODY, NONE, Recording, TreePlace};
use super::samples::{Gathered, Logged, Patch, SampleLog, SampleTotals, UNKEPT};
use super::tree::{NodeRole, NodeState};

/// The maximum number of simulations that are kept one by one.
const LOGGED: usize = 1_500_000;

/// The maximum number of moves of playouts that are kept.
const MOVES: usize = 12_000_000;

/// The maximum number of other numbers that are kept.
const NUMBERS: usize = 1_000_000;

/// Of the memory of a recording, this many bytes are for simulations; the rest is for nodes.
const LOG_BYTES: usize =
    LOGGED * size_of::<Logged>() + MOVES * size_of::<u16>() + 2 * NUMBERS * size_of::<f64>();

/// Records simulations.
#[derive(Clone, Debug, Default)]
pub(super) struct Sampler {
    places: Vec<TreePlace>,
    log: SampleLog,
    names: ActionNames,
    /// The node that an action leads to, by parent and action.
    index: HashMap<(u32, u32), u32>,
    /// Where the same rewards were noted before, by their bits.
    same_rewards: HashMap<Vec<u64>, u32>,
    by_depth: Vec<u64>,
}

impl Sampler {
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of nodes that fit.
    fn room(nodes: usize, bytes: usize) -> usize {
        let each = size_of::<TreePlace>() + size_of::<Gathered>();
        nodes.min(bytes.saturating_sub(LOG_BYTES.min(bytes / 2)) / each).max(2)
    }

    pub fn add(&mut self, simulation: &Simulation<String>, nodes: usize, bytes: usize) {
        let number = self.log.simulations as u32;
        self.log.simulations += 1;
        self.log.head_start = simulation.head_start;
        self.log.exploration.resize(simulation.rewards.len(), 0.0);
        let mut at = NONE;
        let mut whole = true;
        let mut patches = Vec::new();
        for (depth, sampled) in simulation.path.iter().enumerate() {
            let action = sampled.action.as_ref().map_or(NONE, |action| self.names.number(action));
            let known = if depth == 0 {
                (!self.places.is_empty()).then_some(0)
            } else {
                self.index.get(&(at, action)).copied()
            };
            // A node that was forgotten is not taken up again: its first visits would be missing.
            let is_new = depth == 0 || (simulation.expands && depth + 1 == simulation.path.len());
            let node = match known {
                Some(node) => node,
                None if !is_new => {
                    whole = false;
                    break;
                }
                None if self.places.len() >= Self::room(nodes, bytes) && !self.evict(&mut at) => {
                    whole = false;
                    break;
                }
                None => self.push(at, action, depth),
            };
            at = node;
            let place = &mut self.places[node as usize];
            place.actor = sampled.actor.map_or(NOBODY, |agent| agent.0);
            place.role = Some(NodeRole::from(sampled.role));
            place.weight = sampled.weight.unwrap_or(f64::NAN);
            if let Some(actor) = sampled.actor
                && sampled.exploration > 0.0
                && let Some(exploration) = self.log.exploration.get_mut(actor.index())
            {
                *exploration = sampled.exploration;
            }
            let gathered = &mut self.log.nodes[node as usize];
            gathered.owner = sampled.owner.0;
            gathered.totals.visits = gathered.totals.visits.saturating_add(1);
            if gathered.proven.is_nan() {
                gathered.totals.add(sampled.reward);
                if let Some(proven) = sampled.proven {
                    gathered.proven = proven;
                    gathered.proven_at = number;
                }
            }
            let own = simulation.rewards.get(sampled.owner.index()).copied().unwrap_or(0.0);
            if own != sampled.reward {
                patches.push(Patch { simulation: number, depth: depth as u32, reward: sampled.reward });
            }
        }
        if simulation.expands && simulation.path.len() > 1 {
            self.count(at, simulation.path.len() - 1, whole);
        }
        self.log(simulation, at, whole, patches);
    }

    /// Counts a new node at that depth; `at` is the last node of its path that is kept.
    fn count(&mut self, at: u32, depth: usize, whole: bool) {
        if self.by_depth.len() <= depth {
            self.by_depth.resize(depth + 1, 0);
        }
        self.by_depth[depth] += 1;
        let mut above = if whole { self.places[at as usize].parent } else { at };
        while let Some(place) = self.places.get_mut(above as usize) {
            place.below = place.below.saturating_add(1);
            above = place.parent;
        }
    }

    fn push(&mut self, parent: u32, action: u32, depth: usize) -> u32 {
        let node = self.places.len() as u32;
        if node == 0 {
            self.by_depth = vec![1];
        }
        self.places.push(TreePlace {
            state: NodeState::Done,
            role: Some(NodeRole::Leaf),
            ..TreePlace::pruned(parent, action, depth as u32)
        });
        self.log.nodes.push(Gathered {
            totals: SampleTotals::default(),
            proven: f64::NAN,
            proven_at: NONE,
            owner: 0,
        });
        self.index.insert((parent, action), node);
        node
    }

    fn log(&mut self, simulation: &Simulation<String>, last: u32, whole: bool, patches: Vec<Patch>) {
        let numbers = self.log.rewards.len().max(self.log.patches.len());
        if self.log.logged.len() >= LOGGED
            || self.log.logged.len() as u64 + 1 != self.log.simulations
            || numbers + simulation.rewards.len() + patches.len() > NUMBERS
        {
            return;
        }
        let bits: Vec<u64> = simulation.rewards.iter().map(|reward| reward.to_bits()).collect();
        let next = (self.log.rewards.len() / simulation.rewards.len().max(1)) as u32;
        let rewards = *self.same_rewards.entry(bits).or_insert(next);
        if rewards == next {
            self.log.rewards.extend_from_slice(&simulation.rewards);
        }
        self.log.patches.extend(patches);
        let playout = self.log.playouts.len();
        let mut moves = UNKEPT;
        if playout + simulation.playout.len() <= MOVES && simulation.playout.len() < usize::from(UNKEPT) {
            let codes = simulation.playout.iter().map(|action| u16::try_from(self.names.number(action)).ok());
            // More different actions than numbers for them: the playout is not kept.
            if let Some(codes) = codes.collect::<Option<Vec<u16>>>() {
                moves = codes.len() as u16;
                self.log.playouts.extend(codes);
            }
        }
        self.log.logged.push(Logged {
            last,
            rewards,
            playout: playout as u32,
            moves,
            end: simulation.end,
            expands: simulation.expands && whole,
        });
    }

    /// Forgets the nodes with the fewest visits, half of all or more, except the root's children, `at` and the nodes above
    /// it. False if there is nothing to forget.
    fn evict(&mut self, at: &mut u32) -> bool {
        let mut visits: Vec<u32> = self.log.nodes.iter().map(|node| node.totals.visits).collect();
        let middle = visits.len() / 2;
        let (_, &mut median, _) = visits.select_nth_unstable(middle);
        let mut keep: Vec<bool> = self.log.nodes.iter().map(|node| node.totals.visits > median).collect();
        for (keep, _) in keep.iter_mut().zip(&self.places).filter(|(_, place)| place.depth <= 1) {
            *keep = true;
        }
        let mut above = *at;
        while let Some(place) = self.places.get(above as usize) {
            keep[above as usize] = true;
            above = place.parent;
        }
        // Parents come before their children, and have at least as many visits.
        let mut moved = vec![NONE; keep.len()];
        let mut kept = 0;
        for node in 0..keep.len() {
            let parent = self.places[node].parent;
            let new_parent = moved.get(parent as usize).copied().unwrap_or(NONE);
            if !keep[node] {
                moved[node] = new_parent;
                continue;
            }
            moved[node] = kept as u32;
            self.places[kept] = TreePlace { parent: new_parent, ..self.places[node] };
            self.log.nodes[kept] = self.log.nodes[node];
            kept += 1;
        }
        let frees = kept < keep.len();
        self.places.truncate(kept);
        self.log.nodes.truncate(kept);
        for logged in &mut self.log.logged {
            logged.expands &= keep[logged.last as usize];
            logged.last = moved[logged.last as usize];
        }
        *at = moved[*at as usize];
        let places = self.places.iter().enumerate();
        self.index = places.map(|(node, place)| ((place.parent, place.action), node as u32)).collect();
        frees
    }

    /// The recording, its nodes in the order of a walk.
    pub fn finish(self) -> Recording {
        let Sampler { places, mut log, names, by_depth, .. } = self;
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); places.len()];
        for (node, place) in places.iter().enumerate() {
            if let Some(siblings) = children.get_mut(place.parent as usize) {
                siblings.push(node as u32);
            }
        }
        let mut moved = vec![NONE; places.len()];
        let mut order = Vec::with_capacity(places.len());
        let mut open: Vec<u32> = places.first().map(|_| 0).into_iter().collect();
        while let Some(node) = open.pop() {
            moved[node as usize] = order.len() as u32;
            order.push(node as usize);
            open.extend(children[node as usize].iter().rev());
        }
        let most_visited = |node: usize| {
            let visits = |&child: &u32| log.nodes[child as usize].totals.visits;
            // The first of those with the most.
            children[node].iter().copied().rev().max_by_key(visits)
        };
        let at = |node: u32| moved.get(node as usize).copied().unwrap_or(NONE);
        let in_order = |&node: &usize| TreePlace {
            parent: at(places[node].parent),
            best: most_visited(node).map_or(NONE, at),
            ..places[node]
        };
        let new_places = order.iter().map(in_order).collect();
        let nodes = order.iter().map(|&node| log.nodes[node]).collect();
        for logged in &mut log.logged {
            logged.last = moved[logged.last as usize];
        }
        let steps = log.simulations;
        let samples = Some(SampleLog { nodes, ..log });
        Recording { places: new_places, names, steps, by_depth, samples, ..Recording::default() }
    }
}
