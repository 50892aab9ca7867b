//! Who works when.
//!
//! 1. A job has an owner and a kind: a request to be read, a lookup, a move of an agent, a report, a search, a run of an experiment.
//! 2. Each kind has its own threads, so that none waits for another; the system runs requests before lookups and moves, and these
//!    before reports and searches. An owner has at most two jobs of a kind under way, and a bounded number waiting.
//! 3. Owners take turns by the processor time that their jobs of the kind have used (`queue`); the same time counts for the day (`spending`).
//! 4. A request, lookup or move that has run for 100 ms, a move for less when many wait, is long: another thread takes its place, and it goes on
//!    with low priority. Owners whose last job used that much get places only while others are left, and while not too many are long.
//! 5. Long moves take turns of 100 ms on the processors (`turns`). The clock of their time limit stands still while they wait.
//! 6. A job that was asked for by a connection ends with it.

mod clock;
mod queue;
mod spending;
mod turns;

pub(crate) use self::spending::Spending;

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plylab_core::{Clock, StopFlag};
use plylab_service::protocol::Fault;
use plylab_service::{Job, JobKind, lock};

use self::clock::JobClock;
use self::queue::Queue;
use self::turns::Turns;

/// Searches of one person that may wait even where others have filled the queue: as many as a page asks for at once.
pub(crate) const RESERVED: usize = 8;

/// How long a job keeps its place while others wait for one, and a long move its turn.
const SLICE: Duration = Duration::from_millis(100);

/// How long a move keeps its place while many wait: three hundred people who begin slow games at once would otherwise hold up
/// everybody else for seconds. With 5 ms, and for other kinds, a crowd made so many jobs long that the server answered less than half
/// as many requests.
const SHORTEST: Duration = Duration::from_millis(20);

/// Jobs of one owner and kind that run at a time.
const PER_OWNER: usize = 2;

/// Places that owners whose last job was long leave to others.
const LEFT: usize = 2;

/// Long jobs of a kind beyond which those owners wait.
const LONG: usize = 16;

/// How often a thread without work looks for some, although it is woken when there is.
const IDLE: Duration = Duration::from_secs(60);

/// Does a job of this kind give its place away when it takes long?
fn hands_over(kind: JobKind) -> bool {
    matches!(kind, JobKind::Request | JobKind::Lookup | JobKind::Move)
}

/// By how much the threads of a kind give way to the rest of the process, which reads and writes.
fn niceness(kind: JobKind) -> i32 {
    match kind {
        JobKind::Request => 0,
        JobKind::Lookup | JobKind::Move => 8,
        JobKind::Report | JobKind::Search | JobKind::Run => LOW,
    }
}

/// The niceness of what takes long.
const LOW: i32 = 14;

/// How many jobs may run and wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places {
    /// Jobs that run at a time, by kind; those that became long are not counted.
    running: [usize; JobKind::ALL.len()],
    /// Long moves that run at a time.
    turns: usize,
    /// Jobs of one kind that wait, in total and of one owner.
    waiting: usize,
    waiting_per_owner: usize,
    /// What the agents of moves under way may hold.
    bytes: u64,
}

impl Places {
    /// More jobs than processors: the system runs them in turn, so that a deep search cannot block a quick one.
    pub fn for_processors(processors: usize, waiting: usize, waiting_per_owner: usize, bytes: u64) -> Places {
        let (quick, patient) = (processors + LEFT, processors.max(2));
        // Experiments have threads of their own: one at a time.
        let running = [quick, quick, quick + LEFT, patient, patient, 1];
        Places { running, turns: quick + LEFT, waiting, waiting_per_owner, bytes }
    }
}

/// The work of a job, as threads do it.
type Work = Box<dyn FnOnce() + Send>;

/// A job under way.
struct Running {
    owner: Arc<str>,
    connection: Option<u64>,
    stop: StopFlag,
    bytes: u64,
    began: Duration,
    thread: i32,
    /// Nanoseconds of processors that it has used, and those of them that its owner has been charged.
    used: Arc<AtomicU64>,
    charged: u64,
    is_long: bool,
}

