//! Values, players and outcomes as people read them in English, the same in a terminal and in a report.

use plylab_core::{AnyGame, Certainty, Outcome, Turn, Value, Worth};

/// A number with its sign: `+12`, `-0.25`, `0`. Four decimals are enough to compare by eye.
pub fn signed(value: f64) -> String {
    let text = format!("{value:+.4}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    match text {
        "+0" | "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// The value without its certainty: `+12`, `win in 9`, `draw`.
pub fn worth(worth: Worth) -> String {
    let decided = |word: &str, plies: Option<u32>| match plies {
        Some(plies) => format!("{word} in {plies}"),
        None => word.to_owned(),
    };
    match worth {
        Worth::Score { score } => signed(score),
        Worth::Win { plies } => decided("win", plies),
        Worth::Draw => "draw".to_owned(),
        Worth::Loss { plies } => decided("loss", plies),
    }
}

/// A value with its certainty: `+12`, `at most +3`, `about -0.5`, `win in 9`.
pub fn value(value: &Value) -> String {
    let text = worth(value.worth);
    match value.certainty {
        Certainty::Exact => text,
        Certainty::AtLeast => format!("at least {text}"),
        Certainty::AtMost => format!("at most {text}"),
        Certainty::Estimate => format!("about {text}"),
    }
}

/// The name of the side to move.
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
    use plylab_core::AgentId;

    use super::*;

    #[test]
    fn values_read_as_people_say_them() {
        let me = AgentId(0);
        let texts = [
            Value::score(me, 12.5),
            Value::proven(me, Outcome::Win, Some(9)),
            Value::proven(me, Outcome::Loss, Some(4)).with(Certainty::AtMost),
            Value::score(me, 1e9 - 9.0),
            Value::score(me, -252.5).with(Certainty::Estimate),
            Value::score(me, f64::INFINITY),
            Value::proven(me, Outcome::Draw, None).with(Certainty::AtLeast),
            Value::proven(me, Outcome::Win, None),
        ];
        let texts = texts.iter().map(value).collect::<Vec<String>>();
        assert_eq!(
            texts,
            [
                "+12.5",
                "win in 9",
                "at most loss in 4",
                "+999999991",
                "about -252.5",
                "+inf",
                "at least draw",
                "win"
            ]
        );
    }
}
