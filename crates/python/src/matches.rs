//! Matches.

use std::sync::{Mutex, PoisonError};

use plylab_core::{Ending, MatchLimits, Seed};
use plylab_lab::matches::{MatchRunner, Swap};
use plylab_lab::seats::seat;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

use crate::agent::{PyAgent, agent_of};
use crate::budget::LimitArgs;
use crate::errors::{OrRaise as _, input_error};
use crate::game::PyGame;
use crate::json::to_python;
use crate::registry::registry;
use crate::run::BackgroundWork;

/// Plays a match; `plylab.match` makes objects of the answer.
#[pyfunction]
#[pyo3(signature = (game, agents, *, count, seed, swap, time, nodes, moves, opening, threads, grade))]
#[allow(clippy::too_many_arguments)]
pub fn play_match<'py>(
    py: Python<'py>,
    game: &PyGame,
    agents: Vec<Bound<'py, PyAny>>,
    count: u64,
    seed: u64,
    swap: Option<bool>,
    time: Option<f64>,
    nodes: Option<u64>,
    moves: u64,
    opening: u64,
    threads: usize,
    grade: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let run = BackgroundWork::default();
    let shared = &game.0;
    let agents: Vec<Bound<'py, PyAgent>> = agents.iter().map(agent_of).collect::<PyResult<_>>()?;
    let players = agents.iter().map(|agent| PyAgent::player(agent, shared, &run)).collect();
    let rules = shared.game.as_ref();
    let players = seat(rules, players).or_raise()?;
    let swap = match swap {
        None => Swap::Auto,
        Some(true) => Swap::Always,
        Some(false) => Swap::Never,
    };
    if count == 0 || threads == 0 {
        return Err(input_error("a match has at least one game and one thread"));
    }
    let mut runner = MatchRunner::new(rules, shared.spec.clone(), players, swap, count).or_raise()?;
    let per_move = LimitArgs { time, nodes, depth: None }.budget(rules.info().depth_unit, &run.stop)?;
    runner.limits = MatchLimits { per_move, moves: Some(moves), opening, ..MatchLimits::none() };
    (runner.seed, runner.threads) = (Seed(seed), threads);
    runner.grades = grade.then(|| registry().as_ref());
    let taken = Mutex::new((runner.totals(), Vec::new()));
    let played = run.work(py, || {
        runner.run(&|_, _| (), |game| {
            let mut taken = taken.lock().unwrap_or_else(PoisonError::into_inner);
            taken.0.add(game);
            let record = &game.record;
            let reason = match &record.ending {
                Ending::Forfeit { reason, .. } => Some(reason.message().to_string()),
                Ending::Broken { message } => Some(message.to_string()),
                Ending::Over | Ending::MoveLimit | Ending::Stopped => None,
            };
            taken.1.push(json!({
                "number": game.number,
                "seed": record.seed,
                "seats": record.seats,
                "moves": record.actions(),
                "ending": record.ending,
                "reason": reason,
                "outcomes": record.outcomes,
                "utilities": record.utilities,
                "nodes": record.costs.iter().map(|cost| cost.nodes).sum::<u64>(),
                "end": record.end,
                "logs": record.logs,
            }));
            Ok(())
        })
    })?;
    shared.or_raise(played)?;
    let (mut totals, games) = taken.into_inner().unwrap_or_else(PoisonError::into_inner);
    totals.measure(run.work(py, || registry().score_bound(rules, &run.stop))?);
    let answer = PyDict::new(py);
    answer.set_item("totals", to_python(py, &totals)?)?;
    answer.set_item("games", to_python(py, &games)?)?;
    Ok(answer.into_any())
}
