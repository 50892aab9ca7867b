//! Everything that the connections share.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use plylab_core::{AnyGame, Budget, Clock, InputError, Registry, Spec, StopFlag};
use plylab_lab::WallClock;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::fault::Fault;
use crate::games::SharedTable;
use crate::keeper::Keeper;
use crate::limits::{Limits, OUTBOX};
use crate::memory::Residents;
use crate::place::{GivenFiles, Shelf};
use crate::pool::{Pool, Shares};
use crate::runs::Runs;

/// Whatever happens, what is behind the lock is whole: nothing panics between two changes that belong together.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the messages of a connection go. If too many wait, it is closed: its client comes back and asks anew.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub id: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    /// Raised when the connection is to end.
    pub closed: Arc<tokio::sync::Notify>,
}

impl Outbox {
    /// An outbox, and the end at which messages come out.
    pub fn new(id: u64) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(OUTBOX);
        (Outbox { id, sender, closed: Arc::default() }, receiver)
    }

    pub fn send(&self, message: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.sender.try_send(message) {
            self.closed.notify_one();
        }
    }

    pub fn event(&self, event: &Value) {
        self.send(event.to_string().into());
    }

    pub fn is_gone(&self) -> bool {
        self.sender.is_closed()
    }
}

/// Sends one event to many.
pub(crate) fn broadcast(watchers: &mut Vec<Outbox>, event: &impl Serialize) {
    watchers.retain(|watcher| !watcher.is_gone());
    if watchers.is_empty() {
        return;
    }
    let Ok(text) = serde_json::to_string(event).map(Utf8Bytes::from) else { return };
    for watcher in watchers {
        watcher.send(text.clone());
    }
}

/// Sessions that were given a name and have kept nothing yet, the latest last. Whoever comes back under one of them is
/// written down: until then there is nothing to keep, so that those who only look in leave nothing behind.
#[derive(Default)]
pub(crate) struct Newcomers(Mutex<VecDeque<Arc<str>>>);

/// How many of them are known.
const NEWCOMERS: usize = 4096;

impl Newcomers {
    pub fn add(&self, session: &Arc<str>) {
        let mut known = lock(&self.0);
        if known.len() == NEWCOMERS {
            known.pop_front();
        }
        known.push_back(Arc::clone(session));
    }

    /// Is the session one of them? If so, it is one no more.
    pub fn take(&self, session: &str) -> bool {
        let mut known = lock(&self.0);
        let place = known.iter().rposition(|newcomer| **newcomer == *session);
        place.and_then(|place| known.remove(place)).is_some()
    }
}

/// The lab.
pub(crate) struct Lab {
    pub registry: Arc<Registry>,
    pub limits: Limits,
    shelf: Shelf,
    pub pool: Pool,
    pub keeper: Keeper,
    pub newcomers: Newcomers,
    pub games: Mutex<HashMap<String, SharedTable>>,
    pub residents: Residents,
    pub runs: Runs,
    /// The flags of matches under way, by session and name.
    pub matches: Mutex<HashMap<(Arc<str>, String), StopFlag>>,
    pub clock: Arc<dyn Clock>,
    pub catalogue: OnceLock<Value>,
    /// Raised when the lab closes.
    pub closing: StopFlag,
    dirty: Mutex<HashSet<String>>,
    wake: Condvar,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Lab {
    /// Opens the lab whose data is in `folder`, for these games and agents.
    pub fn start(
        folder: &Path,
        registry: Arc<Registry>,
        shares: Option<Shares>,
    ) -> Result<Arc<Lab>, InputError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let limits = Limits::usual(processors);
        let shares =
            shares.unwrap_or_else(|| Shares::usual(processors, limits.queue, limits.queue_per_session));
        let keeper = Keeper::open(folder)?;
        // What is too old is no loss; that it stays a while longer is none either.
        let _ = keeper.forget_old_games(limits.idle_games_days);
        let runs = Runs::load(&keeper);
        let lab = Arc::new(Lab {
            registry,
            limits,
            shelf: Shelf::default(),
            pool: Pool::new(shares),
            keeper,
            newcomers: Newcomers::default(),
            games: Mutex::default(),
            residents: Residents::default(),
            runs,
            matches: Mutex::default(),
            clock: Arc::new(WallClock::start()),
            catalogue: OnceLock::new(),
            closing: StopFlag::default(),
            dirty: Mutex::default(),
            wake: Condvar::new(),
            writer: Mutex::default(),
        });
        let writing = Arc::clone(&lab);
        *lock(&lab.writer) =
            thread::Builder::new().name("writer".to_owned()).spawn(move || writing.write()).ok();
        Ok(lab)
    }

    /// The game that a spec names.
    pub fn open(&self, spec: &str, files: &GivenFiles) -> Result<(Spec, Arc<dyn AnyGame>), Fault> {
        self.shelf.open(&self.registry, spec, files, &self.limits)
    }

    /// What a search may cost.
    pub fn budget(&self, time: u64, nodes: Option<u64>, stop: &StopFlag) -> Budget {
        Budget {
            time: Some(Duration::from_millis(time)),
            nodes,
            stop: stop.clone(),
            clock: Arc::clone(&self.clock),
            ..Budget::unlimited()
        }
    }

    /// The game of that name has changed and is to be kept.
    pub fn touch(&self, id: &str) {
        if lock(&self.dirty).insert(id.to_owned()) {
            self.wake.notify_one();
        }
    }

    /// Keeps games that have changed, many at a time.
    fn write(&self) {
        loop {
            let ids = {
                let mut dirty = lock(&self.dirty);
                while dirty.is_empty() && !self.closing.is_stopped() {
                    dirty = self.wake.wait(dirty).unwrap_or_else(PoisonError::into_inner);
                }
                std::mem::take(&mut *dirty)
            };
            if ids.is_empty() {
                return;
            }
            self.keep(&ids);
            if !self.closing.is_stopped() {
                // Games that go on quickly are written a few times a second, not with every move.
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    fn keep(&self, ids: &HashSet<String>) {
        let tables: Vec<SharedTable> = {
            let games = lock(&self.games);
            ids.iter().filter_map(|id| games.get(id).cloned()).collect()
        };
        let rows: Vec<_> = tables.iter().filter_map(|table| lock(table).kept()).collect();
        // If the disk is full, the games go on; they are written again with the next change.
        let _ = self.keeper.keep_games(&rows);
    }

    /// Ends everything: searches stop, games are kept, experiments can go on next time.
    pub fn close(&self) {
        self.closing.stop();
        self.runs.close();
        self.pool.close();
        {
            // The lock is taken so that the writer cannot miss it between its look and its sleep.
            let _dirty = lock(&self.dirty);
            self.wake.notify_all();
        }
        if let Some(writer) = lock(&self.writer).take() {
            let _ = writer.join();
        }
    }
}
