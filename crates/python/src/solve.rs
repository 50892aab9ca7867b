//! `plylab.Solution`: the values of a position under perfect play.

use plylab_core::{AgentId, AnyPosition, InputError, Outcome, Seed, Spec, StopFlag, Value, Watch};
use pyo3::prelude::*;

use crate::budget::LimitArgs;
use crate::errors::{OrRaise as _, input_error};
use crate::position::PyPosition;
use crate::registry::registry;
use crate::run::BackgroundWork;
use crate::shapes::{Dictionary, TupleRow};
use crate::thought::PyValue;

/// A solved position: what it and every move is worth under perfect play.
#[pyclass(frozen, module = "plylab")]
pub struct Solution {
    /// What the position is worth to the seat to move.
    #[pyo3(get)]
    value: PyValue,
    moves: Vec<(String, PyValue)>,
}

#[pymethods]
impl Solution {
    /// What each legal move is worth to the seat to move.
    #[getter]
    fn moves(&self) -> Dictionary<PyValue> {
        Dictionary(self.moves.clone())
    }

    /// The best moves, in the game's order.
    #[getter]
    fn best(&self) -> TupleRow<String> {
        let rank = |PyValue(value): &PyValue| value.points.map_or(value.rank(), f64::from);
        let best = self.moves.iter().map(|(_, value)| rank(value)).fold(f64::NEG_INFINITY, f64::max);
        let best = self.moves.iter().filter(|(_, value)| rank(value) == best).map(|(action, _)| action);
        TupleRow(best.cloned().collect())
    }

    fn __repr__(&self) -> String {
        format!("<Solution {}>", plylab_lab::words::value(&self.value.0))
    }
}

/// The value that an oracle's points are.
fn proven(me: AgentId, points: i32) -> PyValue {
    let outcome = match points {
        1.. => Outcome::Win,
        0 => Outcome::Draw,
        ..0 => Outcome::Loss,
    };
    PyValue(Value::proven(me, outcome, None).with_points(points))
}

/// Solves a position: by the game's own solver, or, in a game of your own, by a search to the end of every line.
#[pyfunction]
pub fn solve(py: Python<'_>, position: &PyPosition) -> PyResult<Solution> {
    let shared = &position.game;
    let Some(me) = shared.checked(position.inner.turn())?.agent() else {
        return Err(input_error(format!("nobody is to move here; {}", position.inner.legal())));
    };
    let run = BackgroundWork::default();
    let solved = match shared.own() {
        Some(_) => {
            let budget = LimitArgs::default().budget(shared.game.info().depth_unit, &run.stop)?;
            run.work(py, || search(position, &budget))?
        }
        None => {
            let mut oracle = registry().oracle(shared.game.as_ref()).or_raise()?;
            let stop = run.stop.clone();
            run.work(py, || consult(oracle.as_mut(), position.inner.as_ref(), me, &stop))?
        }
    };
    shared.or_raise(solved)?.ok_or_else(|| input_error("the solver was stopped"))
}

/// Asks the oracle for the position and every move. None if it was stopped.
fn consult(
    oracle: &mut dyn plylab_core::Oracle,
    position: &dyn AnyPosition,
    me: AgentId,
    stop: &StopFlag,
) -> Result<Option<Solution>, InputError> {
    let Some(worth) = oracle.worth(position, stop)? else { return Ok(None) };
    let mut moves = Vec::new();
    for action in position.actions() {
        let after = position.after(&action)?;
        let Some(theirs) = oracle.worth(after.as_ref(), stop)? else { return Ok(None) };
        moves.push((action, proven(me, -theirs)));
    }
    Ok(Some(Solution { value: proven(me, worth), moves }))
}

/// Searches a game of the user's to its end.
fn search(position: &PyPosition, budget: &plylab_core::Budget) -> Result<Option<Solution>, InputError> {
    let spec: Spec = "minimax:depth=1000,eval=utility,prefer-short-wins=on".parse()?;
    let game = position.game.game.as_ref();
    let thought = game.think(position.inner.as_ref(), &spec, Seed::default(), budget, Watch::Off)?;
    let decision = thought.decision;
    if budget.stop.is_stopped() || !decision.stats.exhaustive {
        return Ok(None);
    }
    let moves = decision.moves.into_iter().map(|root| (root.action, PyValue(root.value))).collect();
    Ok(decision.value.map(|value| Solution { value: PyValue(value), moves }))
}
