//! A host without threads and without a disk: jobs wait until the test has them done.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use plylab_core::{Clock, Ending, NoFiles, Registry, StopFlag, message};
use plylab_lab::experiment::Size;
use plylab_lab::{GameId, GameRow, LabError, Plan, ResultStore, RunInfo};
use serde_json::{Value, json};

use crate::host::{Host, HostLoad, Job, LoadOf, Outbox, Store, StoredItem, Waiter};
use crate::memory::MemoryBudget;
use crate::protocol::{Fault, Limits, Person, PersonRole};
use crate::{Caller, Service, handle, lock};

/// A clock that goes on by a millisecond whenever it is read.
#[derive(Default)]
struct Steps(AtomicU64);

impl Clock for Steps {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[derive(Default)]
pub(crate) struct TestHost {
    clock: Arc<Steps>,
    random: AtomicU64,
    pub jobs: Mutex<VecDeque<Job>>,
    /// Are no more jobs taken?
    pub is_full: AtomicBool,
    games: Mutex<BTreeMap<String, StoredItem>>,
    replays: Mutex<BTreeMap<String, StoredItem>>,
    runs: Mutex<BTreeMap<String, String>>,
    results: Mutex<HashMap<String, Results>>,
    changed: Mutex<HashSet<String>>,
    waiters: Mutex<Vec<Waiter>>,
}

impl Host for TestHost {
    fn store(&self) -> &dyn Store {
        self
    }

    fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    fn job_clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    fn unix_time(&self) -> i64 {
        1_000_000
    }

    fn random(&self, bytes: &mut [u8]) {
        let number = self.random.fetch_add(1, Ordering::Relaxed);
        for (byte, digit) in bytes.iter_mut().zip(number.to_le_bytes().into_iter().cycle()) {
            *byte = digit;
        }
    }

    fn submit(&self, _: &Arc<Service>, job: Job) -> Result<(), Fault> {
        if self.is_full.load(Ordering::Relaxed) {
            return Err(Fault::busy());
        }
        lock(&self.jobs).push_back(job);
        Ok(())
    }

    fn leave(&self, connection: u64) {
        lock(&self.jobs).retain(|job| job.connection != Some(connection));
    }

    fn check_spending(&self, _: &Person) -> Result<(), Fault> {
        Ok(())
    }

    fn load(&self) -> HostLoad {
        HostLoad { waiting: lock(&self.jobs).len(), ..HostLoad::default() }
    }

    fn load_of(&self, _: &str) -> LoadOf {
        LoadOf::default()
    }
}

fn of_owner<'a>(
    items: &'a BTreeMap<String, StoredItem>,
    owner: &'a str,
) -> impl Iterator<Item = &'a StoredItem> {
    items.values().filter(move |kept| kept.owner == owner)
}

fn add(items: &Mutex<BTreeMap<String, StoredItem>>, kept: &[StoredItem]) {
    lock(items).extend(kept.iter().map(|kept| (kept.id.clone(), kept.clone())));
}

impl Store for TestHost {
    fn game(&self, id: &str) -> Result<Option<StoredItem>, Fault> {
        Ok(lock(&self.games).get(id).cloned())
    }

    fn game_ids(&self, owner: &str) -> Result<Vec<String>, Fault> {
        Ok(of_owner(&lock(&self.games), owner).map(|kept| kept.id.clone()).collect())
    }

    fn delete_game(&self, id: &str) -> Result<(), Fault> {
        lock(&self.games).remove(id);
        Ok(())
    }

    fn keep(&self, games: &[StoredItem], replays: &[StoredItem]) -> Result<(), Fault> {
        add(&self.games, games);
        add(&self.replays, replays);
        Ok(())
    }

    fn touch(&self, game: &str) {
        lock(&self.changed).insert(game.to_owned());
    }

    fn when_kept(&self, _: Option<&str>, waiter: Waiter) {
        lock(&self.waiters).push(waiter);
    }

    fn make_room(&self) {}

    fn replay(&self, id: &str) -> Result<Option<StoredItem>, Fault> {
        Ok(lock(&self.replays).get(id).cloned())
    }

