//! What course code sees of one agent: where it is, where it faces, how long it is scared.

use plylab_games::pacman::Step;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple};

use super::shared::{location, name_of};

/// Where an agent is and where it faces. The object of Python is made on first use: most code asks only for the location.
pub enum Configuration {
    Known(Known),
    Made(Py<PyAny>),
}

/// A configuration that no object of Python holds yet.
#[derive(Clone, Copy)]
pub struct Known {
    /// In half cells.
    pub at: (u16, u16),
    /// Are its numbers whole, as in a layout?
    pub whole: bool,
    pub facing: Step,
}

impl Configuration {
    fn object<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let made = match self {
            Configuration::Made(object) => return Ok(object.bind(py).clone()),
            Configuration::Known(Known { at, whole, facing }) => {
                let class = CLASS.get_or_try_init(py, || {
                    py.import("plylab.course.game")?.getattr("Configuration").map(Bound::unbind)
                })?;
                class.bind(py).call1((location(py, *at, *whole)?, name_of(py, *facing)))?
            }
        };
        *self = Configuration::Made(made.clone().unbind());
        Ok(made)
    }

    fn clone_ref(&self, py: Python<'_>) -> Configuration {
        match self {
            Configuration::Known(known) => Configuration::Known(*known),
            Configuration::Made(object) => Configuration::Made(object.clone_ref(py)),
        }
    }
}

/// One agent in a state: Pac-Man or a ghost.
#[pyclass(module = "plylab.course.game", subclass, dict)]
pub struct AgentState {
    start: Configuration,
    configuration: Configuration,
    #[pyo3(get, set, name = "isPacman")]
    is_pacman: bool,
    #[pyo3(get, set, name = "scaredTimer")]
    scared_timer: i64,
    #[pyo3(get, set, name = "numCarrying")]
    num_carrying: i64,
    #[pyo3(get, set, name = "numReturned")]
    num_returned: i64,
}

impl AgentState {
    pub fn of(
        start: Configuration,
        configuration: Configuration,
        is_pacman: bool,
        scared_timer: i64,
    ) -> Self {
        AgentState { start, configuration, is_pacman, scared_timer, num_carrying: 0, num_returned: 0 }
    }
}

#[pymethods]
#[expect(non_snake_case, reason = "the names are those that course code uses")]
impl AgentState {
    #[new]
    fn new(startConfiguration: Py<PyAny>, isPacman: bool, py: Python<'_>) -> AgentState {
        let start = Configuration::Made(startConfiguration.clone_ref(py));
        AgentState::of(start, Configuration::Made(startConfiguration), isPacman, 0)
    }

    /// Where it started.
    #[getter]
    fn start<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.start.object(py)
    }

    #[setter]
    fn set_start(&mut self, start: Py<PyAny>) {
        self.start = Configuration::Made(start);
    }

    /// Where it is and where it faces.
    #[getter]
    fn configuration<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.configuration.object(py)
    }

    #[setter]
    fn set_configuration(&mut self, configuration: Py<PyAny>) {
        self.configuration = Configuration::Made(configuration);
    }

    /// Where it is: (x, y).
    fn getPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.configuration {
            Configuration::Known(Known { at, whole, .. }) => location(py, *at, *whole).map(Bound::into_any),
            Configuration::Made(object) if object.is_none(py) => py.None().into_bound_py_any(py),
            Configuration::Made(object) => object.bind(py).call_method0("getPosition"),
        }
    }

    /// Where it faces.
    fn getDirection<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.configuration {
            Configuration::Known(Known { facing, .. }) => {
                Ok(name_of(py, *facing).bind(py).clone().into_any())
            }
            Configuration::Made(object) => object.bind(py).call_method0("getDirection"),
        }
    }

    /// The same agent, to be changed on its own.
    fn copy(&self, py: Python<'_>) -> AgentState {
        AgentState {
            start: self.start.clone_ref(py),
            configuration: self.configuration.clone_ref(py),
            is_pacman: self.is_pacman,
            scared_timer: self.scared_timer,
            num_carrying: self.num_carrying,
            num_returned: self.num_returned,
        }
    }

    fn __str__(&mut self, py: Python<'_>) -> PyResult<String> {
        let who = if self.is_pacman { "Pacman" } else { "Ghost" };
        Ok(format!("{who}: {}", self.configuration.object(py)?.str()?.to_cow()?))
    }

    /// Position, direction and timer; not where it started.
    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<AgentState>() else {
            return Ok(false);
        };
        if slf.is(other) {
            return Ok(true);
        }
        let py = slf.py();
        let (one, two) = (slf.try_borrow()?.scared_timer, other.try_borrow()?.scared_timer);
        let here = slf.try_borrow_mut()?.configuration.object(py)?;
        let there = other.try_borrow_mut()?.configuration.object(py)?;
        Ok(one == two && here.eq(there)?)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        let timer = slf.try_borrow()?.scared_timer;
        let configuration = slf.try_borrow_mut()?.configuration.object(slf.py())?;
        (configuration, timer).into_pyobject(slf.py())?.hash()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let mut agent = slf.try_borrow_mut()?;
        let contents = PyDict::new(py);
        contents.set_item("configuration", agent.configuration.object(py)?)?;
        contents.set_item("scaredTimer", agent.scared_timer)?;
        contents.set_item("numCarrying", agent.num_carrying)?;
        contents.set_item("numReturned", agent.num_returned)?;
        let start = agent.start.object(py)?;
        (slf.get_type(), (start, agent.is_pacman), contents).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, contents: &Bound<'_, PyDict>) -> PyResult<()> {
        contents.iter().try_for_each(|(name, value)| slf.setattr(name.cast_into()?, value))
    }
}
