//! What agents remember between moves, and who forgets when that is too much.

use std::collections::VecDeque;
use std::sync::Mutex;

use plylab_core::{AnyGame, Spec};

use crate::lab::{Lab, lock};

/// Megabytes that all agents who wait for their next move may hold on to.
const MOST: u64 = 2048;

/// The games whose agents hold on to something, the one that moved last at the end.
#[derive(Default)]
pub(crate) struct Residents(Mutex<Held>);

#[derive(Default)]
struct Held {
    total: u64,
    games: VecDeque<(String, u64)>,
}

impl Held {
    fn forget(&mut self, id: &str) {
        if let Some(place) = self.games.iter().position(|(known, _)| known == id)
            && let Some((_, megabytes)) = self.games.remove(place)
        {
            self.total -= megabytes;
        }
    }

    fn add(&mut self, id: &str, megabytes: u64) {
        self.forget(id);
        if megabytes > 0 {
            self.total += megabytes;
            self.games.push_back((id.to_owned(), megabytes));
        }
    }

    /// The games that must forget so that there is room, never that of `id`.
    fn overfull(&mut self, id: &str) -> Vec<(String, u64)> {
        let mut leaving = Vec::new();
        while self.total > MOST
            && let Some(place) = self.games.iter().position(|(known, _)| known != id)
            && let Some(entry) = self.games.remove(place)
        {
            self.total -= entry.1;
            leaving.push(entry);
        }
        leaving
    }
}

impl Residents {
    /// The agents of game `id` hold on to so much from now on; if that is too much, those forget who waited longest.
    pub fn settle(&self, lab: &Lab, id: &str, megabytes: u64) {
        let leaving = {
            let mut held = lock(&self.0);
            held.add(id, megabytes);
            held.overfull(id)
        };
        for (other, megabytes) in leaving {
            let table = lock(&lab.games).get(&other).cloned();
            let Some(table) = table else { continue };
            // A game that is busy just now is asked another time: waiting for it here could go round in a circle.
            match table.try_lock() {
                Ok(mut table) => table.forget_agents(),
                Err(_) => lock(&self.0).add(&other, megabytes),
            }
        }
    }
}

/// Megabytes that an agent takes, by its settings and their defaults.
pub(crate) fn megabytes(game: &dyn AnyGame, spec: &Spec) -> u64 {
    game.resolve(spec).map_or(0, |resolved| resolved.megabytes)
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    #[test]
    fn agents_say_how_much_they_remember() {
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
    fn those_forget_who_waited_longest() {
        let mut held = Held::default();
        for (id, megabytes) in [("a", 1000), ("b", 1000), ("a", 1000), ("c", 500)] {
            held.add(id, megabytes);
        }
        assert_eq!(held.overfull("c"), [("b".to_owned(), 1000)]);
        held.add("d", 3000);
        assert_eq!(held.overfull("d").len(), 2);
        assert_eq!(held.total, 3000);
    }
}
