//! What the scheduler promises, by a clock that the tests move.

use std::sync::mpsc;

use super::clock::thread_time;
use super::*;

/// A clock that the test moves.
#[derive(Default)]
struct Hand(Mutex<Duration>);

impl Hand {
    fn pass(&self, time: Duration) {
        *lock(&self.0) += time;
    }
}

impl Clock for Hand {
    fn now(&self) -> Duration {
        *lock(&self.0)
    }
}

/// A scheduler with so many places for moves, one each for reports and searches, and three each for the rest.
struct Own(Arc<Scheduler>, Arc<Hand>, Arc<Spending>);

fn own(moves: usize, waiting: usize) -> Own {
    let (hand, spending) = (Arc::<Hand>::default(), Spending::new(1));
    let places =
        Places { running: [3, 3, moves, 1, 1, 1], turns: 1, waiting, waiting_per_owner: waiting, bytes: 100 };
    Own(Scheduler::new(places, hand.clone(), Arc::clone(&spending)), hand, spending)
}

fn name(owner: &str) -> Arc<str> {
    owner.into()
}

impl Own {
    fn submit(&self, kind: JobKind, owner: &str, work: impl FnOnce() + Send + 'static) -> Result<(), Fault> {
        self.0.submit(Job::new(kind, &name(owner), &StopFlag::default(), work))
    }

    /// A job that runs until the sender is dropped.
    fn hold(&self, kind: JobKind, owner: &str) -> mpsc::Sender<()> {
        self.hold_after(kind, owner, Duration::ZERO)
    }

    /// A job that uses so much of a processor, and then runs until the sender is dropped.
    fn hold_after(&self, kind: JobKind, owner: &str, used: Duration) -> mpsc::Sender<()> {
        let (go, wait) = mpsc::channel::<()>();
        let (began, begun) = mpsc::channel();
        self.submit(kind, owner, move || {
            let now = thread_time();
            while thread_time() < now + used {}
            began.send(()).unwrap();
            let _ = wait.recv();
        })
        .unwrap();
        begun.recv().unwrap();
        go
    }

    /// Waits until so many jobs wait and run.
    fn until(&self, waiting: usize, running: usize) {
        while self.0.load() != (waiting, running) {
            thread::yield_now();
        }
    }
}

#[test]
fn owners_take_turns() {
    let own = own(1, 100);
    let go = own.hold(JobKind::Move, "third");
    let (done, order) = mpsc::channel();
    for (owner, count) in [("greedy", 3), ("modest", 1)] {
        for number in 0..count {
            let done = done.clone();
            own.submit(JobKind::Move, owner, move || done.send(format!("{owner} {number}")).unwrap())
                .unwrap();
        }
    }
    drop((go, done));
    assert_eq!(order.iter().collect::<Vec<_>>(), ["greedy 0", "modest 0", "greedy 1", "greedy 2"]);
}

#[test]
fn no_kind_waits_for_another() {
    let own = own(3, 100);
    let held = [JobKind::Search, JobKind::Report, JobKind::Run].map(|kind| (kind, own.hold(kind, "deep")));
    let (done, order) = mpsc::channel();
    for kind in JobKind::ALL {
        let done = done.clone();
        own.submit(kind, "deep", move || done.send(kind).unwrap()).unwrap();
    }
    let mut first = [order.recv().unwrap(), order.recv().unwrap(), order.recv().unwrap()];
    first.sort_by_key(|kind| *kind as usize);
    assert_eq!(first, [JobKind::Request, JobKind::Lookup, JobKind::Move]);
    own.until(3, 3);
    assert_eq!(own.0.jobs_of("deep"), 6);
    for (kind, go) in held {
        drop(go);
        assert_eq!(order.recv().unwrap(), kind);
    }
}

#[test]
fn a_job_that_takes_long_gives_its_place_away() {
    for kind in [JobKind::Request, JobKind::Lookup, JobKind::Move] {
        let own = own(3, 100);
        let held = ["a", "b", "c"].map(|owner| own.hold(kind, owner));
        let (done, order) = mpsc::channel();
        let light = |owner| {
            let done = done.clone();
            own.submit(kind, owner, move || done.send(()).unwrap()).unwrap();
        };
        light("light");
        assert!(order.recv_timeout(Duration::from_millis(1)).is_err() && own.0.load() == (1, 3));
        own.1.pass(SLICE);
        order.recv().unwrap();
        own.until(0, 3);
        // Now there is room for others at once.
        light("other");
        order.recv().unwrap();
        drop(held);
        own.until(0, 0);
    }
}

