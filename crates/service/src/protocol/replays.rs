//! Finished games to view again.

use plylab_core::scene::Backdrop;
use plylab_core::{Ending, Message, Outcome};
use serde::{Deserialize, Serialize};

use super::{Fault, GivenFiles, Move, Position};

/// A page of replays.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplayPage {
    /// The last one of the previous answer.
    pub before: Option<String>,
    /// How many, up to 100; 50 by default.
    pub limit: Option<usize>,
}

/// A finished game in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayEntry {
    /// Its name.
    pub replay: String,
    /// What was played.
    pub spec: String,
    /// The same for people.
    pub title: String,
    /// The players.
    pub players: Vec<String>,
    /// Who played them.
    pub seats: Vec<String>,
    /// The result for each player.
    pub outcomes: Vec<Outcome>,
    /// How many moves were made.
    pub plies: usize,
    /// When it ended, in seconds since 1970.
    pub when: i64,
    /// May others read it?
    pub shared: bool,
}

/// Finished games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayList {
    /// The replays.
    pub replays: Vec<ReplayEntry>,
    /// Are there more?
    pub more: bool,
}

/// A game that can be opened anywhere: what a link holds.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// What was played.
    pub spec: String,
    /// The seed; 0 by default.
    pub seed: Option<String>,
    /// The starting position; by default the start of the game.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// Texts of files.
    #[serde(default)]
    pub files: GivenFiles,
    /// Who played.
    #[serde(default)]
    pub seats: Vec<String>,
}

/// A finished game: one of `replay`, `line`, `link`, or `run` and `key`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplaySource {
    /// The name of a replay.
    pub replay: Option<String>,
    /// A line of `plylab-game/4`.
    pub line: Option<String>,
    /// The content of a link.
    pub link: Option<Link>,
    /// A run of an experiment.
    pub run: Option<String>,
    /// A game of that run. If its moves were not stored, it is played again, which takes as long as the first time.
    pub key: Option<String>,
}

/// A range of plies of a finished game, which is named as in `replay.open`.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReplayPlies {
    /// The name of a replay.
    pub replay: Option<String>,
    /// A line of `plylab-game/4`.
    pub line: Option<String>,
    /// The content of a link.
    pub link: Option<Link>,
    /// A run of an experiment.
    pub run: Option<String>,
    /// A game of that run.
    pub key: Option<String>,
    /// The first ply.
    pub from: usize,
    /// The last ply.
    pub to: usize,
}

/// Positions of a finished game.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplayPositions {
    /// The positions.
    pub positions: Vec<Position>,
    /// What never changes in their pictures.
    pub backdrop: Backdrop,
}

/// A finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replay {
    /// What was played.
    pub spec: String,
    /// The same for people.
    pub title: String,
    /// The players.
    pub players: Vec<String>,
    /// Who played them.
    pub seats: Vec<String>,
    /// The seed of everything random.
    pub seed: String,
    /// The starting position, if it is not the start of the game.
    pub start: Option<String>,
    /// Its files.
    pub files: GivenFiles,
    /// The moves, with what agents thought, where that is known.
    pub moves: Vec<Move>,
    /// The result for each player.
    pub outcomes: Vec<Outcome>,
    /// How it ended.
    pub ending: Ending,
    /// Why it ended without a result, if an agent failed.
    pub why: Option<Message>,
    /// What the agent at each seat wrote to its log; empty if none wrote anything.
    pub logs: Vec<String>,
    /// Whose it is, if the lab keeps it as a replay.
    pub owner: Option<String>,
    /// May others read it? Only if the lab keeps it as a replay.
    pub shared: Option<bool>,
}

/// A finished game, and its first positions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenedReplay {
    /// The game.
    pub replay: Replay,
    /// The first positions, at most 100.
    pub positions: Vec<Position>,
    /// What never changes in their pictures.
    pub backdrop: Backdrop,
}

/// Games to keep.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ImportReplays {
    /// A game per line, up to 1000.
    pub lines: String,
}

/// A line that is not a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineFault {
    /// Its number, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// Games that are kept now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImportedReplays {
    /// Their names.
    pub replays: Vec<String>,
    /// Lines that were left out.
    pub errors: Vec<LineFault>,
}

/// The name of a replay.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfReplay {
    /// The replay.
    pub replay: String,
}

/// A replay to be taken elsewhere.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedReplay {
    /// As a line of `plylab-game/4`.
    pub line: String,
}

/// Why a game ended without a result, where an agent or the game failed.
pub fn why(ending: &Ending) -> Option<Message> {
    match ending {
        Ending::Forfeit { reason, .. } => Some(reason.message()),
        Ending::Broken { message } => Some(message.clone()),
        Ending::Over | Ending::MoveLimit | Ending::Stopped => None,
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Forfeit};

    use super::*;

    #[test]
    fn an_ending_without_a_result_says_why() {
        assert_eq!(why(&Ending::Over), None);
        let reason = Forfeit::TimeOut { milliseconds: 70, starved: false };
        let why = why(&Ending::Forfeit { agent: AgentId(1), reason }).unwrap();
        assert_eq!(why.to_string(), "time-out after 70 ms");
    }
}
