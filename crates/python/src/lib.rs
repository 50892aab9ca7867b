//! The native module of the Python package `plylab`.

mod agent;
mod budget;
mod cluster;
mod command;
mod course;
mod encoding;
mod errors;
mod experiment;
mod game;
mod json;
mod matches;
mod own;
mod position;
mod registry;
mod run;
mod shapes;
mod solve;
mod thought;
mod tree;

/// What the package `plylab` is made of; use that, not this.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::{
        agent::{PyAgent, agent},
        budget::{PyBudget, make_budget},
        cluster::{do_job, run_on_cluster},
        command::{run_command, set_interpreter},
        course::{AgentState, GameState, PyGrid, shipped_layout, shipped_layouts},
        encoding::{declared, observe, picture, planes},
        experiment::{experiment_text, run_experiment, tournament_text},
        game::{PyGame, game},
        matches::play_match,
        own::check_game,
        position::{PyPosition, restore_position},
        solve::{Solution, solve},
        thought::{PyRootMove, PyThought, PyValue},
        tree::{PyTree, tree},
    };

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
