//! Results in words.

use std::cmp::Ordering;

use plylab_core::{Field, Message, message};
use serde::Serialize;

use super::exact::sign_test;
use super::number::{Percent, about, count, digits};
use super::sample::Estimate;
use super::special::{Z80, Z95};
use super::tally::{Tally, elo, score};

/// What the games of two players show about who is stronger.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The games.
    #[serde(flatten)]
    pub tally: Tally,
    /// The share of the points that the first scored; a draw is half a point.
    pub score: Estimate,
    /// How much stronger the first is, in Elo.
    #[cfg_attr(feature = "schema", schemars(with = "super::OpenInterval"))]
    pub elo: Estimate,
    /// The exact two-sided p: how often two equal players would get a result at least as uneven. Draws are left out.
    pub p: f64,
    /// How many games in total would show a difference of the observed size with a power of 80 %; none if there is no
    /// difference.
    pub games_needed: Option<u64>,
}

/// The significance level.
pub(crate) const LEVEL: f64 = 0.05;

impl Verdict {
    /// None without games.
    pub fn of(tally: Tally) -> Option<Verdict> {
        Some(Verdict {
            tally,
            score: score(&tally)?,
            elo: elo(&tally)?,
            p: sign_test(tally.wins, tally.losses),
            games_needed: games_needed(tally),
        })
    }

    /// Who is significantly stronger: `Greater` for the first, `Less` for the second, `Equal` for neither.
    pub fn stronger(&self) -> Ordering {
        if self.p < LEVEL { self.tally.wins.cmp(&self.tally.losses) } else { Ordering::Equal }
    }

    /// How many more games would be needed; `None` if the difference is already significant, or there is none.
    pub fn more_games(&self) -> Option<u64> {
        let needed = self.games_needed.filter(|_| self.stronger() == Ordering::Equal)?;
        Some(needed.saturating_sub(self.tally.games()).max(1))
    }

    /// In words: who is stronger, by how much, how certain that is, and how many more games it would take. A sentence
    /// without its full stop that begins with a name or a small letter.
    pub fn words(&self, first: impl Into<Field>, second: impl Into<Field>) -> Message {
        let Estimate { mean, low, high } = self.score;
        let stronger = |name: Field, share| {
            message!("is-stronger", "{name} is stronger: {rate}", rate = self.rate(share))
        };
        match self.stronger() {
            Ordering::Greater => stronger(first.into(), &self.score),
            Ordering::Less => {
                stronger(second.into(), &Estimate { mean: 1.0 - mean, low: 1.0 - high, high: 1.0 - low })
            }
            Ordering::Equal => {
                let (rate, outlook) = (self.rate(&self.score), self.outlook());
                message!("no-difference", "no significant difference: {rate}; {outlook}")
            }
        }
    }

    /// A share of the points with its interval, of how many games it is, and p.
    fn rate(&self, share: &Estimate) -> Message {
        let [mean, low, high] = Percent::of(share).fields();
        let (games, p) = (count(self.tally.games()), p_words(self.p));
        if self.tally.draws > 0 {
            message!(
                "rate-of-points",
                "{mean} % of the points in {games} {games|game|games} ({low} to {high} %), {p}"
            )
        } else {
            message!("rate-of-games", "{mean} % of {games} {games|game|games} ({low} to {high} %), {p}")
        }
    }

    /// What it would take to show a difference.
    pub fn outlook(&self) -> Message {
        match self.more_games() {
            Some(more) => message!(
                "games-needed",
                "about {n} more {n|game|games} would be needed to show a difference of this size",
                n = about(more)
            ),
            None => message!(
                "level-so-far",
                "the two are level, so the number of games needed cannot be estimated"
            ),
        }
    }
}

/// How many games show the observed difference with a power of 80 % at the 5 % level: the games played, times the square
/// of the factor by which the difference would have to grow in standard errors.
fn games_needed(tally: Tally) -> Option<u64> {
    let apart = tally.wins.abs_diff(tally.losses) as f64;
    let decided = tally.wins as f64 + tally.losses as f64;
    let games = decided + tally.draws as f64;
    let wanted = (Z95 + Z80) * (Z95 + Z80);
    // Casting saturates.
    (apart > 0.0).then(|| (wanted * (decided / apart) * (games / apart)).ceil() as u64)
}

/// p in print: `p = 0.69`, `p < 0.001`. Two digits, and more only where two would hide on which side of 0.05 it is.
pub fn p_words(p: f64) -> Message {
    if p < LEAST_P {
        message!("p-below", "p < {p}", p = LEAST_P)
    } else {
        message!("p-is", "p = {p}", p = digits(p_text(p)))
    }
}

/// The same without its name, for a column: `0.69`, `< 0.001`.
pub fn p_digits(p: f64) -> Field {
    if p < LEAST_P { message!("below", "< {p}", p = LEAST_P).into() } else { digits(p_text(p)) }
}

