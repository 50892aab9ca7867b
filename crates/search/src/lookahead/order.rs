//! Dynamic move ordering: a move that caused a cutoff before is likely to cause one again.

use std::hash::Hash;

use plylab_core::{AgentId, SmallVec};

/// The priority of an action; higher is sooner.
type Rank = i64;

const TABLE_MOVE: Rank = Rank::MAX;
const KILLERS: [Rank; 2] = [Rank::MAX - 1, Rank::MAX - 2];

/// The number of history counters. Two actions that share one only disturb each other's order a little.
const COUNTERS: usize = 1024;

/// Killer moves and history counters.
#[derive(Clone, Debug)]
pub(super) struct MoveOrdering<A> {
    killers: Vec<[Option<A>; 2]>,
    history: Box<[Rank]>,
    use_killers: bool,
    use_history: bool,
}

impl<A: Copy + Eq + Hash> MoveOrdering<A> {
    pub fn new(use_killers: bool, use_history: bool) -> Self {
        MoveOrdering { killers: Vec::new(), history: vec![0; COUNTERS].into(), use_killers, use_history }
    }

    /// `action` of `actor` has caused a cutoff, `ply` moves from the root, with `left` depth to go.
    pub fn record_cutoff(&mut self, actor: AgentId, action: A, ply: usize, left: u32) {
        if self.use_killers {
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, [None; 2]);
            }
            let [first, second] = &mut self.killers[ply];
            if *first != Some(action) {
                *second = *first;
                *first = Some(action);
            }
        }
        if self.use_history {
            // A cutoff near the root saves more.
            let counter = &mut self.history[counter(actor, action)];
            *counter = counter.saturating_add(i64::from(left) * i64::from(left)).min(1 << 40);
        }
    }

    /// The priority of `action`.
    fn rank(&self, actor: AgentId, action: A, ply: usize, from_table: Option<A>) -> Rank {
        if from_table == Some(action) {
            return TABLE_MOVE;
        }
        if let Some(killers) = self.killers.get(ply)
            && let Some(slot) = killers.iter().position(|killer| *killer == Some(action))
        {
            return KILLERS[slot];
        }
        if self.use_history { self.history[counter(actor, action)] } else { 0 }
    }

    /// Moves the actions with the highest priority to the front; the others keep their order.
    pub fn sort(&self, actor: AgentId, actions: &mut [A], ply: usize, from_table: Option<A>) {
        sort_by_rank(actions, |action| self.rank(actor, action, ply, from_table));
    }
}

/// Stable sort by falling rank. Insertion sort, because lists are short; it allocates only for long ones.
pub(super) fn sort_by_rank<A: Copy, R: PartialOrd + Copy>(actions: &mut [A], rank: impl Fn(A) -> R) {
    let mut ranks: SmallVec<[R; 64]> = actions.iter().map(|&action| rank(action)).collect();
    for end in 1..actions.len() {
        let mut index = end;
        while index > 0 && ranks[index] > ranks[index - 1] {
            ranks.swap(index, index - 1);
            actions.swap(index, index - 1);
            index -= 1;
        }
    }
}

/// The history counter of an agent's action.
fn counter<A: Hash>(actor: AgentId, action: A) -> usize {
    crate::fold(u64::from(actor.0), &action) as usize % COUNTERS
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: AgentId = AgentId::FIRST;

    #[test]
    fn table_move_then_killers_then_history_then_the_rest_in_order() {
        let mut ordering = MoveOrdering::new(true, true);
        ordering.record_cutoff(ME, 5u8, 3, 1);
        ordering.record_cutoff(ME, 6, 3, 1);
        for _ in 0..9 {
            ordering.record_cutoff(ME, 4, 0, 2);
        }
        let mut actions = [1, 2, 3, 4, 5, 6, 7];
        ordering.sort(ME, &mut actions, 3, Some(7));
        assert_eq!(actions, [7, 6, 5, 4, 1, 2, 3]);
    }

    #[test]
    fn what_is_switched_off_changes_nothing() {
        let mut ordering = MoveOrdering::new(false, false);
        ordering.record_cutoff(ME, 3u8, 1, 4);
        let mut actions = [1, 2, 3];
        ordering.sort(ME, &mut actions, 1, None);
        assert_eq!(actions, [1, 2, 3]);
    }
}
