//! What is laid over a picture: what an agent draws to explain its move, and what the game tells about cells.

use serde::{Deserialize, Serialize};

use super::{Backdrop, Ground, Tone};
use crate::game::AgentId;

/// A place on the board, highlighted.
///
/// ```
/// use plylab_core::scene::{Mark, MarkPlace, Tone};
///
/// let mark = Mark { place: MarkPlace::Cell(3, 0), tone: Tone::Red };
/// assert_eq!(serde_json::to_string(&mark)?, r#"{"cell":[3,0],"tone":"red"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// Where.
    #[serde(flatten)]
    pub place: MarkPlace,
    /// The colour.
    pub tone: Tone,
}

/// A place that can be marked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MarkPlace {
    /// A cell of a board, by its column and row from the bottom left, from 0.
    Cell(u16, u16),
    /// An edge of a graph, by the labels of the points that it joins.
    Edge(String, String),
}

impl Backdrop {
    /// Does the board have this place?
    pub fn has(&self, place: &MarkPlace) -> bool {
        match (&self.ground, place) {
            (Ground::Board(grid), MarkPlace::Cell(x, y)) => *x < grid.width && *y < grid.height,
            (Ground::Graph(network), MarkPlace::Edge(from, to)) => {
                let index = |label: &String| network.points.iter().position(|point| point.label == *label);
                let joins = |from, to| {
                    network.edges.iter().any(|&(a, b)| (a, b) == (from, to) || (b, a) == (from, to))
                };
                index(from).zip(index(to)).is_some_and(|(from, to)| joins(from, to))
            }
            (Ground::Board(_) | Ground::Graph(_) | Ground::Tree(_) | Ground::Text, _) => false,
        }
    }
}

/// What the position is worth with the first agent in a cell, in the coordinates of the scene.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CellWorth {
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

#[cfg(test)]
mod tests {
    use super::super::{GraphPoint, Grid, Network};
    use super::*;

    #[test]
    fn marks_belong_on_the_board() {
        let on = |ground| Backdrop { title: "A game".to_owned(), ground };
        let board = on(Ground::Board(Grid { width: 7, height: 6, ..Grid::default() }));
        assert!(board.has(&MarkPlace::Cell(6, 5)));
        assert!(!board.has(&MarkPlace::Cell(7, 5)));
        assert!(!board.has(&MarkPlace::Edge("A".to_owned(), "B".to_owned())));
        let point = |label: &str| GraphPoint { label: label.to_owned(), x: 0.0, y: 0.0 };
        let network = Network { points: vec![point("A"), point("B"), point("C")], edges: vec![(0, 1)] };
        let graph = on(Ground::Graph(network));
        assert!(graph.has(&MarkPlace::Edge("B".to_owned(), "A".to_owned())));
        assert!(!graph.has(&MarkPlace::Edge("A".to_owned(), "C".to_owned())));
    }
}