#[test]
fn moves_give_their_places_away_sooner_when_many_wait() {
    let own = own(3, 100);
    let held = ["a", "b", "c"].map(|owner| own.hold(JobKind::Move, owner));
    let (done, order) = mpsc::channel();
    for owner in 0..30 {
        let done = done.clone();
        own.submit(JobKind::Move, &owner.to_string(), move || done.send(()).unwrap()).unwrap();
    }
    assert!(order.recv_timeout(Duration::from_millis(1)).is_err());
    // Ten wait for each place.
    own.1.pass(SHORTEST);
    (0..30).for_each(|_| order.recv().unwrap());
    drop(held);
}

#[test]
fn searches_keep_their_places() {
    let own = own(3, 100);
    let held = own.hold(JobKind::Search, "deep");
    own.submit(JobKind::Search, "other", || ()).unwrap();
    own.1.pass(10 * SLICE);
    assert_eq!(own.0.load(), (1, 1));
    drop(held);
    own.until(0, 0);
}

#[test]
fn owners_whose_last_job_was_long_leave_places_to_others() {
    let own = own(3, 100);
    for (owner, used) in [("a", SLICE), ("b", SLICE), ("waits", Duration::ZERO)] {
        let held = own.hold_after(JobKind::Move, owner, used);
        own.1.pass(SLICE);
        own.submit(JobKind::Move, "light", || ()).unwrap();
        own.until(0, 1);
        drop(held);
        own.until(0, 0);
    }
    // One of three places, as two are left.
    let held = own.hold(JobKind::Move, "a");
    own.submit(JobKind::Move, "b", || ()).unwrap();
    // Neither light ones nor those that only waited, such as for a program elsewhere, have to.
    let light = [own.hold(JobKind::Move, "light"), own.hold(JobKind::Move, "waits")];
    assert_eq!(own.0.load(), (1, 3));
    drop(light);
    own.until(1, 1);
    drop(held);
    own.until(0, 0);
}

#[test]
fn long_moves_take_turns_and_their_clocks_stand_still_meanwhile() {
    let own = own(3, 100);
    let shared = Arc::clone(&own.0);
    let (send, clocks) = mpsc::channel();
    let mut held = Vec::new();
    for owner in ["a", "b"] {
        let (go, wait) = mpsc::channel::<()>();
        let (lab, send) = (Arc::clone(&shared), send.clone());
        let work = move || {
            send.send(lab.clock()).unwrap();
            let _ = wait.recv();
        };
        assert!(shared.submit(Job::new(JobKind::Move, &name(owner), &StopFlag::default(), work)).is_ok());
        held.push(go);
    }
    let (first, second) = (clocks.recv().unwrap(), clocks.recv().unwrap());
    own.1.pass(2 * SLICE);
    // The first has the only turn, and the second waits until it is over.
    assert_eq!(first.now(), 2 * SLICE);
    let waiting = thread::spawn(move || second.now());
    while shared.group(JobKind::Move).turns.waiting() == 0 {
        thread::yield_now();
    }
    own.1.pass(SLICE);
    assert_eq!(waiting.join().unwrap(), 2 * SLICE);
}

#[test]
fn what_takes_seconds_gives_way() {
    #[cfg(target_os = "linux")]
    {
        let own = own(3, 100);
        let priority = || rustix::process::getpriority_process(None).unwrap();
        let mut priorities = JobKind::ALL.map(|kind| {
            let (send, receive) = mpsc::channel();
            own.submit(kind, "any", move || send.send(priority()).unwrap()).unwrap();
            receive.recv().unwrap()
        });
        let base = priority();
        priorities.iter_mut().for_each(|priority| *priority -= base);
        assert_eq!(priorities, [0, 8, 8, 14, 14, 14].map(|niceness: i32| niceness.min(19 - base)));
        // Also a move that has become long.
        let (go, wait) = mpsc::channel::<()>();
        let (send, receive) = mpsc::channel();
        own.submit(JobKind::Move, "any", move || {
            let _ = wait.recv();
            send.send(priority()).unwrap();
        })
        .unwrap();
        own.until(0, 1);
        own.1.pass(SLICE);
        own.hold(JobKind::Move, "other");
        drop(go);
        assert_eq!(receive.recv().unwrap() - base, LOW.min(19 - base));
    }
}

#[test]
fn every_job_is_charged_to_its_owner_with_the_threads_that_it_starts() {
    let Own(scheduler, hand, spending) = own(3, 100);
    let work = || {
        let began = thread_time();
        while thread_time() < began + Duration::from_millis(5) {}
    };
    for kind in JobKind::ALL {
        let (lab, hand) = (Arc::clone(&scheduler), Arc::clone(&hand));
        let job = move || {
            work();
            if kind == JobKind::Search {
                let clock = lab.clock();
                let other = thread::spawn(move || {
                    work();
                    hand.pass(SLICE);
                    clock.now();
                });
                other.join().unwrap();
            }
        };
        let queued = Job::new(kind, &name(&format!("{kind:?}")), &StopFlag::default(), job);
        assert!(scheduler.submit(queued).is_ok());
    }
    while scheduler.load() != (0, 0) {
        thread::yield_now();
    }
    let used = JobKind::ALL.map(|kind| spending.of(&format!("{kind:?}")));
    assert!(used.iter().all(|used| *used >= 0.004) && used[JobKind::Search as usize] >= 0.009, "{used:?}");
}

