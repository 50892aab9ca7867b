//! Differences between means: of two groups that have nothing to do with each other, and of two players who were given
//! the same dice.

use serde::Serialize;

use super::estimate::Estimate;
use super::sample::Sample;
use super::special::{student_beyond, student_quantile};

/// How much larger the first mean is than the second.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The difference with its 95 % interval.
    pub estimate: Estimate,
    /// The two-sided p. None if the numbers do not vary: then nothing tells how far chance may reach, and the interval
    /// is as narrow only because of that.
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

/// What two players made of the same games.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Paired {
    /// How much more the first made of a game.
    pub difference: Difference,
    /// How many times wider the interval would be if the games had nothing in common. Its square is how many times as
    /// many games the same interval would take then. Below 1, having the same dice did harm. None if the differences
    /// do not vary.
    pub narrower: Option<f64>,
}

/// Compares two players game by game: `first[i]` and `second[i]` are what each made of game i, with the same dice. What the
/// dice give to both then cancels out. None with fewer than two games, or if there are not as many of one as of the other.
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
