//! What the service borrows from the program that it runs in: an executor, clocks, a store, and the way back to clients.

use std::sync::Arc;

use plylab_core::{Clock, StopFlag};
use plylab_lab::{Plan, ResultStore};

use crate::Service;
use crate::analysis::LaneTask;
use crate::dispatch::Asked;
use crate::dispatch::Caller;
use crate::files::FileTask;
use crate::games::MoveTask;
use crate::matches::MatchTask;
use crate::protocol::{Event, Person, Result};

/// The program that the service runs in.
pub trait Host: Send + Sync {
    /// What survives a restart.
    fn store(&self) -> &dyn Store;

    /// The clock of the host.
    fn clock(&self) -> Arc<dyn Clock>;

    /// The clock for the time limits of the job that the calling thread does. It may stand still while the job waits.
    fn job_clock(&self) -> Arc<dyn Clock>;

    /// Seconds since 1970.
    fn unix_time(&self) -> i64;

    /// Fills `bytes` so that nobody can guess them.
    fn random(&self, bytes: &mut [u8]);

    /// Has [`Service::work`] called with the task of a job, now or later, here or on another thread. A task that will never be done
    /// is dropped.
    ///
    /// # Errors
    ///
    /// If the job cannot even wait.
    fn submit(&self, service: &Arc<Service>, job: Job) -> Result<()>;

    /// A connection has ended: raises the flags of the jobs that it asked for, and drops those that wait.
    fn leave(&self, connection: u64);

    /// Refuses costly requests of people who have used too much.
    ///
    /// # Errors
    ///
    /// If this person has.
    fn check_spending(&self, person: &Person) -> Result<()>;

    /// The current load.
    fn load(&self) -> HostLoad;

    /// The load that a person causes.
    fn load_of(&self, person: &str) -> LoadOf;
}

/// The load of a host.
#[derive(Clone, Copy, Debug, Default)]
pub struct HostLoad {
    /// Jobs that wait.
    pub waiting: usize,
    /// Jobs under way.
    pub running: usize,
    /// Open connections.
    pub connections: usize,
}

/// The load that a person causes.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadOf {
    /// Their open connections.
    pub connections: usize,
    /// Their jobs, waiting or under way.
    pub jobs: usize,
    /// The processor seconds that they have used.
    pub seconds: f64,
}

/// What a job is for. It tells how long it may take, and who waits for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// Reading a request, and what is done at once.
    Request,
    /// Milliseconds, as a rule.
    Lookup,
    /// A move of an agent, which a player waits for.
    Move,
    /// Seconds: checks of experiments, reports, downloads, imports.
    Report,
    /// Analyses, trees, matches.
    Search,
    /// A run of an experiment: hours.
    Run,
}

impl JobKind {
    /// All of them, in this order.
    pub const ALL: [JobKind; 6] =
        [JobKind::Request, JobKind::Lookup, JobKind::Move, JobKind::Report, JobKind::Search, JobKind::Run];
}

/// Work that somebody asked for.
pub struct Job<W = Task> {
    /// What it is for.
    pub kind: JobKind,
    /// Who pays for it.
    pub owner: Arc<str>,
    /// The connection that it ends with, if it does.
    pub connection: Option<u64>,
    /// Raised when nobody needs it any more.
    pub stop: StopFlag,
    /// What its agents hold: it waits until there is enough.
    pub bytes: u64,
    /// What is to be done.
    pub work: W,
}

impl<W> Job<W> {
    /// A job that goes on when the client is gone, and holds no agents.
    pub fn new(kind: JobKind, owner: &Arc<str>, stop: &StopFlag, work: W) -> Job<W> {
        Job { kind, owner: Arc::clone(owner), connection: None, stop: stop.clone(), bytes: 0, work }
    }

    /// The same job, which ends with the connection of this number.
    #[must_use]
    pub fn asked_by(self, connection: u64) -> Job<W> {
        Job { connection: Some(connection), ..self }
    }

    /// The same job with its work in another form.
    pub fn map<V>(self, form: impl FnOnce(W) -> V) -> Job<V> {
        let Job { kind, owner, connection, stop, bytes, work } = self;
        Job { kind, owner, connection, stop, bytes, work: form(work) }
    }
}

/// What is to be done. It is data and no closure, so that a host sees what it is and can choose where it is done.
pub enum Task {
    /// Answer a request.
    Answer(Box<Asked>),
    /// Let an agent move.
    Move(MoveTask),
    /// Let an agent judge a position.
    Judge(Box<LaneTask>),
    /// Play a match.
    Match(Box<MatchTask>),
    /// Play the run of that name.
    Run(String),
    /// Write a file to download.
    File(Box<FileTask>),
}

/// A stored item, with its name and the time of its last change.
#[derive(Clone, Debug)]
pub struct StoredItem {
    /// Its name.
    pub id: String,
    /// Whose it is.
    pub owner: String,
    /// When it changed last, in seconds since 1970.
    pub changed: i64,
    /// May others read it?
    pub shared: bool,
    /// What it is, in JSON.
    pub body: String,
}

