//! Stores changed games. Many of them share one transaction, and requests are answered once it is committed: what is acknowledged
//! survives the end of the process, however it ends.

use std::collections::HashSet;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use plylab_service::protocol::{Event, Fault};
use plylab_service::{Outbox as _, Service, Use, Waiter, lock};

use crate::http::metrics::count;
use crate::lab::Lab;

/// How many times longer than it wrote the writer rests, if nobody waits.
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

/// How long games that nobody waits for may delay those that somebody waits for: one person may let many long games play at once.
const SLICE: Duration = Duration::from_millis(20);

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

    /// Calls `waiter` once the game is stored as it is now, or cannot be; without a game, once anything can be stored.
    pub fn when_kept(&self, game: Option<&str>, waiter: Waiter) {
        let mut pending = lock(&self.pending);
        if pending.closed {
            drop(pending);
            return waiter(Err(Fault::closing()));
        }
        // Also if it is being written already: that may fail, and then it must be written again.
        pending.urgent.extend(game.map(str::to_owned));
        pending.waiters.push(waiter);
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
    fn next(&self, service: &Service, due: Instant) -> WriteBatch {
        let mut pending = lock(&self.pending);
        while pending.waiters.is_empty() && !service.is_closing() {
            let rest = due.saturating_duration_since(Instant::now());
            if !pending.changed.is_empty() && rest.is_zero() {
                break;
            }
            let nothing = pending.changed.is_empty();
            let round = if service.memory.is_tight(Use::Games) { RESTS.1 } else { ROUND };
            let rest = if nothing { round } else { rest };
            let (woken, waited) =
                self.wake.wait_timeout(pending, rest).unwrap_or_else(PoisonError::into_inner);
            pending = woken;
            // Woken often enough, it would never time out.
            if nothing && (waited.timed_out() || service.memory.is_tight(Use::Games)) {
                break;
            }
        }
        // The last round: later requests learn that the lab is closing.
        pending.closed = service.is_closing();
        let urgent = std::mem::take(&mut pending.urgent);
        pending.changed.retain(|id| !urgent.contains(id));
        // After a failure nothing is kept until a game has been.
        let others = pending.closed || due <= Instant::now() || self.failing().is_some();
        WriteBatch {
            urgent,
            others: if others { std::mem::take(&mut pending.changed) } else { HashSet::new() },
            waiters: std::mem::take(&mut pending.waiters),
        }
    }
}

/// What is written together.
struct WriteBatch {
    /// Games that somebody waits for: all of them are written.
    urgent: HashSet<String>,
    /// Games that nobody waits for: some of them are.
    others: HashSet<String>,
    waiters: Vec<Waiter>,
}

impl Lab {
    /// Stores changed games until the lab closes.
    pub(crate) fn write(self: &Arc<Lab>) {
        let (storage, commit) = (&self.host.storage, &self.host.storage.commit);
        let (mut due, mut looked, mut copied) = (Instant::now(), Instant::now(), Instant::now());
        loop {
            let WriteBatch { urgent, mut others, waiters } = commit.next(&self.service, due);
            let (began, mut rests) = (Instant::now(), !others.is_empty());
            // After a failure, something is written to see whether that works again.
            let always = commit.failing().is_some();
            let written = self.service.write_games(&urgent, &mut others, SLICE, always);
            match written {
                Ok(true) => count(&self.counters.commits),
                Ok(false) => {}
                Err(_) => count(&self.counters.failed_commits),
            }
            let outcome = written.map(|_| ());
            self.tell(outcome.as_ref().err());
            if outcome.is_err() {
                others.extend(urgent);
                rests = true;
            }
            lock(&commit.pending).changed.extend(others);
            if rests {
                let rest = if outcome.is_ok() { REST * began.elapsed() } else { RESTS.1 };
                due = Instant::now() + rest.clamp(RESTS.0, RESTS.1);
            }
            for waiter in waiters {
                waiter(outcome.clone());
            }
            if lock(&commit.pending).closed {
                return;
            }
            let soon = self.service.memory.is_tight(Use::Games) && looked.elapsed() >= RESTS.1;
            if outcome.is_ok() && (soon || looked.elapsed() >= ROUND) {
                looked = Instant::now();
                // Only the writer does this: no change of such a game can be on its way to the disk.
                self.service.evict(IDLE, IN_MEMORY, |id| {
                    let pending = lock(&commit.pending);
                    pending.changed.contains(id) || pending.urgent.contains(id)
                });
                let _ =
                    storage.note_day().and_then(|()| storage.note_spending(&self.host.spending.accounts()));
            }
            if copied.elapsed() >= COPIES {
                copied = Instant::now();
                let lab = Arc::clone(self);
                // Games are kept meanwhile.
                let copy = move || {
                    if let Err(error) = lab.host.storage.copy() {
                        tracing::error!(%error, "the data cannot be copied");
                    }
                };
                let _ = std::thread::Builder::new().name("copy".to_owned()).spawn(copy);
            }
        }
    }

