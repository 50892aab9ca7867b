//! A recorded search in memory: compact, so that a million nodes fit into a hundred megabytes.
//!
//! Nodes are numbered in the order of a walk through the tree, a parent before its children; the nodes below a node
//! follow it without a gap. Pictures and files use the plain form, [`RecordedTree`](super::RecordedTree).

use std::collections::HashMap;
use std::sync::Arc;

use plylab_core::{AgentId, Window};

use super::samples::SampleLog;
use super::tree::{CutKind, NodeRole, NodeState, TreeBound};

/// No index.
pub(super) const NONE: u32 = u32::MAX;

/// No agent.
pub(super) const NOBODY: u8 = u8::MAX;

/// The place of a node in the tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TreePlace {
    pub parent: u32,
    pub action: u32,
    /// The child that it takes its value from.
    pub best: u32,
    /// The first node that is not below it.
    pub end: u32,
    /// Visited nodes below it that are kept.
    pub kept: u32,
    /// Visited nodes below it.
    pub below: u32,
    pub depth: u32,
    pub actor: u8,
    pub role: Option<NodeRole>,
    pub state: NodeState,
    pub chosen: bool,
    /// The probability of its action; not a number if there is none.
    pub weight: f64,
}

impl TreePlace {
    /// A node that was never searched.
    pub fn pruned(parent: u32, action: u32, depth: u32) -> TreePlace {
        TreePlace {
            parent,
            action,
            best: NONE,
            end: 0,
            kept: 0,
            below: 0,
            depth,
            actor: NOBODY,
            role: None,
            state: NodeState::Skipped,
            chosen: false,
            weight: f64::NAN,
        }
    }
}

/// What a search knows of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Searched {
    pub window: Window,
    pub value: f64,
    /// Its cutoff in the list of cutoffs.
    pub cut: u32,
    /// Steps. All those beyond four billion count as one.
    pub entered_at: u32,
    pub left_at: u32,
    /// The remaining depth.
    pub left: u32,
    pub bound: Option<TreeBound>,
}

impl Searched {
    pub const NOTHING: Searched = Searched {
        window: Window::FULL,
        value: f64::NAN,
        cut: NONE,
        entered_at: NONE,
        left_at: NONE,
        left: 0,
        bound: None,
    };
}

/// A cutoff.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CutFacts {
    /// The rule.
    pub kind: CutKind,
    /// The value found, or the bound of it at a chance node; none for a table.
    pub value: Option<f64>,
    /// What it was compared with; none for a table.
    pub limit: Option<f64>,
    /// The number of children that were pruned.
    pub skipped: usize,
    /// The step at which it happened.
    pub at: u64,
}

/// The texts of actions, each stored once.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct ActionNames {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl ActionNames {
    pub fn number(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let (text, number) = (Arc::<str>::from(text), self.texts.len() as u32);
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        number
    }

    pub fn find(&self, text: &str) -> Option<u32> {
        self.numbers.get(text).copied()
    }

    pub fn text(&self, number: u32) -> Option<&str> {
        self.texts.get(number as usize).map(AsRef::as_ref)
    }
}

/// A recorded search.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Recording {
    /// The names of the agents, by number; empty if unknown.
    pub agents: Vec<String>,
    pub(super) places: Vec<TreePlace>,
    /// For each node, in a search by depth.
    pub(super) searched: Vec<Searched>,
    pub(super) cuts: Vec<CutFacts>,
    pub(super) names: ActionNames,
    pub(super) steps: u64,
    /// Visited nodes of each depth, kept or not.
    pub(super) by_depth: Vec<u64>,
    pub(super) wins_at: Option<f64>,
    /// Was any node entered with a window?
    pub(super) prunes: bool,
    /// The simulations, in a search by simulations.
    pub(super) samples: Option<SampleLog>,
}

/// Everything that is recorded of a node. All values are values for the agent that searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeFacts<'a> {
    /// Its parent; none for the root.
    pub parent: Option<usize>,
    /// The action that led here; none at the root.
    pub action: Option<&'a str>,
    /// The probability of that action, below a chance node.
    pub weight: Option<f64>,
    /// The agent to move; none for dice, finished games and pruned nodes.
    pub actor: Option<AgentId>,
    /// How it combines its children; none if it was pruned.
    pub role: Option<NodeRole>,
    /// How far the search got with it.
    pub state: NodeState,
    /// Moves from the root.
    pub depth: usize,
    /// The window it was entered with; none if it was pruned, and for simulations.
    pub window: Option<Window>,
    /// The remaining depth there.
    pub left: Option<u32>,
    /// The value it was left with.
    pub value: Option<f64>,
    /// The kind of bound, if `value` is only a bound.
    pub bound: Option<TreeBound>,
    /// Why the rest of its children were pruned, or that the value is from the transposition table.
    pub cut: Option<CutFacts>,
    /// The step at which it was entered.
    pub entered_at: Option<u64>,
    /// The step at which it was left.
    pub left_at: Option<u64>,
    /// Is it on the principal variation?
    pub chosen: bool,
    /// The child that it takes its value from: the most visited one, for simulations.
    pub best: Option<usize>,
    /// The number of nodes below it that were visited.
    pub below: u64,
    /// Of those, the number that was not kept, and its own pruned children that were not kept.
    pub unkept: u64,
}

impl Recording {
    /// Nodes that are kept, pruned ones included.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Is nothing recorded?
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The number of steps of the search, kept or not: nodes entered, cut and left. For simulations, their number.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The number of visited nodes, kept or not.
    pub fn visited(&self) -> u64 {
        self.by_depth.iter().sum()
    }

    /// Values near this number are forced wins: it less the number of plies from the root.
    pub fn wins_at(&self) -> Option<f64> {
        self.wins_at
    }

