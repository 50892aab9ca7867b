//! The probabilities of a chance node: reads one, and checks all of them together.

use plylab_core::{InputError, Message, message};

use crate::tree::rules::{Odds, TreeBranch};
use crate::tree::text::number;

/// The maximum deviation from 1 of the sum of a chance node's probabilities.
const ODDS_TOLERANCE: f64 = 1e-9;

/// The odds, if the word looks like odds; what would be right, if they are malformed.
pub(super) fn read(word: &str) -> Option<Result<Odds, Message>> {
    let range = || message!("probability-range", "a probability must be more than 0 and at most 1");
    if let Some((part, whole)) = word.split_once('/') {
        return Some(match (part.parse::<u32>(), whole.parse::<u32>()) {
            (Ok(part), Ok(whole)) if part > 0 && part <= whole => Ok(Odds::Fraction(part, whole)),
            (Ok(_), Ok(_)) => Err(range()),
            _ => Err(message!("fraction-form", "a fraction is two whole numbers: 1/3")),
        });
    }
    let percent = word.strip_suffix('%')?;
    Some(match number(percent) {
        Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(Odds::Percent(percent)),
        Some(_) => Err(range()),
        None => Err(message!("percent-form", "write a number before the %: 25%")),
    })
}

/// The odds of a chance node as whole parts without a common divisor: 1/6, 1/3 and 50% are 1, 2 and 3. All of them 1 where
/// the parts would be too large.
pub(super) fn parts(edges: &[TreeBranch]) -> Vec<u64> {
    let shares = edges.iter().map(|edge| match edge.odds {
        Odds::Even => (1, 1),
        Odds::Fraction(part, whole) => (u64::from(part), u64::from(whole)),
        // Percentages have few places.
        Odds::Percent(percent) => ((percent * 1e6).round() as u64, 100_000_000),
    });
    let shares: Vec<(u64, u64)> = shares
        .map(|(part, whole)| {
            let common = divisor(part, whole);
            (part / common, whole / common)
        })
        .collect();
    let whole = shares
        .iter()
        .try_fold(1_u64, |whole, &(_, below)| (whole / divisor(whole, below)).checked_mul(below));
    let parts: Option<Vec<u64>> =
        whole.and_then(|whole| shares.iter().map(|&(part, below)| part.checked_mul(whole / below)).collect());
    let parts = parts.unwrap_or_else(|| vec![1; edges.len()]);
    let common = parts.iter().copied().fold(0, divisor).max(1);
    parts.into_iter().map(|part| part / common).collect()
}

/// The greatest common divisor.
fn divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { divisor(other, one % other) }
}

/// Checks the odds of a chance node: all or none of the children have them, and they add up to 1.
pub(super) fn check(edges: &[TreeBranch]) -> Result<(), InputError> {
    let given = edges.iter().filter(|edge| edge.odds != Odds::Even).count();
    if given == 0 {
        return Ok(());
    }
    if given != edges.len() {
        let wrong = message!(
            "probabilities-missing",
            "{given} of {all} children of chance have a probability",
            all = edges.len()
        );
        let right =
            message!("probabilities-all", "give one to all of them, or to none if they are equally likely");
        return Err(InputError::new(wrong).expected(right));
    }
    let sum: f64 = edges.iter().map(|edge| edge.odds.value(given)).sum();
    if (sum - 1.0).abs() > ODDS_TOLERANCE {
        // Rounded, since sums of fractions end in rounding errors.
        let sum = (sum * 1e12).round() / 1e12;
        return Err(InputError::new(message!("probabilities-sum", "the probabilities add up to {sum}"))
            .expected(message!("probabilities-one", "they must add up to 1")));
    }
    Ok(())
}
