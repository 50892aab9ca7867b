//! Which values are exact and which are only bounds.
//!
//! At a node with a cutoff, the value that a search returns bounds the true value from one side only. Here every node
//! gets the interval that its true value is known to lie in: `[v, v]` for a leaf, everything for a pruned child, and for
//! the others the combination of their children's intervals.

use std::collections::HashSet;

use plylab_core::Window;

use super::tree::{NodeRole, TreeBound};

/// Where the true value of a node is known to lie.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ValueRange {
    low: f64,
    high: f64,
}

/// What is known of a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildBounds {
    /// The number of its action.
    pub action: u32,
    /// The probability of its action; not a number if there is none.
    pub weight: f64,
    /// Where its value lies.
    pub interval: ValueRange,
}

/// Children among which a second visit is looked for one by one.
const FEW: usize = 32;

impl ValueRange {
    const ANYTHING: ValueRange = ValueRange { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// Exactly that.
    pub fn point(value: f64) -> ValueRange {
        ValueRange { low: value, high: value }
    }

    pub fn at_most(high: f64) -> ValueRange {
        ValueRange { high, ..ValueRange::ANYTHING }
    }

    pub fn at_least(low: f64) -> ValueRange {
        ValueRange { low, ..ValueRange::ANYTHING }
    }

    /// What a value means if nothing but its window is known: outside, it is a bound.
    pub fn by_window(value: f64, window: Window) -> ValueRange {
        if value <= window.alpha {
            ValueRange::at_most(value)
        } else if value >= window.beta {
            ValueRange::at_least(value)
        } else {
            ValueRange::point(value)
        }
    }

    /// The interval of a node with these children; none if there are none. A search may visit a child again with another
    /// window: the last visit counts.
    pub fn combine(role: Option<NodeRole>, parts: &mut Vec<ChildBounds>) -> Option<ValueRange> {
        if parts.is_empty() {
            return None;
        }
        if parts.len() <= FEW {
            let mut index = 0;
            while index < parts.len() {
                let action = parts[index].action;
                if parts[index + 1..].iter().any(|later| later.action == action) {
                    parts.remove(index);
                } else {
                    index += 1;
                }
            }
        } else {
            let mut seen = HashSet::new();
            let mut last: Vec<ChildBounds> =
                parts.iter().rev().filter(|part| seen.insert(part.action)).copied().collect();
            last.reverse();
            *parts = last;
        }
        let parts = parts.iter();
        let either = |end: fn(f64, f64) -> f64, start: f64| {
            let ends = parts.clone().map(|part| part.interval);
            ends.fold((start, start), |(low, high), next| (end(low, next.low), end(high, next.high)))
        };
        let (low, high) = match role {
            Some(NodeRole::Max) => either(f64::max, f64::NEG_INFINITY),
            Some(NodeRole::Min) => either(f64::min, f64::INFINITY),
            Some(NodeRole::Mean) if parts.clone().any(|part| part.weight.is_nan()) => {
                return Some(ValueRange::ANYTHING);
            }
            Some(NodeRole::Mean) => {
                parts.filter(|part| part.weight > 0.0).fold((0.0, 0.0), |(low, high), part| {
                    (low + part.weight * part.interval.low, high + part.weight * part.interval.high)
                })
            }
            Some(NodeRole::Leaf) | None => (0.0, 0.0),
        };
        Some(ValueRange { low, high })
    }

    /// The kind of bound that `value` is, if it is one end of the interval only.
    pub fn bound(self, value: f64) -> Option<TreeBound> {
        let near = |end: f64| end == value || (end - value).abs() <= 1e-9 * value.abs().max(1.0);
        match (near(self.low), near(self.high)) {
            (false, true) => Some(TreeBound::AtMost),
            (true, false) => Some(TreeBound::AtLeast),
            _ => None,
        }
    }
}
