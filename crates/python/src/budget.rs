//! `plylab.Budget`: what an agent in Python may use for a move.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{AgentId, Budget, Depth, DepthUnit, Seed, StopFlag};
use plylab_lab::WallClock;
use pyo3::prelude::*;

use crate::errors::input_error;

/// The limits of one move, for agents written in Python.
#[pyclass(frozen, name = "Budget", module = "plylab")]
pub struct PyBudget {
    /// The seconds for the move; None if they are not limited.
    #[pyo3(get)]
    time: Option<f64>,
    /// The nodes for the move; None if they are not limited.
    #[pyo3(get)]
    nodes: Option<u64>,
    /// The depth for the move; None if it is not limited.
    #[pyo3(get)]
    depth: Option<u32>,
    /// The agent's seat.
    #[pyo3(get)]
    seat: u8,
    /// The source of everything random that the agent does in this game.
    #[pyo3(get)]
    pub seed: u64,
    began: Instant,
    stop: StopFlag,
}

impl PyBudget {
    /// The limits, for the agent at that seat.
    pub fn new(budget: &Budget, me: AgentId, seed: Seed) -> PyBudget {
        PyBudget {
            time: budget.time.map(|time| time.as_secs_f64()),
            nodes: budget.nodes,
            depth: budget.depth.map(|depth| depth.count),
            seat: me.0,
            seed: seed.0,
            began: Instant::now(),
            stop: budget.stop.clone(),
        }
    }

    /// The limits that it passes on.
    pub fn limits(&self) -> LimitArgs {
        LimitArgs { time: self.left().map(|left| left.max(1e-3)), nodes: self.nodes, depth: self.depth }
    }
}

#[pymethods]
impl PyBudget {
    /// The seconds that are left; None if they are not limited.
    #[getter]
    fn left(&self) -> Option<f64> {
        self.time.map(|time| (time - self.began.elapsed().as_secs_f64()).max(0.0))
    }

    /// Should the agent answer now, because the time is over or the game was stopped?
    #[getter]
    fn over(&self) -> bool {
        self.stop.is_stopped() || self.left() == Some(0.0)
    }

    fn __repr__(&self) -> String {
        let parts = [
            self.time.map(|time| format!(" time={time}")),
            self.nodes.map(|nodes| format!(" nodes={nodes}")),
            self.depth.map(|depth| format!(" depth={depth}")),
        ];
        format!("<Budget{}>", parts.into_iter().flatten().collect::<String>())
    }
}

/// The limits of a move, for an agent that is asked from another process.
#[pyfunction]
#[pyo3(signature = (*, time, nodes, depth, seat, seed))]
pub fn make_budget(
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seat: u8,
    seed: u64,
) -> PyBudget {
    PyBudget { time, nodes, depth, seat, seed, began: Instant::now(), stop: StopFlag::default() }
}

/// The limits that callers give.
#[derive(Clone, Copy, Default)]
pub struct LimitArgs {
    /// Seconds.
    pub time: Option<f64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Depth, in the game's unit.
    pub depth: Option<u32>,
}

impl LimitArgs {
    /// The budget of each move, which `stop` ends.
    pub fn budget(self, unit: DepthUnit, stop: &StopFlag) -> PyResult<Budget> {
        let seconds = |time: f64| Duration::try_from_secs_f64(time).ok().filter(|time| !time.is_zero());
        let time = self.time.map(|time| seconds(time).ok_or_else(|| bad_time(time))).transpose()?;
        Ok(Budget {
            time,
            nodes: self.nodes,
            depth: self.depth.map(|count| Depth { count, unit }),
            stop: stop.clone(),
            clock: Arc::new(WallClock::start()),
            ..Budget::unlimited()
        })
    }
}

/// The error of a time limit that cannot be kept.
pub fn bad_time(time: f64) -> PyErr {
    input_error(format!("time={time} is not a time limit; use seconds, as in 0.5"))
}
