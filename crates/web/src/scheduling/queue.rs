//! Jobs that wait, and the order in which their owners are served: those who have used least go first.
//!
//! This is start-time fair queueing. A clock counts the time that owners have used; it stands where the owner of the job that was
//! begun last stood. Newcomers start there, however much others have used before. Owners fall behind the clock by what they use
//! from then on, but by no more than a second: one costly job does not shut its owner out.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::PER_OWNER;

/// What every job costs at least: with equal work owners take turns.
const TURN: Duration = Duration::from_micros(1);

/// How far an owner can fall behind.
const BEHIND: Duration = Duration::from_secs(1);

/// Owners kept before those that stand at the clock are pruned.
const REMEMBERED: usize = 1000;

/// Where an owner stands: on the clock, and among those who stand at the same place.
type Turn = (Duration, u64);

struct Owner<J> {
    jobs: VecDeque<J>,
    running: usize,
    /// How far they have used the clock.
    used: Duration,
    was_long: bool,
    /// Their turn, if their next job may begin.
    turn: Option<Turn>,
}

/// Waiting jobs.
pub(super) struct Queue<J> {
    owners: HashMap<Arc<str>, Owner<J>>,
    order: BTreeMap<Turn, Arc<str>>,
    clock: Duration,
    arrivals: u64,
    waiting: usize,
}

impl<J> Default for Queue<J> {
    fn default() -> Queue<J> {
        Queue {
            owners: HashMap::new(),
            order: BTreeMap::new(),
            clock: Duration::ZERO,
            arrivals: 0,
            waiting: 0,
        }
    }
}

