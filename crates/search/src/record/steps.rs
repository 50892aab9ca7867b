//! The steps of a recorded search: what happened at each, and what was known then.

use plylab_core::Window;
use serde::Serialize;

use super::recording::{NONE, Recording, index};
use super::tree::{NodeRole, NodeState};

/// What happened at a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepEvent {
    /// A node was entered.
    Entered(usize),
    /// The rest of a node's children were pruned, or its value came from the transposition table.
    Cut(usize),
    /// A node was left with a value.
    Left(usize),
    /// Something in a branch of this node that was not kept.
    Inside(usize),
}

impl StepEvent {
    /// The node that it is about.
    pub fn node(self) -> usize {
        match self {
            StepEvent::Entered(node)
            | StepEvent::Cut(node)
            | StepEvent::Left(node)
            | StepEvent::Inside(node) => node,
        }
    }
}

/// How far a search was with a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "PhaseNow"))]
#[serde(rename_all = "lowercase")]
pub enum NodePhase {
    /// Not entered.
    Ahead,
    /// Entered and not left.
    Open,
    /// Left.
    Done,
    /// Pruned.
    Pruned,
}

/// What was known of a node at some step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NodeKnowledge {
    /// How far the search was with it.
    pub phase: NodePhase,
    /// Its value so far.
    pub value: Option<f64>,
    /// Its window so far.
    pub window: Option<Window>,
    /// Had the rest of its children been pruned?
    pub cut: bool,
}

impl Recording {
    /// What happened at a step, counted from 0; none if there was no such step.
    pub fn event(&self, step: u64) -> Option<StepEvent> {
        if step >= self.steps || self.samples.is_some() {
            return None;
        }
        let step = u32::try_from(step).ok()?;
        let mut at = self.entered_by(step)?;
        if self.searched[at].entered_at == step {
            return Some(StepEvent::Entered(at));
        }
        loop {
            let searched = &self.searched[at];
            if self.cuts.get(searched.cut as usize).is_some_and(|cut| cut.at == u64::from(step)) {
                return Some(StepEvent::Cut(at));
            }
            if searched.left_at == step {
                return Some(StepEvent::Left(at));
            }
            if searched.left_at > step {
                return Some(StepEvent::Inside(at));
            }
            at = index(self.places[at].parent)?;
        }
    }

    /// The node that was entered last at that step. Pruned nodes have no step; those that were entered are in order.
    fn entered_by(&self, step: u32) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            // Pruned nodes count as the visited node before them.
            let visited = (0..=middle).rev().find(|&node| self.searched[node].entered_at != NONE)?;
            if self.searched[visited].entered_at <= step { low = middle + 1 } else { high = visited }
        }
        (0..low).rev().find(|&node| self.searched[node].entered_at != NONE)
    }

    /// The nearest steps before and after that are about nodes that are kept.
    pub fn neighbours(&self, step: u64) -> (Option<u64>, Option<u64>) {
        // Out of a branch that was not kept, to a step of its node or of that node's children.
        let known = |node: usize| {
            let own = &self.searched[node];
            let cut = self.cuts.get(own.cut as usize).map(|cut| cut.at);
            let nodes = self.children(node).map(|child| &self.searched[child]).chain([own]);
            let ends = nodes.flat_map(|searched| [searched.entered_at, searched.left_at]);
            ends.filter(|&at| at != NONE).map(u64::from).chain(cut)
        };
        let before = step.checked_sub(1).filter(|_| !self.is_empty());
        let before = before.and_then(|before| match self.event(before) {
            Some(StepEvent::Inside(node)) => known(node).filter(|&at| at < step).max(),
            _ => Some(before),
        });
        let after = Some(step + 1).filter(|&after| after < self.steps);
        let after = after.and_then(|after| match self.event(after) {
            Some(StepEvent::Inside(node)) => known(node).filter(|&at| at > step).min(),
            _ => Some(after),
        });
        (before, after)
    }

    /// What was known of a node at a step.
    pub fn known(&self, node: usize, step: u64) -> Option<NodeKnowledge> {
        let facts = self.node(node)?;
        let ahead = NodeKnowledge { phase: NodePhase::Ahead, value: None, window: None, cut: false };
        let reached = |at: Option<u64>| at.is_some_and(|at| at <= step);
        if facts.state == NodeState::Skipped {
            let above = facts.parent.and_then(|parent| self.node(parent)?.cut);
            let phase = if reached(above.map(|cut| cut.at)) { NodePhase::Pruned } else { NodePhase::Ahead };
            return Some(NodeKnowledge { phase, ..ahead });
        }
        if !reached(facts.entered_at) {
            return Some(ahead);
        }
        let done = reached(facts.left_at);
        let value = if done { facts.value } else { self.so_far(node, facts.role, step) };
        let window = facts.window.map(|window| narrowed(window, facts.role, value));
        let phase = if done { NodePhase::Done } else { NodePhase::Open };
        Some(NodeKnowledge { phase, value, window, cut: reached(facts.cut.map(|cut| cut.at)) })
    }

    /// The value of an open node by its children that were left by then.
    fn so_far(&self, node: usize, role: Option<NodeRole>, step: u64) -> Option<f64> {
        let left = self.children(node).filter_map(|child| {
            let facts = self.node(child)?;
            let value = facts.value.filter(|_| facts.left_at.is_some_and(|at| at <= step))?;
            Some((value, facts.weight.unwrap_or(0.0)))
        });
        match role {
            Some(NodeRole::Max) => left.map(|(value, _)| value).reduce(f64::max),
            Some(NodeRole::Min) => left.map(|(value, _)| value).reduce(f64::min),
            _ => left.map(|(value, weight)| value * weight).reduce(|sum, value| sum + value),
        }
    }
}

/// The window of a node after its value was found, or so far.
pub fn narrowed(window: Window, role: Option<NodeRole>, value: Option<f64>) -> Window {
    match (role, value) {
        (Some(NodeRole::Max), Some(value)) => Window { alpha: window.alpha.max(value), ..window },
        (Some(NodeRole::Min), Some(value)) => Window { beta: window.beta.min(value), ..window },
        _ => window,
    }
}
