//! Everything that connections share.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use plylab_core::{AnyGame, Budget, Clock, InputError, Registry, Spec, StopFlag};
use plylab_lab::WallClock;
use plylab_service::protocol::{Catalogue, Event};
use tokio::sync::mpsc;

use crate::access::quota::{Analysing, Quotas};
use crate::dispatch::Caller;
use crate::fault::Fault;
use crate::games::{Making, SharedRoom};
use crate::http::assets::Content;
use crate::http::metrics::Counters;
use crate::limits::{self, Limits, OUTBOX};
use crate::runs::Runs;
use crate::scheduling::{
    Agents, Backlog, Boards, Memory, Places, Scheduler, Spending, Use, join_until, usual_megabytes,
};
use crate::setup::{GivenFiles, check_files, given};
use crate::storage::commit::GroupCommit;
use crate::storage::db::GameDb;
use plylab_service::protocol::Person;

/// The number of a new connection.
pub(crate) fn next_connection() -> u64 {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

/// Locks, also after a panic: the data is consistent, because nothing panics between two changes that belong together.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The outgoing messages of a connection. If too many wait, the connection is closed; its client reconnects.
#[derive(Clone)]
pub(crate) struct Outbox {
    pub id: u64,
    pub person: Arc<Person>,
    sender: mpsc::Sender<Utf8Bytes>,
    /// Bytes that wait.
    pub backlog: Arc<Backlog>,
    /// Notified when the connection must close.
    pub closed: Arc<tokio::sync::Notify>,
}

impl Outbox {
    /// An outbox, and the receiver of its messages.
    pub fn new(id: u64, person: Arc<Person>, memory: &Arc<Memory>) -> (Outbox, mpsc::Receiver<Utf8Bytes>) {
        let (sender, receiver) = mpsc::channel(OUTBOX);
        let backlog = Arc::new(Backlog::new(memory, &person.id));
        (Outbox { id, person, sender, backlog, closed: Arc::default() }, receiver)
    }

    pub fn send(&self, message: Utf8Bytes) {
        let bytes = message.len();
        if !self.backlog.add(bytes) {
            return self.closed.notify_one();
        }
        match self.sender.try_send(message) {
            Ok(()) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.backlog.remove(bytes);
                self.closed.notify_one();
            }
            Err(mpsc::error::TrySendError::Closed(_)) => self.backlog.remove(bytes),
        }
    }

    pub fn event(&self, event: &Event) {
        if let Ok(text) = serde_json::to_string(event) {
            self.send(text.into());
        }
    }

    pub fn is_gone(&self) -> bool {
        self.sender.is_closed()
    }
}

/// Sends one event to all watchers.
pub(crate) fn broadcast(watchers: &mut Vec<Outbox>, event: &Event) {
    watchers.retain(|watcher| !watcher.is_gone());
    if watchers.is_empty() {
        return;
    }
    let Ok(text) = serde_json::to_string(event).map(Utf8Bytes::from) else { return };
    for watcher in watchers {
        watcher.send(text.clone());
    }
}

/// How a lab is opened.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Settings {
    /// Replace damaged data by the last good copy?
    pub restore: bool,
    /// The memory of the lab, if not the usual.
    pub megabytes: Option<u64>,
    /// What each person may use.
    pub quotas: Quotas,
}

