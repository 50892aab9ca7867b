//! Events: what the lab sends without a request.

use serde::Serialize;

use plylab_core::Turn;

use super::{
    Fault, GameInProgress, LaneProgress, MatchProgress, Person, Phase, Position, RunProgress, ThoughtSummary,
};

/// Limits of requests, and of what each person may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Maximum size of a request.
    pub message_bytes: usize,
    /// Games per person; the oldest finished ones are deleted first.
    pub games_per_person: usize,
    /// Runs per person.
    pub runs_per_person: usize,
    /// Analyses at a time, on all connections of a person.
    pub analyses_per_person: usize,
    /// Processor seconds in a day; they become free again evenly while the lab runs. Moves of agents count, but are never
    /// refused; a run counts its time in every thread, and is stopped.
    pub seconds_per_person: u64,
    /// Games, replays and results of runs of a person, in megabytes.
    pub megabytes_per_person: u64,
    /// Maximum moves per game.
    pub plies_per_game: usize,
    /// Total size of `files`.
    pub file_bytes: usize,
    /// Maximum nodes kept per recorded search; fewer where the lab has no memory for them.
    pub tree_nodes: usize,
    /// Maximum nodes drawn per figure.
    pub figure_nodes: usize,
    /// Maximum milliseconds per move of an agent.
    pub move_time: u64,
    /// Maximum milliseconds per analysis lane.
    pub analysis_time: u64,
    /// Analyses at a time; starting another stops the oldest.
    pub analyses_per_connection: usize,
    /// Most that may wait in total: lookups and moves, and as many again of reports, analyses, trees and matches.
    pub queue: usize,
    /// The same, per person.
    pub queue_per_person: usize,
    /// Places kept for each person when others have filled the queue.
    pub queue_reserved: usize,
    /// Maximum megabytes for the tables of an agent; larger settings are refused.
    pub memory: u64,
    /// Maximum threads per agent: the number of processors, at most 8.
    pub threads: usize,
    /// An idle connection is closed after this time.
    pub idle_seconds: u64,
    /// Games are deleted that have not changed for that many days on which the lab ran.
    pub idle_games_days: u64,
}

/// A move in a game. The scenes before and after it are enough to animate it. When it ends the game, a `game` event follows with
/// outcomes, score and replay.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moved {
    /// The game.
    pub game: String,
    /// Of the game.
    pub revision: u64,
    /// The number of the move.
    pub ply: usize,
    /// Who made it.
    pub by: Option<Turn>,
    /// The move.
    pub action: String,
    /// The position after it.
    pub position: Position,
    /// Who moves next; what that player does follows in a later event.
    pub state: Phase,
    /// The ply that `game.undo` would go back to.
    pub undo: Option<usize>,
    /// What an agent thought; none for humans, chance, and agents that do not search.
    pub thought: Option<ThoughtSummary>,
}

/// What the lab sends without a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Event {
    /// The first message after connecting.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The version of the program.
        version: String,
        /// Who is connected.
        person: Person,
        /// The hash in the addresses of the pages' files (`/assets/HASH/...`): pages that were loaded under another one are out
        /// of date.
        pages: String,
        /// The limits.
        limits: Box<Limits>,
    },
    /// A game has changed, other than by a plain move.
    Game {
        /// The game as it is now.
        game: Box<GameInProgress>,
    },
    /// A move was made.
    Moved(Box<Moved>),
    /// A game has a new state without a move, after `game.step`.
    Phase {
        /// The game.
        game: String,
        /// Of the game.
        revision: u64,
        /// The state.
        state: Phase,
    },
    /// The totals of a match.
    Match(Box<MatchProgress>),
    /// The progress of a lane.
    Analysis(Box<LaneProgress>),
    /// The progress of a run, at most twice a second and at the end.
    Run(Box<RunProgress>),
    /// Changes of games cannot be kept, or can again.
    Kept {
        /// Why not; none when all is well again.
        fault: Option<Fault>,
    },
}
