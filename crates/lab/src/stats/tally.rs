//! Counts of results, game by game or pair by pair.

use plylab_core::Outcome;
use serde::Serialize;

/// Results that can be counted, each worth from 0 (all lost) to 1 (all won).
///
/// ```
/// use plylab_lab::stats::{Results, Tally};
///
/// fn score_rate(results: &impl Results) -> f64 {
///     let (points, games) =
///         results.points().fold((0.0, 0.0), |(points, games), (value, count)| (points + value * count, games + count));
///     points / games
/// }
///
/// assert_eq!(score_rate(&Tally { wins: 2, draws: 1, losses: 1 }), 0.625);
/// ```
pub trait Results {
    /// The value of each kind of result, ascending, and how often it occurred.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone;
}

/// The points of a player in a game.
pub fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

/// How the games of two players ended, counted for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// The number of games, saturating.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Win => &mut self.wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Loss => &mut self.losses,
        } += 1;
    }

    /// Counts other games, too.
    pub fn join(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
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

/// How pairs of games ended, seen from the first player: two games from the same start with sides swapped.
///
/// The games of a pair are correlated, because the start may favour a side; pairs are independent. Counting pairs gives
/// narrower intervals from the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs {
    /// By the points that the first scored in the two games: 0, 1/2, 1, 3/2 and 2.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts the two games of a pair.
    pub fn add(&mut self, first: Outcome, second: Outcome) {
        self.counts[(2.0 * (points(first) + points(second))) as usize] += 1;
    }

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
