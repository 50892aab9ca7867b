//! The messages of `plylab-agent/1`: one JSON object a line, in both directions. `docs/agents.md` explains them to authors of
//! agents; `docs/plylab-agent-1.schema.json` has them as a schema.
//!
//! Unknown fields are ignored, so that both sides can learn more without a new version.

use plylab_core::{AgentId, AnyPosition, InputError, Message, Outcome, Turn, message};
use serde::{Deserialize, Serialize};
use serde_json::error::Category;
use serde_json::{Map, Value as Json};

/// The name and version of the protocol.
pub const PROTOCOL: &str = "plylab-agent/1";

/// The rules of a game and its players, told once a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameFacts {
    /// The name in specs.
    pub name: String,
    /// The name with all settings, where the game has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<String>,
    /// The name in prose.
    pub title: String,
    /// The names of the seats, from 0.
    pub agents: Vec<String>,
    /// The names of the evaluations that can be asked for; the first is the usual one.
    pub evals: Vec<String>,
}

/// What we send.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ToAgent<'a> {
    /// A game begins. It answers with [`Ready`].
    Start {
        /// [`PROTOCOL`].
        protocol: &'static str,
        /// The game.
        game: &'a GameFacts,
        /// Its seat, from 0.
        seat: u8,
        /// The number of seats.
        seats: usize,
        /// For everything random that it does; below 2^53, so that every language can hold it.
        seed: u64,
    },
    /// It is to move. It answers with [`MoveAnswer`].
    Move(Box<MoveRequest<'a>>),
    /// The answer to its question.
    Answer(AgentReply),
    /// The game is over.
    End {
        /// How it ended for this agent by the rules: `win`, `draw` or `loss`; null if it did not end by the rules.
        outcome: Option<Outcome>,
        /// What it was worth to every seat; empty if it did not end by the rules.
        utilities: Vec<f64>,
    },
}

impl ToAgent<'_> {
    /// The line.
    pub fn line(&self) -> String {
        // Nothing in it can fail to be written as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A move to make.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveRequest<'a> {
    /// To be repeated in the answer.
    pub id: u64,
    /// The position, if it wants text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The moves of everybody since the game began, dice included, if it wants text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<&'a [String]>,
    /// The legal moves.
    pub legal: Vec<String>,
    /// The time for this move, if it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// The nodes it may visit, if they are limited. It counts them itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The plies it may look ahead, if they are limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The facts of the position, if it wants them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Json>,
    /// The picture of the position, if it wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Json>,
    /// What all pictures have in common: with the first picture of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backdrop: Option<Json>,
}

/// The answer to a question.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum AgentReply {
    /// The facts of a position.
    Position(Box<PositionFacts>),
    /// A value.
    Value {
        /// What the position is worth to the seat that was asked for.
        value: f64,
    },
    /// The question has no answer.
    Refused {
        /// Why.
        error: String,
    },
}

/// The facts of a position that was asked for.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PositionFacts {
    /// The position.
    pub position: String,
    /// Who moves: the number of a seat, `chance`, or null when the game is over.
    pub turn: Turn,
    /// The legal moves, or the faces of the dice.
    pub legal: Vec<String>,
    /// The probability of each, where dice move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odds: Vec<f64>,
    /// What the game was worth to each seat, if it is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub utilities: Vec<f64>,
}

impl PositionFacts {
    /// The facts of a position of a game with that many seats.
    pub fn of(position: &dyn AnyPosition, seats: usize) -> PositionFacts {
        PositionFacts {
            position: position.text(),
            turn: position.turn(),
            legal: position.actions(),
            odds: position.odds(),
            utilities: (0..).map(AgentId).take(seats).filter_map(|agent| position.utility(agent)).collect(),
        }
    }
}

/// What it sends.
#[derive(Clone, PartialEq, Debug)]
pub enum FromAgent {
    /// It is ready to play.
    Ready(Ready),
    /// It asks.
    Ask(AgentQuestion),
    /// It moves.
    Answer(Box<MoveAnswer>),
}

/// It is ready to play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub struct Ready {
    /// What it wants each turn; text if it does not say.
    #[serde(default = "text")]
    pub wants: Vec<Want>,
    /// What it calls itself.
    #[serde(default)]
    pub name: Option<String>,
    /// Can another game begin in the same process?
    #[serde(default)]
    pub reset: bool,
}

