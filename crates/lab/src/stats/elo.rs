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

/// The expected score rate of a player who is this much stronger.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / POINTS))
}

/// The Elo difference between two players, from their games or from their pairs of games. None without games.
///
/// It is the score rate on another scale, interval included. For a player that won every game there is only a lower
/// bound: the estimate and the upper end are infinite, the lower end is finite.
pub fn elo(results: &impl Results) -> Option<Estimate> {
    score(results).map(|score| score.map(elo_of_score))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::near;
    use super::*;
    use crate::stats::{Pairs, Tally};

    #[test]
    fn elo_by_known_values() {
        for (score, elo) in [
            (0.51, 6.949_638_427_769_08),
            (0.64, 99.950_989_286_64),
            (0.76, 200.240_940_227_674),
            (10.0 / 11.0, 400.0),
        ] {
            assert!(near(elo_of_score(score), elo, 1e-12), "{score}: {}", elo_of_score(score));
            assert!(near(score_of_elo(elo), score, 1e-12));
            assert!(near(elo_of_score(1.0 - score), -elo, 1e-12));
        }
        assert_eq!((elo_of_score(0.5), score_of_elo(0.0)), (0.0, 0.5));
    }

    #[test]
    fn differences_by_known_values() {
        let check = |found: Estimate, known: [f64; 3]| {
            let pairs = [(found.mean, known[0]), (found.low, known[1]), (found.high, known[2])];
            assert!(pairs.iter().all(|&(one, other)| near(one, other, 1e-10)), "{found:?}");
        };
        check(
            elo(&Tally { wins: 255, draws: 0, losses: 245 }).unwrap(),
            [6.949_638_427_769, -23.471_081_939_82, 37.370_358_795_36],
        );
        check(
            elo(&Tally { wins: 150, draws: 250, losses: 100 }).unwrap(),
            [34.860_070_287_56, 13.164_828_264_12, 56.286_094_674_26],
        );
        check(
            elo(&Pairs { counts: [10, 40, 100, 60, 20] }).unwrap(),
            [30.288_285_575_25, 7.711_423_300_333, 52.108_024_065_65],
        );
        assert_eq!(elo(&Tally::default()), None);
    }

    #[test]
    fn a_player_that_won_everything_has_a_lower_end_only() {
        let all = elo(&Tally { wins: 20, draws: 0, losses: 0 }).unwrap();
        assert_eq!((all.mean, all.high), (f64::INFINITY, f64::INFINITY));
        assert!((286.0..288.0).contains(&all.low), "{all:?}");
        let none = elo(&Tally { wins: 0, draws: 0, losses: 20 }).unwrap();
        assert_eq!((none.mean, none.low), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        assert!(near(none.high, -all.low, 1e-12));
    }

    proptest! {
        #[test]
        fn the_sides_are_alike(counts in prop::array::uniform5(0u64..1000)) {
            let pairs = Pairs { counts };
            prop_assume!(counts.iter().sum::<u64>() > 0);
            let (there, back) = (elo(&pairs).unwrap(), elo(&pairs.swapped()).unwrap());
            prop_assert!(there.contains(there.mean));
            // Infinite ends are opposite, too.
            let opposite = |one: f64, other: f64| one == -other || (one + other).abs() < 1e-6;
            prop_assert!(opposite(there.low, back.high) && opposite(there.high, back.low), "{:?} {:?}", there, back);
        }
    }
}
