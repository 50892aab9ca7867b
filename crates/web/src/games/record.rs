//! What is written down of a game in progress; everything else follows from it.

use std::sync::{Arc, Mutex};

use plylab_core::{Outcome, Seed, message};
use plylab_lab::live::{Beginning, LiveGame, Seat};
use serde::{Deserialize, Serialize};

use super::score::Score;
use super::table::Table;
use crate::fault::{Code, Fault};
use crate::json::Brief;
use crate::keeper::now;
use crate::lab::Lab;
use crate::place::{GivenFiles, seats};

/// A game as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Record {
    pub spec: String,
    pub title: String,
    pub players: Vec<String>,
    pub seats: Vec<String>,
    files: GivenFiles,
    seed: u64,
    start: Option<String>,
    time: u64,
    nodes: Option<u64>,
    auto: bool,
    /// How many games were begun before this one.
    begun: u64,
    /// How often agents were given a fresh start in it.
    restarts: u64,
    pub moves: Vec<String>,
    /// What agents thought of them; empty if nobody did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    thoughts: Vec<Option<Brief>>,
    score: Score,
    resigned: Option<u8>,
    pub outcomes: Option<Vec<Outcome>>,
    replay: Option<String>,
    held: bool,
    revision: u64,
}

impl Record {
    /// Reads what was kept.
    pub fn read(id: &str, body: &str) -> Result<Record, Fault> {
        serde_json::from_str(body).map_err(|error| {
            let error = error.to_string();
            let wrong = message!("game-unreadable", "the game '{id}' cannot be read: {error}", id, error);
            Fault::new(Code::Internal, wrong)
        })
    }

    /// What is kept of a table.
    pub fn of(table: &Table) -> Record {
        let live = &table.live;
        let Beginning { seed, begun, fresh_starts, from } = live.beginning().clone();
        Record {
            spec: table.spec.to_string(),
            title: live.game().info().title.to_string(),
            players: live.game().info().agents.clone(),
            seats: live.seats().iter().map(Seat::to_string).collect(),
            files: table.files.clone(),
            seed: seed.0,
            start: from,
            time: table.time,
            nodes: table.nodes,
            auto: table.auto,
            begun,
            restarts: fresh_starts,
            moves: live.actions(),
            thoughts: table.thoughts(),
            score: table.score.clone(),
            resigned: table.resigned,
            outcomes: table.outcomes.clone(),
            replay: table.replay.clone(),
            held: table.held,
            revision: table.revision,
        }
    }

    /// The table that it was kept of.
    pub fn restore(self, lab: &Lab, id: &str, session: &Arc<str>) -> Result<Arc<Mutex<Table>>, Fault> {
        let (spec, game) = lab.open(&self.spec, &self.files)?;
        let seats = seats(game.as_ref(), &self.seats, &lab.limits)?;
        // What agents knew is gone.
        let beginning = Beginning {
            seed: Seed(self.seed),
            begun: self.begun,
            fresh_starts: self.restarts + 1,
            from: self.start,
        };
        let mut live = LiveGame::new(game, seats, beginning, &self.moves)?;
        live.recall(self.thoughts);
        let table = Table {
            session: Arc::clone(session),
            time: self.time,
            nodes: self.nodes,
            auto: self.auto,
            held: self.held,
            resigned: self.resigned,
            outcomes: self.outcomes,
            score: self.score,
            replay: self.replay,
            revision: self.revision + 1,
            changed: now(),
            ..Table::new(id.to_owned(), Arc::clone(session), spec, self.files, live)
        };
        Ok(Arc::new(Mutex::new(table)))
    }
}
