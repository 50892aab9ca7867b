//! Pac-Man, as far as it can be known: an agent that plans its way through the whole maze.

mod covering;
mod danger;
mod foresight;
mod planner;
mod tour;
mod weighed;

pub use covering::{CoveringWalk, Walks, covering_walk, score_bound};
pub(crate) use foresight::grid_planner;
pub(crate) use planner::classic_planner;
