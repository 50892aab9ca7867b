//! Storing games, reading them again, and taking those out of memory that nobody uses. The host says when.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, TryLockError};
use std::time::Duration;

use plylab_core::{GameRecord, message};
use plylab_lab::live::{GameSeries, LiveGame};
use serde::{Deserialize, Serialize};

use super::SharedRoom;
use super::room::Room;
use super::table::{GameTable, Play};
use crate::host::StoredItem;
use crate::memory::Use;
use crate::protocol::{Code, Fault, Result};
use crate::setup::seats;
use crate::{Service, lock};

impl Service {
    /// Writes the urgent games, and as many others as there is time for; written games are taken out. With `always`, something is
    /// written even if no game has changed. Returns whether anything was.
    ///
    /// # Errors
    ///
    /// If it fails, none is written.
    pub fn write_games(
        &self,
        urgent: &HashSet<String>,
        others: &mut HashSet<String>,
        slice: Duration,
        always: bool,
    ) -> Result<bool> {
        let began = self.now();
        let mut games: Vec<StoredItem> = Vec::new();
        let mut add = |room: &Room| games.extend(room.kept());
        let mut written: Vec<&String> = Vec::new();
        for id in urgent {
            if let Some(shared) = self.games.get(id) {
                add(&lock(&shared));
                written.push(id);
            }
        }
        let (mut left, mut begun) = (HashSet::new(), false);
        for id in others.iter() {
            let Some(shared) = self.games.get(id) else { continue };
            // At least one, however long the urgent ones took.
            let is_late = begun && self.now().saturating_sub(began) > slice && !self.is_closing();
            // One that is in use is written later: people wait for the urgent ones, and must not wait for the thread of an agent,
            // which may have a low priority.
            let room = match shared.try_lock() {
                _ if is_late => None,
                Err(TryLockError::WouldBlock) if !self.is_closing() => None,
                Ok(room) => Some(room),
                Err(_) => Some(lock(&shared)),
            };
            if let Some(room) = room {
                add(&room);
                begun = true;
                written.push(id);
            } else {
                left.insert(id.clone());
            }
        }
        let mut finished = lock(&self.games.finished);
        let writes = always || !games.is_empty() || !finished.is_empty();
        if writes {
            self.store().keep(&games, &finished)?;
            finished.clear();
        }
        drop(finished);
        // One that was deleted while it was written.
        for id in written.into_iter().filter(|id| self.games.get(id).is_none()) {
            self.store().delete_game(id)?;
        }
        *others = left;
        Ok(writes)
    }

    /// Stores the finished games that are not stored yet. If that fails, it is tried again with the next game.
    pub(crate) fn keep_finished(&self) {
        let mut finished = lock(&self.games.finished);
        if !finished.is_empty() && self.store().keep(&[], &finished).is_ok() {
            finished.clear();
        }
    }

    /// Removes games from memory that nobody watches and nobody has used for `idle`; with more than `most` games, or if they take
    /// too much memory, also others that nobody uses now, the least recently used first. They are stored, and read again on
    /// demand. Games that are `changed` stay, because they are not stored yet; the caller must not store games meanwhile.
    pub fn evict(&self, idle: Duration, most: usize, changed: impl Fn(&str) -> bool) {
        let now = self.now();
        let mut rooms = self.games.rooms();
        let mut unused = Vec::new();
        for (id, shared) in &*rooms {
            // A request that has found the game still holds it, and games are found under the lock of all games.
            if Arc::strong_count(shared) > 1 || changed(id) {
                continue;
            }
            // One that is locked is in use.
            if let Ok(mut room) = shared.try_lock()
                && room.watchers.is_empty()
                && !room.thinks()
            {
                unused.push((room.used, id.clone()));
            }
        }
        unused.sort_unstable();
        for (used, id) in unused {
            if rooms.len() > most || self.memory.is_tight(Use::Games) || now.saturating_sub(used) >= idle {
                rooms.remove(&id);
            }
        }
        if self.memory.is_tight(Use::Games) {
            self.boards.forget(0);
        }
        self.memory.made_room(Use::Games);
    }

    /// How many games are in memory.
    pub fn open_games(&self) -> usize {
        self.games.rooms().len()
    }
}

/// A game as it is stored: its record, and how things stand at its table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Stored {
    pub record: GameRecord,
    pub title: String,
    pub players: Vec<String>,
    series: GameSeries,
    pub play: Play,
    revision: u64,
}

impl Stored {
    /// Reads a stored game.
    pub fn read(id: &str, body: &str) -> Result<Stored> {
        serde_json::from_str(body).map_err(|error| {
            let error = error.to_string();
            let wrong = message!("game-unreadable", "the game '{id}' cannot be read: {error}");
            Fault::new(Code::Internal, wrong)
        })
    }

    /// The room of this game.
    pub fn restore(self, service: &Service, kept: &StoredItem) -> Result<SharedRoom> {
        let owner = kept.owner.as_str().into();
        let (spec, game) = service.open(&owner, &self.record.game, &self.record.files)?;
        let seats = seats(game.as_ref(), &self.record.seats, &service.limits)?;
        // The memory of the agents is lost.
        let series = GameSeries { fresh_starts: self.series.fresh_starts + 1, ..self.series };
        let live = LiveGame::new(game, seats, self.record)?.in_series(series);
        let mut room = Room::new(service, kept.id.clone(), owner, spec, GameTable::new(live, self.play));
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
