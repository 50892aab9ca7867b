//! Small building blocks of answers.

use plylab_core::scene::{Mark, Scene};
use plylab_core::{AgentId, AnyGame, AnyPosition, Certainty, Decision, Outcome, Thought, Turn, Worth, total};
use plylab_lab::live::{self, Played};
pub(crate) use plylab_lab::words::name_of;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A number, as a string if it is infinite, which JSON numbers cannot be.
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

/// A position as the protocol describes it, to be drawn on the game's backdrop. It is the largest part of most messages,
/// and is serialized directly.
#[derive(Debug, Serialize)]
pub(crate) struct Position {
    ply: usize,
    text: String,
    turn: Turn,
    actions: Vec<String>,
    scene: Scene,
    outcomes: Option<Vec<Outcome>>,
    scores: Vec<Value>,
}

/// A position as part of an answer.
pub(crate) fn position(game: &dyn AnyGame, at: &dyn AnyPosition, ply: usize) -> Value {
    json!(Position::of(game, at, ply))
}

impl Position {
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition, ply: usize) -> Position {
        let turn = position.turn();
        let evals = game.evals();
        let first = evals.first().map(|eval| eval.name.as_ref());
        let score = |seat: usize| {
            let agent = AgentId(u8::try_from(seat).ok()?);
            Some(number(total(&position.explain(first?, agent).ok()?)))
        };
        let scores: Option<Vec<Value>> = (0..game.info().agents.len()).map(score).collect();
        Position {
            ply,
            text: position.text(),
            turn,
            actions: if turn.agent().is_some() { position.actions() } else { Vec::new() },
            scene: position.scene(),
            outcomes: live::outcomes(game, position),
            scores: scores.unwrap_or_default(),
        }
    }
}

/// How many moves of the principal variation are sent with an agent's move.
const LINE: usize = 16;

/// What an agent thought of its move, in short.
pub(crate) fn thought(thought: &Thought) -> Value {
    let decision = &thought.decision;
    let told = json!({
        "agent": thought.agent,
        "value": decision.value,
        "nodes": decision.stats.nodes,
        "depth": decision.stats.depth,
        "time": milliseconds(decision.stats.time),
        "line": decision.line.get(..LINE).unwrap_or(&decision.line),
    });
    with_remarks(told, thought.note.as_deref(), &thought.marks)
}

/// What an agent thought of its move, short enough to store with every move. Whose value it is follows from the move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Brief {
    worth: Option<(Worth, Certainty)>,
    nodes: u64,
    depth: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    marks: Vec<Mark>,
}

impl Brief {
    /// None for agents that do not think.
    pub fn of(thought: &Thought) -> Option<Brief> {
        let Decision { value, stats, .. } = &thought.decision;
        let says = thought.note.is_some() || !thought.marks.is_empty();
        let thinks = value.is_some() || stats.nodes > 0 || says;
        let worth = value.map(|value| (value.worth, value.certainty));
        thinks.then(|| Brief {
            worth,
            nodes: stats.nodes,
            depth: stats.depth,
            note: thought.note.clone(),
            marks: thought.marks.clone(),
        })
    }

    fn json(&self, by: Turn) -> Value {
        let value = self.worth.zip(by.agent());
        let value =
            value.map(|((worth, certainty), of)| plylab_core::Value { of, worth, certainty, points: None });
        let told = json!({ "value": value, "nodes": self.nodes, "depth": self.depth });
        with_remarks(told, self.note.as_deref(), &self.marks)
    }
}

/// The same with what the agent says and draws, if it does.
fn with_remarks(mut told: Value, note: Option<&str>, marks: &[Mark]) -> Value {
    if let Some(note) = note {
        told["note"] = json!(note);
    }
    if !marks.is_empty() {
        told["marks"] = json!(marks);
    }
    told
}

/// A move of a game, with what an agent thought of it.
pub(crate) fn played_move(ply: usize, played: &Played<Brief>) -> Value {
    let thought = played.thought.as_ref().map(|thought| thought.json(played.by));
    json!({ "ply": ply, "by": played.by, "action": played.action, "thought": thought })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_agent_says_is_kept_with_its_move() {
        let plain = Thought::plain("mine".parse().unwrap(), Decision::plain("4".to_owned()));
        assert_eq!(Brief::of(&plain), None);
        let mark: Mark = serde_json::from_value(json!({ "cell": [3, 0], "tone": "red" })).unwrap();
        let said = Thought { note: Some("the centre".to_owned()), marks: vec![mark], ..plain };
        let brief = Brief::of(&said).unwrap();
        let kept: Brief = serde_json::from_value(json!(brief)).unwrap();
        assert_eq!(kept, brief);
        let json = kept.json(Turn::Agent(AgentId(0)));
        assert_eq!(json["note"], "the centre");
        assert_eq!(json["marks"], json!([{ "cell": [3, 0], "tone": "red" }]));
        // What was kept before agents could say anything is still read.
        let old: Brief = serde_json::from_value(json!({ "worth": null, "nodes": 3, "depth": 1 })).unwrap();
        assert_eq!(old.json(Turn::Agent(AgentId(0))).get("note"), None);
    }

    #[test]
    fn values_fit_into_json() {
        let texts =
            [1.0, -0.0, 0.25, f64::INFINITY, f64::NEG_INFINITY].map(|value| number(value).to_string());
        assert_eq!(texts, ["1", "0", "0.25", "\"inf\"", "\"-inf\""]);
    }
}