impl<J> Queue<J> {
    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting
    }

    /// How many of an owner wait.
    pub fn waiting_of(&self, owner: &str) -> usize {
        self.owners.get(owner).map_or(0, |owner| owner.jobs.len())
    }

    /// How many an owner has.
    pub fn of(&self, owner: &str) -> usize {
        self.owners.get(owner).map_or(0, |owner| owner.jobs.len() + owner.running)
    }

    /// Changes an owner, and gives them the place that is then theirs.
    fn change<T>(&mut self, name: &Arc<str>, change: impl FnOnce(&mut Owner<J>, Duration) -> T) -> T {
        let owner = self.owners.entry(Arc::clone(name)).or_insert_with(|| Owner {
            jobs: VecDeque::new(),
            running: 0,
            used: self.clock,
            was_long: false,
            turn: None,
        });
        let changed = change(owner, self.clock);
        let may = !owner.jobs.is_empty() && owner.running < PER_OWNER;
        let at = owner.used.max(self.clock);
        if owner.turn.is_some_and(|(stands, _)| !may || stands < at)
            && let Some(turn) = owner.turn.take()
        {
            self.order.remove(&turn);
        }
        if may && owner.turn.is_none() {
            self.arrivals += 1;
            owner.turn = Some((at, self.arrivals));
            self.order.insert((at, self.arrivals), Arc::clone(name));
        }
        changed
    }

    /// Adds a job.
    pub fn push(&mut self, owner: &Arc<str>, job: J) {
        self.waiting += 1;
        self.change(owner, |owner, _| owner.jobs.push_back(job));
    }

    /// The next job of the first owner whose next job may run; `may` learns whether their last one was long.
    pub fn pop(&mut self, may: impl Fn(&J, bool) -> bool) -> Option<J> {
        let runs = |name: &Arc<str>| {
            let owner = self.owners.get(name);
            owner.is_some_and(|owner| owner.jobs.front().is_some_and(|job| may(job, owner.was_long)))
        };
        let ((at, _), name) = self.order.iter().find(|(_, name)| runs(name))?;
        let (at, name) = (*at, Arc::clone(name));
        self.clock = self.clock.max(at);
        self.waiting -= 1;
        self.change(&name, |owner, _| {
            owner.running += 1;
            owner.used = at + TURN;
            owner.jobs.pop_front()
        })
    }

    /// An owner's job has used that much time.
    pub fn charge(&mut self, owner: &Arc<str>, time: Duration) {
        self.change(owner, |owner, clock| owner.used = (owner.used.max(clock) + time).min(clock + BEHIND));
        self.forget();
    }

    /// An owner's job has ended.
    pub fn end(&mut self, owner: &Arc<str>, was_long: bool) {
        self.change(owner, |owner, _| {
            owner.running -= 1;
            owner.was_long = was_long;
        });
    }

    fn forget(&mut self) {
        if self.owners.len() > REMEMBERED {
            let clock = self.clock;
            self.owners.retain(|_, owner| owner.used > clock || owner.running > 0 || !owner.jobs.is_empty());
        }
    }

    /// Takes jobs out.
    pub fn remove(&mut self, is_unwanted: impl Fn(&J) -> bool) -> Vec<J> {
        if self.waiting == 0 {
            return Vec::new();
        }
        let concerned = |owner: &Owner<J>| owner.jobs.iter().any(&is_unwanted);
        let names: Vec<Arc<str>> = self
            .owners
            .iter()
            .filter(|(_, owner)| concerned(owner))
            .map(|(name, _)| Arc::clone(name))
            .collect();
        let mut removed = Vec::new();
        for name in names {
            self.change(&name, |owner, _| {
                let jobs = std::mem::take(&mut owner.jobs).into_iter();
                let (out, rest): (VecDeque<J>, VecDeque<J>) = jobs.partition(&is_unwanted);
                owner.jobs = rest;
                removed.extend(out);
            });
        }
        self.waiting -= removed.len();
        removed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Queue<u64> {
        fn add(&mut self, owner: &str, job: u64) {
            self.push(&owner.into(), job);
        }

        /// Begins and ends the next job that is below ten, and says whose it was.
        fn next(&mut self) -> Option<String> {
            let before: Vec<(Arc<str>, usize)> =
                self.owners.iter().map(|(name, owner)| (Arc::clone(name), owner.running)).collect();
            self.pop(|job, _| *job < 10)?;
            let name = before.into_iter().find(|(name, running)| self.owners[name].running > *running)?.0;
            self.end(&name, false);
            Some(name.to_string())
        }

        fn spend(&mut self, owner: &str, tenths: u32) {
            self.charge(&owner.into(), BEHIND * tenths / 10);
        }
    }

    #[test]
    fn with_equal_work_owners_take_turns() {
        let mut queue = Queue::default();
        for owner in ["a", "a", "a", "b", "c", "c"] {
            queue.add(owner, 0);
        }
        let order: String = std::iter::from_fn(|| queue.next()).collect();
        assert_eq!((order.as_str(), queue.len()), ("abcaca", 0));
    }

    #[test]
    fn an_owner_who_has_used_much_waits_until_others_have_used_as_much() {
        let mut queue = Queue::default();
        for owner in ["a", "a", "b", "b", "b"] {
            queue.add(owner, 0);
        }
        assert_eq!(queue.next().as_deref(), Some("a"));
        queue.spend("a", 8);
        for _ in 0..2 {
            assert_eq!(queue.next().as_deref(), Some("b"));
            queue.spend("b", 5);
        }
        // Eight are less than ten.
        assert_eq!(queue.next().as_deref(), Some("a"));
        assert_eq!(queue.next().as_deref(), Some("b"));
        assert_eq!((queue.next(), queue.of("a")), (None, 0));
    }

    #[test]
    fn an_owner_of_something_costly_is_not_shut_out() {
        let mut queue = Queue::default();
        ["a", "a"].iter().chain(&["b"; 20]).for_each(|owner| queue.add(owner, 0));
        assert_eq!(queue.next().as_deref(), Some("a"));
        queue.spend("a", 1_000_000);
        let mut before = 0;
        while queue.next().as_deref() == Some("b") {
            queue.spend("b", 2);
            before += 1;
        }
        assert_eq!(before, 5);
    }

    #[test]
    fn nobody_pays_for_the_time_alone() {
        let mut queue = Queue::default();
        for _ in 0..100 {
            queue.add("alone", 0);
            queue.next();
            queue.spend("alone", 10);
        }
        // One who is new goes first, but only until they have used as much as the last job took.
        let mut order = String::new();
        for _ in 0..12 {
            for owner in ["alone", "new"] {
                if queue.of(owner) == 0 {
                    queue.add(owner, 0);
                }
            }
            let next = queue.next().unwrap();
            queue.spend(&next, 2);
            order.push_str(&next[..1]);
        }
        assert_eq!(order, "nnnnnanananan"[..12]);
    }

    #[test]
    fn a_job_that_may_not_run_yet_holds_up_no_other_owner() {
        let mut queue = Queue::default();
        queue.add("large", 50);
        queue.add("large", 0);
        queue.add("small", 0);
        assert_eq!(queue.next().as_deref(), Some("small"));
        assert_eq!((queue.next(), queue.of("large")), (None, 2));
        assert_eq!(queue.pop(|_, _| true), Some(50));
        assert_eq!(queue.next().as_deref(), Some("large"));
    }

    #[test]
    fn an_owner_has_few_jobs_under_way() {
        let mut queue = Queue::default();
        (0..5).for_each(|job| queue.add("greedy", job));
        queue.add("modest", 5);
        let begun: Vec<u64> = std::iter::from_fn(|| queue.pop(|_, _| true)).collect();
        assert_eq!((begun, queue.of("greedy"), queue.waiting_of("greedy")), (vec![0, 5, 1], 5, 3));
        queue.end(&"greedy".into(), true);
        assert_eq!(queue.pop(|_, was_long| !was_long), None);
        assert_eq!(queue.pop(|_, was_long| was_long), Some(2));
        assert_eq!((queue.remove(|job| *job == 4), queue.len()), (vec![4], 1));
    }

    #[test]
    fn owners_are_forgotten_when_others_have_used_as_much() {
        let mut queue = Queue::default();
        for number in 0..10 * REMEMBERED {
            let owner = number.to_string();
            queue.add(&owner, 0);
            queue.next();
            queue.spend(&owner, 0);
            // One who has used more moves the clock on.
            queue.add("steady", 0);
            queue.next();
            queue.spend("steady", 1);
        }
        assert!(queue.owners.len() <= REMEMBERED + 1);
    }
}
