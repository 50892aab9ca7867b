//! The record of a game: what was played, by whom, how it went, and how it ended. It has one JSON form, which
//! `docs/games.md` describes; everything that writes or reads games uses it.

mod replay;
mod words;

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

pub use replay::outcomes;
pub(crate) use words::WordLimit;

use crate::adapter::Thought;
use crate::agent::SearchStats;
use crate::game::{AgentId, Outcome, Turn};
use crate::input::InputError;
use crate::matches::{Ending, MatchRecord};
use crate::message;
use crate::message::{Field, Message};
use crate::notation::Notation;
use crate::scene::Mark;
use crate::seed::Seed;
use crate::value::{Certainty, Value, Worth};

/// The name and number of the JSON form.
pub const SCHEMA: &str = "plylab-game/4";

/// The name of a person among the seats.
pub const PERSON: &str = "person";

/// How deep variations may be nested.
const MAX_DEPTH: usize = 16;

/// How many moves all lines of a record may have together.
const MAX_MOVES: usize = 8_000_000;

/// What a game was. Only the seed, the moves and the ending are always there; the rest is filled in by those who know it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its format, which every record names.
    pub schema: Schema,
    /// Which game of its experiment or match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// The game's spec.
    pub game: String,
    /// The files that the spec names, by name, as far as they come with the record.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub files: BTreeMap<String, String>,
    /// Who played, by seat: specs of agents, or [`PERSON`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<String>,
    /// Its seed; text in JSON, because numbers of that size are not safe there.
    #[serde(with = "seed")]
    pub seed: Seed,
    /// The position it began from, if that is not the start of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves that were played, those of dice included.
    pub moves: Vec<MoveRecord>,
    /// Why it ended; a game in progress counts as stopped.
    pub ending: Ending,
    /// How it ended for each seat by the rules; empty if it did not end by the rules.
    pub outcomes: Vec<Outcome>,
    /// What it was worth to each seat; empty if it did not end by the rules.
    pub utilities: Vec<f64>,
    /// The last position.
    pub end: String,
    /// The search effort of each seat, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub efforts: Vec<Effort>,
    /// What the agent at each seat wrote to its log; empty if none wrote anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    /// What each move cost, in a match that was just played. It is not written: [`MoveRecord`] has what is kept of it.
    #[serde(skip)]
    pub costs: Vec<SearchStats>,
}

/// A move with what is said about it, and the lines that begin in its place. In JSON a move about which nothing is said is
/// a plain text.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(remote = "Self", deny_unknown_fields)]
pub struct MoveRecord {
    /// The move.
    pub action: String,
    /// Who made it, once the rules were asked; it follows from the moves before it and is not written.
    #[serde(skip)]
    pub by: Option<Turn>,
    /// What it is worth to the player who made it, and how sure that player is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<(Worth, Certainty)>,
    /// The nodes that were searched for it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nodes: u64,
    /// How far the player looked ahead.
    #[serde(default, skip_serializing_if = "is_default")]
    pub depth: u32,
    /// How long it took; zero if that is not known.
    #[serde(default, rename = "seconds", with = "seconds", skip_serializing_if = "Duration::is_zero")]
    pub time: Duration,
    /// What the player says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What the player draws on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What a reader of the game says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Lines that could have been played instead, each beginning with another move in the place of this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<MoveRecord>>,
}

/// The search effort of one seat, added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effort {
    /// Moves, without a random opening.
    pub moves: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Of those, the ones that were evaluated.
    pub leaves: u64,
    /// Nodes whose remaining children were pruned.
    pub cuts: u64,
    /// Nodes answered by a transposition table.
    pub hits: u64,
    /// The depths reached, added up.
    pub depth: u64,
    /// How good they were, if they were graded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// How long they took. Unlike all of the above it differs from run to run.
    #[serde(default, rename = "seconds", with = "seconds", skip_serializing_if = "Duration::is_zero")]
    pub time: Duration,
}

/// The moves of one seat, graded and added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Grade {
    /// Moves that were graded.
    pub moves: u64,
    /// Of those, the best moves.
    pub best: u64,
    /// Points lost by the others.
    pub lost: u64,
}

