//! The sequential probability ratio test: stop as soon as the games are enough.

use plylab_core::InputError;
use serde::Serialize;

use super::elo::score_of_elo;
use super::tally::Results;

/// A test of two hypotheses about an Elo difference, which may be asked after every game. Both are about the logistic Elo
/// that [`elo`](super::elo) speaks of.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtReport {
    /// ln of how many times likelier the results are by the second hypothesis than by the first.
    pub llr: f64,
    /// At or below it, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it, the second hypothesis is accepted.
    pub upper: f64,
    /// What to do.
    pub state: SprtState,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SprtState {
    /// It is too early to tell.
    Continue,
    /// The difference is the smaller one.
    AcceptH0,
    /// The difference is the larger one.
    AcceptH1,
}

impl Sprt {
    /// Tests the difference `elo0` against the larger difference `elo1`, accepting the second wrongly in at most `alpha` and
    /// the first wrongly in at most `beta` of all tests.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, InputError> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MOST..=MOST).contains(&elo) {
                return Err(InputError::new(format!("{name} is {elo}"))
                    .expected(format!("use a number from -{MOST} to {MOST}")));
            }
        }
        if elo0 >= elo1 {
            return Err(InputError::new(format!("elo0 is {elo0} and elo1 is {elo1}"))
                .expected("elo1 must be the larger of the two"));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(InputError::new(format!("{name} is {rate}"))
                    .expected("use a number above 0 and below 0.5"));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// Where the test stands after these results, games or pairs of games.
    ///
    /// The ratio is the generalised one that engine testers use: each hypothesis fixes only the mean, and is given the
    /// distribution with that mean that fits the results best. A kind of result that never came is counted as a
    /// thousandth, so that there is such a distribution.
    pub fn report(&self, results: &impl Results) -> SprtReport {
        let (lower, upper) = (
            libm::log(self.beta) - libm::log1p(-self.alpha),
            libm::log1p(-self.beta) - libm::log(self.alpha),
        );
        let llr = self.llr(results);
        let state = if llr >= upper {
            SprtState::AcceptH1
        } else if llr <= lower {
            SprtState::AcceptH0
        } else {
            SprtState::Continue
        };
        SprtReport { llr, lower, upper, state }
    }

    fn llr(&self, results: &impl Results) -> f64 {
        if results.points().all(|(_, count)| count == 0.0) {
            return 0.0;
        }
        let counts = results.points().map(|(worth, count)| (worth, if count == 0.0 { 1e-3 } else { count }));
        let tilt = |elo: f64| {
            let mean = score_of_elo(elo);
            (mean, tilt(counts.clone(), mean))
        };
        let ((mean0, tilt0), (mean1, tilt1)) = (tilt(self.elo0), tilt(self.elo1));
        counts
            .map(|(worth, count)| {
                count * (libm::log1p(tilt0 * (worth - mean0)) - libm::log1p(tilt1 * (worth - mean1)))
            })
            .sum()
    }
}

/// The largest difference that can be tested: beyond it, one side wins all but one game in a million.
const MOST: f64 = 2400.0;

/// The likeliest distribution with this mean gives each result its share among the counts, divided by
/// 1 + tilt * (worth - mean). This is the tilt, found by halving: the mean falls as it grows.
fn tilt(counts: impl Iterator<Item = (f64, f64)> + Clone, mean: f64) -> f64 {
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        let over: f64 = counts
            .clone()
            .map(|(worth, count)| count * (worth - mean) / (1.0 + middle * (worth - mean)))
            .sum();
        *(if over > 0.0 { &mut low } else { &mut high }) = middle;
    }
}
