//! Points and the edges between them.

use serde::{Deserialize, Serialize};

use super::Tone;

/// The points of a graph, and which of them can be joined.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Network {
    /// The points.
    pub points: Vec<GraphPoint>,
    /// The pairs that an edge can join, by their indices in the list.
    pub edges: Vec<(usize, usize)>,
}

/// A labelled point; coordinates from -1 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GraphPoint {
    /// Its name.
    pub label: String,
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

/// The edges that were taken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graph {
    /// In the order of the [network](Network::edges).
    pub edges: Vec<Edge>,
}

/// An edge that was taken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edge {
    /// One end.
    pub from: usize,
    /// The other end.
    pub to: usize,
    /// How it is drawn.
    pub line: LineStyle,
    /// Its colour.
    pub tone: Tone,
    /// Is it highlighted, like the edges of a losing triangle?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub marked: bool,
}

/// How an edge is drawn. Sides differ by line as well as by colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LineStyle {
    /// An edge of the first player.
    Solid,
    /// An edge of the second player.
    Dashed,
}

impl Network {
    pub(super) fn mismatch(&self, graph: &Graph) -> Option<String> {
        let broken = self.edges.iter().find(|(from, to)| *from.max(to) >= self.points.len());
        if let Some((from, to)) = broken {
            return Some(format!("there are no points {from} and {to} to join"));
        }
        let stray = graph.edges.iter().find(|edge| !self.edges.contains(&(edge.from, edge.to)))?;
        Some(format!("no edge joins the points {} and {}", stray.from, stray.to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_belong_to_the_network() {
        let point = |label: &str| GraphPoint { label: label.to_owned(), x: 0.0, y: 0.0 };
        let network =
            Network { points: vec![point("A"), point("B"), point("C")], edges: vec![(0, 1), (1, 2)] };
        let taken = |from, to| Graph {
            edges: vec![Edge { from, to, line: LineStyle::Solid, tone: Tone::Red, marked: false }],
        };
        assert_eq!(network.mismatch(&taken(1, 2)), None);
        assert!(network.mismatch(&taken(0, 2)).is_some());
        let broken = Network { edges: vec![(0, 3)], ..network };
        assert!(broken.mismatch(&Graph::default()).is_some());
    }
}
