//! Positions, moves and what agents thought of them.

use std::time::Duration;

use plylab_core::scene::{Backdrop, Mark, Reach, Scene};
use plylab_core::{
    AgentId, AnyGame, AnyPosition, MoveRecord, Outcome, Spec, Term as TermOf, Turn, Value, outcomes, total,
};
use serde::{Deserialize, Serialize};

use super::GivenFiles;

/// A number; an infinity is the text `"inf"` or `"-inf"`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(inline))]
#[serde(transparent)]
pub struct Num(
    #[serde(serialize_with = "plylab_core::number::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "plylab_core::schema::InfiniteNumber"))]
    pub f64,
);

/// Milliseconds, to the microsecond.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A position: in a game of one's own or a shared one, by `game` and `ply`, or any other, by `spec` and what follows it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct At {
    /// The game.
    pub game: Option<String>,
    /// The ply in that game; the current one by default.
    pub ply: Option<usize>,
    /// What is played.
    pub spec: Option<String>,
    /// The position in the game's notation; the start by default.
    pub position: Option<String>,
    /// Moves that are played from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The seed of the start; 0 by default.
    pub seed: Option<String>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
}

/// A position, to be drawn on the game's backdrop.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// Number of moves made before it.
    pub ply: usize,
    /// In the game's notation; accepted wherever a request takes a position.
    pub text: String,
    /// Who is to move.
    pub turn: Turn,
    /// Legal moves in the game's order and spelling; empty when the game is over or chance decides.
    pub actions: Vec<String>,
    /// What the position adds to the backdrop.
    pub scene: Scene,
    /// The result for each player; none while the game is in progress.
    pub outcomes: Option<Vec<Outcome>>,
    /// Its value for each player by the game's first evaluation (report E's for Connect Four); for the score bar.
    pub scores: Vec<Num>,
}

impl Position {
    /// A position of a game.
    pub fn of(game: &dyn AnyGame, position: &dyn AnyPosition, ply: usize) -> Position {
        let turn = position.turn();
        let evals = game.evals();
        let first = evals.first().map(|eval| eval.name.as_ref());
        let score = |seat: usize| {
            let agent = AgentId(u8::try_from(seat).ok()?);
            Some(Num(total(&position.explain(first?, agent).ok()?)))
        };
        let scores: Option<Vec<Num>> = (0..game.info().agents.len()).map(score).collect();
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
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThoughtSummary {
    /// The agent; only when it has just moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent: Option<Spec>,
    /// What the move is worth to it.
    pub value: Option<Value>,
    /// The nodes it visited.
    pub nodes: u64,
    /// How far it looked ahead.
    pub depth: u32,
    /// Milliseconds; only when it has just moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<f64>,
    /// The moves that it expects, at most 16; only when it has just moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
    /// What it says about its move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it draws on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl ThoughtSummary {
    /// What an agent thought that has just moved.
    pub fn of(thought: &plylab_core::Thought) -> ThoughtSummary {
        let decision = &thought.decision;
        ThoughtSummary {
            agent: Some(thought.agent.clone()),
            value: decision.value,
            nodes: decision.stats.nodes,
            depth: decision.stats.depth,
            time: Some(milliseconds(decision.stats.time)),
            line: Some(decision.line.iter().take(LINE).cloned().collect()),
            note: thought.note.clone(),
            marks: thought.marks.clone(),
        }
    }

    /// What was kept of it with a move, if anything was.
    fn kept(played: &MoveRecord) -> Option<ThoughtSummary> {
        played.has_thought().then(|| ThoughtSummary {
            agent: None,
            value: played.value(),
            nodes: played.nodes,
            depth: played.depth,
            time: None,
            line: None,
            note: played.note.clone(),
            marks: played.marks.clone(),
        })
    }
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Move {
    /// Its number, counted from 1.
    pub ply: usize,
    /// Who made it.
    pub by: Option<Turn>,
    /// The move.
    pub action: String,
    /// What an agent thought; none for humans, chance, and agents that do not search.
    pub thought: Option<ThoughtSummary>,
}

impl Move {
    /// All moves of a game.
    pub fn all(moves: &[MoveRecord]) -> Vec<Move> {
        let numbered = |(ply, played): (usize, &MoveRecord)| Move {
            ply,
            by: played.by,
            action: played.action.clone(),
            thought: ThoughtSummary::kept(played),
        };
        (1..).zip(moves).map(numbered).collect()
    }
}

/// A position.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfPosition {
    /// The position.
    pub at: At,
}

/// A position, and everything to draw it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownPosition {
    /// The position.
    pub position: Position,
    /// The players.
    pub players: Vec<String>,
    /// What never changes in the game's pictures.
    pub backdrop: Backdrop,
    /// The facts of that game, as in `plylab show --json`: score, locations, food left.
    pub report: serde_json::Value,
}

/// A variation.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Where it begins.
    pub at: At,
    /// Its moves, up to 200.
    pub moves: Vec<String>,
}

