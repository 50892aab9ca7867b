//! Limits of a search: depth, nodes, time, and a flag that stops it from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// What one unit of depth is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum DepthUnit {
    /// One move of one agent.
    #[default]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Depth {
    /// How many units.
    pub count: u32,
    /// Of what.
    pub unit: DepthUnit,
}

impl Depth {
    /// `count` moves of one agent each.
    pub fn plies(count: u32) -> Depth {
        Depth { count, unit: DepthUnit::Ply }
    }

    /// `count` moves of every agent.
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

/// A source of time. The contract itself reads no clock, so that a game is a function of its seed:
/// a time limit comes with a clock.
///
/// ```
/// use std::sync::Arc;
/// use std::time::{Duration, Instant};
///
/// use plylab_core::{Budget, Clock};
///
/// struct Since(Instant);
///
/// impl Clock for Since {
///     fn now(&self) -> Duration {
///         self.0.elapsed()
///     }
/// }
///
/// let clock = Arc::new(Since(Instant::now()));
/// let budget = Budget { time: Some(Duration::from_millis(100)), clock, ..Budget::unlimited() };
/// assert!(budget.start().elapsed() < Duration::from_secs(60));
/// ```
pub trait Clock: Send + Sync {
    /// Time since some fixed moment; never falls.
    fn now(&self) -> Duration;
}

/// A clock that stands still, so that no time limit is ever reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A flag that stops a search from outside. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks every holder of a clone to stop soon.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Is the flag raised?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The nodes that a running search has visited so far. Clones share the count. It is updated now and then, not at every
/// node.
#[derive(Clone, Debug, Default)]
pub struct NodeCounter(Arc<AtomicU64>);

impl NodeCounter {
    /// The count.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the count.
    pub fn publish(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}

/// The limits of one decision. What is `None` is unlimited.
///
/// ```
/// use plylab_core::{Budget, Depth};
///
/// let budget = Budget { depth: Some(Depth::plies(6)), nodes: Some(10_000), ..Budget::unlimited() };
/// assert_eq!(budget.time, None);
/// ```
#[derive(Clone)]
pub struct Budget {
    /// The deepest look-ahead.
    pub depth: Option<Depth>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
    /// Ends the search from outside.
    pub stop: StopFlag,
    /// Measures `time`.
    pub clock: Arc<dyn Clock>,
    /// Receives the number of nodes while the search runs.
    pub counter: Option<NodeCounter>,
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
            counter: None,
        }
    }

    /// Starts counting against the limits.
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
pub enum LimitReached {
    /// All nodes are used up.
    Nodes,
    /// The time is over.
    Time,
    /// The stop flag was raised.
    Stopped,
    /// The stack cannot grow further.
    Stack,
}

/// Nodes between two checks of the clock and the flag: rare enough to cost nothing, often enough to stop
/// within a fraction of a millisecond.
const CHECK_INTERVAL: u64 = 1024;

/// Counts one decision against its [`Budget`].
///
/// ```
/// use plylab_core::{Budget, LimitReached};
///
/// let budget = Budget { nodes: Some(2), ..Budget::unlimited() };
/// let mut meter = budget.start();
/// assert_eq!([meter.node(), meter.node(), meter.node()], [None, None, Some(LimitReached::Nodes)]);
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget,
    started: Duration,
    nodes: u64,
    /// The next node at which limits are checked, so that most nodes cost one comparison.
    pause: u64,
}

impl Meter<'_> {
    /// Counts one node; returns the limit that is reached, if any.
    #[inline]
    pub fn node(&mut self) -> Option<LimitReached> {
        self.nodes += 1;
        if self.nodes < self.pause { None } else { self.check() }
    }

    fn set_pause(&mut self) {
        let next = self.nodes + CHECK_INTERVAL;
        self.pause = self.budget.nodes.map_or(next, |limit| next.min(limit.saturating_add(1)));
    }

    #[cold]
    fn check(&mut self) -> Option<LimitReached> {
        if self.budget.nodes.is_some_and(|limit| self.nodes > limit) {
            return Some(LimitReached::Nodes);
        }
        self.set_pause();
        self.publish(self.nodes);
        self.check_limits()
    }

    /// Publishes the number of nodes so far. [`Meter::node`] does so by itself; searches that count nodes themselves call
    /// it when they check the clock.
    pub fn publish(&self, nodes: u64) {
        if let Some(counter) = &self.budget.counter {
            counter.publish(nodes);
        }
    }

    /// Checks the clock and the flag now.
    pub fn check_limits(&self) -> Option<LimitReached> {
        if self.budget.stop.is_stopped() {
            return Some(LimitReached::Stopped);
        }
        self.budget.time.is_some_and(|limit| self.elapsed() >= limit).then_some(LimitReached::Time)
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
        assert_eq!(meter.node(), Some(LimitReached::Nodes));
    }

    #[test]
    fn time_and_flag_are_seen_at_the_next_check() {
        let clock = Arc::new(Hand::default());
        let budget =
            Budget { time: Some(Duration::from_millis(100)), clock: clock.clone(), ..Budget::unlimited() };
        let mut meter = budget.start();
        *clock.0.lock().unwrap() = Duration::from_millis(99);
        assert!((0..5000).all(|_| meter.node().is_none()));
        *clock.0.lock().unwrap() = Duration::from_millis(100);
        assert!((0..=CHECK_INTERVAL).any(|_| meter.node() == Some(LimitReached::Time)));
        budget.stop.clone().stop();
        assert_eq!(meter.check_limits(), Some(LimitReached::Stopped));
    }

    #[test]
    fn the_number_of_nodes_is_published() {
        let counter = NodeCounter::default();
        let budget = Budget { counter: Some(counter.clone()), ..Budget::unlimited() };
        let mut meter = budget.start();
        (0..CHECK_INTERVAL - 1).for_each(|_| _ = meter.node());
        assert_eq!(counter.nodes(), 0);
        meter.node();
        assert_eq!(counter.nodes(), CHECK_INTERVAL);
    }

    #[test]
    fn a_round_is_one_ply_for_every_agent() {
        assert_eq!(Depth::rounds(2).in_plies(4), 8);
        assert_eq!(Depth::plies(5).in_plies(4), 5);
    }
}
