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
    use crate::agent::{Agent, agent};
    #[pymodule_export]
    use crate::budget::{Budget, make_budget};
    #[pymodule_export]
    use crate::cluster::{do_job, run_on_cluster};
    #[pymodule_export]
    use crate::command::{run_command, set_interpreter};
    #[pymodule_export]
    use crate::course::{AgentState, GameState, Grid, shipped_layout, shipped_layouts};
    #[pymodule_export]
    use crate::encoding::{declared, observe, picture, planes};
    #[pymodule_export]
    use crate::experiment::{experiment_text, run_experiment, tournament_text};
    #[pymodule_export]
    use crate::game::{Game, game};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::own::check_game;
    #[pymodule_export]
    use crate::position::{Position, restore_position};
    #[pymodule_export]
    use crate::solve::{Solution, solve};
    #[pymodule_export]
    use crate::thought::{RootMove, Thought, Value};
    #[pymodule_export]
    use crate::tree::{Tree, tree};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
