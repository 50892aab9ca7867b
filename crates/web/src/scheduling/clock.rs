//! The clock of a job: it charges the processor time of every thread that reads it, and holds up long moves until it is their turn.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use plylab_core::Clock;
use plylab_service::JobKind;

use super::Scheduler;
use super::turns::TurnDecision;

/// How often a thread is charged: searches read the clock far more often.
const CHARGED: Duration = Duration::from_millis(20);

thread_local! {
    /// The job that this thread was charged for last, its processor time then, and when it is to be charged again.
    static SEEN: Cell<(u64, Duration, Duration)> = const { Cell::new((u64::MAX, Duration::ZERO, Duration::ZERO)) };
}

pub(super) struct JobClock {
    pub scheduler: Arc<Scheduler>,
    pub number: u64,
    pub kind: JobKind,
    pub owner: Arc<str>,
    /// Nanoseconds of processors that the job has used.
    pub used: Arc<AtomicU64>,
    /// Nanoseconds for which the job had to wait.
    pub waited: AtomicU64,
}

impl JobClock {
    /// The job begins on this thread.
    pub fn begin(&self) {
        SEEN.set((self.number, thread_time(), self.scheduler.clock.now() + CHARGED));
    }

    /// Counts what this thread has used. A new thread was started by the job, which pays for all of its time.
    ///
    /// Without the lock of the job's kind: searches with low priority do this all the time, and one that is preempted while it
    /// holds that lock would hold up everybody.
    pub fn charge(&self) {
        let (number, before, _) = SEEN.get();
        let before = if number == self.number { before } else { Duration::ZERO };
        let used = thread_time();
        SEEN.set((self.number, used, self.scheduler.clock.now() + CHARGED));
        let spent = used.saturating_sub(before);
        self.used.fetch_add(u64::try_from(spent.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.scheduler.spending.charge(&self.owner, spent);
    }

    /// Waits until the job may go on, if it is a long move.
    fn wait(&self) {
        let mut group = self.scheduler.group(self.kind);
        loop {
            let now = self.scheduler.clock.now();
            let Some(job) = group.running.get(&self.number) else { return };
            if !job.is_long && job.began + group.slice(&self.scheduler.places, self.kind) <= now {
                group.make_long(self.number);
                self.scheduler.staff(&mut group, self.kind);
                continue;
            }
            if !job.is_long || job.stop.is_stopped() {
                return;
            }
            match group.turns.ask(self.number, now) {
                TurnDecision::Go(waited) => {
                    let waited = u64::try_from(waited.as_nanos()).unwrap_or(u64::MAX);
                    self.waited.fetch_add(waited, Ordering::Relaxed);
                    return;
                }
                TurnDecision::Wait(time) => {
                    let turn = &self.scheduler.lane(self.kind).turn;
                    let waited = turn.wait_timeout(group, time);
                    group = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }
}

impl Clock for JobClock {
    fn now(&self) -> Duration {
        let mut now = self.scheduler.clock.now();
        let (number, _, next) = SEEN.get();
        if number != self.number || now >= next {
            self.charge();
            if self.kind == JobKind::Move {
                self.wait();
                now = self.scheduler.clock.now();
            }
        }
        now.saturating_sub(Duration::from_nanos(self.waited.load(Ordering::Relaxed)))
    }
}

/// The processor time of this thread so far, where the system tells it.
#[cfg(unix)]
pub(super) fn thread_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).unwrap_or_default()
}

/// Elsewhere the time since the thread was asked first.
#[cfg(not(unix))]
pub(super) fn thread_time() -> Duration {
    thread_local!(static BEGAN: std::time::Instant = std::time::Instant::now());
    BEGAN.with(std::time::Instant::elapsed)
}
