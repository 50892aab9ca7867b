//! `plylab.Agent`.

use std::sync::Arc;

use plylab_core::{
    AgentId, AnyAgent, AnyEval, AnyGame, ForeignKind, InputError, Message, Named, Seed, Spec, StopFlag, Watch,
};
use plylab_lab::seats::Player;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::budget::{LimitArgs, PyBudget};
use crate::errors::{OrRaise as _, input_error};
use crate::game::{PyGame, SharedGame};
use crate::own::{EvalAgent, OwnAgent, OwnEval, Raised, takes_two};
use crate::position::PyPosition;
use crate::run::BackgroundWork;
use crate::thought::PyThought;

/// An agent: one of Plylab's by its spec, or one of your own.
#[pyclass(frozen, name = "Agent", module = "plylab")]
pub struct PyAgent {
    name: String,
    source: AgentSource,
}

/// Where an agent comes from.
enum AgentSource {
    /// A built-in agent.
    Spec(Spec),
    /// A built-in agent with an evaluation in Python.
    WithEval(Spec, NamedEvaluation),
    /// A callable or an object with `act`.
    Own(Py<PyAny>),
    /// A class, of which there is a new object for every game.
    Class(Py<PyAny>),
}

/// An evaluation in Python by name.
struct NamedEvaluation {
    name: String,
    call: Py<PyAny>,
    seated: bool,
}

impl NamedEvaluation {
    /// The game, whose agents know this evaluation as part of `run`, and the flag by which it ends a search when it fails.
    fn bring(
        &self,
        py: Python<'_>,
        game: &Arc<SharedGame>,
        run: &BackgroundWork,
        raised: &Raised,
    ) -> (Box<dyn AnyGame>, StopFlag) {
        let stop = StopFlag::default();
        let eval: Arc<dyn AnyEval> = Arc::new(OwnEval {
            call: self.call.clone_ref(py),
            seated: self.seated,
            game: Arc::clone(game),
            stop: stop.clone(),
            run: run.clone(),
            raised: raised.clone(),
        });
        let named = Named::new(self.name.clone(), "an evaluation in Python", eval);
        (game.game.with_eval(&named), stop)
    }
}

/// The agent that `what` is: a spec, an agent, a class, an object with `act`, or a callable.
pub fn agent_of<'py>(what: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAgent>> {
    match what.cast::<PyAgent>() {
        Ok(agent) => Ok(agent.clone()),
        Err(_) => Bound::new(what.py(), PyAgent::read(what, None, None)?),
    }
}

impl PyAgent {
    fn read(
        what: &Bound<'_, PyAny>,
        eval: Option<Bound<'_, PyAny>>,
        name: Option<String>,
    ) -> PyResult<PyAgent> {
        if let Ok(text) = what.cast::<PyString>() {
            let spec: Spec = text.to_str()?.parse().or_raise()?;
            let Some(call) = eval else {
                return Ok(PyAgent {
                    name: name.unwrap_or_else(|| spec.to_string()),
                    source: AgentSource::Spec(spec),
                });
            };
            let called =
                NamedEvaluation { name: name_of(&call), seated: takes_two(&call)?, call: call.unbind() };
            let spec = spec.with("eval", called.name.clone());
            let name = name.unwrap_or_else(|| spec.to_string());
            return Ok(PyAgent { name, source: AgentSource::WithEval(spec, called) });
        }
        if eval.is_some() {
            return Err(input_error(
                "only an agent by name takes eval=; an agent of your own evaluates by itself",
            ));
        }
        let name = name.unwrap_or_else(|| name_of(what));
        let is_class = what.is_instance_of::<PyType>();
        if !what.hasattr("act")? && (is_class || !what.is_callable()) {
            return Err(input_error(format!(
                "{} is not an agent; use a name such as 'alphabeta:depth=4', a function, or a class with act(position, budget)",
                what.repr()?
            )));
        }
        let source = if is_class { AgentSource::Class } else { AgentSource::Own };
        Ok(PyAgent { name, source: source(what.clone().unbind()) })
    }