fn text() -> Vec<Want> {
    vec![Want::Text]
}

/// What an agent wants to know each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// The position and the moves so far, as text.
    Text,
    /// The facts of the game, as JSON.
    Report,
    /// The picture, as JSON.
    Scene,
}

/// A question.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct AgentQuestion {
    /// Who moves in this position, and what is legal?
    pub legal: Option<String>,
    /// What does this position, the first of the list, become after these moves?
    pub play: Option<Vec<String>>,
    /// What is this position worth?
    pub eval: Option<String>,
    /// By which evaluation: the usual one, unless told.
    pub by: Option<String>,
    /// To whom: its own seat, unless told.
    pub seat: Option<u8>,
}

/// A move, and what it tells of it.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct MoveAnswer {
    /// The id of what was asked.
    pub id: u64,
    /// The move.
    pub action: Option<String>,
    /// It gives up instead.
    #[serde(default)]
    pub resign: bool,
    /// What it thinks the move is worth to it.
    pub value: Option<f64>,
    /// The nodes it visited.
    pub nodes: Option<u64>,
    /// How far it looked ahead.
    pub depth: Option<u32>,
    /// The moves it expects, its own first.
    #[serde(default)]
    pub line: Vec<String>,
    /// What it says about the move.
    pub note: Option<String>,
    /// The values of moves.
    #[serde(default)]
    pub moves: Map<String, Json>,
    /// What it draws on the board.
    #[serde(default)]
    pub marks: Vec<Json>,
}

/// The most of a line that is repeated in an error.
const SHOWN: usize = 60;

impl FromAgent {
    /// Reads a line.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(line: &str) -> Result<FromAgent, Message> {
        let read = serde_json::from_str(line).and_then(|MessageKind { kind }| {
            match kind.as_ref().and_then(Json::as_str) {
                Some("ready") => serde_json::from_str(line).map(FromAgent::Ready),
                Some("ask") => serde_json::from_str(line).map(FromAgent::Ask),
                _ => serde_json::from_str(line).map(|answer| FromAgent::Answer(Box::new(answer))),
            }
        });
        read.map_err(|error| match error.classify() {
            Category::Data => message!(
                "agent-not-protocol",
                "it wrote '{line}', which is no message of the protocol ({error})",
                line = cut(line),
                error = error.to_string()
            ),
            Category::Io | Category::Syntax | Category::Eof => message!(
                "agent-not-json",
                "it wrote '{line}' to standard output, which is not JSON; notes go to standard error",
                line = cut(line)
            ),
        })
    }
}

/// Enough of a message to tell its kind. Reading a line twice costs less than keeping all of it in between.
#[derive(Deserialize)]
struct MessageKind {
    #[serde(rename = "type")]
    kind: Option<Json>,
}

fn cut(line: &str) -> String {
    let mut text: String = line.chars().take(SHOWN).collect();
    if text.len() < line.len() {
        text.push_str("...");
    }
    text
}

/// Answers a question about the game of `position`.
pub fn answer(ask: &AgentQuestion, position: &dyn AnyPosition, game: &GameFacts, me: AgentId) -> AgentReply {
    let answered = match ask {
        AgentQuestion { legal: Some(text), play: None, eval: None, .. } => facts(position, &[text], game),
        AgentQuestion { play: Some(texts), legal: None, eval: None, .. } => {
            facts(position, &texts.iter().collect::<Vec<_>>(), game)
        }
        AgentQuestion { eval: Some(text), legal: None, play: None, by, seat } => {
            let by = by.as_deref().or(game.evals.first().map(String::as_str)).unwrap_or_default();
            let seat = seat.map_or(me, AgentId);
            let terms = position.read(text).and_then(|position| position.explain(by, seat));
            terms.map(|terms| AgentReply::Value { value: plylab_core::total(&terms) })
        }
        _ => Err(InputError::new(message!("ask-what", "this asks nothing"))
            .expected(message!("ask-form", "ask for one of legal, play and eval"))),
    };
    answered.unwrap_or_else(|error| AgentReply::Refused { error: error.to_string() })
}

