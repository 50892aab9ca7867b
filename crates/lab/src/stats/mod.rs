//! Statistics: estimates with confidence intervals, tests and ratings.
//!
//! Everything here is a pure function of counts or numbers, with the same result on every machine. Confidence intervals
//! contain the true value in 95 of 100 samples; p is two-sided: how often chance alone would show a difference at least as
//! large, in either direction.

mod bootstrap;
mod elo;
mod estimate;
mod exact;
mod logistic;
mod means;
mod number;
mod percent;
mod ratings;
mod sample;
mod share;
pub mod special;
mod sprt;
mod tally;
mod trend;
mod verdict;

pub use bootstrap::{bootstrap, median};
pub use elo::{elo, elo_of_score, score_of_elo};
pub use estimate::Estimate;
#[cfg(feature = "schema")]
pub use estimate::OpenInterval;
pub use exact::{fisher, mcnemar, sign_test};
pub use logistic::{Logistic, Point, logistic};
pub use means::{Difference, Paired, paired, welch};
pub(crate) use number::grouped;
pub use number::{about, count, digits};
pub use percent::{Percent, decimals};
pub use ratings::{Rating, Ratings, Standing, ratings};
pub use sample::Sample;
pub use share::{score, share};
pub use sprt::{Sprt, SprtReport, SprtState};
pub use tally::{Pairs, Results, Tally, points};
pub use trend::{Association, trend};
pub use verdict::{Verdict, holm, p_digits, p_words};

/// Is the value within this relative error of the known one?
#[cfg(test)]
fn near(found: f64, known: f64, error: f64) -> bool {
    (found - known).abs() <= error * known.abs()
}
