//! Pac-Man as course code knows it: one native state behind the names that the code of university courses uses.
//!
//! The modules that stand in for the course's engine are in `python/plylab/course`; what they do millions of times in a
//! search is here.

mod agents;
mod grid;
mod maze;
mod placed;
mod shared;
mod state;

/// What the modules of `plylab.course` are made of; use those, not this.
#[pyo3::pymodule]
pub mod course {
    #[pymodule_export]
    use super::agents::AgentState;
    #[pymodule_export]
    use super::grid::Grid;
    #[pymodule_export]
    use super::maze::{shipped_layout, shipped_layouts};
    #[pymodule_export]
    use super::state::GameState;
}
