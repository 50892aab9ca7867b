//! An evaluation in Python, at the leaves of our searches.

use std::sync::Arc;

use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyEval, AnyPosition, AnyWatch, Branch, Budget, InputError, MoveRecord,
    Observer, Reopened, Seed, StopFlag, Term, Thought, Watch,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Raised;
use super::raised::{crash, traceback};
use crate::errors::input_error;
use crate::game::SharedGame;
use crate::run::BackgroundWork;

/// What is wrong with an evaluation that returns no number.
const NOT_A_NUMBER: &str = "the evaluation returned nan; return a number, or a dictionary of numbers";

/// A callable that evaluates positions: `f(position)` for the first seat, or `f(position, seat)` for any.
pub struct OwnEval {
    pub call: Py<PyAny>,
    /// Does it take the seat?
    pub seated: bool,
    pub game: Arc<SharedGame>,
    /// Ends the search when it raises an exception.
    pub stop: StopFlag,
    pub run: BackgroundWork,
    /// The exception.
    pub raised: Raised,
}

impl OwnEval {
    /// The number, or the sum of the terms.
    fn value(&self, answer: &Bound<'_, PyAny>) -> PyResult<f64> {
        let value = match answer.extract::<f64>() {
            Ok(value) => value,
            Err(error) => {
                let Ok(terms) = answer.cast::<PyDict>() else { return Err(error) };
                terms.values().iter().map(|term| term.extract::<f64>()).sum::<PyResult<f64>>()?
            }
        };
        if value.is_nan() { Err(input_error(NOT_A_NUMBER)) } else { Ok(value) }
    }

    /// What `f(position)` is worth to another seat than the first is the opposite.
    fn sign(&self, agent: AgentId) -> f64 {
        if self.seated || agent == AgentId::FIRST { 1.0 } else { -1.0 }
    }

    fn ask<'py>(
        &self,
        py: Python<'py>,
        position: Box<dyn AnyPosition>,
        agent: AgentId,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = Bound::new(py, self.game.position(position))?;
        let call = self.call.bind(py);
        if self.seated { call.call1((position, agent.0)) } else { call.call1((position,)) }
    }

    /// Ends the search with that exception.
    fn fail(&self, error: PyErr) {
        self.raised.keep(error);
        self.stop.stop();
    }
}

impl AnyEval for OwnEval {
    fn eval(&self, position: Box<dyn AnyPosition>, agent: AgentId) -> f64 {
        if self.run.stop.is_stopped() {
            self.stop.stop();
        }
        if self.stop.is_stopped() {
            return 0.0;
        }
        Python::attach(|py| {
            let value = self.ask(py, position, agent).and_then(|answer| self.value(&answer));
            value.map_or_else(
                |error| {
                    self.fail(error);
                    0.0
                },
                |value| self.sign(agent) * value,
            )
        })
    }

    fn explain(&self, position: Box<dyn AnyPosition>, agent: AgentId) -> Vec<Term> {
        Python::attach(|py| {
            let terms = self.ask(py, position, agent).and_then(|answer| {
                if !answer.is_instance_of::<PyDict>() {
                    self.value(&answer)?;
                }
                terms_of(&answer, "value", self.sign(agent))
            });
            terms.unwrap_or_else(|error| {
                self.fail(error);
                Vec::new()
            })
        })
    }
}

/// The terms of a dictionary, or one term of that name if the answer is a number; each times `sign`.
pub fn terms_of(answer: &Bound<'_, PyAny>, name: &str, sign: f64) -> PyResult<Vec<Term>> {
    let Ok(terms) = answer.cast::<PyDict>() else {
        return Ok(vec![Term::new(name.to_owned(), sign * answer.extract::<f64>()?)]);
    };
    let term = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        Ok(Term::new(name.str()?.to_string(), sign * value.extract::<f64>()?))
    };
    terms.iter().map(term).collect()
}

/// A built-in agent with an evaluation in Python.
pub struct EvalAgent {
    pub agent: Box<dyn AnyAgent>,
    /// Ends a search whose evaluation has raised an exception.
    pub stop: StopFlag,
    pub run: BackgroundWork,
    pub raised: Raised,
    pub log: String,
}

impl EvalAgent {
    /// The budget with the agent's own stop flag.
    fn own(&self, budget: &Budget) -> Budget {
        Budget { stop: self.stop.clone(), ..budget.clone() }
    }

    /// The failure of a search whose evaluation raised an exception.
    fn failure(&mut self) -> Option<AgentFailure> {
        let error = self.raised.take()?;
        Python::attach(|py| {
            self.log.push_str(&traceback(py, &error));
            let failure = crash(py, &error);
            self.raised.keep(error);
            Some(failure)
        })
    }
}

impl AnyAgent for EvalAgent {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        self.agent.begin(me, seed);
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let (budget, agent) = (self.own(budget), self.agent.as_mut());
        let thought = match watch {
            // In a thread that Python knows, so that calls are cheap and can be interrupted.
            Watch::Off => self.run.call_detached(|| agent.think(position, &budget, Watch::Off)),
            watch => agent.think(position, &budget, watch),
        };
        self.failure().map_or(thought, Err)
    }

    fn observes(&self) -> bool {
        self.agent.observes()
    }

    fn observe(&mut self, played: &MoveRecord, after: &dyn AnyPosition) {
        self.agent.observe(played, after);
    }

    fn log(&mut self) -> String {
        let log = std::mem::take(&mut self.log);
        log + &self.agent.log()
    }

    fn reopen(
        &mut self,
        position: &dyn AnyPosition,
        branch: &Branch<String>,
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Result<Option<Reopened>, InputError> {
        let budget = self.own(budget);
        let reopened = self.agent.reopen(position, branch, &budget, observer);
        self.failure().map_or(reopened, |failure| Err(failure.into()))
    }
}