    fn replay_ids(&self, owner: &str, _: Option<&str>, most: usize) -> Result<Vec<String>, Fault> {
        Ok(of_owner(&lock(&self.replays), owner).take(most).map(|kept| kept.id.clone()).collect())
    }

    fn share_replay(&self, id: &str, shared: bool) -> Result<(), Fault> {
        lock(&self.replays).get_mut(id).into_iter().for_each(|kept| kept.shared = shared);
        Ok(())
    }

    fn delete_replay(&self, id: &str) -> Result<(), Fault> {
        lock(&self.replays).remove(id);
        Ok(())
    }

    fn runs(&self) -> Result<Vec<(String, String)>, Fault> {
        Ok(lock(&self.runs).iter().map(|(name, body)| (name.clone(), body.clone())).collect())
    }

    fn keep_run(&self, name: &str, body: &str) -> Result<(), Fault> {
        lock(&self.runs).insert(name.to_owned(), body.to_owned());
        Ok(())
    }

    fn delete_run(&self, name: &str) -> Result<(), Fault> {
        lock(&self.runs).remove(name);
        lock(&self.results).remove(name);
        Ok(())
    }

    fn results(&self, run: &str) -> Result<Box<dyn ResultStore>, Fault> {
        let results = lock(&self.results).get(run).cloned();
        Ok(Box::new(results.ok_or_else(|| Fault::not_found(message!("a-run", "run"), run))?))
    }

    fn open_results(&self, run: &str, plan: &Plan, _: usize) -> Result<Box<dyn ResultStore>, Fault> {
        let mut results = lock(&self.results);
        let opened = results.entry(run.to_owned()).or_insert_with(|| Results {
            text: plan.text.clone(),
            size: plan.size,
            rows: Arc::default(),
        });
        Ok(Box::new(opened.clone()))
    }

    fn result_bytes(&self, _: &str) -> u64 {
        0
    }

    fn bytes_of(&self, owner: &str) -> Result<u64, Fault> {
        Ok(of_owner(&lock(&self.games), owner).map(|kept| kept.body.len() as u64).sum())
    }

    fn people(&self) -> Result<Vec<Person>, Fault> {
        Ok(vec![person()])
    }

    fn purge(&self, owner: &str) -> Result<(), Fault> {
        lock(&self.games).retain(|_, kept| kept.owner != owner);
        lock(&self.replays).retain(|_, kept| kept.owner != owner);
        Ok(())
    }
}

/// Results in memory.
#[derive(Clone)]
struct Results {
    text: String,
    size: Size,
    rows: Arc<Mutex<BTreeMap<GameId, GameRow>>>,
}

impl ResultStore for Results {
    fn plan(&self, registry: &Arc<Registry>) -> Result<Plan, LabError> {
        Ok(Plan::read_until(&StopFlag::default(), &self.text, registry, &NoFiles, self.size)?)
    }

    fn runs(&self) -> Result<Vec<RunInfo>, LabError> {
        Ok(Vec::new())
    }

    fn done(&self) -> Result<HashSet<GameId>, LabError> {
        Ok(lock(&self.rows).keys().copied().collect())
    }

    fn add(&self, row: &GameRow) -> Result<(), LabError> {
        lock(&self.rows).insert(row.id, row.clone());
        Ok(())
    }

    fn forget(&self, cell: usize, from: u64) -> Result<(), LabError> {
        lock(&self.rows).retain(|id, _| id.cell != cell || id.number < from);
        Ok(())
    }

    fn forget_broken(&self) -> Result<(), LabError> {
        lock(&self.rows).retain(|_, row| !matches!(row.record.ending, Ending::Broken { .. }));
        Ok(())
    }

    fn each(&self, see: &mut dyn FnMut(GameRow)) -> Result<(), LabError> {
        lock(&self.rows).values().cloned().for_each(see);
        Ok(())
    }

    fn find(&self, id: GameId) -> Result<Option<GameRow>, LabError> {
        Ok(lock(&self.rows).get(&id).cloned())
    }

    fn count(&self) -> Result<u64, LabError> {
        Ok(lock(&self.rows).len() as u64)
    }

