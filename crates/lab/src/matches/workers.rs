//! Threads that take numbered jobs one after the other, and deliver results one by one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Does the jobs from 0 up to `count` in several threads. `start` makes what a thread needs once; `work` is then given the
/// numbers of its jobs, and ends a thread by returning `None`. `take` gets results on the calling thread, in the order in
/// which they arrive, and ends everything by returning false.
pub fn run<R: Send, S>(
    threads: usize,
    count: u64,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64) -> Option<R> + Sync,
    mut take: impl FnMut(R) -> bool,
) {
    let threads = threads.clamp(1, usize::try_from(count).unwrap_or(usize::MAX).max(1));
    if threads == 1 {
        // On the calling thread: a browser has no other.
        let mut own = start();
        for job in 0..count {
            if !work(&mut own, job).is_some_and(&mut take) {
                return;
            }
        }
        return;
    }
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        // Few results wait to be taken, so that little is lost if the program is killed.
        let (sender, receiver) = mpsc::sync_channel(4 * threads);
        for _ in 0..threads {
            let (sender, next, start, work) = (sender.clone(), &next, &start, &work);
            scope.spawn(move || {
                let mut own = start();
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    if job >= count {
                        return;
                    }
                    let Some(result) = work(&mut own, job) else { return };
                    if sender.send(result).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            if !take(result) {
                break;
            }
        }
    });
}

/// The same, but `take` gets the results in the order of the jobs.
pub fn run_in_order<R: Send, S>(
    threads: usize,
    count: u64,
    start: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, u64) -> Option<R> + Sync,
    mut take: impl FnMut(R) -> bool,
) {
    let mut early = BTreeMap::new();
    let mut next = 0;
    let numbered = |own: &mut S, job: u64| work(own, job).map(|result| (job, result));
    run(threads, count, start, numbered, |(job, result)| {
        early.insert(job, result);
        while let Some(result) = early.remove(&next) {
            next += 1;
            if !take(result) {
                return false;
            }
        }
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_is_done_once_at_any_number_of_threads() {
        for threads in [1, 2, 7, 200] {
            let mut sum = 0;
            run(
                threads,
                100,
                || (),
                |(), job| Some(job),
                |result| {
                    sum += result;
                    true
                },
            );
            assert_eq!(sum, 4950);
        }
    }

    #[test]
    fn whoever_takes_results_can_end_it() {
        let mut taken = 0;
        // As many jobs as there are numbers: none is made before it is its turn.
        run(
            2,
            u64::MAX,
            || (),
            |(), job| Some(job),
            |_| {
                taken += 1;
                taken < 5
            },
        );
        assert_eq!(taken, 5);
    }
}
