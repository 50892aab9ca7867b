//! Jobs that wait for a thread, and the order in which people take turns.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use plylab_core::StopFlag;

/// A job of a person.
pub(crate) struct Job {
    pub person: Arc<str>,
    pub stop: StopFlag,
    /// What its agents hold while it runs.
    pub megabytes: u64,
    pub work: Box<dyn FnOnce() + Send>,
}

/// Waiting jobs, with the order in which people take turns.
#[derive(Default)]
pub(crate) struct Waiting {
    turns: VecDeque<Arc<str>>,
    jobs: HashMap<Arc<str>, VecDeque<Job>>,
}

impl Waiting {
    /// Adds a job.
    pub fn push(&mut self, job: Job) {
        let person = Arc::clone(&job.person);
        let own = self.jobs.entry(Arc::clone(&person)).or_default();
        if own.is_empty() {
            self.turns.push_back(person);
        }
        own.push_back(job);
    }

    /// The next job of the first person in turn whose next job may run; that person goes to the end.
    pub fn pop(&mut self, may: impl Fn(&Job) -> bool) -> Option<Job> {
        let first = |person: &Arc<str>| self.jobs.get(person).and_then(VecDeque::front);
        let index = self.turns.iter().position(|person| first(person).is_some_and(&may))?;
        let person = self.turns.remove(index)?;
        let own = self.jobs.get_mut(&person)?;
        let job = own.pop_front();
        if own.is_empty() {
            self.jobs.remove(&person);
        } else {
            self.turns.push_back(person);
        }
        job
    }

    /// How many of a person wait.
    pub fn of(&self, person: &str) -> usize {
        self.jobs.get(person).map_or(0, VecDeque::len)
    }
}
