//! Jobs that wait for a thread, and the order in which people are served: whoever has used least goes first.
//!
//! This is start-time fair queueing. A clock counts the time that people have used; it stands where the job stood that was begun
//! last. Somebody who comes now stands there too, however much others have used before, and behind it by what they have used
//! themselves since then. So nobody gains by asking often, and nobody pays for the time when they were alone. Of costly jobs only
//! the beginning counts: among many people, whoever asked for one would else wait until each of them had used as much.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use plylab_core::StopFlag;

/// What every job costs at least: with equal work people take turns.
const TURN: Duration = Duration::from_micros(1);

/// How far somebody can fall behind.
const BEHIND: Duration = Duration::from_micros(200);

/// People whose use is remembered before those who wait for nobody are forgotten.
const REMEMBERED: usize = 1000;

/// A job of a person.
pub(crate) struct Job {
    pub person: Arc<str>,
    pub stop: StopFlag,
    /// What its agents hold while it runs.
    pub megabytes: u64,
    pub work: Box<dyn FnOnce() + Send>,
}

/// Where somebody stands: the clock, and who came first.
type Place = (Duration, u64);

/// Waiting jobs.
#[derive(Default)]
pub(crate) struct Waiting {
    order: BTreeMap<Place, Arc<str>>,
    jobs: HashMap<Arc<str>, (Place, VecDeque<Job>)>,
    clock: Duration,
    /// Until where each has used it.
    used: HashMap<Arc<str>, Duration>,
    arrivals: u64,
}

impl Waiting {
    /// Adds a job.
    pub fn push(&mut self, job: Job) {
        if let Some((_, own)) = self.jobs.get_mut(&job.person) {
            return own.push_back(job);
        }
        let person = Arc::clone(&job.person);
        self.queue(person, VecDeque::from([job]));
    }

    fn queue(&mut self, person: Arc<str>, own: VecDeque<Job>) {
        let used = self.used.get(&person).copied().unwrap_or_default();
        let place = (used.max(self.clock), self.arrivals);
        self.arrivals += 1;
        self.order.insert(place, Arc::clone(&person));
        self.jobs.insert(person, (place, own));
    }

    /// The next job of the first person whose next job may run.
    pub fn pop(&mut self, may: impl Fn(&Job) -> bool) -> Option<Job> {
        let next = |person: &Arc<str>| self.jobs.get(person).and_then(|(_, own)| own.front());
        let first = self.order.iter().find(|(_, person)| next(person).is_some_and(&may));
        let (place, person) = first.map(|(place, person)| (*place, Arc::clone(person)))?;
        self.order.remove(&place);
        let (_, mut own) = self.jobs.remove(&person)?;
        let job = own.pop_front();
        self.clock = self.clock.max(place.0);
        self.used.insert(Arc::clone(&person), place.0 + TURN);
        if !own.is_empty() {
            self.queue(person, own);
        }
        job
    }

    /// A job has ended that took this long.
    pub fn charge(&mut self, person: &Arc<str>, time: Duration) {
        let used = self.used.get(person).map_or(self.clock, |&used| used.max(self.clock));
        self.used.insert(Arc::clone(person), (used + time).min(self.clock + BEHIND));
        if self.used.len() > REMEMBERED {
            self.used.retain(|_, used| *used > self.clock);
        }
        if let Some((place, own)) = self.jobs.remove(person) {
            self.order.remove(&place);
            self.queue(Arc::clone(person), own);
        }
    }

    /// How many of a person wait.
    pub fn of(&self, person: &str) -> usize {
        self.jobs.get(person).map_or(0, |(_, own)| own.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Waiting {
        fn add(&mut self, person: &str, megabytes: u64) {
            let work = Box::new(|| ());
            self.push(Job { person: person.into(), stop: StopFlag::default(), megabytes, work });
        }

        fn next(&mut self) -> Option<String> {
            self.pop(|job| job.megabytes < 10).map(|job| job.person.to_string())
        }

        fn spend(&mut self, person: &str, tenths: u64) {
            self.charge(&person.into(), BEHIND * tenths as u32 / 10);
        }
    }

    #[test]
    fn with_equal_work_people_take_turns() {
        let mut waiting = Waiting::default();
        for person in ["a", "a", "a", "b", "c", "c"] {
            waiting.add(person, 0);
        }
        let order: String = std::iter::from_fn(|| waiting.next()).collect();
        assert_eq!(order, "abcaca");
    }

    #[test]
    fn whoever_has_used_much_waits_for_others_until_they_have_used_as_much() {
        let mut waiting = Waiting::default();
        for person in ["a", "a", "b", "b", "b"] {
            waiting.add(person, 0);
        }
        assert_eq!(waiting.next().as_deref(), Some("a"));
        waiting.spend("a", 8);
        for _ in 0..2 {
            assert_eq!(waiting.next().as_deref(), Some("b"));
            waiting.spend("b", 5);
        }
        // Eight are less than ten.
        assert_eq!(waiting.next().as_deref(), Some("a"));
        assert_eq!(waiting.next().as_deref(), Some("b"));
        assert_eq!((waiting.next(), waiting.of("a")), (None, 0));
    }

    #[test]
    fn whoever_asked_for_something_costly_waits_for_a_few_turns_at_most() {
        let mut waiting = Waiting::default();
        ["a", "a"].iter().chain(&["b"; 20]).for_each(|person| waiting.add(person, 0));
        assert_eq!(waiting.next().as_deref(), Some("a"));
        waiting.spend("a", 1_000_000);
        let mut before = 0;
        while waiting.next().as_deref() == Some("b") {
            waiting.spend("b", 2);
            before += 1;
        }
        assert_eq!(before, 5);
    }

    #[test]
    fn nobody_pays_for_the_time_alone() {
        let mut waiting = Waiting::default();
        for _ in 0..100 {
            waiting.add("alone", 0);
            waiting.next();
            waiting.spend("alone", 10);
        }
        // Somebody new goes first, but only until they have used as much as the last job took.
        let mut order = String::new();
        for _ in 0..12 {
            for person in ["alone", "new"] {
                if waiting.of(person) == 0 {
                    waiting.add(person, 0);
                }
            }
            let next = waiting.next().unwrap();
            waiting.spend(&next, 2);
            order.push_str(&next[..1]);
        }
        assert_eq!(order, "nnnnnanananan"[..12]);
    }

    #[test]
    fn a_job_that_may_not_run_yet_holds_up_nobody_else() {
        let mut waiting = Waiting::default();
        waiting.add("large", 50);
        waiting.add("large", 0);
        waiting.add("small", 0);
        assert_eq!(waiting.next().as_deref(), Some("small"));
        assert_eq!((waiting.next(), waiting.of("large")), (None, 2));
        assert_eq!(waiting.pop(|_| true).map(|job| job.megabytes), Some(50));
        assert_eq!(waiting.next().as_deref(), Some("large"));
    }

    #[test]
    fn people_are_forgotten_when_they_have_waited_as_long_as_they_used() {
        let mut waiting = Waiting::default();
        for number in 0..10 * REMEMBERED {
            let person = number.to_string();
            waiting.add(&person, 0);
            waiting.next();
            waiting.spend(&person, 0);
            // One who has used more moves the clock on.
            waiting.add("steady", 0);
            waiting.next();
            waiting.spend("steady", 1);
        }
        assert!(waiting.used.len() <= REMEMBERED + 1);
    }
}