#[test]
fn jobs_end_with_their_connection() {
    let own = own(3, 100);
    let (began, begun) = mpsc::channel();
    let stop = StopFlag::default();
    let raised = stop.clone();
    let job = Job::new(JobKind::Search, &name("ann"), &stop, move || {
        began.send(()).unwrap();
        while !raised.is_stopped() {
            thread::yield_now();
        }
    });
    assert!(own.0.submit(job.asked_by(7)).is_ok());
    begun.recv().unwrap();
    let (done, order) = mpsc::channel();
    for connection in [7, 8] {
        let done = done.clone();
        let work = move || done.send(connection).unwrap();
        let job = Job::new(JobKind::Search, &name("ann"), &StopFlag::default(), work);
        assert!(own.0.submit(job.asked_by(connection)).is_ok());
    }
    drop(done);
    own.0.leave(9);
    assert_eq!(own.0.load(), (2, 1));
    own.0.leave(7);
    assert_eq!(order.iter().collect::<Vec<_>>(), [8]);
    own.until(0, 0);
}

#[test]
fn agents_wait_for_memory_and_others_do_not() {
    let own = own(4, 100);
    let (done, order) = mpsc::channel();
    let begin = |owner: &'static str, bytes| {
        let (done, (go, wait)) = (done.clone(), mpsc::channel::<()>());
        let work = move || {
            done.send(owner).unwrap();
            let _ = wait.recv();
        };
        let job = Job::new(JobKind::Move, &name(owner), &StopFlag::default(), work);
        assert!(own.0.submit(Job { bytes, ..job }).is_ok());
        go
    };
    let first = begin("first", 60);
    assert_eq!(order.recv(), Ok("first"));
    let others = [begin("large", 50), begin("small", 40), begin("without", 0)];
    let mut now = [order.recv().unwrap(), order.recv().unwrap()];
    now.sort_unstable();
    assert_eq!((now, own.0.load()), (["small", "without"], (1, 3)));
    drop(first);
    assert_eq!(order.recv(), Ok("large"));
    drop(others);
}

#[test]
fn a_full_queue_is_busy() {
    let own = own(1, 2);
    let go = own.hold(JobKind::Move, "one");
    let submit = || own.submit(JobKind::Move, "one", || ());
    assert_eq!([submit(), submit(), submit()], [Ok(()), Ok(()), Err(Fault::busy())]);
    drop(go);
}

#[test]
fn an_owner_who_fills_the_queue_leaves_places_for_others() {
    let own = own(1, RESERVED + 1);
    let held = [own.hold(JobKind::Move, "one"), own.hold(JobKind::Search, "one")];
    let of = |kind, owner| (0..100).filter(|_| own.submit(kind, owner, || ()).is_ok()).count();
    assert_eq!(of(JobKind::Move, "greedy"), RESERVED + 1);
    // Everybody else has some places, and those of other work are free.
    assert_eq!(of(JobKind::Move, "modest"), RESERVED);
    assert_eq!(of(JobKind::Move, "third"), RESERVED);
    assert_eq!(of(JobKind::Search, "greedy"), RESERVED + 1);
    drop(held);
}

#[test]
fn closing_stops_what_runs_and_a_panic_ends_nothing() {
    let own = own(1, 10);
    let (done, order) = mpsc::channel();
    own.submit(JobKind::Lookup, "a", || panic!("on purpose")).unwrap();
    own.submit(JobKind::Lookup, "a", move || done.send(()).unwrap()).unwrap();
    order.recv().unwrap();
    let stop = StopFlag::default();
    let raised = stop.clone();
    let (began, begun) = mpsc::channel();
    let work = move || {
        began.send(()).unwrap();
        while !raised.is_stopped() {
            thread::yield_now();
        }
    };
    assert!(own.0.submit(Job::new(JobKind::Search, &name("a"), &stop, work)).is_ok());
    begun.recv().unwrap();
    own.0.close(Instant::now() + Duration::from_secs(60));
    assert_eq!(own.submit(JobKind::Lookup, "a", || ()), Err(Fault::busy()));
}

#[test]
fn closing_does_not_wait_for_what_does_not_stop() {
    let own = own(1, 10);
    let held = own.hold(JobKind::Lookup, "stubborn");
    own.0.close(Instant::now());
    drop(held);
}
