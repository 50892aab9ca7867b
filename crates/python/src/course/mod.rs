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

pub use agents::AgentState;
pub use grid::PyGrid;
pub use maze::{shipped_layout, shipped_layouts};
pub use state::GameState;
