//! What a game can tell about the cells of its board, to be laid over its picture.

use serde::Serialize;

use crate::game::AgentId;

/// What the position is worth with the first agent in a cell, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Heat {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// The value for the first agent.
    pub value: f64,
}

/// Where an agent can get.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reach {
    /// The agent.
    pub player: AgentId,
    /// The points it can reach, the nearest first.
    pub cells: Vec<ReachedCell>,
}

/// A point that an agent can reach, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReachedCell {
    /// The column.
    pub x: f64,
    /// The row, from below.
    pub y: f64,
    /// The minimum number of its own moves to get there.
    pub after: u32,
}
