//! A cheap source of small random numbers.

use plylab_core::{Rng, Seed};

/// Splits each word of the generator in two.
#[derive(Clone, Debug)]
pub(super) struct Dice {
    rng: Rng,
    /// The half that is left, if it is not zero.
    spare: u32,
}

impl Dice {
    /// Dice with this seed.
    pub fn new(seed: Seed) -> Dice {
        Dice { rng: seed.rng(), spare: 0 }
    }

    /// A number below `bound`, uniform up to one part in 2^32 / `bound`.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        let half = if self.spare == 0 {
            let word = self.rng.word();
            self.spare = (word >> 32) as u32;
            word as u32
        } else {
            std::mem::take(&mut self.spare)
        };
        ((u64::from(half) * bound as u64) >> 32) as usize
    }

    /// An index into `weights`, drawn by weight.
    pub fn weighted(&mut self, weights: &[f64]) -> usize {
        self.rng.weighted(weights).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_fair_and_in_range() {
        let mut dice = Dice::new(Seed(3));
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[dice.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 500), "{counts:?}");
        assert_eq!(dice.below(1), 0);
        assert_eq!(dice.weighted(&[0.0, 2.0, 0.0]), 1);
    }
}
