//! Living processes of agents: kept over games where they allow it, and started a few at a time.

use std::collections::HashMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::Forfeit;

use crate::Process;
use crate::interpreter;
use crate::names::Outsider;

/// The most processes that wait for their next game.
const IDLE: usize = 256;
/// How long one waits for its next game before it is ended, at the latest when another is needed.
const KEPT: Duration = Duration::from_secs(120);

/// After how many vain starts in a row an agent is not started again for a while.
const VAIN: u32 = 2;
/// For how long.
const PAUSE: Duration = Duration::from_secs(60);

/// The processes of all agents of a program.
#[derive(Debug)]
pub struct Pool {
    idle: Mutex<Vec<Idle>>,
    /// By agent, how often in a row it could not start, when last, and why.
    vain: Mutex<HashMap<String, (u32, Instant, Forfeit)>>,
    gate: Gate,
    /// The versions of programs that run agents, by name.
    interpreters: Mutex<HashMap<String, Option<String>>>,
}

#[derive(Debug)]
struct Idle {
    agent: String,
    process: Process,
    since: Instant,
}

impl Pool {
    /// An empty pool, which lets as many processes start at once as there are processors.
    pub fn new() -> Arc<Pool> {
        let starting = thread::available_parallelism().map_or(1, usize::from);
        let (idle, vain, interpreters) = (Mutex::default(), Mutex::default(), Mutex::default());
        Arc::new(Pool { idle, vain, gate: Gate::new(starting), interpreters })
    }

    /// A process of that agent that waits for its next game, if there is one.
    pub(crate) fn take(&self, agent: &Outsider) -> Option<Process> {
        let mut idle = lock(&self.idle);
        let index = idle.iter().rposition(|idle| idle.agent == agent.name)?;
        Some(idle.swap_remove(index).process)
    }

    /// Keeps a process for the next game of its agent.
    pub(crate) fn keep(&self, agent: &Outsider, process: Process) {
        let now = Instant::now();
        let (mut old, mut idle) = (Vec::new(), lock(&self.idle));
        idle.push(Idle { agent: agent.name.clone(), process, since: now });
        while let Some(oldest) = (0..idle.len()).min_by_key(|&index| idle[index].since) {
            if idle.len() <= IDLE && now - idle[oldest].since < KEPT {
                break;
            }
            old.push(idle.swap_remove(oldest));
        }
        // They end, which takes a while, when others can use the pool again.
        drop(idle);
        drop(old);
    }

    /// Why an agent is not worth another start now, if it could not start again and again: a tournament with it would wait
    /// for it in every game.
    pub(crate) fn given_up(&self, agent: &Outsider) -> Option<Forfeit> {
        let vain = lock(&self.vain);
        let (times, last, forfeit) = vain.get(&agent.name)?;
        (*times >= VAIN && last.elapsed() < PAUSE).then(|| forfeit.clone())
    }

    /// Notes whether an agent could start.
    pub(crate) fn note_start(&self, agent: &Outsider, failure: Option<&Forfeit>) {
        let mut vain = lock(&self.vain);
        match failure {
            Some(forfeit @ Forfeit::NoStart { .. }) => {
                let times = vain.get(&agent.name).map_or(0, |(times, ..)| *times);
                // What was given up is not tried again: its time does not begin anew.
                if times < VAIN || vain.get(&agent.name).is_none_or(|(_, last, _)| last.elapsed() >= PAUSE) {
                    vain.insert(agent.name.clone(), (times + 1, Instant::now(), forfeit.clone()));
                }
            }
            _ => drop(vain.remove(&agent.name)),
        }
    }

    /// The version of the program that runs an agent. Each program is asked once.
    pub(crate) fn interpreter(&self, agent: &Outsider) -> Option<String> {
        let program = interpreter::program(agent)?;
        let mut known = lock(&self.interpreters);
        known.entry(program.to_owned()).or_insert_with(|| interpreter::version(agent)).clone()
    }

    /// Waits until another process may start. It has started when the permit is dropped.
    pub(crate) fn may_start(&self) -> Permit<'_> {
        self.gate.enter()
    }
}

/// Lets only so many in at once: when all start together, none is ready in time.
#[derive(Debug)]
struct Gate {
    free: Mutex<usize>,
    left: Condvar,
}

impl Gate {
    fn new(free: usize) -> Gate {
        Gate { free: Mutex::new(free), left: Condvar::new() }
    }

    fn enter(&self) -> Permit<'_> {
        let mut free = lock(&self.free);
        while *free == 0 {
            free = self.left.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Permit(self)
    }
}

/// The right to start.
#[derive(Debug)]
pub(crate) struct Permit<'a>(&'a Gate);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *lock(&self.0.free) += 1;
        self.0.left.notify_one();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn an_agent_that_cannot_start_is_given_up_until_it_can() {
        let pool = Pool::new();
        let agent = Outsider::new("one", vec!["one".to_owned()]).unwrap();
        let message = plylab_core::message!("oh", "oh");
        let vain = Forfeit::NoStart { message };
        pool.note_start(&agent, Some(&vain));
        assert_eq!(pool.given_up(&agent), None);
        pool.note_start(&agent, Some(&vain));
        assert_eq!(pool.given_up(&agent), Some(vain.clone()));
        pool.note_start(&agent, None);
        assert_eq!(pool.given_up(&agent), None);
        // A process that fails later has started.
        for _ in 0..3 {
            pool.note_start(&agent, Some(&Forfeit::Resigned));
        }
        assert_eq!(pool.given_up(&agent), None);
    }

    #[test]
    fn only_so_many_start_at_once() {
        let gate = Gate::new(2);
        let (inside, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        let permit = gate.enter();
                        most.fetch_max(inside.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                        drop(permit);
                    }
                });
            }
        });
        assert!((1..=2).contains(&most.load(Ordering::SeqCst)));
    }
}
