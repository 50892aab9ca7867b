//! Differences between means: of two independent groups, of two players with the same dice, and along groups in an order.

use serde::Serialize;

use super::sample::{Estimate, Sample};
use super::special::{normal_cdf, student_beyond, student_quantile};

/// How much larger the first mean is than the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The difference with its 95 % interval.
    pub estimate: Estimate,
    /// The two-sided p. `None` if the numbers do not vary: then the spread is unknown, and the interval has no width only
    /// for that reason.
    pub p: Option<f64>,
}

impl Difference {
    /// By Student's t with these degrees of freedom.
    fn new(mean: f64, error: f64, freedom: f64) -> Difference {
        if error > 0.0 {
            let reach = student_quantile(0.975, freedom) * error;
            Difference {
                estimate: Estimate::around(mean, reach),
                p: Some(student_beyond(mean / error, freedom)),
            }
        } else {
            Difference { estimate: Estimate::around(mean, 0.0), p: None }
        }
    }
}

/// Welch's test of two independent groups, whose spreads may differ. None if a group has fewer than two numbers.
pub fn welch(first: &Sample, second: &Sample) -> Option<Difference> {
    let share = |sample: &Sample| Some(sample.variance()? / sample.count() as f64);
    let (one, other) = (share(first)?, share(second)?);
    let spread = one + other;
    // In shares of the spread, which cannot overflow.
    let part =
        |share: f64, sample: &Sample| (share / spread) * (share / spread) / (sample.count() - 1) as f64;
    let freedom = (part(one, first) + part(other, second)).recip();
    Some(Difference::new(first.mean()? - second.mean()?, spread.sqrt(), freedom))
}

/// The results of two players in the same games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Paired {
    /// How much more the first scored per game.
    pub difference: Difference,
    /// How many times wider the interval would be if the games had nothing in common. Its square is how many times as
    /// many games the same interval would take then. Below 1, sharing dice did harm. `None` if the differences do
    /// not vary.
    pub narrower: Option<f64>,
}

/// Compares two players game by game: `first[i]` and `second[i]` are their results in game i, with the same dice, so
/// that shared luck cancels out. `None` with fewer than two games, or if the lengths differ.
pub fn paired(first: &[f64], second: &[f64]) -> Option<Paired> {
    if first.len() != second.len() {
        return None;
    }
    let differences: Sample = first.iter().zip(second).map(|(one, other)| one - other).collect();
    let [one, other]: [Sample; 2] = [first, second].map(|values| values.iter().copied().collect());
    let (mean, error) = (differences.mean()?, differences.standard_error()?);
    let difference = Difference::new(mean, error, (differences.count() - 1) as f64);
    let apart = (one.variance()? + other.variance()?).sqrt();
    let narrower =
        differences.standard_deviation().filter(|&spread| spread > 0.0).map(|spread| apart / spread);
    Some(Paired { difference, narrower })
}

/// How a number changes from group to group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Association {
    /// The correlation of the numbers with the places of their groups, from -1 to 1.
    pub correlation: f64,
    /// The two-sided p.
    pub p: f64,
}