    /// Does the search prune? Otherwise every window is open.
    pub fn prunes(&self) -> bool {
        self.prunes
    }

    /// The depth of the deepest node that is kept.
    pub fn depth(&self) -> usize {
        self.places.iter().map(|place| place.depth as usize).max().unwrap_or(0)
    }

    /// The simulations, if it was a search by simulations.
    pub fn samples(&self) -> Option<&SampleLog> {
        self.samples.as_ref()
    }

    /// The memory it takes, in bytes, to within a few percent.
    pub fn bytes(&self) -> usize {
        self.places.len() * size_of::<TreePlace>()
            + self.searched.len() * size_of::<Searched>()
            + self.cuts.len() * size_of::<CutFacts>()
            + self.samples.as_ref().map_or(0, SampleLog::bytes)
    }

    /// Everything that is recorded of a node; none if there is no such node.
    pub fn node(&self, node: usize) -> Option<NodeFacts<'_>> {
        let place = self.places.get(node)?;
        let searched = self.searched.get(node).copied().unwrap_or(Searched::NOTHING);
        let visited = place.state != NodeState::Skipped;
        let is_search = self.samples.is_none();
        let step = |at: u32| (at != NONE).then_some(u64::from(at));
        let cut = self.cuts.get(searched.cut as usize).copied();
        let missing = cut.map_or(0, |cut| cut.skipped.saturating_sub(self.pruned_children(node).count()));
        Some(NodeFacts {
            parent: index(place.parent),
            action: self.names.text(place.action),
            weight: Some(place.weight).filter(|weight| !weight.is_nan()),
            actor: (place.actor != NOBODY).then_some(AgentId(place.actor)),
            role: place.role,
            state: place.state,
            depth: place.depth as usize,
            window: (visited && is_search).then_some(searched.window),
            left: (visited && is_search).then_some(searched.left),
            value: (place.state == NodeState::Done && is_search).then_some(searched.value),
            bound: searched.bound,
            cut,
            entered_at: step(searched.entered_at),
            left_at: step(searched.left_at),
            chosen: place.chosen,
            best: index(place.best),
            below: u64::from(place.below),
            unkept: u64::from(place.below.saturating_sub(place.kept)) + missing as u64,
        })
    }

    /// The children of a node that are kept, in the order of the search, pruned ones last.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = self.places.get(node).map_or(0, |place| place.end as usize);
        let mut next = node + 1;
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.places[child].end as usize;
                child
            })
        })
    }

    /// The pruned children of a node that are kept.
    pub(super) fn pruned_children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.children(node).filter(|&child| self.places[child].state == NodeState::Skipped)
    }

    /// The child that `action` leads to. Of several visits the last counts, and any visit before a pruned child.
    pub fn child(&self, node: usize, action: &str) -> Option<usize> {
        let action = self.names.find(action)?;
        let leads = self.children(node).filter(|&child| self.places[child].action == action);
        let rank = |child: &usize| (self.places[*child].state != NodeState::Skipped, *child);
        leads.max_by_key(rank)
    }

    /// The nodes from the root to a node, both included.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let above = |&node: &usize| self.places.get(node).and_then(|place| index(place.parent));
        let mut path: Vec<usize> =
            std::iter::successors(Some(node).filter(|&node| node < self.len()), above).collect();
        path.reverse();
        path
    }

    /// The actions from the root to a node.
    pub fn moves(&self, node: usize) -> Vec<String> {
        let action = |&node: &usize| self.names.text(self.places[node].action).map(str::to_owned);
        self.path(node).iter().filter_map(action).collect()
    }

    /// The line that a node takes its value from, from there on: the principal variation below it, or the refutation.
    /// It ends where nothing more is kept.
    pub fn line(&self, node: usize) -> Vec<usize> {
        let next = |&node: &usize| self.places.get(node).and_then(|place| index(place.best));
        std::iter::successors(next(&node), next).collect()
    }

    /// Follows `line` from the root, as far as it was kept.
    pub(super) fn mark_line(&mut self, line: &[String]) {
        let mut here = 0;
        for action in line {
            let next = self.child(here, action);
            let Some(next) = next.filter(|&next| self.places[next].state != NodeState::Skipped) else {
                break;
            };
            self.places[here].chosen = true;
            self.places[here].best = next as u32;
            self.places[next].chosen = true;
            here = next;
        }
    }

    /// Marks the nodes to that depth; with `lines`, also the lines below them that values come from, and what was pruned
    /// beside them. What is marked in `keep` already stays so.
    pub(super) fn upper(&self, mut keep: Vec<bool>, depth: usize, lines: bool) -> Vec<bool> {
        for (node, place) in self.places.iter().enumerate() {
            let parent = place.parent as usize;
            let continues =
                |above: &TreePlace| above.best as usize == node || place.state == NodeState::Skipped;
            let on_line =
                lines && self.places.get(parent).is_some_and(|above| keep[parent] && continues(above));
            keep[node] |= place.depth as usize <= depth || on_line;
        }
        keep
    }

    /// Fills in where the nodes below each node end, and how many of them were visited.
    pub(super) fn measure(&mut self) {
        self.prunes = self.searched.iter().any(|searched| searched.window != Window::FULL);
        for node in (0..self.places.len()).rev() {
            let TreePlace { parent, end, kept, state, .. } = self.places[node];
            let end = end.max(node as u32 + 1);
            self.places[node].end = end;
            if let Some(above) = self.places.get_mut(parent as usize) {
                above.end = above.end.max(end);
                above.kept += kept + u32::from(state != NodeState::Skipped);
            }
        }
    }
}

/// An index, if it is one.
pub(super) fn index(number: u32) -> Option<usize> {
    (number != NONE).then_some(number as usize)
}
