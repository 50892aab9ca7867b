//! Everything that connections share.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use plylab_core::{AnyGame, Budget, Clock, InputError, Registry, Spec, StopFlag};
use plylab_lab::WallClock;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::assets::Content;
use crate::db::GameDb;
use crate::fault::Fault;
use crate::games::SharedRoom;
use crate::limits::{Limits, OUTBOX};
use crate::memory::AgentMemory;
use crate::pool::{Pool, Shares};
use crate::runs::Runs;
use crate::setup::{GameCache, GivenFiles};

/// Locks, also after a panic: the data is consistent, because nothing panics between two changes that belong together.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outgoing messages of a connection. If too many wait, the connection is closed; its client reconnects.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub id: u64,
    sender: mpsc::Sender<Utf8Bytes>,
    /// Notified when the connection must close.
    pub closed: Arc<tokio::sync::Notify>,
}

impl Outbox {
    /// An outbox, and the receiver of its messages.
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

/// Sends one event to all watchers.
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

/// Sessions that have a name but have stored nothing yet, the latest last. A session is stored in the database when its client
/// comes back, so that visitors who only look leave no rows behind.
#[derive(Default)]
pub(crate) struct NewSessions(Mutex<VecDeque<Arc<str>>>);

/// How many of them are kept.
const NEW_SESSIONS: usize = 4096;

impl NewSessions {
    pub fn add(&self, session: &Arc<str>) {
        let mut sessions = lock(&self.0);
        if sessions.len() == NEW_SESSIONS {
            sessions.pop_front();
        }
        sessions.push_back(Arc::clone(session));
    }

    /// Removes a session; true if it was one of them.
    pub fn take(&self, session: &str) -> bool {
        let mut sessions = lock(&self.0);
        let index = sessions.iter().rposition(|new| **new == *session);
        index.and_then(|index| sessions.remove(index)).is_some()
    }
}

/// How many times as long as it wrote the writer rests.
const WRITER_REST: u32 = 10;

/// The lab.
pub(crate) struct Lab {
    pub registry: Arc<Registry>,
    pub limits: Limits,
    cache: GameCache,
    pub pool: Pool,
    pub db: GameDb,
    pub new_sessions: NewSessions,
    pub games: Mutex<HashMap<String, SharedRoom>>,
    pub agent_memory: AgentMemory,
    pub runs: Runs,
    /// The stop flags of matches in progress, by session and name.
    pub matches: Mutex<HashMap<(Arc<str>, String), StopFlag>>,
    pub clock: Arc<dyn Clock>,
    pub catalogue: OnceLock<Value>,
    pub catalogue_text: OnceLock<Content>,
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
        let limits = Limits::for_processors(processors);
        let shares = shares
            .unwrap_or_else(|| Shares::for_processors(processors, limits.queue, limits.queue_per_session));
        let db = GameDb::open(folder)?;
        // If this fails, old games simply stay a while longer.
        let _ = db.delete_old_games(limits.idle_games_days);
        let runs = Runs::load(&db);
        let lab = Arc::new(Lab {
            registry,
            limits,
            cache: GameCache::default(),
            pool: Pool::new(shares),
            db,
            new_sessions: NewSessions::default(),
            games: Mutex::default(),
            agent_memory: AgentMemory::default(),
            runs,
            matches: Mutex::default(),
            clock: Arc::new(WallClock::start()),
            catalogue: OnceLock::new(),
            catalogue_text: OnceLock::new(),
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
        self.cache.open(&self.registry, spec, files, &self.limits)
    }

    /// The budget of a search.
    pub fn budget(&self, time: u64, nodes: Option<u64>, stop: &StopFlag) -> Budget {
        Budget {
            time: Some(Duration::from_millis(time)),
            nodes,
            stop: stop.clone(),
            clock: Arc::clone(&self.clock),
            ..Budget::unlimited()
        }
    }

    /// Marks a game as changed, so that it is stored.
    pub fn touch(&self, id: &str) {
        if lock(&self.dirty).insert(id.to_owned()) {
            self.wake.notify_one();
        }
    }

    /// Stores changed games, many at a time.
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
            let before = Instant::now();
            self.keep(&ids);
            if !self.closing.is_stopped() {
                // Fast games are written several times a second, not with every move, and long ones take longer: most of
                // the time is left to others.
                let rest = WRITER_REST * before.elapsed();
                thread::sleep(rest.clamp(Duration::from_millis(20), Duration::from_secs(1)));
            }
        }
    }

    fn keep(&self, ids: &HashSet<String>) {
        let rooms: Vec<SharedRoom> = {
            let games = lock(&self.games);
            ids.iter().filter_map(|id| games.get(id).cloned()).collect()
        };
        let rows: Vec<_> = rooms.iter().filter_map(|room| lock(room).kept()).collect();
        // If the disk is full, games continue; they are written again with the next change.
        let _ = self.db.keep_games(&rows);
    }

    /// Closes everything: searches stop, games are stored, experiments can be resumed next time.
    pub fn close(&self) {
        self.closing.stop();
        self.runs.close();
        self.pool.close();
        {
            // The lock is held so that the writer cannot miss the signal between its check and its wait.
            let _dirty = lock(&self.dirty);
            self.wake.notify_all();
        }
        if let Some(writer) = lock(&self.writer).take() {
            let _ = writer.join();
        }
    }
}
