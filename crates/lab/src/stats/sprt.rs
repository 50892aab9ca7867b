//! The sequential probability ratio test, which stops as soon as the games suffice.

use plylab_core::{InputError, message};
use serde::Serialize;

use super::tally::{Tallied, score_of_elo};

/// A test of two hypotheses about an Elo difference, which may be evaluated after every game. Both are in the logistic
/// Elo of [`elo`](super::elo()).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sprt {
    /// The smaller difference.
    elo0: f64,
    /// The larger difference.
    elo1: f64,
    /// The rate of wrongly accepting the larger one.
    alpha: f64,
    /// The rate of wrongly accepting the smaller one.
    beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SprtReport {
    /// The log-likelihood ratio: ln of how many times likelier the second hypothesis makes the results than the first.
    pub llr: f64,
    /// At or below it, the first hypothesis is accepted.
    pub lower: f64,
    /// At or above it, the second hypothesis is accepted.
    pub upper: f64,
    /// What to do.
    pub state: SprtState,
}

/// The decision of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SprtState {
    /// It is too early to decide.
    Continue,
    /// The difference is the smaller one.
    AcceptH0,
    /// The difference is the larger one.
    AcceptH1,
}

impl Sprt {
    /// Tests the difference `elo0` against the larger difference `elo1`, wrongly accepting the second in about a share
    /// `alpha` of all tests and wrongly accepting the first in about a share `beta`.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, InputError> {
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
                let wrong = message!("setting-is", "{name} is {value}", value = elo);
                let right = message!(
                    "number-range",
                    "use a number from {least} to {most}",
                    least = -MAX_ELO,
                    most = MAX_ELO
                );
                return Err(InputError::new(wrong).expected(right));
            }
        }
        if elo0 >= elo1 {
            return Err(InputError::new(message!("elos-are", "elo0 is {elo0} and elo1 is {elo1}"))
                .expected(message!("elo1-larger", "elo1 must be the larger of the two")));
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(InputError::new(message!("setting-is", "{name} is {value}", value = rate))
                    .expected(message!("rate-range", "use a number above 0 and below 0.5")));
            }
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The two differences that are tested.
    pub fn elo(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The state of the test after these results, games or pairs of games.
    ///
    /// The ratio is the generalised one that engine testers use: each hypothesis fixes only the mean, and takes the
    /// distribution with that mean that fits the results best. A kind of result that never occurred counts as a
    /// thousandth, so that there is such a distribution. Results that are all the same are therefore slow to decide the
    /// test: anything else could still come next.
    pub fn report(&self, results: &impl Tallied) -> SprtReport {
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

    fn llr(&self, results: &impl Tallied) -> f64 {
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

/// The largest difference that can be tested. Beyond it, one side wins all but one game in a million.
const MAX_ELO: f64 = 2400.0;

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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::near;
    use super::*;
    use crate::stats::{Pairs, Tally};

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05).unwrap()
    }

    fn games(wins: u64, losses: u64, draws: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    #[test]
    fn games_by_known_values() {
        // The first two are also among fastchess's tests, with -1.57 and -2.59; all digits are from mpmath.
        for (test, tally, llr) in [
            (sprt(0.5, 2.5), games(21404, 21184, 40708), -1.571_888_792_692),
            (sprt(0.0, 2.0), games(57433, 57030, 106_593), -2.593_024_163_524),
            (sprt(0.0, 10.0), games(255, 245, 0), 0.080_746_077_809_65),
            (sprt(0.0, 10.0), games(30, 0, 0), 0.851_043_971_220_9),
            (sprt(0.0, 10.0), games(100, 50, 250), 3.419_978_108_851),
        ] {
            let found = test.report(&tally);
            assert!(near(found.llr, llr, 1e-9), "{tally:?}: {found:?}");
        }
    }

    #[test]
    fn pairs_by_known_values() {
        // The first two are also among fastchess's tests, with -3.07 and -4.98.
        for (test, counts, llr) in [
            (sprt(0.5, 2.5), [223, 9863, 21279, 10037, 246], -3.074_126_439_589),
            (sprt(0.0, 2.0), [871, 26175, 55983, 26678, 821], -4.978_672_863_449),
            (sprt(0.0, 10.0), [0, 0, 0, 0, 5], 0.141_896_656_919_9),
        ] {
            let found = test.report(&Pairs { counts });
            assert!(near(found.llr, llr, 1e-9), "{counts:?}: {found:?}");
        }
    }

    #[test]
    fn it_ends_at_its_bounds() {
        let start = sprt(0.0, 10.0).report(&Tally::default());
        assert_eq!((start.llr, start.state), (0.0, SprtState::Continue));
        assert!(near(start.lower, -2.944_438_979_166_44, 1e-12) && near(start.upper, -start.lower, 1e-12));
        assert_eq!(sprt(0.0, 10.0).report(&games(255, 245, 0)).state, SprtState::Continue);
        assert_eq!(sprt(0.0, 10.0).report(&games(100, 50, 250)).state, SprtState::AcceptH1);
        assert_eq!(sprt(0.0, 10.0).report(&games(50, 100, 250)).state, SprtState::AcceptH0);
    }

    #[test]
    fn hypotheses_that_make_no_sense_are_refused() {
        let refused = |elo0, elo1, alpha, beta| Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert_eq!(
            refused(5.0, 0.0, 0.05, 0.05),
            "elo0 is 5 and elo1 is 0; elo1 must be the larger of the two"
        );
        assert_eq!(refused(0.0, f64::NAN, 0.05, 0.05), "elo1 is NaN; use a number from -2400 to 2400");
        assert_eq!(refused(0.0, 5.0, 0.0, 0.05), "alpha is 0; use a number above 0 and below 0.5");
        assert_eq!(refused(0.0, 5.0, 0.05, 0.5), "beta is 0.5; use a number above 0 and below 0.5");
    }

    proptest! {
        #[test]
        fn the_sides_are_alike(counts in prop::array::uniform5(0u64..100_000), elo0 in -50.0..0.0, elo1 in 0.5..50.0) {
            let pairs = Pairs { counts };
            let (there, back) = (sprt(elo0, elo1).report(&pairs), sprt(-elo1, -elo0).report(&pairs.swapped()));
            prop_assert!((there.llr + back.llr).abs() < 1e-7 * (1.0 + there.llr.abs()), "{:?} {:?}", there, back);
        }

        #[test]
        fn any_counts_are_answered(wins in any::<u64>(), draws in any::<u64>(), losses in any::<u64>(),
                                   elo0 in -MAX_ELO..0.0, elo1 in 0.1..MAX_ELO) {
            let found = sprt(elo0, elo1).report(&Tally { wins, draws, losses });
            prop_assert!(found.llr.is_finite(), "{:?}", found);
        }
    }
}
