//! Elo: how much stronger, on the scale of which 400 points are ten to one.

use std::f64::consts::LN_10;

use super::estimate::Estimate;
use super::share::score;
use super::tally::Results;

/// Elo points for odds of e to one.
pub(super) const POINTS: f64 = 400.0 / LN_10;

/// The Elo difference at which this score rate is expected: minus infinity at 0, infinity at 1.
pub fn elo_of_score(score: f64) -> f64 {
    POINTS * (libm::log(score) - libm::log1p(-score))
}

/// The score rate that is expected of whoever is this much stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / POINTS))
}

/// The Elo difference between two players, from their games or from their pairs of games. None without games.
///
/// It is the score rate on another scale, interval and all. Of whoever won everything, the games tell only how much
/// stronger he is at least: the estimate and the upper end are infinite then, and the lower end is not.
pub fn elo(results: &impl Results) -> Option<Estimate> {
    score(results).map(|score| score.map(elo_of_score))
}
