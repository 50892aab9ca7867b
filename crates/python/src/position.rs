//! `plylab.Position`.

use std::collections::BTreeMap;
use std::sync::Arc;

use plylab_core::{AgentId, AnyPosition, Seed, Turn};
use plylab_lab::replay::scene_svg;
use plylab_lab::seats;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::errors::OrRaise as _;
use crate::game::{Game, Shared};
use crate::json::to_python;

/// A position of a game. It never changes: playing a move gives a new one.
#[pyclass(frozen, module = "plylab")]
pub struct Position {
    /// Its game.
    pub game: Arc<Shared>,
    /// The position.
    pub inner: Box<dyn AnyPosition>,
}

/// A seat, by its number or its name.
#[derive(FromPyObject)]
pub enum Seat {
    /// From 0.
    Number(u8),
    /// As in `Game.seats`.
    Name(String),
}

impl Position {
    /// The seat, if the game has it.
    pub fn seat(&self, seat: Option<Seat>) -> PyResult<AgentId> {
        let game = self.game.game.as_ref();
        match seat {
            Some(Seat::Number(number)) => seats::find(game, &number.to_string()).or_raise(),
            Some(Seat::Name(name)) => seats::find(game, &name).or_raise(),
            None => Ok(self.inner.turn().agent().unwrap_or(AgentId::FIRST)),
        }
    }

    /// The board as SVG.
    pub fn svg(&self) -> String {
        scene_svg(self.game.backdrop(), &self.inner.scene())
    }
}

#[pymethods]
impl Position {
    /// The game it is a position of.
    #[getter]
    fn game(&self) -> Game {
        Game(Arc::clone(&self.game))
    }

    /// The legal moves, in the game's order; at a roll of dice, its outcomes. Empty if the game is over.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.actions())
    }

    /// The position after a move. Any spelling that the game accepts will do.
    fn play(&self, r#move: &str) -> PyResult<Position> {
        Ok(self.game.position(self.inner.after(r#move).or_raise()?))
    }

    /// Who moves next: a seat, ``"chance"`` where dice decide, or None if the game is over.
    #[getter]
    fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.inner.turn() {
            Turn::Agent(agent) => agent.0.into_pyobject(py)?.into_any(),
            Turn::Chance => "chance".into_pyobject(py)?.into_any(),
            Turn::Over => py.None().into_bound(py),
        })
    }

    /// Is the game over?
    #[getter]
    fn over(&self) -> bool {
        self.inner.turn() == Turn::Over
    }

    /// What the finished game is worth to a seat, by default the first; None before the end.
    #[pyo3(signature = (seat=None))]
    fn utility(&self, seat: Option<Seat>) -> PyResult<Option<f64>> {
        Ok(self.inner.utility(self.seat(seat)?))
    }

    /// How the finished game ended for a seat, by default the first: ``"win"``, ``"draw"`` or ``"loss"``; None before the
    /// end.
    #[pyo3(signature = (seat=None))]
    fn outcome(&self, seat: Option<Seat>) -> PyResult<Option<String>> {
        Ok(self.inner.outcome(self.seat(seat)?).map(|outcome| outcome.to_string()))
    }

    /// The position, on one line; `Game.position` reads it.
    #[getter]
    fn text(&self) -> String {
        self.inner.text()
    }

    /// The facts of the position, as a dictionary.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.inner.report())
    }

    /// The terms of an evaluation by name, for a seat: their sum is the value. By default the game's first evaluation,
    /// and the seat to move.
    #[pyo3(signature = (eval=None, seat=None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        eval: Option<String>,
        seat: Option<Seat>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let first = || self.game.game.evals().first().map(|eval| eval.name.to_string()).unwrap_or_default();
        let terms = self.inner.explain(&eval.unwrap_or_else(first), self.seat(seat)?).or_raise()?;
        let mut sums: BTreeMap<String, f64> = BTreeMap::new();
        let features = PyDict::new(py);
        for term in terms {
            let sum = sums.entry(term.name.clone()).or_default();
            *sum += term.value;
            features.set_item(term.name, *sum)?;
        }
        Ok(features)
    }

    /// How likely each of the legal outcomes is where dice decide, in their order; empty elsewhere.
    #[getter]
    fn odds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.inner.odds())
    }

    /// A random outcome of the dice, drawn with that seed; None unless dice decide.
    #[pyo3(signature = (seed=0))]
    fn roll(&self, seed: u64) -> Option<String> {
        self.inner.roll(&mut Seed(seed).rng())
    }

    /// The position after random moves, at the end of the game or after that many moves.
    #[pyo3(signature = (seed=0, *, moves=None))]
    fn playout(&self, py: Python<'_>, seed: u64, moves: Option<u64>) -> Position {
        let moves = moves.unwrap_or(LONGEST_PLAYOUT);
        let (end, _) = py.detach(|| self.inner.playout(&mut Seed(seed).rng(), moves));
        self.game.position(end)
    }

    fn __eq__(&self, other: &Position) -> bool {
        let same_game = Arc::ptr_eq(&self.game, &other.game) || self.game.spec == other.game.spec;
        same_game && self.inner.equals(other.inner.as_ref())
    }

    fn __hash__(&self) -> isize {
        self.inner.key() as isize
    }

    // It never changes, so that it is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String))> {
        Ok((py.import("plylab._native")?.getattr("read_position")?, (self.game(), self.text())))
    }

    fn __repr__(&self) -> String {
        format!("plylab.game({:?}).position({:?})", self.game.spec.to_string(), self.text())
    }

    fn __str__(&self) -> String {
        self.text()
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }
}

/// The most moves of a playout without a limit: some rules allow endless games.
const LONGEST_PLAYOUT: u64 = 100_000;

/// Reads a position of a game; how positions are unpickled.
#[pyfunction]
pub fn read_position(game: &Game, text: &str) -> PyResult<Position> {
    Ok(game.0.position(game.0.game.position(text).or_raise()?))
}
