//! Counts of results, game by game or pair by pair, and what they estimate: the share of points and the difference in Elo.
//!
//! On the scale of Elo, 400 points are ten to one.

use std::f64::consts::LN_10;

use plylab_core::Outcome;
use serde::Serialize;

use super::sample::Estimate;
use super::special::Z95;

/// Results that can be counted, each worth from 0 (all lost) to 1 (all won).
///
/// ```
/// use plylab_lab::stats::{Tallied, Tally};
///
/// fn score_rate(results: &impl Tallied) -> f64 {
///     let (points, games) =
///         results.points().fold((0.0, 0.0), |(points, games), (value, count)| (points + value * count, games + count));
///     points / games
/// }
///
/// assert_eq!(score_rate(&Tally { wins: 2, draws: 1, losses: 1 }), 0.625);
/// ```
pub trait Tallied {
    /// The value of each kind of result, ascending, and how often it occurred.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone;
}

/// The points of a player in a game.
pub fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Loss => 0.0,
    }
}

/// How the games of two players ended, counted for the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// The number of games, saturating.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Counts a game.
    pub fn add(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Win => &mut self.wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Loss => &mut self.losses,
        } += 1;
    }

    /// Counts other games, too.
    pub fn join(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// The same games, seen from the second.
    #[must_use]
    pub fn swapped(self) -> Tally {
        Tally { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

impl Tallied for Tally {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
            .map(|(worth, count)| (worth, count as f64))
            .into_iter()
    }
}

/// How pairs of games ended, seen from the first player: two games from the same start with sides swapped.
///
/// The games of a pair are correlated, because the start may favour a side; pairs are independent. Counting pairs gives
/// narrower intervals from the same games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pairs {
    /// By the points that the first scored in the two games: 0, 1/2, 1, 3/2 and 2.
    pub counts: [u64; 5],
}

impl Pairs {
    /// Counts the two games of a pair.
    pub fn add(&mut self, first: Outcome, second: Outcome) {
        self.counts[(2.0 * (points(first) + points(second))) as usize] += 1;
    }

    /// The same pairs, seen from the second.
    #[must_use]
    pub fn swapped(mut self) -> Pairs {
        self.counts.reverse();
        self
    }
}

impl Tallied for Pairs {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        let worth = [0.0, 0.25, 0.5, 0.75, 1.0];
        worth.into_iter().zip(self.counts.map(|count| count as f64))
    }
}

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
pub fn score(results: &impl Tallied) -> Option<Estimate> {
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
pub fn elo(results: &impl Tallied) -> Option<Estimate> {
    score(results).map(|score| score.map(elo_of_score))
}

#[cfg(test)]
mod tests {
    use plylab_core::Seed;
    use proptest::prelude::*;

    use super::super::near;
    use super::*;

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