    /// Tells every page when games can no longer be stored, and when they can again.
    fn tell(&self, fault: Option<&Fault>) {
        let before = std::mem::replace(&mut *lock(&self.host.storage.commit.failing), fault.cloned());
        if before.as_ref() == fault {
            return;
        }
        match fault {
            Some(fault) => tracing::error!(error = fault.message(), "games are not kept"),
            None => tracing::warn!("games are kept again"),
        }
        let event = Event::Kept { fault: fault.cloned() };
        for client in lock(&self.host.clients).values() {
            client.outbox.event(&event);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A lab in a folder of its own, which is removed at the end.
    struct Own(Arc<Lab>, std::path::PathBuf);

    impl Own {
        fn new(name: &str) -> Own {
            let folder = std::env::temp_dir().join(format!("plylab-commit-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&folder);
            let registry = Arc::new(plylab_standard::registry());
            let options = crate::ServerOptions {
                address: ([127, 0, 0, 1], 0).into(),
                data: folder.clone(),
                queue: None,
                registry,
                results: Vec::new(),
                public: None,
                proxies: Vec::new(),
                quotas: crate::Quotas::default(),
                restore: false,
                megabytes: None,
            };
            Own(Lab::start(&options).unwrap(), folder)
        }
    }

    impl Drop for Own {
        fn drop(&mut self) {
            self.0.close(Duration::from_secs(60));
            let _ = std::fs::remove_dir_all(&self.1);
        }
    }

    #[test]
    fn those_who_wait_do_not_wait_for_games_of_others() {
        let own = Own::new("waits");
        let commit = GroupCommit::default();
        let later = || Instant::now() + Duration::from_secs(1000);
        commit.touch("slow");
        commit.touch("mine");
        commit.when_kept(Some("mine"), Box::new(|_| ()));
        let round = commit.next(&own.0.service, later());
        assert_eq!((round.urgent, round.others.len(), round.waiters.len()), (set(&["mine"]), 0, 1));
        // Without a game it is enough that games can be kept.
        commit.when_kept(None, Box::new(|_| ()));
        let round = commit.next(&own.0.service, later());
        assert!(round.urgent.is_empty() && round.others.is_empty() && round.waiters.len() == 1);
        let round = commit.next(&own.0.service, Instant::now());
        assert_eq!((round.urgent.len(), round.others), (0, set(&["slow"])));
        // While nothing can be kept, every attempt writes something.
        *lock(&commit.failing) = Some(Fault::busy());
        commit.touch("slow");
        commit.when_kept(None, Box::new(|_| ()));
        assert_eq!(commit.next(&own.0.service, later()).others, set(&["slow"]));
    }

    fn set(ids: &[&str]) -> HashSet<String> {
        ids.iter().map(|&id| id.to_owned()).collect()
    }
}
