//! The conformance suite for games in Python.

use plylab_core::Seed;
use plylab_core::conformance::Suite;
use pyo3::prelude::*;

use crate::errors::input_error;
use crate::game::{PyGame, game};
use crate::run::BackgroundWork;
use crate::shapes::Dictionary;

/// Plays random games of your own game, a class or an object, and checks what the lab relies on: rules that never change a
/// state, moves with different texts, utilities that are finite, the same game for the same seed. Returns how much was
/// checked; raises `plylab.InputError` with the first promise that is broken.
#[pyfunction]
#[pyo3(signature = (what, *, games=20, moves=400, seed=2024))]
pub fn check_game<'py>(
    py: Python<'py>,
    what: &Bound<'py, PyAny>,
    games: u64,
    moves: u64,
    seed: u64,
) -> PyResult<Dictionary<u64>> {
    let PyGame(shared) = game(what)?;
    let Some(own) = shared.own() else {
        return Err(input_error(format!("{} is a game of ours; give a class of your own", shared.spec)));
    };
    let suite = Suite { seed: Seed(seed), games, moves };
    let checked = shared.checked(BackgroundWork::default().work(py, || suite.run(own))?)?;
    let coverage = checked.map_err(|violation| input_error(violation.to_string()))?;
    let counts = [("positions", coverage.positions), ("finished", coverage.finished)];
    Ok(Dictionary(counts.map(|(name, count)| (name.to_owned(), count)).to_vec()))
}
