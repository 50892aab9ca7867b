//! The stored form of a game in progress; everything else follows from it.

use std::sync::{Arc, Mutex};
use std::time::Instant;

use plylab_core::{GameRecord, Outcome, message};
use plylab_lab::live::{LiveGame, Series};
use plylab_service::protocol::Score;
use serde::{Deserialize, Serialize};

use super::room::Room;
use crate::fault::{Code, Fault};
use crate::lab::Lab;
use crate::setup::seats;
use crate::storage::db::{Kept, now};

/// A game as it is stored: its record, and the facts of the table it is played at.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    pub record: GameRecord,
    pub title: String,
    pub players: Vec<String>,
    series: Series,
    time: u64,
    nodes: Option<u64>,
    auto: bool,
    score: Score,
    resigned: Option<u8>,
    pub outcomes: Option<Vec<Outcome>>,
    replay: Option<String>,
    held: bool,
    revision: u64,
}

impl Stored {
    /// Reads a stored game.
    pub fn read(id: &str, body: &str) -> Result<Stored, Fault> {
        serde_json::from_str(body).map_err(|error| {
            let error = error.to_string();
            let wrong = message!("game-unreadable", "the game '{id}' cannot be read: {error}", id, error);
            Fault::new(Code::Internal, wrong)
        })
    }

    /// What is stored of a room.
    pub fn of(room: &Room) -> Stored {
        let info = room.live.game().info();
        Stored {
            record: room.live.record().clone(),
            title: info.title.to_string(),
            players: info.agents.clone(),
            series: room.live.series(),
            time: room.time,
            nodes: room.nodes,
            auto: room.auto,
            score: room.score.clone(),
            resigned: room.resigned,
            outcomes: room.outcomes.clone(),
            replay: room.replay.clone(),
            held: room.held,
            revision: room.revision,
        }
    }

    /// The room of this game.
    pub fn restore(self, lab: &Lab, kept: &Kept) -> Result<Arc<Mutex<Room>>, Fault> {
        let (spec, game) = lab.open(&self.record.game, &self.record.files)?;
        let seats = seats(game.as_ref(), &self.record.seats, &lab.limits)?;
        // The memory of the agents is lost.
        let series = Series { fresh_starts: self.series.fresh_starts + 1, ..self.series };
        let live = LiveGame::new(game, seats, self.record)?.in_series(series);
        let mut room = Room {
            is_shared: kept.shared,
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
            ..Room::new(lab, kept.id.clone(), kept.owner.as_str().into(), spec, live)?
        };
        room.take_memory(lab, true)?;
        Ok(Arc::new(Mutex::new(room)))
    }
}

/// What of a room is stored, and when it may leave the memory.
impl Room {
    /// The row to store, unless the game was deleted.
    pub fn kept(&self) -> Option<Kept> {
        if self.deleted {
            return None;
        }
        let body = serde_json::to_string(&Stored::of(self)).ok()?;
        Some(Kept {
            id: self.id.clone(),
            owner: self.owner.to_string(),
            changed: self.changed,
            shared: self.is_shared,
            body,
        })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn is_deleted(&self) -> bool {
        self.deleted
    }

    /// When somebody asked for it last.
    pub fn used(&self) -> Instant {
        self.used
    }

    /// Does nobody watch it, and no agent think?
    pub fn is_idle(&mut self) -> bool {
        self.watchers.retain(|watcher| !watcher.is_gone());
        self.watchers.is_empty() && self.thinking.is_none() && self.unkept.is_empty()
    }

    /// Finished games to store.
    pub fn finished(&self) -> impl Iterator<Item = Kept> + '_ {
        self.unkept.iter().map(|(id, changed, body)| Kept {
            id: id.clone(),
            owner: self.owner.to_string(),
            changed: *changed,
            shared: false,
            body: body.clone(),
        })
    }

    /// These are stored.
    pub fn forget_finished(&mut self, stored: &[Kept]) {
        self.unkept.retain(|(id, ..)| !stored.iter().any(|replay| replay.id == *id));
    }
}