/// Mantel's test for a linear trend over groups in this order, one step apart; for numbers that are 0 or 1 it is the test of
/// Cochran and Armitage. It uses every number, not only those of the first and the last group. None with fewer than two
/// groups that have numbers.
pub fn trend(groups: &[Sample]) -> Option<Association> {
    let known: Vec<(f64, f64, f64, &Sample)> = groups
        .iter()
        .enumerate()
        .filter_map(|(place, group)| Some((place as f64, group.mean()?, group.count() as f64, group)))
        .collect();
    if known.len() < 2 {
        return None;
    }
    let all: f64 = known.iter().map(|(_, _, count, _)| count).sum();
    let middle = known.iter().map(|(place, _, count, _)| place * count).sum::<f64>() / all;
    let mean = known.iter().map(|(_, mean, count, _)| mean * count).sum::<f64>() / all;
    let (mut places, mut numbers, mut both) = (0.0, 0.0, 0.0);
    for (place, own, count, group) in known {
        let (across, up) = (place - middle, own - mean);
        places += count * across * across;
        numbers += count * up * up + (count - 1.0) * group.variance().unwrap_or(0.0);
        both += count * across * up;
    }
    if numbers <= 0.0 {
        return Some(Association { correlation: 0.0, p: 1.0 });
    }
    let correlation = (both / (places * numbers).sqrt()).clamp(-1.0, 1.0);
    let p = 2.0 * normal_cdf(-correlation.abs() * (all - 1.0).sqrt());
    Some(Association { correlation, p })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::near;
    use super::*;

    // Student's own example: hours of sleep that two drugs gave to the same ten patients.
    const FIRST: [f64; 10] = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const SECOND: [f64; 10] = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];

    fn sample(values: &[f64]) -> Sample {
        values.iter().copied().collect()
    }

    fn check(found: Difference, mean: f64, low: f64, high: f64, p: f64) {
        let Estimate { mean: m, low: l, high: h } = found.estimate;
        assert!(
            [(m, mean), (l, low), (h, high)].iter().all(|&(one, other)| near(one, other, 1e-11)),
            "{found:?}"
        );
        assert!(near(found.p.unwrap(), p, 1e-11), "{found:?}");
    }

    #[test]
    fn welch_by_known_values() {
        let found = welch(&sample(&FIRST), &sample(&SECOND)).unwrap();
        check(found, -1.58, -3.365_483_230_711_71, 0.205_483_230_711_711, 0.079_394_140_187_358_1);
        assert_eq!(welch(&sample(&FIRST), &sample(&[1.0])), None);
    }

    #[test]
    fn paired_by_known_values() {
        let found = paired(&FIRST, &SECOND).unwrap();
        check(
            found.difference,
            -1.58,
            -2.459_885_763_276_98,
            -0.700_114_236_723_017,
            0.002_832_890_197_384_27,
        );
        assert!(near(found.narrower.unwrap(), 2.182_984_890_402_9, 1e-12), "{found:?}");
        assert_eq!(paired(&FIRST, &SECOND[1..]), None);
        assert_eq!(paired(&FIRST[..1], &SECOND[..1]), None);
    }

    #[test]
    fn numbers_that_do_not_vary_have_no_p() {
        let found = paired(&[1.0, 2.0, 3.0], &[0.0, 1.0, 2.0]).unwrap();
        assert_eq!(
            found.difference,
            Difference { estimate: Estimate { mean: 1.0, low: 1.0, high: 1.0 }, p: None }
        );
        assert_eq!(found.narrower, None);
        assert_eq!(welch(&sample(&[1.0, 1.0]), &sample(&[2.0, 2.0])).unwrap().p, None);
        // One side that varies is enough.
        assert!(welch(&sample(&[1.0, 1.0]), &sample(&[2.0, 3.0])).unwrap().p.is_some());
    }

    proptest! {
        #[test]
        fn the_sides_are_alike(
            one in prop::collection::vec(-100.0..100.0, 2..20), other in prop::collection::vec(-100.0..100.0, 2..20)
        ) {
            let [one, other] = [sample(&one), sample(&other)];
            let (there, back) = (welch(&one, &other).unwrap(), welch(&other, &one).unwrap());
            prop_assert_eq!(there.p, back.p);
            prop_assert_eq!((there.estimate.low, there.estimate.high), (-back.estimate.high, -back.estimate.low));
            prop_assert!(there.estimate.contains(there.estimate.mean));
            // The interval leaves zero out if p is below 5 %.
            prop_assert_eq!(there.p.unwrap() < 0.05, !there.estimate.contains(0.0));
        }
    }

    /// A group of ones and zeros.
    fn group(ones: u64, zeros: u64) -> Sample {
        (0..ones + zeros).map(|index| if index < ones { 1.0 } else { 0.0 }).collect()
    }

    #[test]
    fn two_groups_have_the_p_of_their_table() {
        // Chi-square of the table 10 10 / 15 5 is 8/3; times 39/40 it is 2.6, whose p is erfc(sqrt(1.3)).
        let found = trend(&[group(10, 10), group(15, 5)]).unwrap();
        assert!(found.correlation > 0.0 && near(found.p, 0.106_863, 1e-5), "{found:?}");
        let back = trend(&[group(15, 5), group(10, 10)]).unwrap();
        assert_eq!((back.correlation, back.p), (-found.correlation, found.p));
    }

    #[test]
    fn groups_in_the_middle_count() {
        // Few games at the ends show nothing; those between them do.
        let ends = trend(&[group(4, 1), group(2, 3)]).unwrap();
        let all = trend(&[group(4, 1), group(80, 20), group(60, 40), group(2, 3)]).unwrap();
        assert!(ends.p > 0.05 && all.p < 0.01 && all.correlation < 0.0, "{ends:?} {all:?}");
    }

    #[test]
    fn what_does_not_vary_has_no_trend() {
        assert_eq!(trend(&[group(5, 0), group(9, 0)]), Some(Association { correlation: 0.0, p: 1.0 }));
        assert_eq!(trend(&[group(5, 0)]), None);
        assert_eq!(trend(&[group(5, 5), Sample::default()]), None);
    }
}
