//! The memory that agents hold between moves, and which of them are reset when it is too much.

use std::collections::VecDeque;
use std::sync::Mutex;

use plylab_core::{AnyGame, Spec};

use crate::lab::{Lab, lock};

/// Megabytes that all agents waiting for their next move may hold together.
const MAX_MEGABYTES: u64 = 2048;

/// The games whose agents hold memory, the one that moved last at the end.
#[derive(Default)]
pub(crate) struct AgentMemory(Mutex<Held>);

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
    fn evict(&mut self, id: &str) -> Vec<(String, u64)> {
        let mut evicted = Vec::new();
        while self.total > MAX_MEGABYTES
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
    /// Records how much the agents of game `id` hold; if that is too much, those that waited longest are reset.
    pub fn record(&self, lab: &Lab, id: &str, megabytes: u64) {
        let evicted = {
            let mut held = lock(&self.0);
            held.add(id, megabytes);
            held.evict(id)
        };
        for (other, megabytes) in evicted {
            let room = lock(&lab.games).get(&other).cloned();
            let Some(room) = room else { continue };
            // A busy game is tried again later: waiting for it here could deadlock.
            match room.try_lock() {
                Ok(mut room) => room.reset_agents(),
                Err(_) => lock(&self.0).add(&other, megabytes),
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
        assert_eq!(held.evict("c"), [("b".to_owned(), 1000)]);
        held.add("d", 3000);
        assert_eq!(held.evict("d").len(), 2);
        assert_eq!(held.total, 3000);
    }
}
