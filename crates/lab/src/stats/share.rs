//! Shares of hits and of points, by Wilson's interval.

use super::estimate::Estimate;
use super::special::Z95;
use super::tally::{Results, Tally};

/// The share of `hits` among `trials` with Wilson's interval, which is also right for few trials and stays between 0 and
/// 1. `None` without trials.
pub fn share(hits: u64, trials: u64) -> Option<Estimate> {
    score(&Tally { wins: hits.min(trials), draws: 0, losses: trials.saturating_sub(hits) })
}

/// The score rate: the share of the points that the first player scored. A draw is half a point. `None` without games.
///
/// Without draws the interval is Wilson's. Draws make results vary less than wins and losses do, so they narrow it; but
/// past draws do not guarantee more of them. So they are counted as if Z^2 more games, none of them drawn, had been played. If all games are drawn, the ends are where Wilson's interval for the share of games that are
/// not drawn would put them, if one side won them all.
pub fn score(results: &impl Results) -> Option<Estimate> {
    let n: f64 = results.points().map(|(_, count)| count).sum();
    if n <= 0.0 {
        return None;
    }
    let mean = results.points().map(|(worth, count)| worth * count).sum::<f64>() / n;
    // By how much the variance of results with this mean falls short of what wins and losses alone would have.
    let between =
        results.points().map(|(worth, count)| worth * (1.0 - worth) * count).sum::<f64>() / (n + Z95 * Z95);
    let scale = 1.0 + Z95 * Z95 / n;
    let centre = (mean + Z95 * Z95 / (2.0 * n)) / scale;
    let variance = (mean * (1.0 - mean) - between).max(0.0);
    let reach = Z95 / scale * (variance / n + Z95 * Z95 * (1.0 - 4.0 * between) / (4.0 * n * n)).sqrt();
    // At 0 and 1 the ends are exact; only rounding keeps the formula from giving them.
    let low = if mean <= 0.0 { 0.0 } else { (centre - reach).clamp(0.0, mean) };
    let high = if mean >= 1.0 { 1.0 } else { (centre + reach).clamp(mean, 1.0) };
    Some(Estimate { mean, low, high })
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;
    use proptest::prelude::*;

    use super::super::near;
    use super::*;
    use crate::stats::Pairs;

    #[test]
    fn wilson_by_known_values() {
        // From mpmath; rounded to four digits, they are in tables.
        for (hits, trials, low, high) in [
            (5, 10, 0.236_593_090_513, 0.763_406_909_487),
            (10, 10, 0.722_467_200_137, 1.0),
            (0, 10, 0.0, 0.277_532_799_863),
            (255, 500, 0.466_273_687_931, 0.553_573_825_260),
        ] {
            let found = share(hits, trials).unwrap();
            assert!(
                near(found.low, low, 1e-11) && near(found.high, high, 1e-11),
                "{hits} of {trials}: {found:?}"
            );
            assert_eq!(found.mean, hits as f64 / trials as f64);
        }
        assert_eq!(share(10, 10).unwrap().high, 1.0);
        assert_eq!(share(0, 1).unwrap().low, 0.0);
        assert_eq!(share(0, 0), None);
    }

    #[test]
    fn draws_narrow_the_interval() {
        // From mpmath: the roots of (score - x)^2 = Z^2 / n (x (1 - x) - between).
        let found = score(&Tally { wins: 150, draws: 250, losses: 100 }).unwrap();
        assert_eq!(found.mean, 0.55);
        assert!(
            near(found.low, 0.518_936_648_861_2, 1e-12) && near(found.high, 0.580_300_917_092_6, 1e-12),
            "{found:?}"
        );
        let pairs = score(&Pairs { counts: [10, 40, 100, 60, 20] }).unwrap();
        assert!(
            near(pairs.low, 0.511_095_808_229_4, 1e-12) && near(pairs.high, 0.574_432_224_741_6, 1e-12),
            "{pairs:?}"
        );
    }

    #[test]
    fn draws_alone_do_not_prove_that_all_games_are_drawn() {
        let drawn = score(&Tally { wins: 0, draws: 10, losses: 0 }).unwrap();
        // The upper end of the share that is not drawn, all of it won by one side.
        let decided = share(0, 10).unwrap().high;
        assert_eq!(drawn.mean, 0.5);
        assert!(
            near(drawn.low, 0.5 - decided / 2.0, 1e-12) && near(drawn.high, 0.5 + decided / 2.0, 1e-12),
            "{drawn:?}"
        );
    }

    /// How many of 4000 matches have an interval that holds the truth.
    fn held(seed: u64, games: u64, win: f64, draw: f64) -> u32 {
        let mut rng = Seed(seed).rng();
        let mut held = 0;
        for _ in 0..4000 {
            let mut tally = Tally::default();
            for _ in 0..games {
                let drawn = rng.unit();
                let count = if drawn < win {
                    &mut tally.wins
                } else if drawn < win + draw {
                    &mut tally.draws
                } else {
                    &mut tally.losses
                };
                *count += 1;
            }
            held += u32::from(score(&tally).unwrap().contains(win + draw / 2.0));
        }
        held
    }

    #[test]
    fn the_interval_holds_the_truth_in_about_95_of_100_matches() {
        for (number, (games, win, draw)) in [
            (20, 0.5, 0.0),
            (50, 0.9, 0.0),
            (400, 0.62, 0.0),
            (100, 0.3, 0.5),
            (400, 0.05, 0.9),
            (30, 0.5, 0.4),
        ]
        .into_iter()
        .enumerate()
        {
            let held = held(number as u64, games, win, draw);
            // Counts come in steps, so no interval for them holds in exactly 95 of 100: 93 is what Wilson's is known
            // for.
            assert!(held >= 3720, "{games} games, {win} won, {draw} drawn: {held} of 4000");
        }
    }

    proptest! {
        #[test]
        fn the_interval_is_around_the_score_and_within_0_to_1(
            wins in 0u64..10_000, draws in 0u64..10_000, losses in 0u64..10_000
        ) {
            let tally = Tally { wins, draws, losses };
            prop_assume!(tally.games() > 0);
            let found = score(&tally).unwrap();
            prop_assert!(0.0 <= found.low && found.contains(found.mean) && found.high <= 1.0);
            prop_assert!(found.low < found.high);
            let other = score(&tally.swapped()).unwrap();
            prop_assert!((other.low + found.high - 1.0).abs() < 1e-12 && (other.mean + found.mean - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn counts_of_any_size_are_answered() {
        let most = u64::MAX;
        let found = score(&Tally { wins: most, draws: most, losses: most }).unwrap();
        assert!(found.mean == 0.5 && found.contains(0.5) && found.high - found.low < 1e-9, "{found:?}");
        assert_eq!(share(most, most).unwrap().mean, 1.0);
    }
}