    /// The agent as a player of games of `game`, as part of `run`.
    pub fn player(slf: &Bound<'_, PyAgent>, game: &Arc<SharedGame>, run: &BackgroundWork) -> Player {
        let agent = slf.get();
        if let AgentSource::Spec(spec) = &agent.source {
            return Player::named(spec.clone());
        }
        let (agent, game, run) = (slf.clone().unbind(), Arc::clone(game), run.clone());
        let name = slf.get().name.clone();
        Player::brought(name, move |_, me| {
            Python::attach(|py| {
                let seated = agent.bind(py).get().sit(py, &game, me, &run, &Raised::default());
                seated.map_err(|error| sentence(py, &error))
            })
        })
    }

    /// The agent for a registry with these games in Python, as part of `run`: the code of agents in Python is identified by
    /// `version`.
    pub fn kind(
        slf: &Bound<'_, PyAgent>,
        version: String,
        games: &[Arc<SharedGame>],
        run: &BackgroundWork,
    ) -> ForeignKind {
        let (agent, games, run) = (slf.clone().unbind(), games.to_vec(), run.clone());
        let name = slf.get().name.clone();
        ForeignKind::new(name, "an agent in Python", Vec::new(), version, move |game, me, _| {
            let spec = game.spec().cloned().unwrap_or_else(|| Spec::new(game.info().name.clone()));
            Python::attach(|py| {
                let shared = match games.iter().find(|own| own.spec == spec) {
                    Some(own) => Ok(Arc::clone(own)),
                    None => PyGame::open(&spec).map(|PyGame(shared)| shared),
                };
                let seated = shared
                    .and_then(|shared| agent.bind(py).get().sit(py, &shared, me, &run, &Raised::default()));
                seated.map_err(|error| sentence(py, &error))
            })
        })
    }

    /// Is it a built-in agent, by its spec alone?
    pub fn is_named(&self) -> bool {
        matches!(self.source, AgentSource::Spec(_))
    }

    /// The agent at a seat. What its code in Python raises is kept in `raised`.
    fn sit(
        &self,
        py: Python<'_>,
        game: &Arc<SharedGame>,
        me: AgentId,
        run: &BackgroundWork,
        raised: &Raised,
    ) -> PyResult<Box<dyn AnyAgent>> {
        let own = |object: &Bound<'_, PyAny>| -> PyResult<Box<dyn AnyAgent>> {
            let agent =
                OwnAgent::new(object, self.name.clone(), Arc::clone(game), run.clone(), raised.clone())?;
            Ok(Box::new(agent))
        };
        match &self.source {
            AgentSource::Spec(spec) => game.game.agent(spec, me).or_raise(),
            AgentSource::WithEval(spec, eval) => {
                let (game, stop) = eval.bring(py, game, run, raised);
                let agent = game.agent(spec, me).or_raise()?;
                let (run, raised) = (run.clone(), raised.clone());
                Ok(Box::new(EvalAgent { agent, stop, run, raised, log: String::new() }))
            }
            AgentSource::Own(object) => own(object.bind(py)),
            AgentSource::Class(class) => own(&class.bind(py).call0()?),
        }
    }

    /// The spec, and the game whose agents it names, for searches that are recorded.
    pub fn named(
        &self,
        py: Python<'_>,
        game: &Arc<SharedGame>,
        run: &BackgroundWork,
        raised: &Raised,
    ) -> PyResult<(Spec, Arc<dyn AnyGame>, StopFlag)> {
        match &self.source {
            AgentSource::Spec(spec) => Ok((spec.clone(), Arc::clone(&game.game), run.stop.clone())),
            AgentSource::WithEval(spec, eval) => {
                let (game, stop) = eval.bring(py, game, run, raised);
                Ok((spec.clone(), game.into(), stop))
            }
            AgentSource::Own(_) | AgentSource::Class(_) => Err(input_error(format!(
                "the search of {} cannot be recorded: only agents by name are watched while they search",
                self.name
            ))),
        }
    }
}

