//! An agent in Python: any callable, or an object with `act(position, budget)`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{
    AgentFailure, AgentId, AnyAgent, AnyPosition, AnyWatch, Budget as CoreBudget, Decision, Forfeit,
    MoveRecord, Seed, Spec, Thought as CoreThought,
};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::Raised;
use super::raised::{crash, traceback};
use crate::budget::PyBudget;
use crate::errors::is_overdue;
use crate::game::{PyGame, SharedGame};
use crate::run::BackgroundWork;
use crate::thought::PyThought;

/// What decides: the method `act`, or the callable itself.
fn act<'py>(agent: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    Ok(agent.getattr_opt("act")?.unwrap_or_else(|| agent.clone()))
}

/// Does a callable take a second argument?
pub fn takes_two(callable: &Bound<'_, PyAny>) -> PyResult<bool> {
    callable.py().import("plylab._calls")?.call_method1("takes_two", (callable,))?.extract()
}

/// How far an agent may overrun its time before it is interrupted.
const GRACE: Duration = Duration::from_millis(50);

/// An agent in Python at a seat of a game.
pub struct OwnAgent {
    /// The callable, or the object with `act`.
    agent: Py<PyAny>,
    /// Does it take the budget?
    budgeted: bool,
    name: String,
    game: Arc<SharedGame>,
    me: AgentId,
    seed: Seed,
    run: BackgroundWork,
    raised: Raised,
    log: String,
}

impl OwnAgent {
    /// The agent, which runs as part of `run`. What it raises is kept in `raised`.
    pub fn new(
        agent: &Bound<'_, PyAny>,
        name: String,
        game: Arc<SharedGame>,
        run: BackgroundWork,
        raised: Raised,
    ) -> PyResult<OwnAgent> {
        let budgeted = takes_two(&act(agent)?)?;
        let (agent, me, seed) = (agent.clone().unbind(), AgentId::FIRST, Seed::default());
        Ok(OwnAgent { agent, budgeted, name, game, me, seed, run, raised, log: String::new() })
    }

    /// Calls an optional method.
    fn tell(
        &mut self,
        name: &str,
        args: impl for<'py> FnOnce(Python<'py>, &OwnAgent) -> PyResult<Bound<'py, PyTuple>>,
    ) {
        Python::attach(|py| {
            let agent = self.agent.bind(py);
            if !agent.hasattr(name).unwrap_or(false) {
                return;
            }
            let told = args(py, self)
                .and_then(|args| self.run.call(py, None, || agent.call_method1(name, args).map(drop)));
            if let Err(error) = told {
                self.log.push_str(&traceback(py, &error));
                self.raised.keep(error);
            }
        });
    }

    /// The answer as a decision.
    fn decision(&self, answer: &Bound<'_, PyAny>) -> PyResult<Result<CoreThought, AgentFailure>> {
        let spec = Spec::new(self.name.clone());
        if let Ok(thought) = answer.cast::<PyThought>() {
            return Ok(Ok(CoreThought { agent: spec, ..thought.get().0.clone() }));
        }
        let action = match answer.cast::<PyString>() {
            Ok(text) => text.to_string(),
            // Not a move at all: shown as Python writes it.
            Err(_) => return Ok(Err(AgentFailure::illegal_move(answer.repr()?.to_string()))),
        };
        Ok(Ok(CoreThought::plain(spec, Decision::plain(action))))
    }
}

impl AnyAgent for OwnAgent {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        (self.me, self.seed) = (me, seed);
        self.tell("begin", |py, own| (PyGame(Arc::clone(&own.game)), own.me.0, own.seed.0).into_pyobject(py));
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &CoreBudget,
        _: AnyWatch<'_>,
    ) -> Result<CoreThought, AgentFailure> {
        if self.run.stop.is_stopped() {
            return Err(AgentFailure::no_move());
        }
        let began = Instant::now();
        let deadline = budget.time.map(|time| began + time + GRACE);
        Python::attach(|py| {
            let position = self.game.position(position.boxed_clone());
            let budget = PyBudget::new(budget, self.me, self.seed);
            let agent = self.agent.bind(py);
            let answer = self.run.call(py, deadline, || {
                let act = act(agent)?;
                if self.budgeted { act.call1((position, budget)) } else { act.call1((position,)) }
            });
            match answer.and_then(|answer| self.decision(&answer)) {
                Ok(thought) => thought,
                Err(error) if is_overdue(py, &error) => {
                    let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
                    Err(AgentFailure(Forfeit::TimeOut { milliseconds, starved: false }))
                }
                Err(error) => {
                    self.log.push_str(&traceback(py, &error));
                    let failure = crash(py, &error);
                    self.raised.keep(error);
                    Err(failure)
                }
            }
        })
    }

    fn observe(&mut self, played: &MoveRecord, after: &dyn AnyPosition) {
        self.tell("observe", |py, own| {
            let after = own.game.position(after.boxed_clone());
            (played.action.as_str(), after).into_pyobject(py)
        });
    }

    /// Tracebacks, and before them what the agent's method `take_log` gives, if it has one.
    fn log(&mut self) -> String {
        let own = Python::attach(|py| {
            let take = self.agent.bind(py).getattr_opt("take_log").ok().flatten();
            take.and_then(|take| take.call0().and_then(|text| text.extract::<String>()).ok())
        });
        own.unwrap_or_default() + &std::mem::take(&mut self.log)
    }
}