/// The jobs and threads of a kind.
///
/// Each kind has a lock of its own. With one for all, requests waited for moves: a thread with a lower priority that is put off while
/// it holds a lock holds up all who need it, and a crowd of 500 got a third of the answers.
#[derive(Default)]
struct Group {
    queue: Queue<Job<Work>>,
    running: HashMap<u64, Running>,
    /// Jobs that will give their places away, the oldest first; some may have ended.
    young: VecDeque<u64>,
    /// Jobs under way that are not long, and those that are.
    quick: usize,
    long: usize,
    /// Turns of the long ones.
    turns: Turns,
    /// What the agents of jobs under way hold.
    bytes: u64,
    /// Threads without those of long jobs, and those that wait for a job.
    threads: usize,
    idle: usize,
    closed: bool,
}

impl Group {
    /// Is there room for one more job? Nobody who floods the lab fills the places of other kinds, or those that everybody has.
    /// Requests are never refused: a connection has one at a time.
    fn admits(&self, places: &Places, job: &Job<Work>) -> bool {
        let own = self.queue.waiting_of(&job.owner);
        let has_room = self.queue.len() < places.waiting && own < places.waiting_per_owner;
        let reserved = RESERVED.min(places.waiting_per_owner);
        !self.closed && (job.kind == JobKind::Request || has_room || own < reserved)
    }

    /// How long a job of this kind keeps its place. Of moves, the more wait for each place, the less.
    fn slice(&self, places: &Places, kind: JobKind) -> Duration {
        if kind != JobKind::Move {
            return SLICE;
        }
        let rounds = self.queue.len() / places.running[kind as usize].max(1);
        (SLICE / u32::try_from(rounds).unwrap_or(u32::MAX).max(1)).max(SHORTEST)
    }

    /// Jobs that have run for long enough give their places away. Returns how long until the next one does.
    fn hand_over(&mut self, places: &Places, kind: JobKind, now: Duration) -> Option<Duration> {
        let slice = self.slice(places, kind);
        while let Some(&oldest) = self.young.front() {
            match self.running.get(&oldest) {
                Some(job) if job.began + slice > now => return Some(job.began + slice - now),
                Some(_) => self.make_long(oldest),
                None => {}
            }
            self.young.pop_front();
        }
        None
    }

    fn make_long(&mut self, number: u64) {
        let Some(job) = self.running.get_mut(&number).filter(|job| !job.is_long) else { return };
        job.is_long = true;
        set_niceness(job.thread, LOW);
        self.quick -= 1;
        self.long += 1;
        // Its thread ends with it: a thread cannot raise its priority again.
        self.threads -= 1;
    }

    /// Begins the next job that may run, under this number.
    fn next(
        &mut self,
        places: &Places,
        kind: JobKind,
        number: u64,
        now: Duration,
    ) -> Option<(Arc<AtomicU64>, Job<Work>)> {
        self.hand_over(places, kind, now);
        let most = places.running[kind as usize];
        if self.quick >= most {
            return None;
        }
        self.charge();
        let few = hands_over(kind) && (self.quick + LEFT >= most || self.long >= LONG);
        let free = places.bytes.saturating_sub(self.bytes);
        let job = self.queue.pop(|job, was_long| job.bytes <= free && !(few && was_long))?;
        self.bytes += job.bytes;
        self.quick += 1;
        if hands_over(kind) {
            self.young.push_back(number);
        }
        let running = Running {
            owner: Arc::clone(&job.owner),
            connection: job.connection,
            stop: job.stop.clone(),
            bytes: job.bytes,
            began: now,
            thread: thread_number(),
            used: Arc::default(),
            charged: 0,
            is_long: false,
        };
        let used = Arc::clone(&running.used);
        self.running.insert(number, running);
        Some((used, job))
    }

    /// Charges the owners of all jobs under way what these have used.
    fn charge(&mut self) {
        for job in self.running.values_mut() {
            let used = job.used.load(Ordering::Relaxed);
            if used > job.charged {
                self.queue.charge(&job.owner, Duration::from_nanos(used - job.charged));
                job.charged = used;
            }
        }
    }

    /// A job has ended. Was it long?
    fn end(&mut self, number: u64) -> bool {
        self.charge();
        let Some(job) = self.running.remove(&number) else { return false };
        *(if job.is_long { &mut self.long } else { &mut self.quick }) -= 1;
        self.queue.end(&job.owner, job.is_long && Duration::from_nanos(job.charged) >= SLICE);
        self.bytes -= job.bytes;
        self.turns.end(number);
        job.is_long
    }
}