#[pymethods]
impl PyAgent {
    /// The name: the spec, or that of the function or class.
    #[getter]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lets the agent choose a move: within seconds, nodes and depth where they are given, with the same answer for the
    /// same seed.
    #[pyo3(signature = (position, *, time=None, nodes=None, depth=None, seed=0))]
    fn think(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        seed: u64,
    ) -> PyResult<PyThought> {
        self.decide(py, position, LimitArgs { time, nodes, depth }, Seed(seed).of_search())
    }

    /// The move that the agent chooses: an agent is a function of positions.
    #[pyo3(signature = (position, budget=None))]
    fn __call__(&self, py: Python<'_>, position: &PyPosition, budget: Option<&PyBudget>) -> PyResult<String> {
        let limits = budget.map(PyBudget::limits).unwrap_or_default();
        let seed = budget.map_or(0, |budget| budget.seed);
        Ok(self.decide(py, position, limits, Seed(seed))?.0.decision.action)
    }

    fn __repr__(&self) -> String {
        match &self.source {
            AgentSource::Spec(spec) => format!("plylab.agent({:?})", spec.to_string()),
            AgentSource::WithEval(..) | AgentSource::Own(_) | AgentSource::Class(_) => {
                format!("<Agent {}>", self.name)
            }
        }
    }
}

impl PyAgent {
    fn decide(
        &self,
        py: Python<'_>,
        position: &PyPosition,
        limits: LimitArgs,
        seed: Seed,
    ) -> PyResult<PyThought> {
        let (run, raised) = (BackgroundWork::default(), Raised::default());
        let info = position.game.game.info();
        let budget = limits.budget(info.depth_unit, &run.stop)?;
        let Some(me) = position.game.checked(position.inner.turn())?.agent() else {
            return Err(input_error(format!("nobody is to move here; {}", position.inner.legal())));
        };
        let mut agent = self.sit(py, &position.game, me, &run, &raised)?;
        let thought = run.work(py, || {
            agent.begin(me, seed);
            agent.think(position.inner.as_ref(), &budget, Watch::Off)
        })?;
        if let Some(error) = raised.take() {
            return Err(error);
        }
        Ok(PyThought(position.game.or_raise(thought.map_err(InputError::from))?))
    }
}

/// An agent by its spec, as in ``"alphabeta:depth=6"``, if you like with an evaluation of your own: ``eval=f``, where
/// ``f(position)`` is what a position is worth to the first seat, or ``f(position, seat)`` to any. Or an agent of your
/// own: a function of positions, or a class with ``act(position, budget)``.
#[pyfunction]
#[pyo3(signature = (what, *, eval=None, name=None))]
pub fn agent(
    what: &Bound<'_, PyAny>,
    eval: Option<Bound<'_, PyAny>>,
    name: Option<String>,
) -> PyResult<Py<PyAgent>> {
    match (eval, name) {
        (None, None) => agent_of(what).map(Bound::unbind),
        (eval, name) => Py::new(what.py(), PyAgent::read(what, eval, name)?),
    }
}

/// The name of a function, a class, or the class of an object.
fn name_of(object: &Bound<'_, PyAny>) -> String {
    let name = object.getattr("__name__").or_else(|_| object.get_type().getattr("__name__"));
    let name = name.and_then(|name| name.extract::<String>()).unwrap_or_default();
    // As part of a spec.
    let plain: String = name.chars().filter(|sign| sign.is_alphanumeric() || *sign == '_').collect();
    if plain.is_empty() { "own".to_owned() } else { plain }
}

/// What Python says of an exception, as an error of the lab.
fn sentence(py: Python<'_>, error: &PyErr) -> InputError {
    let said = error.value(py).str().map(|text| text.to_string());
    InputError::new(Message::verbatim(said.unwrap_or_else(|_| error.to_string())))
}
