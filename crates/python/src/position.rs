//! `plylab.Position`.

use std::sync::Arc;

use plylab_core::{AgentId, AnyPosition, Playouts, Seed, Turn, typed_position, typed_state};
use plylab_draw::Theme;
use plylab_draw::scene::scene_svg;
use plylab_lab::seats;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::errors::{OrRaise as _, unexpected};
use crate::game::{PyGame, SharedGame};
use crate::json::to_python;
use crate::own::{OwnGame, OwnState};
use crate::run::BackgroundWork;
use crate::shapes::{self, Dictionary, TupleRow};

/// A position of a game. It never changes: playing a move gives a new one.
#[pyclass(frozen, name = "Position", module = "plylab")]
pub struct PyPosition {
    /// Its game.
    pub game: Arc<SharedGame>,
    /// The position.
    pub inner: Box<dyn AnyPosition>,
}

/// A seat, by its number or its name.
#[derive(FromPyObject)]
pub enum SeatArgument {
    /// From 0.
    Number(u8),
    /// As in `Game.seats`.
    Name(String),
}

impl PyPosition {
    /// The seat, if the game has it.
    pub fn seat(&self, seat: Option<SeatArgument>) -> PyResult<AgentId> {
        let game = self.game.game.as_ref();
        match seat {
            Some(SeatArgument::Number(number)) => seats::find(game, &number.to_string()).or_raise(),
            Some(SeatArgument::Name(name)) => seats::find(game, &name).or_raise(),
            None => Ok(self.inner.turn().agent().unwrap_or(AgentId::FIRST)),
        }
    }

    /// The board as SVG.
    pub fn svg(&self) -> PyResult<String> {
        let scene = self.game.checked(self.inner.scene())?;
        Ok(scene_svg(self.game.backdrop()?, &scene, None, Theme::Light))
    }
}

