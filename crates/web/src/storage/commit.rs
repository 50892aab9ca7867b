//! Keeps changed games. Many of them share one transaction, and whoever waits is told when it is committed: what is acknowledged
//! survives the end of the process, however it ends.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plylab_service::protocol::Event;

use crate::fault::Fault;
use crate::games::{Room, SharedRoom};
use crate::http::metrics::count;
use crate::lab::{Lab, lock};
use crate::scheduling::Use;
use crate::storage::db::Kept;

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

/// How long games that nobody waits for may keep those waiting that somebody does: one person may let many long games play at once.
const SLICE: Duration = Duration::from_millis(20);

/// Called when a change is kept, or cannot be.
type Waiter = Box<dyn FnOnce(Result<(), Fault>) + Send>;

#[derive(Default)]
struct Pending {
    changed: HashSet<String>,
    /// Games that somebody waits for.
    urgent: HashSet<String>,
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

    /// Calls `waiter` once the game as it is now is stored, or cannot be; without a game, once anything can be stored.
    pub fn when_kept(&self, game: Option<&str>, waiter: impl FnOnce(Result<(), Fault>) + Send + 'static) {
        let mut pending = lock(&self.pending);
        if pending.closed {
            drop(pending);
            return waiter(Err(Fault::closing()));
        }
        // Also if it is being written already: that may fail, and then it must be written again.
        pending.urgent.extend(game.map(str::to_owned));
        pending.waiters.push(Box::new(waiter));
        drop(pending);
        self.wake.notify_one();
    }

    /// Why games cannot be stored at the moment, if they cannot.
    pub fn failing(&self) -> Option<Fault> {
        lock(&self.failing).clone()
    }

    /// Wakes the writer, so that it sees that the lab closes, or that games must leave the memory.
    pub fn wake(&self) {
        // The lock is held so that the writer cannot miss the signal between its check and its wait.
        let _pending = lock(&self.pending);
        self.wake.notify_all();
    }

    /// Waits for work. Changes that nobody waits for are gathered until `due`.
    fn next(&self, lab: &Lab, due: Instant) -> Round {
        let mut pending = lock(&self.pending);
        while pending.waiters.is_empty() && !lab.closing.is_stopped() {
            let rest = due.saturating_duration_since(Instant::now());
            if !pending.changed.is_empty() && rest.is_zero() {
                break;
            }
            let nothing = pending.changed.is_empty();
            let round = if lab.memory.is_tight(Use::Games) { RESTS.1 } else { ROUND };
            let rest = if nothing { round } else { rest };
            let (woken, waited) =
                self.wake.wait_timeout(pending, rest).unwrap_or_else(PoisonError::into_inner);
            pending = woken;
            // Woken often enough, it would never time out.
            if nothing && (waited.timed_out() || lab.memory.is_tight(Use::Games)) {
                break;
            }
        }
        // The last round: whoever comes later learns that the lab is closing.
        pending.closed = lab.closing.is_stopped();
        let urgent = std::mem::take(&mut pending.urgent);
        pending.changed.retain(|id| !urgent.contains(id));
        // After a failure nothing is kept until a game has been.
        let others = pending.closed || due <= Instant::now() || self.failing().is_some();
        Round {
            urgent,
            others: if others { std::mem::take(&mut pending.changed) } else { HashSet::new() },
            waiters: std::mem::take(&mut pending.waiters),
        }
    }
}

/// What is written together.
struct Round {
    /// Games that somebody waits for: all of them are written.
    urgent: HashSet<String>,
    /// Games that nobody waits for: some of them are.
    others: HashSet<String>,
    waiters: Vec<Waiter>,
}

