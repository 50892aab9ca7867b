//! Where results are kept, as seen by playing and reporting. The store in SQLite is one such place; programs without a disk
//! bring their own.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use plylab_core::{InputError, Message, Registry};
use serde::{Deserialize, Serialize};

use crate::game_row::GameRow;
use crate::plan::{GameId, Plan, Shard};

/// A place for the results of one plan.
pub trait ResultStore {
    /// The plan of the results.
    ///
    /// # Errors
    ///
    /// Like all methods: if results cannot be read or written.
    fn plan(&self, registry: &Arc<Registry>) -> Result<Plan, LabError>;

    /// Every run that has written to it.
    fn runs(&self) -> Result<Vec<RunInfo>, LabError>;

    /// The games in the store.
    fn done(&self) -> Result<HashSet<GameId>, LabError>;

    /// Keeps a game. When this returns, it survives the end of the program.
    fn add(&self, row: &GameRow) -> Result<(), LabError>;

    /// Deletes the games of a cell from number `from` on, which were played after its sequential test had decided.
    fn forget(&self, cell: usize, from: u64) -> Result<(), LabError>;

    /// Deletes the games that failed, so that they are played again.
    fn forget_broken(&self) -> Result<(), LabError>;

    /// Shows every game, in the order of the plan's cells and their numbers.
    fn each(&self, see: &mut dyn FnMut(GameRow)) -> Result<(), LabError>;

    /// One game, if it has been played.
    fn find(&self, id: GameId) -> Result<Option<GameRow>, LabError>;

    /// How many games there are.
    fn count(&self) -> Result<u64, LabError>;

    /// Some of the games in the order of [`ResultStore::each`]: at most `limit`, after the first `offset`.
    fn page(&self, offset: u64, limit: u64) -> Result<Vec<GameRow>, LabError>;

    /// Tidies up. A store that is not closed loses nothing.
    fn close(self: Box<Self>) -> Result<(), LabError>;
}

/// Where and how something was computed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunInfo {
    /// The program's version.
    pub version: String,
    /// When it began, in seconds since 1970.
    pub started: i64,
    /// The processor.
    pub cpu: String,
    /// The operating system.
    pub system: String,
    /// How many threads played.
    pub threads: u64,
    /// The shard, or `whole`.
    pub shard: String,
    /// The programs that ran its agents from outside. They are not part of the fingerprint: another version may play the same.
    pub interpreters: Vec<Interpreter>,
}

/// A program that runs agents.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interpreter {
    /// Its self-reported version.
    pub version: String,
    /// The agents that it runs.
    pub agents: Vec<String>,
}

/// Why an experiment could not continue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabError {
    /// A file, a setting or a store is not what it should be.
    Input(InputError),
    /// Results could not be written; everything written before is safe.
    Unwritable(InputError),
}

impl LabError {
    /// Adds a location.
    #[must_use]
    pub fn at(self, location: impl Into<Message>) -> LabError {
        match self {
            LabError::Input(error) => LabError::Input(error.at(location)),
            LabError::Unwritable(error) => LabError::Unwritable(error.at(location)),
        }
    }
}

impl From<InputError> for LabError {
    fn from(error: InputError) -> LabError {
        LabError::Input(error)
    }
}

impl fmt::Display for LabError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LabError::Input(error) | LabError::Unwritable(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LabError {}

/// The text of `shard` in a store.
pub(crate) fn shard_name(shard: Option<Shard>) -> String {
    shard.map_or_else(|| "whole".to_owned(), |shard| format!("{}/{}", shard.index + 1, shard.count))
}
