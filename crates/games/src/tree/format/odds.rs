//! The probabilities of a chance node: reading one, and checking them together.

use plylab_core::{InputError, Message, message};

use crate::tree::rules::{Odds, Twig};
use crate::tree::text::number;

/// How far the probabilities of a chance node may be from adding up to 1.
const ODDS_TOLERANCE: f64 = 1e-9;

/// Odds, if the word looks like some; what is wrong with them, if something is.
pub(super) fn read(word: &str) -> Option<Result<Odds, Message>> {
    let range = || message!("probability-range", "a probability is more than 0 and at most 1");
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

/// Checks the odds of a chance node: all or none, and they add up.
pub(super) fn check(twigs: &[Twig]) -> Result<(), InputError> {
    let given = twigs.iter().filter(|twig| twig.odds != Odds::Even).count();
    if given == 0 {
        return Ok(());
    }
    if given != twigs.len() {
        return Err(InputError::new(message!(
            "probabilities-missing",
            "{given} of {all} children of chance have a probability",
            given,
            all = twigs.len()
        ))
        .expected(message!(
            "probabilities-all",
            "give it to all of them, or to none if they are equally likely"
        )));
    }
    let sum: f64 = twigs.iter().map(|twig| twig.odds.value(given)).sum();
    if (sum - 1.0).abs() > ODDS_TOLERANCE {
        // Rounded, since sums of fractions end in noise.
        let sum = (sum * 1e12).round() / 1e12;
        return Err(InputError::new(message!("probabilities-sum", "the probabilities add up to {sum}", sum))
            .expected(message!("probabilities-one", "they must add up to 1")));
    }
    Ok(())
}
