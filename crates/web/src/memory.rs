//! The memory of the lab. One half is for agents between their moves: those that waited longest are reset when it is too
//! much. The other half is taken and given back: by analyses, recorded trees, matches and experiments.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex};

use plylab_core::{AnyGame, Message, Spec, message};

use crate::fault::{Code, Fault};
use crate::lab::{Lab, lock};

/// The most that the lab takes by itself, in megabytes.
const USUAL: u64 = 2048;

/// A quarter of the machine, at most 2 GB.
pub(crate) fn usual_megabytes() -> u64 {
    machine_megabytes().map_or(USUAL, |machine| (machine / 4).clamp(64, USUAL))
}

/// The memory of the machine, where the system says so.
fn machine_megabytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}

#[derive(Default)]
struct Used {
    total: u64,
    by: HashMap<Arc<str>, u64>,
}

/// The memory that can be taken and given back, in bytes.
pub(crate) struct Memory {
    most: u64,
    used: Mutex<Used>,
}

/// Some of it, until it is dropped.
pub(crate) struct Share {
    memory: Arc<Memory>,
    person: Arc<str>,
    bytes: u64,
}

impl Memory {
    pub fn new(megabytes: u64) -> Arc<Memory> {
        Arc::new(Memory { most: megabytes << 20, used: Mutex::default() })
    }

    /// Takes some for a person, who may have half of it.
    pub fn take(self: &Arc<Memory>, person: &Arc<str>, bytes: u64) -> Result<Share, Fault> {
        self.check(bytes)?;
        let mut used = lock(&self.used);
        let theirs = used.by.get(person).copied().unwrap_or(0);
        let alone = theirs == 0;
        if !alone && theirs + bytes > self.most / 2 {
            let wrong = message!(
                "memory-yours",
                "your analyses, trees and matches hold {megabytes} MB of the lab's memory",
                megabytes = theirs >> 20
            );
            return Err(Fault::new(Code::TooLarge, wrong).at_field(
                "agent",
                message!("close-some", "stop some of them, or close pages that show trees"),
            ));
        }
        if used.total + bytes > self.most {
            let wrong =
                message!("memory-full", "the lab has no memory for this right now; try again in a moment");
            return Err(Fault::new(Code::Busy, wrong));
        }
        used.total += bytes;
        *used.by.entry(Arc::clone(person)).or_default() += bytes;
        Ok(Share { memory: Arc::clone(self), person: Arc::clone(person), bytes })
    }

    /// Refuses what never fits.
    pub fn check(&self, bytes: u64) -> Result<(), Fault> {
        if bytes <= self.most {
            return Ok(());
        }
        let (megabytes, most) = (bytes >> 20, self.most >> 20);
        let wrong = message!(
            "memory-too-large",
            "this needs {megabytes} MB, and the lab has {most} MB for it",
            megabytes,
            most
        );
        Err(Fault::new(Code::TooLarge, wrong).at_field("agent", Message::range(0, most)))
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        lock(&self.used).total
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut used = lock(&self.memory.used);
        used.total -= self.bytes;
        if let Some(theirs) = used.by.get_mut(&self.person) {
            *theirs -= self.bytes;
            if *theirs == 0 {
                used.by.remove(&self.person);
            }
        }
    }
}

/// The games whose agents hold memory, the one that moved last at the end.
pub(crate) struct AgentMemory {
    held: Mutex<Held>,
    /// Megabytes.
    most: u64,
}

#[derive(Default)]
struct Held {
    total: u64,
    games: VecDeque<(String, u64)>,
}

impl Held {
    fn remove(&mut self, id: &str) {
        if let Some(index) = self.games.iter().position(|(game, _)| game == id)
            && let Some((_, megabytes)) = self.games.remove(index)
        {
            self.total -= megabytes;
        }
    }

    fn add(&mut self, id: &str, megabytes: u64) {
        self.remove(id);
        if megabytes > 0 {
            self.total += megabytes;
            self.games.push_back((id.to_owned(), megabytes));
        }
    }

    /// Removes games until the rest fit, never `id`, and returns them.
    fn evict(&mut self, id: &str, most: u64) -> Vec<(String, u64)> {
        let mut evicted = Vec::new();
        while self.total > most
            && let Some(index) = self.games.iter().position(|(game, _)| game != id)
            && let Some(entry) = self.games.remove(index)
        {
            self.total -= entry.1;
            evicted.push(entry);
        }
        evicted
    }
}

impl AgentMemory {
    pub fn new(megabytes: u64) -> AgentMemory {
        AgentMemory { held: Mutex::default(), most: megabytes }
    }

    /// Records how much the agents of game `id` hold; if that is too much, those that waited longest are reset.
    pub fn record(&self, lab: &Lab, id: &str, megabytes: u64) {
        let evicted = {
            let mut held = lock(&self.held);
            held.add(id, megabytes);
            held.evict(id, self.most)
        };
        for (other, megabytes) in evicted {
            let room = lock(&lab.games).get(&other).cloned();
            let Some(room) = room else { continue };
            // A busy game is tried again later: waiting for it here could deadlock.
            match room.try_lock() {
                Ok(mut room) => room.reset_agents(),
                Err(_) => lock(&self.held).add(&other, megabytes),
            }
        }
    }
}

/// Megabytes that an agent needs, by its settings and their defaults.
pub(crate) fn megabytes(game: &dyn AnyGame, spec: &Spec) -> u64 {
    game.resolve(spec).map_or(0, |resolved| resolved.megabytes)
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    #[test]
    fn agents_report_their_memory() {
        let game = plylab_standard::registry().open(&Spec::new("connect4"), &NoFiles).unwrap();
        let asked = |text: &str| megabytes(game.as_ref(), &text.parse().unwrap());
        let specs = [
            "random",
            "alphabeta:depth=4",
            "alphabeta:table=16",
            "alphabeta:engine=on",
            "perfect",
            "report-e-minimax",
            "level:3",
            "level:9",
            "level:level=10",
        ];
        assert_eq!(specs.map(asked), [0, 0, 16, 64, 256, 0, 0, 64, 64]);
    }

    #[test]
    fn agents_that_waited_longest_are_evicted() {
        let mut held = Held::default();
        for (id, megabytes) in [("a", 1000), ("b", 1000), ("a", 1000), ("c", 500)] {
            held.add(id, megabytes);
        }
        assert_eq!(held.evict("c", 2048), [("b".to_owned(), 1000)]);
        held.add("d", 3000);
        assert_eq!(held.evict("d", 2048).len(), 2);
        assert_eq!(held.total, 3000);
    }

    #[test]
    fn memory_is_taken_and_given_back() {
        let memory = Memory::new(100);
        let code = |taken: Result<Share, Fault>| taken.err().map(|fault| fault.code);
        let (ann, bob): (Arc<str>, Arc<str>) = ("ann".into(), "bob".into());
        assert_eq!(code(memory.take(&ann, 101 << 20)), Some(Code::TooLarge));
        let first = memory.take(&ann, 40 << 20).unwrap();
        // One person has half of it, unless it is all that they have.
        assert_eq!(code(memory.take(&ann, 11 << 20)), Some(Code::TooLarge));
        let second = memory.take(&bob, 55 << 20).unwrap();
        assert_eq!(code(memory.take(&ann, 6 << 20)), Some(Code::Busy));
        drop(second);
        assert_eq!(code(memory.take(&ann, 6 << 20)), None);
        drop(first);
        assert_eq!((memory.used(), lock(&memory.used).by.len()), (0, 0));
    }
}
