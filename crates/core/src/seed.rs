//! Randomness that is the same on every machine: a tree of seeds and one named generator.
//!
//! A seed is never shared. An experiment gives each game a child of its own seed, and a game gives one to
//! each agent. What one of them draws cannot depend on how much another has drawn, or on the number of
//! threads.

use std::fmt;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

use crate::game::AgentId;

/// A node of the tree of seeds.
///
/// ```
/// use plylab_core::{AgentId, Seed};
///
/// let game = Seed(2024).child("game").nth(7);
/// assert_ne!(game.of_agent(AgentId(0), 0), game.of_agent(AgentId(1), 0));
/// let mut rng = game.of_dice().rng();
/// assert!(rng.below(6) < 6);
/// ```
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Seed(pub u64);

impl Seed {
    /// The child with this name.
    pub fn child(self, name: &str) -> Seed {
        // FNV-1a over the name, so that names of any length differ, then mixed with the parent.
        let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Seed(mix(mix(self.0) ^ hash))
    }

    /// The child with this number.
    pub fn nth(self, number: u64) -> Seed {
        Seed(mix(mix(self.0).wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))))
    }

    /// Of a game's seed: the seed of its start.
    pub fn of_start(self) -> Seed {
        self.child("start")
    }

    /// Of a game's seed: the seed of its dice.
    pub fn of_dice(self) -> Seed {
        self.child("dice")
    }

    /// Of a game's seed: the seed of a random opening.
    pub fn of_opening(self) -> Seed {
        self.child("opening")
    }

    /// Of a game's seed: the seed of the agent at a seat, restarted `fresh_starts` times since the game began.
    pub fn of_agent(self, seat: AgentId, fresh_starts: u64) -> Seed {
        let first = self.child("agent").nth(u64::from(seat.0));
        if fresh_starts == 0 { first } else { first.nth(fresh_starts) }
    }

    /// Of a seed that somebody gives: that of the search of one position, whichever command shows it.
    pub fn of_search(self) -> Seed {
        self.child("agent")
    }

    /// A generator with this seed.
    pub fn rng(self) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(self.0))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The generator: xoshiro256++, with our own conversions of its words into numbers, so that no change
/// in another crate can change a game.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// 64 random bits.
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `bound`, each equally likely. Zero if `bound` is zero.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Multiply and keep the high half; draw again for the few low halves that would favour some results.
        let mut product = u128::from(self.word()) * u128::from(bound);
        if (product as u64) < bound {
            let unfair = bound.wrapping_neg() % bound.max(1);
            while (product as u64) < unfair {
                product = u128::from(self.word()) * u128::from(bound);
            }
        }
        (product >> 64) as usize
    }

    /// A number from 0 up to but not including 1, in steps of 2^-53.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.word() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// One of `items`, each equally likely.
    #[inline]
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }

    /// An index of `weights`, as likely as its weight; none if no weight is positive.
    pub fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let total: f64 = weights.iter().sum();
        let mut left = self.unit() * total;
        let mut last = None;
        for (index, &weight) in weights.iter().enumerate() {
            if weight > 0.0 {
                last = Some(index);
                if left < weight {
                    break;
                }
                left -= weight;
            }
        }
        last
    }
}

/// The one hash function for seeds and keys. Every bit of the input changes about half the bits of the output, and no two inputs share an output
/// (the finaliser of SplitMix64).
#[inline]
pub fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_and_the_tree_never_change() {
        // From an independent program: a change here would change every seeded game ever published.
        let mut rng = Seed(1).rng();
        assert_eq!([rng.word(), rng.word(), rng.word()], WORDS_OF_SEED_1);
        assert_eq!(Seed(1).child("game").nth(7).child("agent").0, CHILD_OF_SEED_1);
    }

    const WORDS_OF_SEED_1: [u64; 3] = [0xcfc5d07f6f03c29b, 0xbf424132963fe08d, 0x19a37d5757aaf520];
    const CHILD_OF_SEED_1: u64 = 0x2be842bfa15c7437;

    #[test]
    fn children_differ_from_each_other_and_from_their_parent() {
        let seeds: std::collections::HashSet<u64> = (0..1000)
            .map(|n| Seed(5).nth(n).0)
            .chain(["a", "b", "ab", "ba", ""].iter().map(|name| Seed(5).child(name).0))
            .chain([5])
            .collect();
        assert_eq!(seeds.len(), 1006);
    }

    #[test]
    fn below_is_fair_and_in_range() {
        let mut rng = Seed(3).rng();
        let mut counts = [0u32; 5];
        for _ in 0..50_000 {
            counts[rng.below(5)] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(rng.below(0), 0);
        assert_eq!(rng.below(1), 0);
    }

    #[test]
    fn weights_are_respected_and_zero_is_never_drawn() {
        let mut rng = Seed(4).rng();
        let mut counts = [0u32; 4];
        for _ in 0..40_000 {
            counts[rng.weighted(&[0.0, 1.0, 3.0, 0.0]).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[3]), (0, 0));
        assert!(counts[1].abs_diff(10_000) < 500, "{counts:?}");
        assert_eq!(rng.weighted(&[]), None);
        assert_eq!(rng.weighted(&[0.0]), None);
    }
}
