//! Storing games, and taking those out of memory that nobody uses. The host says when.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::SharedRoom;
use super::room::Room;
use crate::host::Kept;
use crate::memory::Use;
use crate::protocol::Fault;
use crate::{Service, lock};

impl Service {
    /// Writes the urgent games, and as many others as there is time for; those that are written are taken out. With `always`
    /// something is written even if no game has changed. Returns whether anything was.
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
    ) -> Result<bool, Fault> {
        let began = self.now();
        let rooms = |ids: &HashSet<String>| -> Vec<SharedRoom> {
            ids.iter().filter_map(|id| self.games.get(id)).collect()
        };
        let (mut games, mut replays): (Vec<Kept>, Vec<Kept>) = (Vec::new(), Vec::new());
        let mut add = |room: &Room| {
            games.extend(room.kept());
            replays.extend_from_slice(room.finished());
        };
        let mut written = rooms(urgent);
        written.iter().for_each(|room| add(&lock(room)));
        let (mut left, mut begun) = (HashSet::new(), false);
        for shared in rooms(others) {
            let room = lock(&shared);
            // At least one, however long the urgent ones took.
            if begun && self.now().saturating_sub(began) > slice && !self.is_closing() {
                left.insert(room.id.clone());
                continue;
            }
            begun = true;
            add(&room);
            drop(room);
            written.push(shared);
        }
        let writes = always || !games.is_empty();
        if writes {
            self.store().keep(&games, &replays)?;
        }
        *others = left;
        for shared in &written {
            let mut room = lock(shared);
            room.forget_finished(&replays);
            // It was deleted while it was written.
            if room.is_deleted {
                self.store().delete_game(&room.id)?;
            }
        }
        Ok(writes)
    }

    /// Takes games out of memory that nobody watches and nobody has used for that long; with more than `most`, or if they take too
    /// much memory, also others that nobody uses now, the ones that were used least recently first. They are stored, and read
    /// again when somebody asks for them. Those that are `changed` stay, because they are not stored yet; the caller must not be
    /// storing games meanwhile.
    pub fn evict(&self, idle: Duration, most: usize, changed: impl Fn(&str) -> bool) {
        let now = self.now();
        let mut rooms = self.games.rooms();
        let mut unused = Vec::new();
        for (id, shared) in &*rooms {
            // Who has found the game still holds it, and finds are made under the lock of all games.
            if Arc::strong_count(shared) > 1 || changed(id) {
                continue;
            }
            // One that is locked is in use.
            if let Ok(mut room) = shared.try_lock()
                && room.is_idle()
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
