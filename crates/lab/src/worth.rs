//! Values, players and outcomes as people read them, the same in a terminal and on a page.

use plylab_core::{AnyGame, Outcome, Turn};
use plylab_search::lookahead::WIN;

/// A value with its sign: `+12`, `-0.25`, `0`. Four decimals are enough to compare by eye.
pub fn signed(value: f64) -> String {
    let text = format!("{value:+.4}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text {
        "+0" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// The longest forced win that is told from an evaluation that happens to be large.
const LONGEST: f64 = 1000.0;

/// How many moves it takes to a forced win, or less than none to a forced loss; none if the value is an evaluation.
pub fn forced(value: f64) -> Option<f64> {
    let moves = WIN - value.abs();
    ((0.0..=LONGEST).contains(&moves) && moves.fract() == 0.0).then_some(moves.copysign(value))
}

/// A value as people read it: `+12`, or `win in 9` where it is forced.
pub fn worth(value: f64) -> String {
    match forced(value) {
        Some(moves) if moves.is_sign_positive() => format!("win in {moves}"),
        Some(moves) => format!("loss in {}", -moves),
        None => signed(value),
    }
}

/// The name of whoever's turn it is.
pub fn name_of(game: &dyn AnyGame, turn: Turn) -> String {
    match turn {
        Turn::Agent(agent) => {
            game.info().agents.get(agent.index()).cloned().unwrap_or_else(|| format!("agent {agent}"))
        }
        Turn::Chance => "the dice".to_owned(),
        Turn::Over => "nobody".to_owned(),
    }
}

/// `Yellow wins`.
pub fn verdict(name: &str, outcome: Outcome) -> String {
    let verb = match outcome {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    };
    format!("{name} {verb}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_wins_are_told_from_evaluations() {
        let texts = [12.5, WIN - 9.0, 4.0 - WIN, 1e9 - 2e6, -252.5, f64::INFINITY].map(worth);
        assert_eq!(texts, ["+12.5", "win in 9", "loss in 4", "+998000000", "-252.5", "+inf"]);
    }
}
