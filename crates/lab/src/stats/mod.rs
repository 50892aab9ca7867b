//! Statistics: estimates with confidence intervals, tests and ratings.
//!
//! Everything here is a pure function of counts or numbers, with the same result on every machine. Confidence intervals
//! contain the true value in 95 of 100 samples; p is two-sided: how often chance alone would show a difference at least as
//! large, in either direction.

mod bootstrap;
mod exact;
mod logistic;
mod means;
mod number;
mod ratings;
mod sample;
pub mod special;
mod sprt;
mod tally;
mod verdict;

pub use bootstrap::{bootstrap, median};
pub use exact::{fisher, mcnemar, sign_test};
pub use logistic::{Logistic, Observation, logistic};
pub use means::{Association, Difference, Paired, paired, trend, welch};
pub(crate) use number::grouped;
pub use number::{Percent, about, count, decimals, digits};
pub use ratings::{Rating, Ratings, Standing, ratings};
#[cfg(feature = "schema")]
pub use sample::OpenInterval;
pub use sample::{Estimate, Sample};
pub use sprt::{Sprt, SprtReport, SprtState};
pub use tally::{Pairs, Tallied, Tally, elo, elo_of_score, points, score, score_of_elo, share};
pub(crate) use verdict::LEVEL;
pub use verdict::{Verdict, holm, p_digits, p_words};

/// Is the value within this relative error of the known one?
#[cfg(test)]
fn near(found: f64, known: f64, error: f64) -> bool {
    (found - known).abs() <= error * known.abs()
}
