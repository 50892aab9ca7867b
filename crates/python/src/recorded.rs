//! Searches as plain data, for `plylab.widget`.

use plylab_core::Seed;
use plylab_lab::explorer::Explorer;
use plylab_search::record::NODES_KEPT;
use pyo3::prelude::*;

use crate::agent::agent_of;
use crate::budget::LimitArgs;
use crate::errors::{OrRaise as _, input_error};
use crate::json::to_python;
use crate::own::Raised;
use crate::position::Position;
use crate::run::Run;

/// Lets an agent search, and gives the important part of the search as a dictionary, with at most that many nodes.
#[pyfunction]
#[pyo3(signature = (position, agent, *, keep, seed, time, nodes))]
pub fn record_search<'py>(
    py: Python<'py>,
    position: &Position,
    agent: &Bound<'py, PyAny>,
    keep: usize,
    seed: u64,
    time: Option<f64>,
    nodes: Option<u64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (run, raised) = (Run::default(), Raised::default());
    if position.inner.turn().agent().is_none() {
        return Err(input_error(format!("nobody is to move here; {}", position.inner.legal())));
    }
    let (spec, game, stop) = agent_of(agent)?.get().named(py, &position.game, &run, &raised)?;
    let unit = position.game.game.info().depth_unit;
    let budget = LimitArgs { time, nodes, depth: None }.budget(unit, &stop)?;
    let root = position.inner.boxed_clone();
    let tree = run.work(py, || {
        Explorer::record(game, root, &spec, Seed(seed), &budget, NODES_KEPT)
            .map(|explorer| explorer.picture(keep))
    })?;
    if let Some(error) = raised.take() {
        return Err(error);
    }
    to_python(py, &tree.or_raise()?)
}
