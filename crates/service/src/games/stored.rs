//! The stored form of a game in progress; everything else follows from it.

use std::sync::Mutex;

use plylab_core::{GameRecord, message};
use plylab_lab::live::{LiveGame, Series};
use serde::{Deserialize, Serialize};

use super::SharedRoom;
use super::room::Room;
use super::table::{Play, Table};
use crate::Service;
use crate::host::StoredItem;
use crate::protocol::{Code, Fault};
use crate::setup::seats;

/// A game as it is stored: its record, and how things stand at its table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    pub record: GameRecord,
    pub title: String,
    pub players: Vec<String>,
    series: Series,
    pub play: Play,
    revision: u64,
}

impl Stored {
    /// Reads a stored game.
    pub fn read(id: &str, body: &str) -> Result<Stored, Fault> {
        serde_json::from_str(body).map_err(|error| {
            let error = error.to_string();
            let wrong = message!("game-unreadable", "the game '{id}' cannot be read: {error}");
            Fault::new(Code::Internal, wrong)
        })
    }

    /// The room of this game.
    pub fn restore(self, service: &Service, kept: &StoredItem) -> Result<SharedRoom, Fault> {
        let owner = kept.owner.as_str().into();
        let (spec, game) = service.open(&owner, &self.record.game, &self.record.files)?;
        let seats = seats(game.as_ref(), &self.record.seats, &service.limits)?;
        // The memory of the agents is lost.
        let series = Series { fresh_starts: self.series.fresh_starts + 1, ..self.series };
        let live = LiveGame::new(game, seats, self.record)?.in_series(series);
        let mut room = Room::new(service, kept.id.clone(), owner, spec, Table::new(live, self.play));
        (room.is_shared, room.revision) = (kept.shared, self.revision + 1);
        room.take_memory(service, true)?;
        Ok(SharedRoom::new(Mutex::new(room)))
    }
}

impl Room {
    /// The row to store, unless the game was deleted.
    pub(super) fn kept(&self) -> Option<StoredItem> {
        if self.is_deleted {
            return None;
        }
        let live = &self.table.live;
        let info = live.game().info();
        let stored = Stored {
            record: live.record().clone(),
            title: info.title.to_string(),
            players: info.agents.clone(),
            series: live.series(),
            play: self.table.play.clone(),
            revision: self.revision,
        };
        Some(StoredItem {
            id: self.id.clone(),
            owner: self.owner.to_string(),
            changed: self.changed,
            shared: self.is_shared,
            body: serde_json::to_string(&stored).ok()?,
        })
    }
}
