//! Small things that answers are made of.

use plylab_core::scene::Scene;
use plylab_core::{AgentId, AnyGame, AnyPosition, Decision, Outcome, Thought, Turn, total};
pub(crate) use plylab_lab::name_of;
use plylab_lab::{verdict, worth};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A value, which JSON cannot hold if it is infinite.
pub(crate) fn number(value: f64) -> Value {
    if value.is_finite() {
        // Whole numbers are written without a fraction, and -0 as 0.
        let value = value + 0.0;
        if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
    } else if value.is_nan() {
        json!("nan")
    } else {
        json!(if value > 0.0 { "inf" } else { "-inf" })
    }
}

/// Milliseconds, to the microsecond.
pub(crate) fn milliseconds(time: std::time::Duration) -> Value {
    json!((time.as_secs_f64() * 1e6).round() / 1e3)
}

/// How a finished game ended for everybody; none while it goes on.
pub(crate) fn outcomes(game: &dyn AnyGame, position: &dyn AnyPosition) -> Option<Vec<Outcome>> {
    (0..game.info().agents.len()).map(|place| position.outcome(AgentId(u8::try_from(place).ok()?))).collect()
}

/// `Yellow wins, Red loses`.
pub(crate) fn outcome_words(game: &dyn AnyGame, outcomes: &[Outcome]) -> String {
    let told = |(name, outcome): (&String, &Outcome)| verdict(name, *outcome);
    game.info().agents.iter().zip(outcomes).map(told).collect::<Vec<String>>().join(", ")
}

/// A position, as the protocol describes it. It is the largest part of most messages, and goes straight into their text.
#[derive(Debug, Serialize)]
pub(crate) struct Position {
    ply: usize,
    text: String,
    turn: Turn,
    actions: Vec<String>,
    scene: Scene,
    report: Value,
    outcomes: Option<Vec<Outcome>>,
    scores: Vec<Value>,
    words: String,
}

/// The same as a part of an answer.
pub(crate) fn position(game: &dyn AnyGame, at: &dyn AnyPosition, ply: usize) -> Value {
    json!(Position::of(game, at, ply))
}

impl Position {
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition, ply: usize) -> Position {
        let turn = position.turn();
        let ended = outcomes(game, position);
        let words = match (turn, &ended) {
            (Turn::Over, Some(outcomes)) => outcome_words(game, outcomes),
            (Turn::Chance, _) => "the dice decide".to_owned(),
            (turn, _) => format!("{} to move", name_of(game, turn)),
        };
        let first = game.evals().first().map(|eval| eval.name);
        let score = |place: usize| {
            let agent = AgentId(u8::try_from(place).ok()?);
            Some(number(total(&position.explain(first?, agent).ok()?)))
        };
        let scores: Option<Vec<Value>> = (0..game.info().agents.len()).map(score).collect();
        Position {
            ply,
            text: position.text(),
            turn,
            actions: if turn.agent().is_some() { position.actions() } else { Vec::new() },
            scene: position.scene(),
            report: position.report(),
            outcomes: ended,
            scores: scores.unwrap_or_default(),
            words,
        }
    }
}

/// What an agent thought of its move, in short.
pub(crate) fn thought(thought: &Thought) -> Value {
    let decision = &thought.decision;
    json!({
        "agent": thought.agent,
        "value": decision.value.map(number),
        "words": decision.value.map(worth),
        "nodes": decision.stats.nodes,
        "depth": decision.stats.depth,
        "time": milliseconds(decision.stats.time),
        "line": decision.line,
    })
}

/// What an agent thought of its move, so short that it is kept with every move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Brief {
    value: Value,
    nodes: u64,
    depth: u32,
}

impl Brief {
    /// None of agents that do not think.
    pub fn of(thought: &Thought) -> Option<Brief> {
        let Decision { value, stats, .. } = &thought.decision;
        let thinks = value.is_some() || stats.nodes > 0;
        thinks.then(|| Brief { value: json!(value.map(number)), nodes: stats.nodes, depth: stats.depth })
    }

    /// As it is told.
    pub fn json(&self) -> Value {
        let value = match self.value.as_str() {
            Some("inf") => Some(f64::INFINITY),
            Some("-inf") => Some(f64::NEG_INFINITY),
            Some(_) | None => self.value.as_f64(),
        };
        json!({ "value": self.value, "words": value.map(worth), "nodes": self.nodes, "depth": self.depth })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_into_json() {
        let texts =
            [1.0, -0.0, 0.25, f64::INFINITY, f64::NEG_INFINITY].map(|value| number(value).to_string());
        assert_eq!(texts, ["1", "0", "0.25", "\"inf\"", "\"-inf\""]);
    }
}
