//! Counts of results, game by game or pair by pair.

use serde::Serialize;

/// Results that can be counted, each worth from 0, everything lost, to 1, everything won.
pub trait Results {
    /// What each kind of result is worth, from 0 up, and how often it came.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone;
}

/// How the games of two players ended, seen from the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games that the first won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the second won.
    pub losses: u64,
}

impl Tally {
    /// How many games; the largest number there is if they are more.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// The same games, seen from the second.
    #[must_use]
    pub fn swapped(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Results for Tally {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
            .map(|(worth, count)| (worth, count as f64))
            .into_iter()
    }
}

/// How pairs of games ended, seen from the first player: two games from the same start with sides changed.
///
/// The games of a pair resemble each other, because the start may favour a side; the pairs do not. Whoever counts pairs
/// gets narrower intervals from the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs {
    /// By the points that the first made of the two games: 0, 1/2, 1, 3/2 and 2.
    pub counts: [u64; 5],
}

impl Pairs {
    /// The same pairs, seen from the second.
    #[must_use]
    pub fn swapped(mut self) -> Pairs {
        self.counts.reverse();
        self
    }
}

impl Results for Pairs {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        let worth = [0.0, 0.25, 0.5, 0.75, 1.0];
        worth.into_iter().zip(self.counts.map(|count| count as f64))
    }
}
