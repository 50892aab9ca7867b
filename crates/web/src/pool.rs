//! The threads that read requests and search. Their number is fixed; people share them evenly, short work goes before long work,
//! and one thread is reserved for light work. Reports and long work have threads of their own, which the system runs when nobody
//! waits for anything shorter.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plylab_core::StopFlag;

use crate::class::{Class, Kind};
use crate::fault::Fault;
use crate::limits::RESERVED;
use crate::quota::{Spending, thread_time};
use crate::tally::Tally;
use crate::waiting::{Job, Waiting};

/// Light work that takes longer is worth a line in the log.
const SLOW: Duration = Duration::from_millis(250);

/// How many threads there are, and how they are shared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// For reading requests.
    pub prompt: usize,
    /// For light work and moves. One takes light work only.
    pub quick: usize,
    /// For long work, and as many again for reports.
    pub long: usize,
    /// How many may do moves of one person at a time, and how many its long work: an analysis does not block the game of the
    /// same person.
    pub per_person: usize,
    /// How many jobs of one kind may wait, in total and of one person.
    pub queue: usize,
    pub queue_per_person: usize,
    /// How many of one person may wait even where others have filled the queue.
    pub reserved: usize,
    /// What agents that move may hold together.
    pub megabytes: u64,
}

impl Shares {
    /// More threads than processors: the system schedules them in turn, so that a deep search cannot block a quick one.
    pub fn for_processors(processors: usize, queue: usize, queue_per_person: usize) -> Shares {
        let (prompt, quick, long) = (processors + 1, processors + 4, processors.max(2));
        let reserved = RESERVED.min(queue_per_person);
        Shares { prompt, quick, long, per_person: 2, queue, queue_per_person, reserved, megabytes: 0 }
    }
}

#[derive(Default)]
struct PoolState {
    waiting: [Waiting; Class::COUNT],
    /// How many wait, by kind.
    count: [usize; Kind::COUNT],
    /// Work under way that is not light: of each class, and of each class by person.
    of_class: [usize; Class::COUNT],
    by_person: [Tally<Arc<str>>; Class::COUNT],
    /// What the agents under way hold.
    megabytes: u64,
    /// The stop flags of running jobs.
    running: HashMap<u64, StopFlag>,
    number: u64,
    closed: bool,
}

impl PoolState {
    /// Is there room for one more job of this person? Whoever floods one kind of work fills neither the other kind's queue
    /// nor the places that everybody has. Requests are never refused: a connection has one at a time.
    fn admits(&self, shares: &Shares, kind: Kind, person: &str) -> bool {
        let own: usize = kind.classes().iter().map(|&class| self.waiting[class as usize].of(person)).sum();
        let has_room = self.count[kind as usize] < shares.queue && own < shares.queue_per_person;
        !self.closed && (kind == Kind::Prompt || has_room || own < shares.reserved)
    }

    fn next(&mut self, shares: &Shares, kind: Kind) -> Option<(Class, Job)> {
        for &class in kind.classes() {
            let under_way = self.of_class[class as usize];
            let room = match class {
                Class::Request | Class::Light => true,
                Class::Move => under_way + 1 < shares.quick,
                Class::Report | Class::Long => under_way < shares.long,
            };
            if !room {
                continue;
            }
            let busy = &self.by_person[class as usize];
            let free = shares.megabytes.saturating_sub(self.megabytes);
            let may = |job: &Job| {
                let turn = class == Class::Light || busy.of(&*job.person) < shares.per_person;
                turn && job.megabytes <= free
            };
            if let Some(job) = self.waiting[class as usize].pop(may) {
                self.count[kind as usize] -= 1;
                return Some((class, job));
            }
        }
        None
    }

    fn begin(&mut self, class: Class, job: &Job) -> u64 {
        self.number += 1;
        self.running.insert(self.number, job.stop.clone());
        self.megabytes += job.megabytes;
        if class != Class::Light {
            self.of_class[class as usize] += 1;
            self.by_person[class as usize].join(Arc::clone(&job.person), usize::MAX);
        }
        self.number
    }

    fn end(&mut self, number: u64, class: Class, person: &Arc<str>, megabytes: u64, used: Duration) {
        self.running.remove(&number);
        self.megabytes -= megabytes;
        self.waiting[class as usize].charge(person, used);
        if class == Class::Light {
            return;
        }
        self.of_class[class as usize] -= 1;
        self.by_person[class as usize].leave(person);
    }
}

