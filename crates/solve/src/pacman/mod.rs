//! Pac-Man, as far as it can be known: an agent that plans its way through the whole maze.

mod planner;
mod tour;

pub(crate) use planner::{classic_planner, grid_planner};
