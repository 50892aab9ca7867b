//! Batches of games between agents.

use plylab_core::{Message, Spec};
use serde::{Deserialize, Serialize};

use super::{Fault, GivenFiles};

/// How far work of the lab is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum WorkState {
    /// It waits for its turn.
    Queued,
    /// It is done now.
    Running,
    /// It ended before it was done, and what it found is kept; also after a restart of the lab.
    Stopped,
    /// It is done.
    Done,
    /// `fault` says why.
    Failed,
}

/// A batch of games.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct StartMatch {
    /// The game.
    pub spec: String,
    /// The agents.
    pub seats: Vec<String>,
    /// How many games, 1 to 10000.
    pub games: u64,
    /// The seed; 0 by default.
    pub seed: Option<String>,
    /// Do the two players alternate sides?
    #[serde(default)]
    pub alternate: bool,
    /// Maximum milliseconds per move.
    pub time: Option<u64>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
}

/// A match that has begun.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartedMatch {
    /// Its name.
    #[serde(rename = "match")]
    pub id: String,
}

/// The name of a match.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfMatch {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
}

/// A game of a match, with all that is needed to open it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchGameLink {
    /// What was played.
    pub spec: Spec,
    /// Its seed.
    pub seed: String,
    /// Who played.
    pub seats: Vec<String>,
    /// Texts of files.
    pub files: GivenFiles,
    /// The moves.
    pub moves: Vec<String>,
    /// The game as a line of `plylab-game/4`, if agents told or wrote more than their moves.
    pub line: Option<String>,
}

/// The first game of a match that a player forfeited.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchForfeit {
    /// Its number.
    pub game: u64,
    /// The player.
    pub player: String,
    /// Why.
    pub why: Message,
    /// What the agent wrote to its log in that game.
    pub log: String,
}

/// The totals of a match, several times a second and at the end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MatchProgress {
    /// The match.
    #[serde(rename = "match")]
    pub id: String,
    /// How far it is.
    pub state: WorkState,
    /// Games played.
    pub done: u64,
    /// Games to play.
    pub total: u64,
    /// The players of the game.
    pub players: Vec<String>,
    /// The agents.
    pub seats: Vec<String>,
    /// Wins, in the order of `seats`, even if sides alternate.
    pub wins: Vec<u64>,
    /// Draws.
    pub draws: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// The mean number of rounds, in which every player moves once.
    pub rounds: Option<f64>,
    /// Milliseconds since it began.
    pub time: f64,
    /// The last game.
    pub last: Option<MatchGameLink>,
    /// Why it failed, if it did.
    pub fault: Option<Fault>,
    /// For each player, in the order of `seats`, one message for each kind of forfeit, such as "2 time-outs".
    pub forfeits: Vec<Vec<Message>>,
    /// The first of them.
    pub first_forfeit: Option<MatchForfeit>,
}
