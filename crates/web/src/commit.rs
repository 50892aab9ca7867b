//! Keeps changed games. Many of them share one transaction, and whoever waits is told when it is committed: what is acknowledged
//! survives the end of the process, however it ends.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::db::Kept;
use crate::fault::Fault;
use crate::games::SharedRoom;
use crate::lab::{Lab, lock};
use crate::metrics::count;

/// How many times as long as it wrote the writer rests, if nobody waits.
const REST: u32 = 10;

/// The shortest and the longest rest.
const RESTS: (Duration, Duration) = (Duration::from_millis(20), Duration::from_secs(1));

/// How often the writer looks after the rest: games that nobody uses, the copy of the data.
const ROUND: Duration = Duration::from_secs(60);

/// How long a game may be unused before it leaves the memory.
const IDLE: Duration = Duration::from_secs(1800);

/// How many games may be in memory before unused ones leave it at once.
const IN_MEMORY: usize = 2000;

/// How often the data is copied.
const COPIES: Duration = Duration::from_secs(3600);

/// Called when a change is kept, or cannot be.
type Waiter = Box<dyn FnOnce(Result<(), Fault>) + Send>;

#[derive(Default)]
struct Pending {
    changed: HashSet<String>,
    waiters: Vec<Waiter>,
    /// Nobody can wait any more.
    closed: bool,
}

/// What must be written, and who waits for it.
#[derive(Default)]
pub(crate) struct GroupCommit {
    pending: Mutex<Pending>,
    wake: Condvar,
    /// Why the last attempt failed, if it did.
    failing: Mutex<Option<Fault>>,
}

impl GroupCommit {
    /// Marks a game as changed, so that it is stored soon.
    pub fn touch(&self, id: &str) {
        if lock(&self.pending).changed.insert(id.to_owned()) {
            self.wake.notify_one();
        }
    }

    /// Calls `waiter` once everything that has changed until now is stored, or cannot be.
    pub fn when_kept(&self, waiter: impl FnOnce(Result<(), Fault>) + Send + 'static) {
        let mut pending = lock(&self.pending);
        if pending.closed {
            drop(pending);
            return waiter(Err(Fault::closing()));
        }
        pending.waiters.push(Box::new(waiter));
        drop(pending);
        self.wake.notify_one();
    }

    /// Why games cannot be stored at the moment, if they cannot.
    pub fn failing(&self) -> Option<Fault> {
        lock(&self.failing).clone()
    }

    /// Wakes the writer so that it sees that the lab closes.
    pub fn close(&self) {
        // The lock is held so that the writer cannot miss the signal between its check and its wait.
        let _pending = lock(&self.pending);
        self.wake.notify_all();
    }

    /// Waits for work. Changes that nobody waits for are gathered until `due`.
    fn next(&self, lab: &Lab, due: Instant) -> (HashSet<String>, Vec<Waiter>) {
        let mut pending = lock(&self.pending);
        while pending.waiters.is_empty() && !lab.closing.is_stopped() {
            let rest = due.saturating_duration_since(Instant::now());
            if !pending.changed.is_empty() && rest.is_zero() {
                break;
            }
            let nothing = pending.changed.is_empty();
            let rest = if nothing { ROUND } else { rest };
            let (woken, waited) =
                self.wake.wait_timeout(pending, rest).unwrap_or_else(PoisonError::into_inner);
            pending = woken;
            if nothing && waited.timed_out() {
                break;
            }
        }
        // The last round: whoever comes later learns that the lab is closing.
        pending.closed = lab.closing.is_stopped();
        (std::mem::take(&mut pending.changed), std::mem::take(&mut pending.waiters))
    }
}

impl Lab {
    /// Stores changed games until the lab closes.
    pub(crate) fn write(self: &Arc<Lab>) {
        let (mut due, mut looked, mut copied) = (Instant::now(), Instant::now(), Instant::now());
        loop {
            let (changed, waiters) = self.commit.next(self, due);
            let began = Instant::now();
            let outcome = self.keep(&changed);
            self.tell(outcome.as_ref().err());
            match &outcome {
                Ok(()) => due = Instant::now() + (REST * began.elapsed()).clamp(RESTS.0, RESTS.1),
                Err(_) => {
                    lock(&self.commit.pending).changed.extend(changed);
                    due = Instant::now() + RESTS.1;
                }
            }
            for waiter in waiters {
                waiter(outcome.clone());
            }
            if lock(&self.commit.pending).closed {
                return;
            }
            if outcome.is_ok() && looked.elapsed() >= ROUND {
                looked = Instant::now();
                self.evict(IDLE, IN_MEMORY);
                let _ = self.db.note_day();
            }
            if copied.elapsed() >= COPIES {
                copied = Instant::now();
                let lab = Arc::clone(self);
                // Games are kept meanwhile.
                let copy = move || {
                    if let Err(error) = lab.db.copy() {
                        tracing::error!(%error, "the data cannot be copied");
                    }
                };
                let _ = std::thread::Builder::new().name("copy".to_owned()).spawn(copy);
            }
        }
    }

