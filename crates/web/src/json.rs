//! Small building blocks of answers.

use plylab_core::scene::{Mark, Scene};
use plylab_core::{
    AgentId, AnyGame, AnyPosition, Ending, Message, MoveRecord, Outcome, Thought, Turn, outcomes, total,
};
pub(crate) use plylab_lab::words::name_of;
use serde::Serialize;
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
            outcomes: outcomes(game, position),
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

/// Why a game ended without a result, where somebody or something failed.
pub(crate) fn why(ending: &Ending) -> Option<Message> {
    match ending {
        Ending::Forfeit { reason, .. } => Some(reason.message()),
        Ending::Broken { message } => Some(message.clone()),
        Ending::Over | Ending::MoveLimit | Ending::Stopped => None,
    }
}

/// A move of a game, with what is kept of what an agent thought of it.
pub(crate) fn played_move(ply: usize, played: &MoveRecord) -> Value {
    let thought = played.has_thought().then(|| {
        let kept = json!({ "value": played.value(), "nodes": played.nodes, "depth": played.depth });
        with_remarks(kept, played.note.as_deref(), &played.marks)
    });
    json!({ "ply": ply, "by": played.by, "action": played.action, "thought": thought })
}

#[cfg(test)]
mod tests {
    use plylab_core::Forfeit;

    use super::*;

    #[test]
    fn what_an_agent_says_is_told_with_its_move() {
        let kept = json!({ "action": "4", "worth": [{ "kind": "score", "score": 0.5 }, "estimate"], "nodes": 3,
                           "depth": 1, "note": "the centre", "marks": [{ "cell": [3, 0], "tone": "red" }] });
        let kept: MoveRecord = serde_json::from_value(kept).unwrap();
        let kept = MoveRecord { by: Some(Turn::Agent(AgentId(1))), ..kept };
        let json = played_move(1, &kept)["thought"].clone();
        assert_eq!((&json["note"], &json["value"]["of"]), (&json!("the centre"), &json!(1)));
        assert_eq!(json["marks"], json!([{ "cell": [3, 0], "tone": "red" }]));
        let silent = MoveRecord { note: None, marks: Vec::new(), ..kept };
        assert_eq!(played_move(1, &silent)["thought"].get("note"), None);
    }

    #[test]
    fn an_ending_without_a_result_says_why() {
        assert_eq!(why(&Ending::Over), None);
        let reason = Forfeit::TimeOut { milliseconds: 70, starved: false };
        let why = why(&Ending::Forfeit { agent: AgentId(1), reason }).unwrap();
        assert_eq!(why.to_string(), "time-out after 70 ms");
    }

    #[test]
    fn values_fit_into_json() {
        let texts =
            [1.0, -0.0, 0.25, f64::INFINITY, f64::NEG_INFINITY].map(|value| number(value).to_string());
        assert_eq!(texts, ["1", "0", "0.25", "\"inf\"", "\"-inf\""]);
    }
}