/// The lab.
pub(crate) struct Lab {
    pub registry: Arc<Registry>,
    pub limits: Limits,
    pub boards: Boards,
    pub jobs: Scheduler,
    pub db: GameDb,
    pub commit: GroupCommit,
    pub counters: Counters,
    /// Every open connection, by its number.
    pub outboxes: Mutex<HashMap<u64, Outbox>>,
    pub games: Mutex<HashMap<String, SharedRoom>>,
    pub memory: Arc<Memory>,
    pub agents: Agents,
    pub analysing: Analysing,
    pub making: Arc<Making>,
    pub spending: Arc<Spending>,
    pub runs: Runs,
    /// The stop flags of matches in progress, by owner and name.
    pub matches: Mutex<HashMap<(Arc<str>, String), StopFlag>>,
    pub catalogue: OnceLock<Catalogue>,
    pub catalogue_text: OnceLock<Content>,
    /// Raised when the lab closes.
    pub closing: StopFlag,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Lab {
    /// Opens the lab whose data is in `folder`, for these games and agents.
    pub fn start(
        folder: &Path,
        registry: Arc<Registry>,
        places: Option<Places>,
        settings: &Settings,
    ) -> Result<Arc<Lab>, InputError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let limits = limits::for_processors(processors, &settings.quotas);
        let megabytes = settings.megabytes.unwrap_or_else(usual_megabytes);
        let memory = Memory::new(megabytes);
        let mut places = places
            .unwrap_or_else(|| Places::for_processors(processors, limits.queue, limits.queue_per_person));
        places.bytes = memory.most(Use::Agents);
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let db = GameDb::open(folder, settings.restore)?;
        // If this fails, old games simply stay a while longer.
        let _ = db.note_day().and_then(|()| db.delete_old_games(limits.idle_games_days));
        let runs = Runs::load(&db)?;
        let spending = Spending::new(limits.seconds_per_person);
        // Without it everybody begins anew, which is no reason not to open.
        spending.restore(db.spending().unwrap_or_default());
        let lab = Arc::new(Lab {
            registry,
            limits,
            boards: Boards::new(&memory),
            jobs: Scheduler::new(places, Arc::clone(&clock), Arc::clone(&spending)),
            db,
            commit: GroupCommit::default(),
            counters: Counters::default(),
            outboxes: Mutex::default(),
            games: Mutex::default(),
            memory,
            agents: Agents::default(),
            analysing: Analysing::new(limits.analyses_per_person),
            making: Arc::default(),
            spending,
            runs,
            matches: Mutex::default(),
            catalogue: OnceLock::new(),
            catalogue_text: OnceLock::new(),
            closing: StopFlag::default(),
            writer: Mutex::default(),
        });
        let writing = Arc::clone(&lab);
        *lock(&lab.writer) =
            thread::Builder::new().name("writer".to_owned()).spawn(move || writing.write()).ok();
        Ok(lab)
    }

    /// The game that a spec names.
    pub fn open(&self, spec: &str, files: &GivenFiles) -> Result<(Spec, Arc<dyn AnyGame>), Fault> {
        let spec: Spec = spec.parse()?;
        check_files(files, &self.limits)?;
        let game = self.boards.get(&spec, files, || self.registry.open(&spec, &given(files)));
        // Games that are not used may have to leave.
        let game = game.inspect_err(|_| self.commit.wake())?;
        Ok((spec, game))
    }

    /// The budget of a search by the job that this thread does.
    pub fn budget(&self, time: u64, nodes: Option<u64>, stop: &StopFlag) -> Budget {
        Budget {
            time: Some(Duration::from_millis(time)),
            nodes,
            stop: stop.clone(),
            clock: self.jobs.clock(),
            ..Budget::unlimited()
        }
    }

    /// A client is gone: what it asked for ends.
    pub fn leave(&self, caller: &Caller) {
        caller.gone.stop();
        self.jobs.leave(caller.connection);
    }

    /// Closes everything: searches stop, games are stored, experiments can be resumed next time. Whatever does not stop within
    /// `time` is left to end with the process.
    pub fn close(&self, time: Duration) {
        let deadline = Instant::now() + time;
        self.closing.stop();
        // First what was acknowledged or is about to be.
        self.commit.wake();
        if let Some(writer) = lock(&self.writer).take() {
            join_until(writer, deadline);
        }
        self.runs.close(deadline);
        self.jobs.close(deadline);
        if let Err(error) = self.db.note_spending(&self.spending.accounts()) {
            tracing::error!(?error, "what people have used of the processors is not kept");
        }
    }
}
