//! The native module of the Python package `plylab`.

mod agent;
mod budget;
mod encoding;
mod errors;
mod game;
mod json;
mod matches;
mod own;
mod position;
mod recorded;
mod registry;
mod run;
mod thought;

/// What the package `plylab` is made of; use that, not this.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::agent::{Agent, agent};
    #[pymodule_export]
    use crate::budget::Budget;
    #[pymodule_export]
    use crate::encoding::{declared, observe, picture, planes};
    #[pymodule_export]
    use crate::game::{Game, game};
    #[pymodule_export]
    use crate::matches::play_match;
    #[pymodule_export]
    use crate::position::{Position, read_position};
    #[pymodule_export]
    use crate::recorded::record_search;
    #[pymodule_export]
    use crate::thought::{RootMove, Thought, Value};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