struct JobLane {
    group: Mutex<Group>,
    /// Signalled when there may be something to do.
    ready: Condvar,
    /// Signalled when a long job may go on.
    turn: Condvar,
}

/// The threads and the waiting jobs.
pub(crate) struct Scheduler {
    lanes: [JobLane; JobKind::ALL.len()],
    /// The number of the next job.
    number: AtomicU64,
    handles: Mutex<Vec<JoinHandle<()>>>,
    places: Places,
    clock: Arc<dyn Clock>,
    spending: Arc<Spending>,
}

thread_local! {
    /// The job that this thread does.
    static CURRENT: RefCell<Option<Arc<JobClock>>> = const { RefCell::new(None) };
}

impl Scheduler {
    /// What jobs take is charged to their owners.
    pub fn new(places: Places, clock: Arc<dyn Clock>, spending: Arc<Spending>) -> Arc<Scheduler> {
        let lane = || {
            let group = Group { turns: Turns::new(places.turns), ..Group::default() };
            JobLane { group: Mutex::new(group), ready: Condvar::new(), turn: Condvar::new() }
        };
        Arc::new(Scheduler {
            lanes: JobKind::ALL.map(|_| lane()),
            number: AtomicU64::new(0),
            handles: Mutex::default(),
            places,
            clock,
            spending,
        })
    }

    fn lane(&self, kind: JobKind) -> &JobLane {
        &self.lanes[kind as usize]
    }

