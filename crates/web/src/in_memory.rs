//! Games in memory. Those that nobody uses leave it first; if that is not enough, those who hold more than others wait.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::fault::Fault;
use crate::lab::lock;

/// Bytes that a game takes: by itself, for each move, and for each move of an agent that tells what it thought.
const GAME: u64 = 8 << 10;
const MOVE: u64 = 160;
const THOUGHT: u64 = 400;

/// The bytes of a game with so many moves.
pub(crate) fn bytes_of(moves: usize, thoughts: bool, files: usize) -> u64 {
    GAME + files as u64 + moves as u64 * if thoughts { THOUGHT } else { MOVE }
}

/// How much games take.
pub(crate) struct InMemory {
    most: u64,
    /// Bytes by which they have grown since they were counted last.
    grown: AtomicU64,
    used: AtomicU64,
    crowded: AtomicBool,
    /// Those who wait.
    waiting: Mutex<HashSet<String>>,
}

impl InMemory {
    pub fn new(megabytes: u64) -> InMemory {
        InMemory {
            most: megabytes << 20,
            grown: AtomicU64::new(0),
            used: AtomicU64::new(0),
            crowded: AtomicBool::new(false),
            waiting: Mutex::default(),
        }
    }

    /// A game has grown.
    pub fn grow(&self, bytes: u64) {
        self.grown.fetch_add(bytes, Ordering::Relaxed);
    }

    /// Should they be counted again soon?
    pub fn is_due(&self) -> bool {
        self.is_crowded() || self.grown.load(Ordering::Relaxed) > self.most / 16
    }

    /// Does somebody wait?
    pub fn is_crowded(&self) -> bool {
        self.crowded.load(Ordering::Relaxed)
    }

    /// Bytes that they took when they were counted last.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Do games that take so much leave too little room?
    pub fn is_too_much(&self, bytes: u64) -> bool {
        bytes > self.most
    }

    /// They have been counted, by owner, and those that nobody uses are gone. If not all could be, they are counted again soon.
    pub fn count(&self, by: &HashMap<String, u64>, all: bool) {
        let total: u64 = by.values().sum();
        self.grown.store(if all { 0 } else { self.most }, Ordering::Relaxed);
        self.used.store(total, Ordering::Relaxed);
        let crowded = self.is_too_much(total);
        // Whoever has more than the others have on average. When that does not help, everybody who has more than a little.
        let share = if total > 2 * self.most { 2 * GAME } else { total / by.len().max(1) as u64 };
        let over = by.iter().filter(|(_, bytes)| crowded && **bytes >= share);
        *lock(&self.waiting) = over.map(|(owner, _)| owner.clone()).collect();
        self.crowded.store(crowded, Ordering::Relaxed);
    }

    /// Refuses more to those who must wait.
    pub fn check(&self, owner: &str) -> Result<(), Fault> {
        let waits = self.is_crowded() && lock(&self.waiting).contains(owner);
        if waits { Err(Fault::no_memory()) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(of: &[(&str, u64)]) -> HashMap<String, u64> {
        of.iter().map(|&(owner, megabytes)| (owner.to_owned(), megabytes << 20)).collect()
    }

    #[test]
    fn those_who_hold_most_wait() {
        let memory = InMemory::new(16);
        memory.grow(2 << 20);
        assert!(memory.is_due());
        memory.count(&owners(&[("modest", 1)]), false);
        assert!(memory.is_due() && !memory.is_crowded());
        memory.count(&owners(&[("greedy", 15), ("modest", 1)]), true);
        assert!(!memory.is_due() && memory.check("greedy").is_ok() && memory.used() == 16 << 20);
        memory.count(&owners(&[("greedy", 16), ("modest", 1)]), true);
        assert!(memory.is_due() && memory.check("greedy").is_err());
        assert!(memory.check("modest").is_ok() && memory.check("newcomer").is_ok());
        // Far too much: a newcomer may still play.
        memory.count(&owners(&[("greedy", 32), ("modest", 1)]), true);
        assert!(memory.check("modest").is_err() && memory.check("newcomer").is_ok());
        memory.count(&owners(&[("greedy", 3)]), true);
        assert!(memory.check("greedy").is_ok() && !memory.is_crowded());
    }
}
