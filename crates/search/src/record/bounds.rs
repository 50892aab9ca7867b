//! Which values are exact and which are only bounds.
//!
//! At a node with a cutoff, the value that a search returns bounds the true value from one side only. Here every node
//! gets the interval that its true value is known to lie in: `[v, v]` for a leaf, everything for a pruned child, and for
//! the others the combination of their children's intervals.

use std::collections::HashSet;

use super::tree::{Bound, CutKind, NodeRole, NodeState, RecordedNode};

#[derive(Clone, Copy)]
struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    const ANYTHING: Interval = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };

    fn point(value: f64) -> Interval {
        Interval { low: value, high: value }
    }

    /// The interval of a node of this role before its first child is added.
    fn start(role: Option<NodeRole>) -> Interval {
        Interval::point(match role {
            Some(NodeRole::Max) => f64::NEG_INFINITY,
            Some(NodeRole::Min) => f64::INFINITY,
            Some(NodeRole::Mean | NodeRole::Leaf) | None => 0.0,
        })
    }

    fn add(&mut self, role: Option<NodeRole>, child: Interval, weight: Option<f64>) {
        match role {
            Some(NodeRole::Max) => {
                self.low = self.low.max(child.low);
                self.high = self.high.max(child.high);
            }
            Some(NodeRole::Min) => {
                self.low = self.low.min(child.low);
                self.high = self.high.min(child.high);
            }
            Some(NodeRole::Mean) => match weight {
                Some(weight) if weight > 0.0 => {
                    self.low += weight * child.low;
                    self.high += weight * child.high;
                }
                Some(_) => {}
                None => *self = Interval::ANYTHING,
            },
            Some(NodeRole::Leaf) | None => {}
        }
    }

    /// The kind of bound that `value` is, if it is one end of the interval only.
    fn bound(self, value: f64) -> Option<Bound> {
        let near = |end: f64| end == value || (end - value).abs() <= 1e-9 * value.abs().max(1.0);
        match (near(self.low), near(self.high)) {
            (false, true) => Some(Bound::AtMost),
            (true, false) => Some(Bound::AtLeast),
            _ => None,
        }
    }
}

/// Marks the values that are known to be bounds.
pub(super) fn mark(nodes: &mut [RecordedNode]) {
    let mut known: Vec<Interval> = nodes.iter().map(|node| Interval::start(node.role)).collect();
    let mut parents = vec![false; nodes.len()];
    // A search may visit a child again with another window: the last visit counts. Children come after their
    // parents, so iterating backwards meets the last visit first.
    let mut seen: HashSet<(usize, Option<String>)> = HashSet::new();
    for index in (0..nodes.len()).rev() {
        let node = &mut nodes[index];
        // A cutoff after the last child prunes nothing.
        let cut = node.cut.as_ref().filter(|cut| !cut.skipped.is_empty() || cut.kind == CutKind::Table);
        let interval = match (node.value, cut.map(|cut| cut.kind)) {
            (None, _) => Interval::ANYTHING,
            (Some(high), Some(CutKind::Alpha | CutKind::ChanceLow)) => {
                Interval { low: f64::NEG_INFINITY, high }
            }
            (Some(low), Some(CutKind::Beta | CutKind::ChanceHigh)) => Interval { low, high: f64::INFINITY },
            // Nothing more is known of table hits and of nodes that were not kept.
            (Some(value), Some(CutKind::Table)) => Interval::point(value),
            (Some(value), _) if !parents[index] || node.unrecorded > 0 => Interval::point(value),
            (Some(_), _) => known[index],
        };
        node.bound = node.value.and_then(|value| interval.bound(value));
        let Some(parent) = node.parent.filter(|&parent| parent < index) else { continue };
        let (action, weight) = (node.action.clone(), node.weight);
        if node.state == NodeState::Skipped || seen.insert((parent, action)) {
            parents[parent] = true;
            known[parent].add(nodes[parent].role, interval, weight);
        }
    }
}