impl Effort {
    /// Counts a move.
    pub fn add(&mut self, cost: &SearchStats) {
        self.moves += 1;
        self.nodes += cost.nodes;
        self.leaves += cost.leaves;
        self.cuts += cost.cuts;
        self.hits += cost.table_hits;
        self.depth += u64::from(cost.depth);
        self.time += cost.time;
    }

    /// Counts the moves of another game, but not their grade.
    pub fn join(&mut self, other: &Effort) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.cuts += other.cuts;
        self.hits += other.hits;
        self.depth += other.depth;
        self.time += other.time;
    }
}

impl Grade {
    /// Counts a move that lost so many points.
    pub fn add(&mut self, lost: u32) {
        self.moves += 1;
        self.best += u64::from(lost == 0);
        self.lost += u64::from(lost);
    }

    /// Counts the moves of another game.
    pub fn join(&mut self, other: &Grade) {
        self.moves += other.moves;
        self.best += other.best;
        self.lost += other.lost;
    }

    /// The share of best moves; `None` without a move.
    pub fn share(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.best as f64 / self.moves as f64)
    }

    /// Points lost per move; `None` without a move.
    pub fn mean_lost(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.lost as f64 / self.moves as f64)
    }
}

impl GameRecord {
    /// A game that has not begun.
    pub fn new(game: impl Into<String>, seed: Seed) -> GameRecord {
        GameRecord { game: game.into(), seed, ..GameRecord::default() }
    }

    /// The record of a match with that seed; `moves` are its moves as text.
    pub fn of_match<G: Notation>(
        game: &G,
        seed: Seed,
        played: &MatchRecord<G>,
        moves: Vec<MoveRecord>,
    ) -> GameRecord {
        GameRecord {
            moves,
            ending: played.ending.clone(),
            outcomes: played.outcomes(game),
            utilities: played.utilities(game),
            end: game.position_text(&played.end),
            costs: played.moves.iter().map(|played| played.stats).collect(),
            ..GameRecord::new("", seed)
        }
    }

    /// Reads a record in its JSON form, on one line.
    ///
    /// # Errors
    ///
    /// If it is not one, is of another format, or its lines are too many or nested too deep.
    pub fn read(line: &str) -> Result<GameRecord, InputError> {
        #[derive(Deserialize)]
        struct SchemaName {
            schema: String,
        }
        let named: SchemaName = serde_json::from_str(line).map_err(not_json)?;
        if named.schema != SCHEMA {
            return Err(wrong(message!(
                "other-format",
                "its format is '{format}', but this plylab reads '{ours}'",
                format = named.schema,
                ours = SCHEMA
            )));
        }
        let record: GameRecord = serde_json::from_str(line).map_err(not_json)?;
        record.size()?;
        Ok(record)
    }

    /// Its JSON form, on one line.
    pub fn line(&self) -> String {
        // Texts, numbers and lists always have a JSON form.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The texts of the moves that were played.
    pub fn actions(&self) -> Vec<String> {
        self.moves.iter().map(|played| played.action.clone()).collect()
    }

    /// The number of moves in all its lines.
    ///
    /// # Errors
    ///
    /// If lines are too many or nested too deep.
    pub fn size(&self) -> Result<usize, InputError> {
        let mut open = vec![(0, &self.moves)];
        let mut size = 0;
        while let Some((depth, line)) = open.pop() {
            size += line.len();
            for variation in line.iter().flat_map(|played| &played.variations) {
                if depth == MAX_DEPTH {
                    let deep = message!(
                        "variations-deep",
                        "its variations are nested more than {most} deep",
                        most = MAX_DEPTH
                    );
                    return Err(wrong(deep));
                }
                open.push((depth + 1, variation));
            }
        }
        if size > MAX_MOVES {
            return Err(wrong(message!("moves-many", "it has more than {most} moves", most = MAX_MOVES)));
        }
        Ok(size)
    }

    /// Forgets what may differ from run to run: times, logs, and what agents said. The nodes of moves stay if they are
    /// the same in every run.
    pub fn forget_remarks(&mut self, nodes_stay: bool) {
        self.logs.clear();
        self.efforts.iter_mut().for_each(|effort| effort.time = Duration::ZERO);
        for played in &mut self.moves {
            let MoveRecord { action, by, nodes, comment, variations, .. } = std::mem::take(played);
            let nodes = if nodes_stay { nodes } else { 0 };
            *played = MoveRecord { action, by, nodes, comment, variations, ..MoveRecord::default() };
        }
    }
}

impl MoveRecord {
    /// A move about which nothing is said.
    pub fn new(by: Turn, action: impl Into<String>) -> MoveRecord {
        MoveRecord { action: action.into(), by: Some(by), ..MoveRecord::default() }
    }