    /// Takes games out of memory that nobody watches or has used for that long; with more than `most`, all that nobody uses
    /// now. They are kept, and read again when somebody asks for them.
    ///
    /// Only the writer calls this: no change of such a game can be on its way to the disk.
    fn evict(&self, idle: Duration, most: usize) {
        let mut games = lock(&self.games);
        let pending = lock(&self.commit.pending);
        let idle = if games.len() > most { Duration::ZERO } else { idle };
        games.retain(|id, shared| {
            // Whoever has found the game still holds it, and finds are made under the lock of all games.
            let found = Arc::strong_count(shared) > 1 || pending.changed.contains(id);
            found || !shared.try_lock().is_ok_and(|mut room| room.is_idle(idle))
        });
    }

    fn keep(&self, changed: &HashSet<String>) -> Result<(), Fault> {
        let rooms: Vec<SharedRoom> = {
            let games = lock(&self.games);
            changed.iter().filter_map(|id| games.get(id).cloned()).collect()
        };
        let (mut games, mut replays): (Vec<Kept>, Vec<Kept>) = (Vec::new(), Vec::new());
        for room in &rooms {
            let room = lock(room);
            games.extend(room.kept());
            replays.extend(room.finished());
        }
        if games.is_empty() && self.commit.failing().is_none() {
            return Ok(());
        }
        let stored = self.db.keep(&games, &replays);
        count(if stored.is_ok() { &self.counters.commits } else { &self.counters.failed_commits });
        stored?;
        for room in &rooms {
            lock(room).forget_finished(&replays);
        }
        Ok(())
    }

    /// Tells every page when games can no longer be stored, and when they can again.
    fn tell(&self, fault: Option<&Fault>) {
        let before = std::mem::replace(&mut *lock(&self.commit.failing), fault.cloned());
        if before.as_ref() == fault {
            return;
        }
        match fault {
            Some(fault) => tracing::error!(error = fault.message(), "games are not kept"),
            None => tracing::warn!("games are kept again"),
        }
        let event = json!({ "event": "kept", "fault": fault });
        for outbox in lock(&self.outboxes).values() {
            outbox.event(&event);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::dispatch::{Caller, handle};
    use crate::person::{Person, Role};

    #[test]
    fn unused_games_leave_the_memory_and_come_back() {
        let folder = std::env::temp_dir().join(format!("plylab-commit-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let lab = Lab::start(
            &folder,
            Arc::new(plylab_standard::registry()),
            None,
            &crate::lab::Settings::default(),
        )
        .unwrap();
        let person = Person { id: "p".into(), name: "p".to_owned(), role: Role::Member };
        let caller = Arc::new(Caller::new(Arc::new(person), None));
        let ask = |what: &str, with: Value| -> Value {
            let (send, receive) = std::sync::mpsc::channel();
            let text = json!({ "do": what, "with": with }).to_string();
            handle(&lab, &caller, &text, move |_, answer| send.send(answer).unwrap());
            serde_json::from_str::<Value>(&receive.recv().unwrap()).unwrap()["ok"].take()
        };
        let game = ask("game.create", json!({ "spec": "sim", "seats": ["person", "person"] }));
        let id = game["game"]["id"].clone();
        ask("game.play", json!({ "game": id, "action": "AB" }));
        lab.evict(Duration::from_secs(1000), 10);
        assert_eq!(lock(&lab.games).len(), 1, "it was used just now");
        let held = lock(&lab.games).values().next().cloned();
        lab.evict(Duration::ZERO, 10);
        assert_eq!(lock(&lab.games).len(), 1, "somebody holds it");
        drop(held);
        lab.evict(Duration::from_secs(1000), 0);
        assert_eq!(lock(&lab.games).len(), 0, "there are too many");
        let opened = ask("game.open", json!({ "game": id }));
        assert_eq!(opened["game"]["moves"].as_array().unwrap().len(), 1);
        lab.close(Duration::from_secs(60));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
