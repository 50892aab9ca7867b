//! The threads that search. Their number is fixed; people take turns, short work goes before long work, and one thread is
//! reserved for light work. Reports and long work have threads of their own, which the system runs when nobody waits for
//! anything shorter.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plylab_core::StopFlag;

use crate::fault::Fault;
use crate::quota::{Spending, thread_time};
use crate::tally::Tally;
use crate::waiting::{Job, Waiting};

/// How long work takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// Milliseconds: a lookup.
    Light,
    /// A move in a game, which a player waits for.
    Move,
    /// Seconds: checks of experiments, reports, downloads, imports.
    Report,
    /// Analyses, trees, matches.
    Long,
}

/// Threads of one kind do work of some classes, the first of them first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Somebody waits for it.
    Quick,
    /// It takes seconds anyway.
    Patient,
}

impl Kind {
    fn of(class: Class) -> Kind {
        match class {
            Class::Light | Class::Move => Kind::Quick,
            Class::Report | Class::Long => Kind::Patient,
        }
    }

    fn classes(self) -> [Class; 2] {
        match self {
            Kind::Quick => [Class::Light, Class::Move],
            Kind::Patient => [Class::Report, Class::Long],
        }
    }
}

/// Light work that takes longer is worth a line in the log.
const SLOW: Duration = Duration::from_millis(250);

/// How many threads there are, and how they are shared.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shares {
    /// For light work and moves. One takes light work only.
    pub quick: usize,
    /// For long work, and as many again for reports.
    pub long: usize,
    /// How many may do moves of one person at a time, and how many its long work: an analysis does not block the game of the
    /// same person.
    pub per_person: usize,
    /// How many jobs may wait, in total and of one person.
    pub queue: usize,
    pub queue_per_person: usize,
    /// What agents that move may hold together.
    pub megabytes: u64,
}

impl Shares {
    /// More threads than processors: the system schedules them in turn, so that a deep search cannot block a quick one.
    pub fn for_processors(processors: usize, queue: usize, queue_per_person: usize) -> Shares {
        let (quick, long) = (processors + 4, processors.max(2));
        Shares { quick, long, per_person: 2, queue, queue_per_person, megabytes: 0 }
    }
}

#[derive(Default)]
struct PoolState {
    waiting: [Waiting; 4],
    count: usize,
    /// Work under way that is not light: of each kind, and of each kind by person.
    of_class: [usize; 4],
    by_person: [Tally<Arc<str>>; 4],
    /// What the agents under way hold.
    megabytes: u64,
    /// The stop flags of running jobs.
    running: HashMap<u64, StopFlag>,
    number: u64,
    closed: bool,
}

impl PoolState {
    fn next(&mut self, shares: &Shares, kind: Kind) -> Option<(Class, Job)> {
        for class in kind.classes() {
            let under_way = self.of_class[class as usize];
            let room = match class {
                Class::Light => true,
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
                self.count -= 1;
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

    fn end(&mut self, number: u64, class: Class, person: &Arc<str>, megabytes: u64) {
        self.running.remove(&number);
        self.megabytes -= megabytes;
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
    ready: [Condvar; 2],
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
                if class == Class::Light && began.elapsed() > SLOW {
                    let milliseconds = began.elapsed().as_millis() as u64;
                    tracing::warn!(person = &*person, milliseconds, "slow light work");
                }
                if class != Class::Light {
                    let used = thread_time().zip(before).map(|(now, before)| now.saturating_sub(before));
                    self.spending.charge(&person, used.unwrap_or_else(|| began.elapsed()));
                }
                state = self.state();
                state.end(number, class, &person, megabytes);
                // A job that waited for this one may go to another thread.
                if state.count > 0 {
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
        let quick = shares.quick.max(2);
        let spawn = |number: usize| {
            let shared = Arc::clone(&shared);
            let work = move || {
                if number < quick {
                    return shared.work(Kind::Quick);
                }
                give_way();
                shared.work(Kind::Patient);
            };
            thread::Builder::new().name(format!("search {number}")).spawn(work).ok()
        };
        let threads = (0..quick + 2 * shares.long).filter_map(spawn).collect();
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
        let own = |state: &PoolState| state.waiting.iter().map(|waiting| waiting.of(person)).sum::<usize>();
        if state.closed || state.count >= shares.queue || own(&state) >= shares.queue_per_person {
            return Err(Fault::busy());
        }
        state.count += 1;
        let job = Job { person: Arc::clone(person), stop, megabytes, work: Box::new(work) };
        state.waiting[class as usize].push(job);
        drop(state);
        self.shared.ready[Kind::of(class) as usize].notify_one();
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
        (state.count, state.running.len())
    }

    /// Stops running jobs, drops waiting ones, and ends the threads; those that do not end in time end with the process.
    pub fn close(&self, deadline: Instant) {
        let dropped = {
            let mut state = self.shared.state();
            state.closed = true;
            state.count = 0;
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

/// Lets the rest of the process go first: the system runs this thread, and those that it starts, when they leave time.
pub(crate) fn give_way() {
    // Elsewhere than on Linux this would slow down the whole process. Where it is not allowed, threads take equal turns.
    #[cfg(target_os = "linux")]
    if let Ok(priority) = rustix::process::getpriority_process(None) {
        let _ = rustix::process::setpriority_process(None, (priority + 10).min(19));
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
        let shares = Shares { quick, long, per_person: 1, queue, queue_per_person: queue, megabytes: 100 };
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
        let go = hold(&pool, Class::Move, "greedy");
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
        let mut priorities = [Class::Light, Class::Move, Class::Report, Class::Long].map(|class| {
            let (send, receive) = mpsc::channel();
            let work = move || send.send(rustix::process::getpriority_process(None).unwrap()).unwrap();
            pool.submit(class, &name("any"), StopFlag::default(), work).unwrap();
            receive.recv().unwrap()
        });
        let own = rustix::process::getpriority_process(None).unwrap();
        priorities.iter_mut().for_each(|priority| *priority -= own);
        let patient = 10.min(19 - own);
        assert_eq!(priorities, [0, 0, patient, patient]);
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
