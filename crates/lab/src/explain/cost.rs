//! What a decision cost, in words.

use plylab_core::{Message, message};

use super::case::Case;
use crate::words::time_text;

impl Case<'_> {
    /// The nodes, leaves, cutoffs or simulations, and the time.
    pub(super) fn cost(&self) -> Message {
        let stats = &self.thought.decision.stats;
        let (nodes, leaves, depth, time) = (stats.nodes, stats.leaves, stats.depth, time_text(stats.time));
        // We have only its word for it, and it need not say everything.
        if self.is_outside() {
            return if depth == 0 {
                message!(
                    "says-nodes",
                    "It answered in {time}, and says that it visited {nodes} {nodes|node|nodes}."
                )
            } else {
                message!(
                    "says-nodes-and-depth",
                    "It answered in {time}, and says that it visited {nodes} {nodes|node|nodes} to depth {depth}."
                )
            };
        }
        if self.visits.is_any() {
            let n = self.visits.simulations();
            // An agent may count states instead.
            return if nodes == n {
                message!(
                    "ran-simulations",
                    "It ran {n} {n|simulation|simulations} ({leaves} {leaves|playout|playouts}), {depth} \
                     {depth|move|moves} deep, in {time}."
                )
            } else {
                message!(
                    "ran-simulations-states",
                    "It ran {n} {n|simulation|simulations} ({leaves} {leaves|playout|playouts}) through {states} states, \
                     {depth} {depth|move|moves} deep, in {time}.",
                    states = nodes
                )
            };
        }
        // A solver has no depth of its own.
        if depth == 0 && leaves == 0 {
            return message!("solved-nodes", "It searched {nodes} {nodes|node|nodes} in {time}.");
        }
        let mut parts = vec![message!("n-leaves", "{n} {n|leaf|leaves}", n = leaves)];
        if stats.cuts > 0 {
            parts.push(message!("n-cutoffs", "{n} {n|cutoff|cutoffs}", n = stats.cuts));
        }
        if stats.table_hits > 0 {
            parts.push(message!("n-table-hits", "{n} {n|table hit|table hits}", n = stats.table_hits));
        }
        message!(
            "searched-nodes",
            "It searched {nodes} {nodes|node|nodes} below the root to depth {depth} ({parts}) in {time}."
        )
    }
}