/// Called once a change is kept, or cannot be.
pub type Waiter = Box<dyn FnOnce(Result<()>) + Send>;

/// The person whose lab it is.
pub const OWNER: &str = "admin";

/// How many replays of a person are kept.
pub const REPLAYS: usize = 1000;

/// What survives a restart: games in progress, replays, runs and their results, people.
///
/// All methods fail if something cannot be read or written.
pub trait Store: Send + Sync {
    /// A game in progress.
    fn game(&self, id: &str) -> Result<Option<StoredItem>>;

    /// The games of a person, the latest first.
    fn game_ids(&self, owner: &str) -> Result<Vec<String>>;

    /// Deletes a game.
    fn delete_game(&self, id: &str) -> Result<()>;

    /// Keeps games and replays, all or none. Of each person the latest [`REPLAYS`] stay.
    fn keep(&self, games: &[StoredItem], replays: &[StoredItem]) -> Result<()>;

    /// A game has changed: the host calls [`Service::write_games`](crate::Service::write_games) with it soon.
    fn touch(&self, game: &str);

    /// Calls `waiter` once the game is kept as it is now, or cannot be; without a game, once anything can be kept.
    fn when_kept(&self, game: Option<&str>, waiter: Waiter);

    /// Memory is short: the host calls [`Service::evict`](crate::Service::evict) soon.
    fn make_room(&self);

    /// A replay.
    fn replay(&self, id: &str) -> Result<Option<StoredItem>>;

    /// The replays of a person, the latest first: at most `most`, after the one named `before`.
    fn replay_ids(&self, owner: &str, before: Option<&str>, most: usize) -> Result<Vec<String>>;

    /// Shares a replay, or no longer does.
    fn share_replay(&self, id: &str, shared: bool) -> Result<()>;

    /// Deletes a replay.
    fn delete_replay(&self, id: &str) -> Result<()>;

    /// Every run with its body, the latest first.
    fn runs(&self) -> Result<Vec<(String, String)>>;

    /// Keeps a run.
    fn keep_run(&self, name: &str, body: &str) -> Result<()>;

    /// Deletes a run and its results.
    fn delete_run(&self, name: &str) -> Result<()>;

    /// The results of a run, to be read.
    fn results(&self, run: &str) -> Result<Box<dyn ResultStore>>;

    /// The results of a run, to be continued.
    fn open_results(&self, run: &str, plan: &Plan, threads: usize) -> Result<Box<dyn ResultStore>>;

    /// The bytes that the results of a run take.
    fn result_bytes(&self, run: &str) -> u64;

    /// The bytes that the games and replays of a person take.
    fn bytes_of(&self, owner: &str) -> Result<u64>;

    /// Everybody.
    fn people(&self) -> Result<Vec<Person>>;

    /// Deletes the games and replays of a person.
    fn purge(&self, owner: &str) -> Result<()>;
}

/// The way to a client.
pub trait Outbox: Send + Sync {
    /// Sends a message, or drops it if the client is gone.
    fn send(&self, message: String);

    /// Sends an event.
    fn event(&self, event: &Event) {
        if let Ok(text) = serde_json::to_string(event) {
            self.send(text);
        }
    }

    /// Is the client gone?
    fn is_gone(&self) -> bool;

    /// May more be asked for? A client that does not read what it gets has to wait.
    fn has_room(&self) -> bool;
}

/// Connections that watch the same thing.
#[derive(Clone, Default)]
pub(crate) struct Watchers(Vec<Watcher>);

#[derive(Clone)]
struct Watcher {
    connection: u64,
    person: Arc<Person>,
    outbox: Arc<dyn Outbox>,
}

impl Watchers {
    /// A connection begins to watch, if it can listen.
    pub fn add(&mut self, caller: &Caller) {
        if let Some(outbox) = &caller.outbox {
            self.remove(caller.connection);
            let (connection, person, outbox) =
                (caller.connection, Arc::clone(&caller.person), Arc::clone(outbox));
            self.0.push(Watcher { connection, person, outbox });
        }
    }

    /// Stops a connection from watching. Returns whether it did watch.
    pub fn remove(&mut self, connection: u64) -> bool {
        let before = self.0.len();
        self.0.retain(|watcher| watcher.connection != connection);
        self.0.len() < before
    }

    /// Only the owner may watch from now on.
    pub fn keep_owner(&mut self, owner: &str) {
        self.0.retain(|watcher| watcher.person.owns(owner));
    }

    /// Does nobody watch?
    pub fn is_empty(&mut self) -> bool {
        self.0.retain(|watcher| !watcher.outbox.is_gone());
        self.0.is_empty()
    }

    /// Sends one event to all.
    pub fn send(&self, event: &Event) {
        let Ok(text) = serde_json::to_string(event) else { return };
        for watcher in &self.0 {
            watcher.outbox.send(text.clone());
        }
    }
}