/// The least p that is printed.
const LEAST_P: f64 = 0.001;

fn p_text(p: f64) -> String {
    let mut decimals = 2 + usize::from(p < 0.0995) + usize::from(p < 0.00995);
    let mut text = format!("{p:.decimals$}");
    while text.parse::<f64>().is_ok_and(|shown| (shown < LEVEL) != (p < LEVEL)) && decimals < 17 {
        decimals += 1;
        text = format!("{p:.decimals$}");
    }
    if text == "1.00" { "1".to_owned() } else { text }
}

/// p-values adjusted for their number by Holm's method: each is the least level at which its difference is significant when
/// the chance of any false finding among all of them is held to that level.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
    let mut adjusted = vec![0.0; values.len()];
    let mut least = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        least = least.max(values[index] * (values.len() - rank) as f64).min(1.0);
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(wins: u64, draws: u64, losses: u64) -> String {
        Verdict::of(Tally { wins, draws, losses }).unwrap().words("A", "B").to_string()
    }

    #[test]
    fn the_stronger_player_is_named() {
        assert_eq!(words(248, 0, 152), "A is stronger: 62 % of 400 games (57 to 67 %), p < 0.001");
        assert_eq!(words(152, 0, 248), "B is stronger: 62 % of 400 games (57 to 67 %), p < 0.001");
        assert_eq!(
            words(150, 250, 100),
            "A is stronger: 55 % of the points in 500 games (52 to 58 %), p = 0.0019"
        );
    }

    #[test]
    fn the_games_needed_are_named() {
        assert_eq!(
            words(255, 0, 245),
            "no significant difference: 51 % of 500 games (47 to 55 %), p = 0.69; about 19,000 more games would be needed to \
             show a difference of this size"
        );
        assert_eq!(
            words(1, 0, 0),
            "no significant difference: 100 % of 1 game (21 to 100 %), p = 1; about 7 more games would be needed to show a \
             difference of this size"
        );
        let level = "p = 1; the two are level, so the number of games needed cannot be estimated";
        assert_eq!(
            words(10, 0, 10),
            format!("no significant difference: 50 % of 20 games (30 to 70 %), {level}")
        );
        assert_eq!(
            words(0, 220, 0),
            format!("no significant difference: 50.0 % of the points in 220 games (49.1 to 50.9 %), {level}")
        );
        assert_eq!(Verdict::of(Tally::default()), None);
    }

    #[test]
    fn the_games_needed_are_enough_in_four_matches_of_five() {
        let verdict = Verdict::of(Tally { wins: 60, draws: 0, losses: 50 }).unwrap();
        let games = verdict.games_needed.unwrap();
        // That is (1.96 + 0.84)^2 = 7.85 times the variance of a coin, divided by the difference from one half,
        // squared.
        assert_eq!(games, 950);
        let mut rng = plylab_core::Seed(5).rng();
        let mut shown = 0;
        for _ in 0..1000 {
            let wins = (0..games).filter(|_| rng.unit() < 60.0 / 110.0).count() as u64;
            shown += u32::from(sign_test(wins, games - wins) < LEVEL);
        }
        // 800 of 1000, give or take three standard deviations of 13.
        assert!((760..=840).contains(&shown), "{shown}");
    }

    #[test]
    fn p_has_the_digits_that_matter() {
        for (p, text) in [
            (1.0, "p = 1"),
            (0.687, "p = 0.69"),
            (0.1, "p = 0.10"),
            (0.0569, "p = 0.057"),
            (0.0499, "p = 0.0499"),
            (0.05, "p = 0.050"),
            (0.0123, "p = 0.012"),
            (0.00123, "p = 0.0012"),
            (0.001, "p = 0.0010"),
            (0.000_999, "p < 0.001"),
            (0.0, "p < 0.001"),
        ] {
            assert_eq!(p_words(p).to_string(), text);
        }
    }

    #[test]
    fn holm_by_known_values() {
        // By hand: 4 * 0.005, 3 * 0.01, 2 * 0.03, and 0.04, which may not be below the one before.
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, known) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - known).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[0.5, 0.9]), [1.0, 1.0]);
        assert_eq!(holm(&[0.2]), [0.2]);
        assert!(holm(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn swapping_sides_mirrors_the_verdict(wins in any::<u64>(), draws in any::<u64>(), losses in any::<u64>()) {
            let tally = Tally { wins, draws, losses };
            prop_assume!(wins > 0 || draws > 0 || losses > 0);
            let (there, back) = (Verdict::of(tally).unwrap(), Verdict::of(tally.swapped()).unwrap());
            prop_assert_eq!(there.stronger(), back.stronger().reverse());
            prop_assert_eq!((there.p, there.games_needed), (back.p, back.games_needed));
            prop_assert_eq!(there.more_games().is_none(), there.stronger().is_ne() || wins == losses);
        }
    }
}