impl Lab {
    /// Stores changed games until the lab closes.
    pub(crate) fn write(self: &Arc<Lab>) {
        let (mut due, mut looked, mut copied) = (Instant::now(), Instant::now(), Instant::now());
        loop {
            let Round { urgent, mut others, waiters } = self.commit.next(self, due);
            let (began, mut rests) = (Instant::now(), !others.is_empty());
            let outcome = self.keep(&urgent, &mut others, SLICE);
            self.tell(outcome.as_ref().err());
            if outcome.is_err() {
                others.extend(urgent);
                rests = true;
            }
            lock(&self.commit.pending).changed.extend(others);
            if rests {
                let rest = if outcome.is_ok() { REST * began.elapsed() } else { RESTS.1 };
                due = Instant::now() + rest.clamp(RESTS.0, RESTS.1);
            }
            for waiter in waiters {
                waiter(outcome.clone());
            }
            if lock(&self.commit.pending).closed {
                return;
            }
            let soon = self.memory.is_tight(Use::Games) && looked.elapsed() >= RESTS.1;
            if outcome.is_ok() && (soon || looked.elapsed() >= ROUND) {
                looked = Instant::now();
                self.evict(IDLE, IN_MEMORY);
                let _ = self.db.note_day().and_then(|()| self.db.note_spending(&self.spending.accounts()));
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

    /// Takes games out of memory that nobody watches and nobody has used for that long; with more than `most`, or if they take too much
    /// memory, also others that nobody uses now, the ones that were used least recently first. They are kept, and read again when
    /// somebody asks for them.
    ///
    /// Only the writer calls this: no change of such a game can be on its way to the disk.
    fn evict(&self, idle: Duration, most: usize) {
        let mut games = lock(&self.games);
        let pending = lock(&self.commit.pending);
        let mut unused = Vec::new();
        for (id, shared) in &*games {
            // Whoever has found the game still holds it, and finds are made under the lock of all games.
            let waits = pending.changed.contains(id) || pending.urgent.contains(id);
            if Arc::strong_count(shared) > 1 || waits {
                continue;
            }
            // One that is locked is in use.
            if let Ok(mut room) = shared.try_lock()
                && room.is_idle()
            {
                unused.push((room.used(), id.clone()));
            }
        }
        unused.sort_unstable();
        for (used, id) in unused {
            if games.len() > most || self.memory.is_tight(Use::Games) || used.elapsed() >= idle {
                games.remove(&id);
            }
        }
        if self.memory.is_tight(Use::Games) {
            self.boards.forget(0);
        }
        self.memory.made_room(Use::Games);
    }

    /// Writes the urgent games, and as many others as there is time for; those that are written are taken out. If it fails, none is.
    fn keep(
        &self,
        urgent: &HashSet<String>,
        others: &mut HashSet<String>,
        slice: Duration,
    ) -> Result<(), Fault> {
        let began = Instant::now();
        let rooms = |ids: &HashSet<String>| -> Vec<SharedRoom> {
            let games = lock(&self.games);
            ids.iter().filter_map(|id| games.get(id).cloned()).collect()
        };
        let (mut games, mut replays): (Vec<Kept>, Vec<Kept>) = (Vec::new(), Vec::new());
        let mut add = |room: &Room| {
            games.extend(room.kept());
            replays.extend(room.finished());
        };
        let mut written = rooms(urgent);
        written.iter().for_each(|room| add(&lock(room)));
        let closing = self.closing.is_stopped();
        let (mut left, mut begun) = (HashSet::new(), false);
        for room in rooms(others) {
            let inside = lock(&room);
            // At least one, however long the urgent ones took.
            if begun && began.elapsed() > slice && !closing {
                left.insert(inside.id().to_owned());
                continue;
            }
            begun = true;
            add(&inside);
            drop(inside);
            written.push(room);
        }
        if !games.is_empty() || self.commit.failing().is_some() {
            let stored = self.db.keep(&games, &replays);
            count(if stored.is_ok() { &self.counters.commits } else { &self.counters.failed_commits });
            stored?;
        }
        *others = left;
        for room in &written {
            let mut room = lock(room);
            room.forget_finished(&replays);
            // It was deleted while it was written.
            if room.is_deleted() {
                self.db.delete_game(room.id())?;
            }
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
        let event = Event::Kept { fault: fault.cloned() };
        for outbox in lock(&self.outboxes).values() {
            outbox.event(&event);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::dispatch::{Caller, handle};
    use plylab_service::protocol::{Person, Role};

    /// A lab in a folder of its own, which is removed at the end.
    struct Own(Arc<Lab>, std::path::PathBuf);

    impl Own {
        fn new(name: &str) -> Own {
            let folder = std::env::temp_dir().join(format!("plylab-commit-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            let registry = Arc::new(plylab_standard::registry());
            let settings = crate::lab::Settings::default();
            Own(Lab::start(&folder, registry, None, &settings).unwrap(), folder)
        }

        fn ask(&self, what: &str, with: &Value) -> Value {
            let person = Person { id: "p".into(), name: "p".to_owned(), role: Role::Member };
            let caller = Arc::new(Caller::new(Arc::new(person), None));
            let (send, receive) = std::sync::mpsc::channel();
            let text = json!({ "do": what, "with": with }).to_string();
            handle(&self.0, &caller, &text, move |_, answer| send.send(answer).unwrap());
            serde_json::from_str::<Value>(&receive.recv().unwrap()).unwrap()["ok"].take()
        }

        fn create(&self) -> String {
            let game = self.ask("game.create", &json!({ "spec": "sim", "seats": ["person", "person"] }));
            game["game"]["id"].as_str().unwrap().to_owned()
        }
    }

    impl Drop for Own {
        fn drop(&mut self) {
            self.0.close(Duration::from_secs(60));
            let _ = std::fs::remove_dir_all(&self.1);
        }
    }

    #[test]
    fn unused_games_leave_the_memory_and_come_back() {
        let own = Own::new("unused");
        let (lab, id) = (&own.0, own.create());
        own.ask("game.play", &json!({ "game": id, "action": "AB" }));
        lab.evict(Duration::from_secs(1000), 10);
        assert_eq!(lock(&lab.games).len(), 1, "it was used just now");
        let held = lock(&lab.games).values().next().cloned();
        lab.evict(Duration::ZERO, 10);
        assert_eq!(lock(&lab.games).len(), 1, "somebody holds it");
        drop(held);
        lab.evict(Duration::from_secs(1000), 0);
        assert_eq!(lock(&lab.games).len(), 0, "there are too many");
        let opened = own.ask("game.open", &json!({ "game": id }));
        assert_eq!(opened["game"]["moves"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn whoever_waits_does_not_wait_for_games_of_others() {
        let own = Own::new("waits");
        let commit = GroupCommit::default();
        let later = || Instant::now() + Duration::from_secs(1000);
        commit.touch("slow");
        commit.touch("mine");
        commit.when_kept(Some("mine"), |_| ());
        let round = commit.next(&own.0, later());
        assert_eq!((round.urgent, round.others.len(), round.waiters.len()), (set(&["mine"]), 0, 1));
        // Without a game it is enough that games can be kept.
        commit.when_kept(None, |_| ());
        let round = commit.next(&own.0, later());
        assert!(round.urgent.is_empty() && round.others.is_empty() && round.waiters.len() == 1);
        let round = commit.next(&own.0, Instant::now());
        assert_eq!((round.urgent.len(), round.others), (0, set(&["slow"])));
        // While nothing can be kept, every attempt writes something.
        *lock(&commit.failing) = Some(Fault::busy());
        commit.touch("slow");
        commit.when_kept(None, |_| ());
        assert_eq!(commit.next(&own.0, later()).others, set(&["slow"]));
    }

    fn set(ids: &[&str]) -> HashSet<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }

    #[test]
    fn games_that_nobody_waits_for_are_written_a_few_at_a_time() {
        let own = Own::new("slices");
        let games: Vec<String> = (0..4).map(|_| own.create()).collect();
        for id in &games {
            own.0.db.delete_game(id).unwrap();
        }
        let urgent = set(&[&games[0], &games[1]]);
        let mut others = set(&[&games[2], &games[3], "gone"]);
        for left in [1, 0] {
            own.0.keep(&urgent, &mut others, Duration::ZERO).unwrap();
            assert_eq!(own.0.db.count_games("p").unwrap(), 4 - left);
            assert_eq!(others.len(), left);
        }
    }
}
