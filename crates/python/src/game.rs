//! `plylab.Game`.

use std::sync::{Arc, OnceLock};

use plylab_cli::DiskFiles;
use plylab_core::scene::Backdrop;
use plylab_core::{AnyGame, AnyPosition, Listing, Seed, Spec};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::errors::{OrRaise as _, input_error};
use crate::position::Position;
use crate::registry::registry;

/// A game that positions, agents and matches share.
pub struct Shared {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Its name with all settings.
    pub spec: Spec,
    backdrop: OnceLock<Backdrop>,
}

impl Shared {
    /// What all its pictures have in common.
    pub fn backdrop(&self) -> &Backdrop {
        self.backdrop.get_or_init(|| self.game.backdrop())
    }

    /// A position of it, for Python.
    pub fn position(self: &Arc<Self>, position: Box<dyn AnyPosition>) -> Position {
        Position { game: Arc::clone(self), inner: position }
    }
}

/// The rules of a game, with its settings. It never changes.
#[pyclass(frozen, module = "plylab")]
pub struct Game(pub Arc<Shared>);

impl Game {
    /// Opens the game that a spec names.
    pub fn open(spec: &str) -> PyResult<Game> {
        let spec: Spec = spec.parse().or_raise()?;
        let game = registry().open(&spec, &DiskFiles).or_raise()?;
        let spec = registry().canonical(&spec).or_raise()?;
        Ok(Game(Arc::new(Shared { game: game.into(), spec, backdrop: OnceLock::new() })))
    }
}

/// The names of a list.
fn names<'py>(py: Python<'py>, listings: Vec<Listing>) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, listings.iter().map(|listing| listing.name.as_ref()))
}

#[pymethods]
impl Game {
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

    /// The names of the seats, in order: a seat is a number from 0.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.0.game.info().agents)
    }

    /// The names of the agents that can play it.
    #[getter]
    fn agents<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.game.agents())
    }

    /// The names of its evaluations of positions. The first is the default.
    #[getter]
    fn evals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        names(py, self.0.game.evals())
    }

    /// The position that the game with this seed starts from.
    #[pyo3(signature = (seed=0))]
    fn start(&self, seed: u64) -> Position {
        self.0.position(self.0.game.start(Seed(seed)))
    }

    /// Reads a position in any of the game's notations.
    fn position(&self, text: &str) -> PyResult<Position> {
        Ok(self.0.position(self.0.game.position(text).or_raise()?))
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.spec == other.0.spec
    }

    fn __hash__(&self) -> isize {
        hash_of(&self.spec())
    }

    // It never changes, so that it is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("plylab")?.getattr("game")?, (self.spec(),)))
    }

    fn __repr__(&self) -> String {
        format!("plylab.game({:?})", self.spec())
    }

    fn _repr_svg_(&self) -> String {
        self.start(0).svg()
    }
}

/// A hash for Python, the same in every process.
fn hash_of(text: &str) -> isize {
    text.bytes().fold(0, |hash: u64, byte| plylab_core::mix(hash ^ u64::from(byte))) as isize
}

/// Opens the game that a spec names, as in ``"connect4"`` or ``"pacman:layout=trap"``.
#[pyfunction]
pub fn game(what: &Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(game) = what.cast::<Game>() {
        return Ok(Game(Arc::clone(&game.get().0)));
    }
    match what.cast::<PyString>() {
        Ok(spec) => Game::open(spec.to_str()?),
        Err(_) => Err(input_error(format!("{} is not a game; use a name such as 'connect4'", what.repr()?))),
    }
}