/// The positions of a variation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownLine {
    /// The first position, and those after each move.
    pub positions: Vec<Position>,
    /// The moves, as the game spells them.
    pub moves: Vec<String>,
    /// What never changes in the game's pictures.
    pub backdrop: Backdrop,
}

/// A position and an evaluation, for a player.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainPosition {
    /// The position.
    pub at: At,
    /// The evaluation; the game's first by default.
    pub eval: Option<String>,
    /// The player; by default the one to move, or 0.
    pub player: Option<u8>,
}

/// A position and an evaluation.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EvaluatePosition {
    /// The position.
    pub at: At,
    /// The evaluation; the game's first by default.
    pub eval: Option<String>,
}

/// A term of an evaluation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownTerm {
    /// Its name.
    pub name: String,
    /// What it adds.
    pub value: Num,
}

impl ShownTerm {
    /// All terms of an evaluation.
    pub fn all(terms: &[TermOf]) -> Vec<ShownTerm> {
        terms.iter().map(|term| ShownTerm { name: term.name.to_string(), value: Num(term.value) }).collect()
    }
}

/// An evaluation term by term.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explained {
    /// The evaluation.
    pub eval: String,
    /// The player it is for.
    pub player: AgentId,
    /// That player's name.
    pub name: String,
    /// The terms.
    pub terms: Vec<ShownTerm>,
    /// Their sum.
    pub total: Num,
    /// The same as a value.
    pub value: Value,
}

/// A move, term by term.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// The move.
    pub action: String,
    /// The terms of its evaluation.
    pub terms: Vec<ShownTerm>,
    /// Their sum.
    pub total: Num,
}

/// Every legal move, term by term.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedActions {
    /// The evaluation.
    pub eval: String,
    /// Who is to move.
    pub player: Turn,
    /// That player's name.
    pub name: String,
    /// The moves.
    pub actions: Vec<Judged>,
}

/// The value of a square, in the coordinates of the scene.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeatCell {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// The value with Pac-Man there.
    pub value: Num,
}

/// The value of each square for Pac-Man.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Heat {
    /// The evaluation.
    pub eval: String,
    /// The squares.
    pub cells: Vec<HeatCell>,
    /// The least value.
    pub min: Num,
    /// The largest value.
    pub max: Num,
}

/// How far ghosts are followed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReachFrom {
    /// The position.
    pub at: At,
    /// 1 to 20 moves of each ghost's own.
    pub moves: u32,
}

/// Where each ghost can be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Reach"))]
pub struct Reached {
    /// The ghosts.
    pub ghosts: Vec<Reach>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_an_agent_says_is_told_with_its_move() {
        let kept = json!({ "action": "4", "worth": [{ "kind": "score", "score": 0.5 }, "estimate"], "nodes": 3,
                           "depth": 1, "note": "the centre", "marks": [{ "cell": [3, 0], "tone": "red" }] });
        let kept: MoveRecord = serde_json::from_value(kept).unwrap();
        let kept = MoveRecord { by: Some(Turn::Agent(AgentId(1))), ..kept };
        let json = json!(ThoughtSummary::kept(&kept));
        assert_eq!((&json["note"], &json["value"]["of"]), (&json!("the centre"), &json!(1)));
        assert_eq!(json["marks"], json!([{ "cell": [3, 0], "tone": "red" }]));
        let silent = MoveRecord { note: None, marks: Vec::new(), ..kept };
        assert_eq!(json!(ThoughtSummary::kept(&silent)).get("note"), None);
    }

    #[test]
    fn values_fit_into_json() {
        let texts =
            [1.0, -0.0, 0.25, f64::INFINITY, f64::NEG_INFINITY].map(|value| json!(Num(value)).to_string());
        assert_eq!(texts, ["1", "0", "0.25", "\"inf\"", "\"-inf\""]);
    }
}