/// The facts of the position that the first text is, after the moves that the others are.
fn facts(position: &dyn AnyPosition, texts: &[&String], game: &GameFacts) -> Result<AgentReply, InputError> {
    let Some((first, moves)) = texts.split_first() else {
        return Err(InputError::new(message!("ask-no-position", "the position is missing"))
            .expected(message!("ask-play-form", "ask \"play\": [POSITION, MOVE]")));
    };
    let mut position = position.read(first)?;
    for action in moves {
        position.play(action)?;
    }
    Ok(AgentReply::Position(Box::new(PositionFacts::of(position.as_ref(), game.agents.len()))))
}

#[cfg(test)]
mod tests {
    use plylab_core::example::Heaps;
    use plylab_core::{CoreAgents, Seed, adapt};
    use serde_json::json;

    use super::*;

    fn heaps() -> GameFacts {
        GameFacts {
            name: "heaps".to_owned(),
            spec: None,
            title: "Two heaps".to_owned(),
            agents: vec!["one".to_owned(), "other".to_owned()],
            evals: adapt(Heaps::default(), &CoreAgents)
                .evals()
                .iter()
                .map(|eval| eval.name.to_string())
                .collect(),
        }
    }

    fn asked(question: &Json) -> Json {
        let game = adapt(Heaps::default(), &CoreAgents);
        let FromAgent::Ask(ask) = FromAgent::read(&question.to_string()).unwrap() else {
            panic!("{question}")
        };
        let position = game.start(Seed(1));
        let reply = ToAgent::Answer(answer(&ask, position.as_ref(), &heaps(), AgentId(0)));
        serde_json::from_str(&reply.line()).unwrap()
    }

    #[test]
    fn what_is_not_known_is_ignored() {
        let ready = FromAgent::read(r#"{"type":"ready","wants":["report"],"colour":"red"}"#).unwrap();
        assert_eq!(ready, FromAgent::Ready(Ready { wants: vec![Want::Report], name: None, reset: false }));
        let FromAgent::Ready(ready) = FromAgent::read(r#"{"type":"ready","reset":true}"#).unwrap() else {
            panic!()
        };
        assert_eq!((ready.wants, ready.reset), (vec![Want::Text], true));
        let line = r#"{"id":3,"action":"a1","value":0.5,"moves":{"a1":0.5,"b1":0},"why":"so"}"#;
        let FromAgent::Answer(answer) = FromAgent::read(line).unwrap() else { panic!() };
        assert_eq!((answer.id, answer.action.as_deref(), answer.moves.len()), (3, Some("a1"), 2));
    }

    #[test]
    fn what_is_not_the_protocol_is_refused_in_words() {
        let error = FromAgent::read("thinking...").unwrap_err().to_string();
        assert_eq!(
            error,
            "it wrote 'thinking...' to standard output, which is not JSON; notes go to standard error"
        );
        for line in
            [r#"{"action":"a1"}"#, "[1]", r#"{"id":"x","action":"a"}"#, r#"{"type":"ready","wants":["all"]}"#]
        {
            let error = FromAgent::read(line).unwrap_err().to_string();
            assert!(error.contains("which is no message of the protocol"), "{error}");
        }
        let long = FromAgent::read(&"x".repeat(10_000)).unwrap_err().to_string();
        assert!(long.len() < 200 && long.contains("..."), "{long}");
    }

    #[test]
    fn questions_are_answered_by_the_rules() {
        let legal = asked(&json!({"type": "ask", "legal": "2/0 1 1"}));
        assert_eq!(legal["legal"], json!(["a1", "a2"]));
        assert_eq!((&legal["type"], &legal["turn"]), (&json!("answer"), &json!(1)));
        let over = asked(&json!({"type": "ask", "play": ["2/0 1 1", "a1", "a1"]}));
        assert_eq!((&over["turn"], &over["legal"]), (&Json::Null, &json!([])));
        assert_eq!(over["utilities"].as_array().map(Vec::len), Some(2));
        let value = asked(&json!({"type": "ask", "eval": "2/0 1 1"}));
        assert!(value["value"].is_number(), "{value}");
        for wrong in [
            json!({"type": "ask"}),
            json!({"type": "ask", "legal": "nonsense"}),
            json!({"type": "ask", "play": []}),
            json!({"type": "ask", "play": ["2/0 1 1", "z9"]}),
            json!({"type": "ask", "eval": "2/0 1 1", "by": "nothing"}),
            json!({"type": "ask", "legal": "2/0 1 1", "eval": "2/0 1 1"}),
        ] {
            assert!(asked(&wrong)["error"].is_string(), "{wrong}");
        }
    }
}