    /// The seat that made it; `None` for dice, or if that is not known.
    pub fn agent(&self) -> Option<AgentId> {
        self.by.and_then(Turn::agent)
    }

    /// Is anything kept of what its player thought?
    pub fn has_thought(&self) -> bool {
        self.worth.is_some() || self.nodes > 0 || self.note.is_some() || !self.marks.is_empty()
    }

    /// Keeps of a thought what is short enough to be stored with every move.
    pub fn keep_thought(&mut self, thought: &Thought) {
        let stats = &thought.decision.stats;
        self.worth = thought.decision.value.map(|value| (value.worth, value.certainty));
        self.note.clone_from(&thought.note);
        self.marks.clone_from(&thought.marks);
        (self.nodes, self.depth) = (stats.nodes, stats.depth);
        if !self.has_thought() {
            self.depth = 0;
        }
    }

    /// What it is worth to its player.
    pub fn value(&self) -> Option<Value> {
        let (worth, certainty) = self.worth?;
        Some(Value { of: self.agent()?, worth, certainty, points: None })
    }

    fn is_plain(&self) -> bool {
        let is_silent = !self.has_thought() && self.depth == 0 && self.time.is_zero();
        is_silent && self.comment.is_none() && self.variations.is_empty()
    }
}

impl AsRef<str> for MoveRecord {
    fn as_ref(&self) -> &str {
        &self.action
    }
}

impl From<&str> for MoveRecord {
    fn from(action: &str) -> MoveRecord {
        MoveRecord { action: action.to_owned(), ..MoveRecord::default() }
    }
}

impl From<String> for MoveRecord {
    fn from(action: String) -> MoveRecord {
        MoveRecord { action, ..MoveRecord::default() }
    }
}

impl Serialize for MoveRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_plain() {
            return serializer.serialize_str(&self.action);
        }
        MoveRecord::serialize(self, serializer)
    }
}

impl<'de> Deserialize<'de> for MoveRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MoveRecord, D::Error> {
        struct TextOrObject;

        impl<'de> Visitor<'de> for TextOrObject {
            type Value = MoveRecord;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a move: a text, or an object with 'action'")
            }

            fn visit_str<E>(self, action: &str) -> Result<MoveRecord, E> {
                Ok(action.into())
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<MoveRecord, A::Error> {
                MoveRecord::deserialize(MapAccessDeserializer::new(map))
            }
        }

        deserializer.deserialize_any(TextOrObject)
    }
}

/// The format of every record: [`SCHEMA`].
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Schema;

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(SCHEMA)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Schema, D::Error> {
        let name = String::deserialize(deserializer)?;
        if name == SCHEMA { Ok(Schema) } else { Err(D::Error::custom(format!("its format is '{name}'"))) }
    }
}

/// Seeds as text.
mod seed {
    use super::{Deserialize as _, Deserializer, Seed, Serializer};
    use serde::de::{Error as _, Unexpected};

    pub(super) fn serialize<S: Serializer>(seed: &Seed, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(seed)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let text = String::deserialize(deserializer)?;
        let expected = &"a seed: a whole number below 2^64 in quotation marks";
        let seed = text.parse().map(Seed);
        seed.map_err(|_| D::Error::invalid_value(Unexpected::Str(&text), expected))
    }
}

/// Times as numbers of seconds.
mod seconds {
    use super::{Deserialize as _, Deserializer, Duration, Serializer};
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn wrong(what: Message) -> InputError {
    InputError::new(what).expected(message!(
        "use-game-lines",
        "use lines that 'plylab results export' or 'plylab match' wrote"
    ))
}

/// The message of the JSON parser, the same in every language. It counts lines, too, but a game is only one.
fn not_json(error: serde_json::Error) -> InputError {
    let (text, column) = (error.to_string(), error.column());
    let text = text.strip_suffix(&format!(" at line 1 column {column}")).unwrap_or(&text);
    wrong(message!("not-a-game", "it is not a game: {error}", error = Field::from(text)))
}