    fn group(&self, kind: JobKind) -> MutexGuard<'_, Group> {
        lock(&self.lane(kind).group)
    }

    /// Starts a thread if a job waits that no thread waits for: one more than may be busy, which sees when a job takes long.
    fn staff(self: &Arc<Scheduler>, group: &mut Group, kind: JobKind) {
        let most = self.places.running[kind as usize] + usize::from(hands_over(kind));
        if group.idle > 0 || group.threads >= most || group.queue.len() == 0 || group.closed {
            return;
        }
        let scheduler = Arc::clone(self);
        let work = move || {
            set_niceness(0, niceness(kind));
            scheduler.work(kind);
        };
        if let Ok(thread) = thread::Builder::new().name(format!("{kind:?}").to_lowercase()).spawn(work) {
            group.threads += 1;
            let mut handles = lock(&self.handles);
            handles.retain(|handle| !handle.is_finished());
            handles.push(thread);
        }
    }

    fn work(self: &Arc<Scheduler>, kind: JobKind) {
        let JobLane { ready, turn, .. } = self.lane(kind);
        let mut group = self.group(kind);
        loop {
            let now = self.clock.now();
            let number = self.number.fetch_add(1, Ordering::Relaxed);
            if let Some((used, job)) = group.next(&self.places, kind, number, now) {
                if group.queue.len() > 0 && group.quick < self.places.running[kind as usize] {
                    ready.notify_one();
                }
                self.staff(&mut group, kind);
                drop(group);
                self.run(number, used, job);
                group = self.group(kind);
                if group.end(number) {
                    turn.notify_all();
                    ready.notify_one();
                    return self.staff(&mut group, kind);
                }
                continue;
            }
            if group.closed {
                return;
            }
            let time = if group.queue.len() > 0 { group.hand_over(&self.places, kind, now) } else { None };
            group.idle += 1;
            let waited = ready.wait_timeout(group, time.unwrap_or(IDLE));
            group = waited.unwrap_or_else(PoisonError::into_inner).0;
            group.idle -= 1;
        }
    }

    fn run(self: &Arc<Scheduler>, number: u64, used: Arc<AtomicU64>, job: Job<Work>) {
        let Job { kind, owner, work, .. } = job;
        let began = self.clock.now();
        let (scheduler, payer) = (Arc::clone(self), Arc::clone(&owner));
        let waited = AtomicU64::new(0);
        let clock = Arc::new(JobClock { scheduler, number, kind, owner: payer, used, waited });
        clock.begin();
        CURRENT.set(Some(Arc::clone(&clock)));
        // A panic ends only this job; its dropped reply sends the answer.
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            tracing::error!(owner = &*owner, ?kind, "work panicked");
        }
        CURRENT.set(None);
        clock.charge();
        let time = self.clock.now().saturating_sub(began);
        if matches!(kind, JobKind::Request | JobKind::Lookup) && time > 2 * SLICE {
            tracing::warn!(owner = &*owner, ?kind, milliseconds = time.as_millis() as u64, "slow");
        }
    }

    /// Queues a job, or refuses it.
    pub fn submit(self: &Arc<Scheduler>, job: Job<impl FnOnce() + Send + 'static>) -> Result<(), Fault> {
        let job = job.map(|work| Box::new(work) as Work);
        let kind = job.kind;
        let mut group = self.group(kind);
        if !group.admits(&self.places, &job) {
            return Err(Fault::busy());
        }
        group.queue.push(&Arc::clone(&job.owner), job);
        // With all places taken, threads that wait know already when the next one is free; but the first must tell them.
        if group.queue.len() == 1 || group.quick < self.places.running[kind as usize] {
            self.lane(kind).ready.notify_one();
        }
        self.staff(&mut group, kind);
        Ok(())
    }

    /// A connection has ended: what it asked for stops, and what waits is dropped.
    pub fn leave(&self, connection: u64) {
        let theirs = |connection_of: Option<u64>| connection_of == Some(connection);
        for kind in JobKind::ALL {
            let mut group = self.group(kind);
            group.running.values().filter(|job| theirs(job.connection)).for_each(|job| job.stop.stop());
            let dropped = group.queue.remove(|job| theirs(job.connection));
            drop(group);
            // What is dropped may answer, and ask for more.
            drop(dropped);
        }
    }

    /// The clock for the time limits of the job that this thread does: it stands still while the job has to wait.
    pub fn clock(&self) -> Arc<dyn Clock> {
        match CURRENT.with_borrow(Clone::clone) {
            Some(clock) if clock.kind != JobKind::Request => clock,
            _ => Arc::clone(&self.clock),
        }
    }

    /// Jobs of an owner, waiting or under way.
    pub fn jobs_of(&self, owner: &str) -> usize {
        JobKind::ALL.iter().map(|&kind| self.group(kind).queue.of(owner)).sum()
    }

    /// How many jobs wait, and how many are under way.
    pub fn load(&self) -> (usize, usize) {
        let load = JobKind::ALL.map(|kind| {
            let group = self.group(kind);
            (group.queue.len(), group.running.len())
        });
        load.iter().fold((0, 0), |(waiting, running), of| (waiting + of.0, running + of.1))
    }

    /// Stops running jobs, drops waiting ones, and ends the threads; those that do not end in time end with the process.
    pub fn close(&self, deadline: Instant) {
        for kind in JobKind::ALL {
            let mut group = self.group(kind);
            group.closed = true;
            group.running.values().for_each(|job| job.stop.stop());
            let dropped = group.queue.remove(|_| true);
            drop(group);
            drop(dropped);
            self.lane(kind).ready.notify_all();
        }
        let handles = std::mem::take(&mut *lock(&self.handles));
        for handle in handles {
            join_until(handle, deadline);
        }
    }
}

/// The number by which the system knows this thread, where its priority can be lowered.
fn thread_number() -> i32 {
    #[cfg(target_os = "linux")]
    return rustix::thread::gettid().as_raw_pid();
    #[cfg(not(target_os = "linux"))]
    return 0;
}

/// Lets the rest of the process go before the thread of this number, 0 for this one and those that it starts: the system runs it when
/// they leave time, and the less the larger the niceness is. Where that is not allowed, threads take equal turns.
fn set_niceness(thread: i32, niceness: i32) {
    // Elsewhere than on Linux this would slow down the whole process.
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Pid, getpid, getpriority_process, setpriority_process};
        // That of the first thread: the one that started this one may have given way already.
        if let Ok(priority) = getpriority_process(Some(getpid())) {
            let _ = setpriority_process(Pid::from_raw(thread), (priority + niceness).min(19));
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (thread, niceness);
}

/// Waits for a thread to end, but not beyond the deadline.
pub(crate) fn join_until(thread: JoinHandle<()>, deadline: Instant) {
    while !thread.is_finished() {
        if Instant::now() >= deadline {
            return;
        }
        thread::sleep(Duration::from_millis(2));
    }
    let _ = thread.join();
}

#[cfg(test)]
mod tests;