#[pymethods]
impl PyPosition {
    /// The game it is a position of.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(Arc::clone(&self.game))
    }

    /// The legal moves, in the game's order; at a roll of dice, its outcomes. Empty if the game is over.
    #[getter]
    fn legal(&self) -> PyResult<TupleRow<String>> {
        Ok(TupleRow(self.game.checked(self.inner.actions())?))
    }

    /// The position after a move. Any spelling that the game accepts will do; what is no text is played as its text.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let after = match r#move.cast::<PyString>() {
            Ok(text) => self.inner.after(text.to_str()?),
            Err(_) => self.inner.after(r#move.str()?.to_str()?),
        };
        Ok(self.game.position(self.game.or_raise(after)?))
    }

    /// Who moves next: a seat, ``"chance"`` where dice decide, or None if the game is over.
    #[getter]
    fn turn(&self) -> PyResult<shapes::PyTurn> {
        self.game.checked(shapes::PyTurn(self.inner.turn()))
    }

    /// Is the game over?
    #[getter]
    fn over(&self) -> PyResult<bool> {
        self.game.checked(self.inner.turn() == Turn::Over)
    }

    /// What the finished game is worth to a seat, by default the first; None before the end.
    #[pyo3(signature = (seat=None))]
    fn utility(&self, seat: Option<SeatArgument>) -> PyResult<Option<f64>> {
        self.game.checked(self.inner.utility(self.seat(seat)?))
    }

    /// How the finished game ended for a seat, by default the first: ``"win"``, ``"draw"`` or ``"loss"``; None before the
    /// end.
    #[pyo3(signature = (seat=None))]
    fn outcome(&self, seat: Option<SeatArgument>) -> PyResult<Option<String>> {
        let outcome = self.game.checked(self.inner.outcome(self.seat(seat)?))?;
        Ok(outcome.map(|outcome| outcome.to_string()))
    }

    /// The position, on one line; `Game.position` reads it.
    #[getter]
    fn text(&self) -> PyResult<String> {
        self.game.checked(self.inner.text())
    }

    /// The facts of the position, as a dictionary.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.game.checked(self.inner.report())?)
    }

    /// The terms of an evaluation by name, for a seat: their sum is the value. By default the game's first evaluation,
    /// and the seat to move.
    #[pyo3(signature = (eval=None, seat=None))]
    fn features(&self, eval: Option<String>, seat: Option<SeatArgument>) -> PyResult<Dictionary<f64>> {
        let first = || self.game.game.evals().first().map(|eval| eval.name.to_string()).unwrap_or_default();
        let terms = self.inner.explain(&eval.unwrap_or_else(first), self.seat(seat)?);
        let mut features: Vec<(String, f64)> = Vec::new();
        for term in self.game.or_raise(terms)? {
            match features.iter_mut().find(|(name, _)| *name == term.name) {
                Some((_, sum)) => *sum += term.value,
                None => features.push((term.name, term.value)),
            }
        }
        Ok(Dictionary(features))
    }

    /// How likely each of the legal outcomes is where dice decide, in their order; empty elsewhere.
    #[getter]
    fn odds(&self) -> PyResult<TupleRow<f64>> {
        Ok(TupleRow(self.game.checked(self.inner.odds())?))
    }

    /// A random outcome of the dice, drawn with that seed; None unless dice decide.
    #[pyo3(signature = (seed=0))]
    fn roll(&self, seed: u64) -> PyResult<Option<String>> {
        self.game.checked(self.inner.roll(&mut Seed(seed).rng()))
    }

    /// The position after random moves, at the end of the game or after that many moves.
    #[pyo3(signature = (seed=0, *, moves=None))]
    fn playout(&self, py: Python<'_>, seed: u64, moves: Option<u64>) -> PyResult<PyPosition> {
        let moves = moves.unwrap_or(LONGEST_PLAYOUT);
        let (end, _) = py.detach(|| self.inner.playout(&mut Seed(seed).rng(), moves));
        self.game.checked(self.game.position(end))
    }

    /// Plays `count` random games from here: the mean utility of each seat in those that end within `moves` moves, how many
    /// those are, and the number of all moves.
    #[pyo3(signature = (count, *, seed=0, moves=None))]
    fn playouts(
        &self,
        py: Python<'_>,
        count: u64,
        seed: u64,
        moves: Option<u64>,
    ) -> PyResult<(Vec<f64>, u64, u64)> {
        let (run, limit) = (BackgroundWork::default(), moves.unwrap_or(LONGEST_PLAYOUT));
        let mut rng = Seed(seed).rng();
        let Playouts { utilities, ended, moves } =
            run.work(py, || self.inner.playouts(&mut rng, count, limit, &run.stop))?;
        let means = utilities.iter().map(|sum| if ended == 0 { 0.0 } else { sum / ended as f64 });
        self.game.checked((means.collect(), ended, moves))
    }

    fn __eq__(&self, other: &PyPosition) -> bool {
        let same_game = Arc::ptr_eq(&self.game, &other.game) || self.game.same(&other.game);
        same_game && self.inner.equals(other.inner.as_ref())
    }

    fn __hash__(&self) -> isize {
        self.inner.key() as isize
    }

    // It never changes, so it is its own copy.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py>> {
        let what = match typed_state::<OwnGame>(self.inner.as_ref()) {
            Some(state) => state.object.bind(py).clone(),
            None => self.text()?.into_pyobject(py)?.into_any(),
        };
        Ok((py.import("plylab._native")?.getattr("restore_position")?, (self.game(), what)))
    }

    /// The state as the game's own methods see it, in a game that is written in Python; None in the others.
    #[getter]
    fn state<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        typed_state::<OwnGame>(self.inner.as_ref()).map(|state| state.object.bind(py).clone())
    }

    fn __repr__(&self) -> PyResult<String> {
        let text = self.text()?;
        Ok(match self.game.own() {
            Some(_) => format!("<Position {}: {text}>", self.game.spec),
            None => format!("plylab.game({:?}).position({text:?})", self.game.spec.to_string()),
        })
    }

    fn __str__(&self) -> PyResult<String> {
        self.text()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg()
    }
}

/// A function, and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (PyGame, Bound<'py, PyAny>));

/// The most moves of a playout without a limit: some rules allow endless games.
const LONGEST_PLAYOUT: u64 = 100_000;

/// The position of a state, or of a text: how positions are unpickled.
#[pyfunction]
pub fn restore_position(game: &PyGame, what: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
    let shared = &game.0;
    let inner = match shared.own() {
        Some(_) => typed_position::<OwnGame>(shared.game.as_ref(), OwnState::new(what)?),
        None => Some(shared.game.position(what.extract()?).or_raise()?),
    };
    Ok(shared.position(inner.ok_or_else(|| unexpected("the game is of another type"))?))
}
