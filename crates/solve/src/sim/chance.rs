//! Probabilities as exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// The probability of an event: it happens in `cases` of `of` equally likely cases, in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Probability {
    cases: u128,
    of: u128,
}

impl Probability {
    /// It never happens.
    pub const NEVER: Probability = Probability { cases: 0, of: 1 };
    /// It always happens.
    pub const ALWAYS: Probability = Probability { cases: 1, of: 1 };

    /// `cases` of `of` cases; never if there are no cases at all.
    pub fn new(cases: u128, of: u128) -> Probability {
        if of == 0 {
            return Probability::NEVER;
        }
        let common = common_divisor(cases, of);
        Probability { cases: cases / common, of: of / common }
    }

    /// The mean of several chances with equal weights; never if there are none.
    pub fn mean(chances: &[Probability]) -> Probability {
        let sum = chances.iter().fold(Probability::NEVER, |sum, chance| {
            let of = sum.of / common_divisor(sum.of, chance.of) * chance.of;
            Probability::new(sum.cases * (of / sum.of) + chance.cases * (of / chance.of), of)
        });
        Probability::new(sum.cases, sum.of * (chances.len() as u128).max(1))
    }

    /// As a number from 0 to 1.
    pub fn as_f64(self) -> f64 {
        self.cases as f64 / self.of as f64
    }
}

fn common_divisor(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

impl Ord for Probability {
    fn cmp(&self, other: &Self) -> Ordering {
        // By continued fractions: compares the integer parts, then the inverted remainders. Exact, and nothing overflows.
        let (mut one, mut two) = ((self.cases, self.of), (other.cases, other.of));
        let mut turned = false;
        loop {
            let order = (one.0 / one.1).cmp(&(two.0 / two.1));
            let (rest_one, rest_two) = (one.0 % one.1, two.0 % two.1);
            let order = order.then_with(|| match (rest_one, rest_two) {
                (0, 0) => Ordering::Equal,
                (0, _) => Ordering::Less,
                (_, 0) => Ordering::Greater,
                _ => Ordering::Equal,
            });
            if order != Ordering::Equal || rest_one == 0 {
                return if turned { order.reverse() } else { order };
            }
            (one, two) = ((one.1, rest_one), (two.1, rest_two));
            turned = !turned;
        }
    }
}

impl PartialOrd for Probability {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.of == 1 { write!(f, "{}", self.cases) } else { write!(f, "{}/{}", self.cases, self.of) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_exact_and_in_lowest_terms() {
        let third = Probability::new(2, 6);
        assert_eq!(third.to_string(), "1/3");
        assert_eq!(Probability::mean(&[third, Probability::new(1, 2)]), Probability::new(5, 12));
        assert_eq!(Probability::mean(&[Probability::ALWAYS, Probability::NEVER, Probability::NEVER]), third);
        assert_eq!(Probability::mean(&[Probability::ALWAYS; 4]).to_string(), "1");
        assert_eq!(Probability::mean(&[]), Probability::NEVER);
        assert_eq!(Probability::new(3, 0), Probability::NEVER);
        assert!((third.as_f64() - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn chances_compare_by_value() {
        let sorted = [(0, 5), (1, 3), (2, 5), (1, 2), (3071, 3072), (1, 1)]
            .map(|(cases, of)| Probability::new(cases, of));
        assert!(sorted.is_sorted());
        assert!(Probability::new(3071, 3072) < Probability::ALWAYS);
    }

    #[test]
    fn chances_are_compared_exactly() {
        for (one, other) in
            [(3, 7), (2, 5), (5, 12), (0, 1), (1, 1), (6, 14), (1, 2)].into_iter().flat_map(|one| {
                [(1, 3), (3, 7), (7, 12), (0, 1), (1, 1), (2, 5), (4, 9)].map(|other| (one, other))
            })
        {
            let (a, b) = (Probability::new(one.0, one.1), Probability::new(other.0, other.1));
            assert_eq!(a.cmp(&b), (one.0 * other.1).cmp(&(other.0 * one.1)), "{a} and {b}");
        }
        // Their products would overflow 128 bits.
        let large = u128::MAX / 2;
        assert!(Probability::new(large - 1, large) < Probability::new(large, large + 1));
        assert!(Probability::new(large, large + 1) > Probability::new(large - 1, large));
    }
}
