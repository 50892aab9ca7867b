//! How much an agent may think: depth, nodes, time, and a flag that stops it from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;

/// What one unit of depth is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DepthUnit {
    /// One move of one agent.
    Ply,
    /// One move of every agent, agent 0 first.
    Round,
}

impl fmt::Display for DepthUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DepthUnit::Ply => "ply",
            DepthUnit::Round => "round",
        })
    }
}

/// How far to look ahead.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Depth {
    /// How many units.
    pub count: u32,
    /// Of what.
    pub unit: DepthUnit,
}

impl Depth {
    /// So many moves of one agent each.
    pub fn plies(count: u32) -> Depth {
        Depth { count, unit: DepthUnit::Ply }
    }

    /// So many moves of every agent.
    pub fn rounds(count: u32) -> Depth {
        Depth { count, unit: DepthUnit::Round }
    }

    /// The depth in plies in a game of `agents` agents, seen from a state where agent 0 is to move.
    pub fn in_plies(self, agents: usize) -> u32 {
        match self.unit {
            DepthUnit::Ply => self.count,
            DepthUnit::Round => self.count.saturating_mul(u32::try_from(agents).unwrap_or(u32::MAX)),
        }
    }
}

/// A source of time. The contract itself reads no clock, so that a game is a function of its seed;
/// whoever sets a time limit brings the clock.
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never falls.
    fn now(&self) -> Duration;
}

/// A clock that stands still: no time limit is ever reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A switch shared between whoever may stop a search and the search itself. Clones share the switch.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks everybody who holds a clone to stop soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has somebody asked?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many nodes a search has looked at so far, for whoever waits for it. Clones share the count. It is brought up to
/// date now and then, not with every node.
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<AtomicU64>);

impl Tally {
    /// The count.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Says how many there are now.
    pub fn tell(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}

/// The limits of one decision. What is `None` is unlimited.
#[derive(Clone)]
pub struct Budget {
    /// The deepest look-ahead.
    pub depth: Option<Depth>,
    /// The most nodes.
    pub nodes: Option<u64>,
    /// The longest time.
    pub time: Option<Duration>,
    /// Ends the search from outside.
    pub stop: StopFlag,
    /// Measures `time`.
    pub clock: Arc<dyn Clock>,
    /// Tells whoever waits how far the search is; none if nobody wants to know.
    pub tally: Option<Tally>,
}

impl Budget {
    /// No limit at all, and a clock that stands still.
    pub fn unlimited() -> Budget {
        Budget {
            depth: None,
            nodes: None,
            time: None,
            stop: StopFlag::default(),
            clock: Arc::new(StoppedClock),
            tally: None,
        }
    }

    /// Starts to count against the limits.
    pub fn start(&self) -> Meter<'_> {
        let mut meter = Meter { budget: self, started: self.clock.now(), nodes: 0, pause: 0 };
        meter.set_pause();
        meter
    }
}

impl fmt::Debug for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("time", &self.time)
            .field("stopped", &self.stop.is_stopped())
            .finish_non_exhaustive()
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// All nodes are used up.
    Nodes,
    /// The time is over.
    Time,
    /// Somebody raised the stop flag.
    Stopped,
}

/// Nodes between two looks at the clock and the flag: rare enough to cost nothing, often enough to stop
/// within a fraction of a millisecond.
const LOOK_EVERY: u64 = 1024;

/// Counts one decision against its [`Budget`].
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    started: Duration,
    nodes: u64,
    /// The next node at which anything must be checked: so that most nodes cost one comparison.
    pause: u64,
}

impl Meter<'_> {
    /// Counts one node; says which limit is reached, if one is.
    #[inline]
    pub fn node(&mut self) -> Option<Spent> {
        self.nodes += 1;
        if self.nodes < self.pause { None } else { self.check() }
    }

    fn set_pause(&mut self) {
        let look = self.nodes + LOOK_EVERY;
        self.pause = self.budget.nodes.map_or(look, |most| look.min(most.saturating_add(1)));
    }

    #[cold]
    fn check(&mut self) -> Option<Spent> {
        if self.budget.nodes.is_some_and(|most| self.nodes > most) {
            return Some(Spent::Nodes);
        }
        self.set_pause();
        self.tell(self.nodes);
        self.look()
    }

    /// Tells whoever waits how many nodes there are so far. [`Meter::node`] does so by itself; searches that count on their
    /// own call it when they look at the clock.
    pub fn tell(&self, nodes: u64) {
        if let Some(tally) = &self.budget.tally {
            tally.tell(nodes);
        }
    }

    /// Looks at the clock and the flag now.
    pub fn look(&self) -> Option<Spent> {
        if self.budget.stop.is_stopped() {
            return Some(Spent::Stopped);
        }
        self.budget.time.is_some_and(|limit| self.elapsed() >= limit).then_some(Spent::Time)
    }

    /// Nodes counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.budget.clock.now().saturating_sub(self.started)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// A clock that the test moves.
    #[derive(Default)]
    struct Hand(Mutex<Duration>);

    impl Clock for Hand {
        fn now(&self) -> Duration {
            *self.0.lock().unwrap()
        }
    }

    #[test]
    fn node_limit_allows_exactly_that_many() {
        let budget = Budget { nodes: Some(3), ..Budget::unlimited() };
        let mut meter = budget.start();
        assert_eq!([meter.node(), meter.node(), meter.node()], [None; 3]);
        assert_eq!(meter.node(), Some(Spent::Nodes));
    }

    #[test]
    fn time_and_flag_are_seen_at_the_next_look() {
        let clock = Arc::new(Hand::default());
        let budget =
            Budget { time: Some(Duration::from_millis(100)), clock: clock.clone(), ..Budget::unlimited() };
        let mut meter = budget.start();
        *clock.0.lock().unwrap() = Duration::from_millis(99);
        assert!((0..5000).all(|_| meter.node().is_none()));
        *clock.0.lock().unwrap() = Duration::from_millis(100);
        assert!((0..=LOOK_EVERY).any(|_| meter.node() == Some(Spent::Time)));
        budget.stop.clone().stop();
        assert_eq!(meter.look(), Some(Spent::Stopped));
    }

    #[test]
    fn whoever_waits_hears_how_many_nodes_there_are() {
        let tally = Tally::default();
        let budget = Budget { tally: Some(tally.clone()), ..Budget::unlimited() };
        let mut meter = budget.start();
        (0..LOOK_EVERY - 1).for_each(|_| _ = meter.node());
        assert_eq!(tally.nodes(), 0);
        meter.node();
        assert_eq!(tally.nodes(), LOOK_EVERY);
    }

    #[test]
    fn a_round_is_one_ply_for_every_agent() {
        assert_eq!(Depth::rounds(2).in_plies(4), 8);
        assert_eq!(Depth::plies(5).in_plies(4), 5);
    }
}
