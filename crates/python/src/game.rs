//! `plylab.Game`.

use std::sync::{Arc, OnceLock};

use plylab_cli::DiskFiles;
use plylab_core::scene::Backdrop;
use plylab_core::{AnyGame, AnyPosition, Game as _, InputError, Listing, Seed, Spec, adapt, mix, typed};
use plylab_standard::StandardAgents;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::errors::OrRaise as _;
use crate::own::OwnGame;
use crate::position::PyPosition;
use crate::registry::registry;
use crate::shapes::TupleRow;

/// A game that positions, agents and matches share.
pub struct SharedGame {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its name with all settings.
    pub spec: Spec,
    /// The class or object in Python, if the game is written there.
    own: Option<Py<PyAny>>,
    backdrop: OnceLock<Backdrop>,
}

impl SharedGame {
    /// What all its pictures have in common.
    pub fn backdrop(&self) -> PyResult<&Backdrop> {
        if let Some(known) = self.backdrop.get() {
            return Ok(known);
        }
        // A game in Python runs without the lock, which another thread may wait for.
        let backdrop = self.checked(self.game.backdrop())?;
        Ok(self.backdrop.get_or_init(|| backdrop))
    }

    fn new(game: Box<dyn AnyGame>, spec: Spec, own: Option<Py<PyAny>>) -> Arc<SharedGame> {
        Arc::new(SharedGame { game: game.into(), spec, own, backdrop: OnceLock::new() })
    }

    /// The game in Python, if it is written there.
    pub fn own(&self) -> Option<&OwnGame> {
        self.own.as_ref().and_then(|_| typed::<OwnGame>(self.game.as_ref()))
    }

    /// The value, or else the exception that the game in Python has raised, which is taken out.
    pub fn checked<T>(&self, value: T) -> PyResult<T> {
        self.own().and_then(|own| own.raised.take()).map_or(Ok(value), Err)
    }

    /// The value, or the error: what the game in Python has raised, if that is the cause.
    pub fn or_raise<T>(&self, result: Result<T, InputError>) -> PyResult<T> {
        self.checked(result)?.or_raise()
    }

    /// Is it the same game with the same settings?
    pub fn same(&self, other: &SharedGame) -> bool {
        match (&self.own, &other.own) {
            (None, None) => self.spec == other.spec,
            (Some(one), Some(other)) => Python::attach(|py| one.bind(py).eq(other.bind(py)).unwrap_or(false)),
            (None, Some(_)) | (Some(_), None) => false,
        }
    }

    /// A position of it, for Python.
    pub fn position(self: &Arc<Self>, position: Box<dyn AnyPosition>) -> PyPosition {
        PyPosition { game: Arc::clone(self), inner: position }
    }
}

/// The rules of a game, with its settings. It never changes.
#[pyclass(frozen, name = "Game", module = "plylab")]
pub struct PyGame(pub Arc<SharedGame>);

impl PyGame {
    /// Opens the game that a spec names.
    pub fn open(spec: &Spec) -> PyResult<PyGame> {
        let game = registry().open(spec, &DiskFiles).or_raise()?;
        let spec = registry().canonical(spec).or_raise()?;
        Ok(PyGame(SharedGame::new(game, spec, None)))
    }

    /// The game that a class or an object in Python is.
    fn own(what: &Bound<'_, PyAny>) -> PyResult<PyGame> {
        let rules = if what.is_instance_of::<PyType>() { what.call0()? } else { what.clone() };
        let game = OwnGame::new(&rules)?;
        let spec = Spec::new(game.info().name.clone());
        Ok(PyGame(SharedGame::new(adapt(game, &StandardAgents), spec, Some(what.clone().unbind()))))
    }
}

/// The names of a list.
fn names(listings: Vec<Listing>) -> TupleRow<String> {
    TupleRow(listings.into_iter().map(|listing| listing.name.into_owned()).collect())
}

#[pymethods]
impl PyGame {
    /// The name with all settings, as in ``connect4:columns=7,rows=6,goal=4``.
    #[getter]
    fn spec(&self) -> String {
        self.0.spec.to_string()
    }

    /// The name in specs.
    #[getter]
    fn name(&self) -> &str {
        &self.0.game.info().name
    }

    /// The name in prose.
    #[getter]
    fn title(&self) -> &str {
        &self.0.game.info().title
    }

    /// The class or object in Python that it is made of; None if it is a game by its spec.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.0.own.as_ref().map(|own| own.clone_ref(py))
    }

    /// The names of the seats, in order: a seat is a number from 0.
    #[getter]
    fn seats(&self) -> TupleRow<String> {
        TupleRow(self.0.game.info().agents.clone())
    }

    /// The names of the agents that can play it.
    #[getter]
    fn agents(&self) -> TupleRow<String> {
        names(self.0.game.agents())
    }

    /// The names of its evaluations of positions. The first is the default.
    #[getter]
    fn evals(&self) -> TupleRow<String> {
        names(self.0.game.evals())
    }

    /// The position that the game with this seed starts from.
    #[pyo3(signature = (seed=0))]
    fn start(&self, seed: u64) -> PyResult<PyPosition> {
        self.0.checked(self.0.position(self.0.game.start(Seed(seed))))
    }

    /// Reads a position in any of the game's notations.
    fn position(&self, text: &str) -> PyResult<PyPosition> {
        Ok(self.0.position(self.0.or_raise(self.0.game.position(text))?))
    }

    fn __eq__(&self, other: &PyGame) -> bool {
        self.0.same(&other.0)
    }

    fn __hash__(&self) -> isize {
        // The same in every process.
        self.spec().bytes().fold(0, |hash: u64, byte| mix(hash ^ u64::from(byte))) as isize
    }

    // It never changes, so it is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let what = match &self.0.own {
            Some(own) => own.bind(py).clone(),
            None => self.spec().into_pyobject(py)?.into_any(),
        };
        Ok((py.import("plylab")?.getattr("game")?, (what,)))
    }

    fn __repr__(&self) -> String {
        match self.0.own {
            Some(_) => format!("<Game {}>", self.spec()),
            None => format!("plylab.game({:?})", self.spec()),
        }
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.start(0)?.svg()
    }
}

/// Opens the game that a spec names, as in ``"connect4"`` or ``"pacman:layout=trap"``; or makes a game of your own, a class
/// with ``initial, turn, actions, apply, utility``.
#[pyfunction]
pub fn game(what: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    if let Ok(game) = what.cast::<PyGame>() {
        return Ok(PyGame(Arc::clone(&game.get().0)));
    }
    match what.cast::<PyString>() {
        Ok(spec) => PyGame::open(&spec.to_str()?.parse().or_raise()?),
        Err(_) => PyGame::own(what),
    }
}
