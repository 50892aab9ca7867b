//! Pac-Man: agents that plan a route through the whole maze, and bounds on the score.

mod covering;
mod danger;
mod estimate;
mod grid_planner;
mod planner;
mod tour;

pub use covering::{CoveringWalk, WalkLimits, Walks, covering_walk, score_bound};
pub(crate) use grid_planner::grid_planner;
pub(crate) use planner::classic_planner;