    fn page(&self, offset: u64, limit: u64) -> Result<Vec<GameRow>, LabError> {
        let rows = lock(&self.rows);
        Ok(rows.values().skip(offset as usize).take(limit as usize).cloned().collect())
    }

    fn close(self: Box<Results>) -> Result<(), LabError> {
        Ok(())
    }
}

pub(crate) fn person() -> Person {
    Person { id: "p".into(), name: "p".to_owned(), role: PersonRole::Member }
}

/// An outbox that keeps its messages.
struct Kind(mpsc::Sender<Value>);

impl Outbox for Kind {
    fn send(&self, message: String) {
        let _ = self.0.send(serde_json::from_str(&message).unwrap());
    }

    fn is_gone(&self) -> bool {
        false
    }

    fn has_room(&self) -> bool {
        true
    }
}

/// An outbox whose messages the test receives.
pub(crate) fn outbox() -> (Arc<dyn Outbox>, mpsc::Receiver<Value>) {
    let (send, events) = mpsc::channel();
    (Arc::new(Kind(send)), events)
}

/// A service with one client.
pub(crate) struct Desk {
    pub host: Arc<TestHost>,
    pub service: Arc<Service>,
    pub caller: Arc<Caller>,
    pub events: mpsc::Receiver<Value>,
}

impl Desk {
    pub fn new() -> Desk {
        Desk::with(|_| ())
    }

    /// With other limits.
    pub fn with(change: impl FnOnce(&mut Limits)) -> Desk {
        let host = Arc::new(TestHost::default());
        let registry = Arc::new(plylab_standard::registry());
        let mut limits = Limits {
            message_bytes: 100_000,
            games_per_person: 10,
            runs_per_person: 10,
            analyses_per_person: 4,
            seconds_per_person: 1000,
            megabytes_per_person: 100,
            plies_per_game: 1000,
            file_bytes: 10_000,
            tree_nodes: 10_000,
            figure_nodes: 100,
            move_time: 60_000,
            analysis_time: 60_000,
            analyses_per_connection: 4,
            queue: 10,
            queue_per_person: 10,
            queue_reserved: 1,
            memory: 64,
            threads: 1,
            idle_seconds: 100,
            idle_games_days: 10,
        };
        change(&mut limits);
        let service =
            Service::new(Arc::<TestHost>::clone(&host), registry, limits, MemoryBudget::new(256)).unwrap();
        let (outbox, events) = outbox();
        Desk { host, service, caller: Arc::new(Caller::listening(1, Arc::new(person()), outbox)), events }
    }

    /// Does everything that waits, and stores what has changed.
    pub fn work(&self) {
        loop {
            let changed = std::mem::take(&mut *lock(&self.host.changed));
            self.service.write_games(&changed, &mut HashSet::new(), Duration::ZERO, false).unwrap();
            let waiters = std::mem::take(&mut *lock(&self.host.waiters));
            waiters.into_iter().for_each(|waiter| waiter(Ok(())));
            let Some(job) = lock(&self.host.jobs).pop_front() else { return };
            let done = catch_unwind(AssertUnwindSafe(|| self.service.work(job.work, &job.stop)));
            // The host goes on after a panic.
            drop(done);
        }
    }

    /// Asks, without doing what the answer has to wait for.
    pub fn send(&self, what: &str, with: &Value) -> mpsc::Receiver<Value> {
        let (send, answer) = mpsc::channel();
        let text = json!({ "do": what, "with": with }).to_string();
        let post = move |_: Result<(), Fault>, text: String| {
            send.send(serde_json::from_str(&text).unwrap()).unwrap();
        };
        handle(&self.service, &self.caller, &text, Box::new(post));
        answer
    }

    /// Asks, and has everything done.
    pub fn ask(&self, what: &str, with: &Value) -> Value {
        let answer = self.send(what, with);
        self.work();
        let mut answer = answer.try_recv().unwrap();
        assert_eq!(answer["error"], Value::Null, "{what}");
        answer["ok"].take()
    }

    /// The events of that kind since the last time; the others are dropped.
    pub fn events(&self, kind: &str) -> Vec<Value> {
        self.events.try_iter().filter(|event| event["event"] == kind).collect()
    }
}