struct Shared {
    state: Mutex<PoolState>,
    /// Signalled when there is work, for each kind of threads.
    ready: [Condvar; Kind::COUNT],
    shares: Shares,
    spending: Arc<Spending>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, kind: Kind) {
        let mut state = self.state();
        loop {
            if let Some((class, job)) = state.next(&self.shares, kind) {
                let number = state.begin(class, &job);
                drop(state);
                let Job { person, work, megabytes, .. } = job;
                let (began, before) = (Instant::now(), thread_time());
                // A panic ends only this job; its dropped reply sends the answer.
                if catch_unwind(AssertUnwindSafe(work)).is_err() {
                    tracing::error!(person = &*person, ?class, "work panicked");
                }
                if matches!(class, Class::Request | Class::Light) && began.elapsed() > SLOW {
                    let milliseconds = began.elapsed().as_millis() as u64;
                    tracing::warn!(person = &*person, milliseconds, "slow light work");
                }
                let used = thread_time().zip(before).map(|(now, before)| now.saturating_sub(before));
                let used = used.unwrap_or_else(|| began.elapsed());
                if !matches!(class, Class::Request | Class::Light) {
                    self.spending.charge(&person, used);
                }
                state = self.state();
                state.end(number, class, &person, megabytes, used);
                // A job that waited for this one may go to another thread.
                if state.count[kind as usize] > 0 {
                    self.ready[kind as usize].notify_all();
                }
                continue;
            }
            if state.closed {
                return;
            }
            state = self.ready[kind as usize].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// The threads and the waiting jobs.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Pool {
    /// The threads. What work other than light takes is charged to whom it is for.
    pub fn new(shares: Shares, spending: Arc<Spending>) -> Pool {
        let shared =
            Arc::new(Shared { state: Mutex::default(), ready: Default::default(), shares, spending });
        let kinds = [
            (Kind::Prompt, shares.prompt),
            (Kind::Quick, shares.quick.max(2)),
            (Kind::Patient, 2 * shares.long),
        ];
        let kinds = kinds.into_iter().flat_map(|(kind, count)| std::iter::repeat_n(kind, count));
        let spawn = |(number, kind): (usize, Kind)| {
            let shared = Arc::clone(&shared);
            let work = move || {
                give_way(kind.niceness());
                shared.work(kind);
            };
            thread::Builder::new().name(format!("pool {number}")).spawn(work).ok()
        };
        let threads = kinds.enumerate().filter_map(spawn).collect();
        Pool { shared, threads: Mutex::new(threads) }
    }

    /// Queues work. `stop` is raised when the pool closes.
    pub fn submit(
        &self,
        class: Class,
        person: &Arc<str>,
        stop: StopFlag,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Fault> {
        self.submit_with(class, person, stop, 0, work)
    }

    /// The same for work whose agents hold memory: it waits until there is enough.
    pub fn submit_with(
        &self,
        class: Class,
        person: &Arc<str>,
        stop: StopFlag,
        megabytes: u64,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Fault> {
        let shares = &self.shared.shares;
        let mut state = self.shared.state();
        let kind = class.kind();
        if !state.admits(shares, kind, person) {
            return Err(Fault::busy());
        }
        state.count[kind as usize] += 1;
        let job = Job { person: Arc::clone(person), stop, megabytes, work: Box::new(work) };
        state.waiting[class as usize].push(job);
        drop(state);
        self.shared.ready[kind as usize].notify_one();
        Ok(())
    }

    /// Jobs of a person, waiting or under way.
    pub fn jobs_of(&self, person: &str) -> usize {
        let state = self.shared.state();
        let waiting: usize = state.waiting.iter().map(|waiting| waiting.of(person)).sum();
        waiting + state.by_person.iter().map(|by| by.of(person)).sum::<usize>()
    }

    /// How many jobs wait, and how many are under way.
    pub fn load(&self) -> (usize, usize) {
        let state = self.shared.state();
        (state.count.iter().sum(), state.running.len())
    }

    /// Stops running jobs, drops waiting ones, and ends the threads; those that do not end in time end with the process.
    pub fn close(&self, deadline: Instant) {
        let dropped = {
            let mut state = self.shared.state();
            state.closed = true;
            state.count = [0; Kind::COUNT];
            state.running.values().for_each(StopFlag::stop);
            std::mem::take(&mut state.waiting)
        };
        drop(dropped);
        self.shared.ready.iter().for_each(Condvar::notify_all);
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            join_until(thread, deadline);
        }
    }
}

/// Lets the rest of the process go first: the system runs this thread, and those that it starts, when they leave time, and the
/// less the larger the number is.
pub(crate) fn give_way(niceness: i32) {
    // Elsewhere than on Linux this would slow down the whole process. Where it is not allowed, threads take equal turns.
    #[cfg(target_os = "linux")]
    {
        // That of the first thread: whoever started this one may have given way already.
        let process = rustix::process::getpid();
        if let Ok(priority) = rustix::process::getpriority_process(Some(process)) {
            let _ = rustix::process::setpriority_process(None, (priority + niceness).min(19));
        }
    }
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
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn pool(quick: usize, long: usize, queue: usize) -> Pool {
        let shares =
            Shares { quick, long, per_person: 1, megabytes: 100, ..Shares::for_processors(1, queue, queue) };
        Pool::new(shares, Spending::new(1000))
    }

    fn name(person: &str) -> Arc<str> {
        person.into()
    }

    /// Work that runs until the sender is dropped.
    fn hold(pool: &Pool, class: Class, person: &str) -> mpsc::Sender<()> {
        let (go, wait) = mpsc::channel::<()>();
        let (began, begun) = mpsc::channel();
        pool.submit(class, &name(person), StopFlag::default(), move || {
            began.send(()).unwrap();
            let _ = wait.recv();
        })
        .unwrap();
        begun.recv().unwrap();
        go
    }

    #[test]
    fn people_take_turns() {
        let pool = pool(2, 1, 100);
        let go = hold(&pool, Class::Move, "third");
        let (done, order) = mpsc::channel();
        for (person, count) in [("greedy", 3), ("modest", 1)] {
            for number in 0..count {
                let done = done.clone();
                let work = move || done.send(format!("{person} {number}")).unwrap();
                pool.submit(Class::Move, &name(person), StopFlag::default(), work).unwrap();
            }
        }
        drop((go, done));
        assert_eq!(order.iter().collect::<Vec<_>>(), ["greedy 0", "modest 0", "greedy 1", "greedy 2"]);
    }

    #[test]
    fn long_work_blocks_nothing_else() {
        let pool = pool(3, 1, 100);
        let long = hold(&pool, Class::Long, "deep");
        let (done, order) = mpsc::channel();
        for (class, person) in
            [(Class::Long, "other"), (Class::Move, "deep"), (Class::Move, "player"), (Class::Light, "deep")]
        {
            let done = done.clone();
            let work = move || done.send((class, person)).unwrap();
            pool.submit(class, &name(person), StopFlag::default(), work).unwrap();
        }
        // Not even moves of the same person.
        let mut first = [order.recv().unwrap(), order.recv().unwrap(), order.recv().unwrap()];
        first.sort_by_key(|(class, person)| (*class as usize, *person));
        assert_eq!(first, [(Class::Light, "deep"), (Class::Move, "deep"), (Class::Move, "player")]);
        drop(long);
        assert_eq!(order.recv().unwrap(), (Class::Long, "other"));
    }

    #[test]
    fn reports_and_long_work_do_not_wait_for_each_other() {
        let pool = pool(4, 1, 100);
        let held = [hold(&pool, Class::Long, "deep"), hold(&pool, Class::Report, "reader")];
        let (done, order) = mpsc::channel();
        for class in [Class::Report, Class::Light, Class::Move] {
            let done = done.clone();
            pool.submit(class, &name("other"), StopFlag::default(), move || done.send(class).unwrap())
                .unwrap();
        }
        let mut first = [order.recv().unwrap(), order.recv().unwrap()];
        first.sort_by_key(|class| *class as usize);
        assert_eq!(first, [Class::Light, Class::Move]);
        // Those two have answered, and are about to end.
        while pool.load().1 > 2 {
            thread::yield_now();
        }
        assert_eq!((pool.load(), pool.jobs_of("other")), ((1, 2), 1));
        drop(held);
        assert_eq!(order.recv().unwrap(), Class::Report);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_that_takes_seconds_gives_way() {
        let pool = pool(2, 1, 100);
        let classes = [Class::Request, Class::Light, Class::Move, Class::Report, Class::Long];
        let mut priorities = classes.map(|class| {
            let (send, receive) = mpsc::channel();
            let work = move || send.send(rustix::process::getpriority_process(None).unwrap()).unwrap();
            pool.submit(class, &name("any"), StopFlag::default(), work).unwrap();
            receive.recv().unwrap()
        });
        let own = rustix::process::getpriority_process(None).unwrap();
        priorities.iter_mut().for_each(|priority| *priority -= own);
        assert_eq!(priorities, [0, 8, 8, 14, 14].map(|niceness: i32| niceness.min(19 - own)));
    }

    #[test]
    fn closing_does_not_wait_for_what_does_not_stop() {
        let pool = pool(2, 1, 10);
        let held = hold(&pool, Class::Light, "stubborn");
        pool.close(Instant::now());
        drop(held);
    }

    #[test]
    fn work_is_charged_to_whom_it_is_for() {
        let spending = Spending::new(1000);
        let pool = Pool::new(Shares::for_processors(1, 10, 10), Arc::clone(&spending));
        let (done, order) = mpsc::channel();
        let busy = |began: Option<Duration>| {
            thread_time().zip(began).is_some_and(|(now, began)| now - began < Duration::from_millis(20))
        };
        for (class, person) in [(Class::Long, "worker"), (Class::Light, "reader")] {
            let done = done.clone();
            let work = move || {
                let began = thread_time();
                while busy(began) {}
                done.send(()).unwrap();
            };
            pool.submit(class, &name(person), StopFlag::default(), work).unwrap();
        }
        drop(done);
        assert_eq!(order.iter().count(), 2);
        pool.close(Instant::now() + Duration::from_secs(60));
        assert!(spending.of("worker") > 0.019 && spending.of("reader") == 0.0);
    }

    #[test]
    fn agents_wait_for_memory_and_others_do_not() {
        let pool = pool(4, 1, 100);
        let (done, order) = mpsc::channel();
        let begin = |person: &'static str, megabytes| {
            let (done, (go, wait)) = (done.clone(), mpsc::channel::<()>());
            let work = move || {
                done.send(person).unwrap();
                let _ = wait.recv();
            };
            pool.submit_with(Class::Move, &name(person), StopFlag::default(), megabytes, work).unwrap();
            go
        };
        let first = begin("first", 60);
        assert_eq!(order.recv(), Ok("first"));
        let others = [begin("large", 50), begin("small", 40), begin("without", 0)];
        let mut now = [order.recv().unwrap(), order.recv().unwrap()];
        now.sort_unstable();
        assert_eq!((now, pool.load()), (["small", "without"], (1, 3)));
        drop(first);
        assert_eq!(order.recv(), Ok("large"));
        drop(others);
    }

    #[test]
    fn a_full_queue_is_busy() {
        let pool = pool(2, 1, 2);
        let go = hold(&pool, Class::Move, "one");
        let submit = || pool.submit(Class::Move, &name("one"), StopFlag::default(), || ());
        assert_eq!([submit(), submit(), submit()], [Ok(()), Ok(()), Err(Fault::busy())]);
        drop(go);
    }

    #[test]
    fn whoever_fills_the_queue_leaves_places_for_others() {
        let pool = pool(2, 1, RESERVED + 1);
        let held = [hold(&pool, Class::Move, "one"), hold(&pool, Class::Long, "one")];
        let submit = |class, person| pool.submit(class, &name(person), StopFlag::default(), || ()).is_ok();
        let of = |class, person| (0..100).filter(|_| submit(class, person)).count();
        assert_eq!(of(Class::Move, "greedy"), RESERVED + 1);
        // Everybody else has some places, and those of other work are free.
        assert_eq!(of(Class::Move, "modest"), RESERVED);
        assert_eq!(of(Class::Move, "third"), RESERVED);
        assert_eq!(of(Class::Long, "greedy"), RESERVED + 1);
        drop(held);
    }

    #[test]
    fn closing_stops_what_runs_and_a_panic_ends_nothing() {
        let pool = pool(2, 1, 10);
        let (done, order) = mpsc::channel();
        pool.submit(Class::Light, &name("a"), StopFlag::default(), || panic!("on purpose")).unwrap();
        pool.submit(Class::Light, &name("a"), StopFlag::default(), move || done.send(()).unwrap()).unwrap();
        order.recv().unwrap();
        let stop = StopFlag::default();
        let raised = stop.clone();
        let (began, begun) = mpsc::channel();
        pool.submit(Class::Long, &name("a"), stop, move || {
            began.send(()).unwrap();
            while !raised.is_stopped() {
                thread::yield_now();
            }
        })
        .unwrap();
        begun.recv().unwrap();
        pool.close(Instant::now() + Duration::from_secs(60));
        assert_eq!(pool.submit(Class::Light, &name("a"), StopFlag::default(), || ()), Err(Fault::busy()));
    }
}
