//! How SIM is shown.

use std::f64::consts::TAU;

use plylab_core::scene::{
    self, Backdrop, Fact, Graph, GraphPoint, Ground, LineStyle, Network, Picture, Scene, Tone,
};
use plylab_core::{AgentId, Game, Turn, View};
use serde::Serialize;

use super::notation::letter;
use super::rules::{BLUE, RED, Sim, SimState, edges};
use crate::common::{other, status};

/// The facts of a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SimReport {
    /// Red's edges, in alphabetical order.
    pub red: Vec<String>,
    /// Blue's edges, in alphabetical order.
    pub blue: Vec<String>,
    /// Who moves next.
    pub turn: Turn,
    /// Who has won.
    pub winner: Option<AgentId>,
    /// Are all edges coloured without a triangle?
    pub draw: bool,
}

impl Sim {
    fn winner(&self, state: &SimState) -> Option<AgentId> {
        state.lost.then_some(state.side)
    }

    /// The points on a circle, A at the top and then clockwise.
    fn circle(&self) -> Vec<GraphPoint> {
        // Sines differ in their last bits between machines; three decimals do not. Adding zero
        // turns -0 into 0.
        let round = |x: f64| (x * 1000.0).round() / 1000.0 + 0.0;
        (0..self.points())
            .map(|point| {
                let (x, y) = (TAU * f64::from(point) / f64::from(self.points())).sin_cos();
                GraphPoint { label: letter(point).to_string(), x: round(x), y: round(y) }
            })
            .collect()
    }
}

impl View for Sim {
    type Report = SimReport;

    fn backdrop(&self) -> Backdrop {
        let ends = |edge| {
            let (from, to) = self.ends(edge);
            (usize::from(from), usize::from(to))
        };
        Backdrop {
            title: self.info().title.to_string(),
            ground: Ground::Graph(Network {
                points: self.circle(),
                edges: edges(self.all).map(ends).collect(),
            }),
        }
    }

    fn scene(&self, state: &SimState) -> Scene {
        let losing = self.triangles(state.edges_of(other(state.side)));
        let drawn = edges(state.red | state.blue).map(|edge| {
            let (from, to) = self.ends(edge);
            let (line, tone) = if state.red & edge.mask() != 0 {
                (LineStyle::Solid, Tone::Red)
            } else {
                (LineStyle::Dashed, Tone::Blue)
            };
            let marked = losing & edge.mask() != 0;
            scene::Edge { from: usize::from(from), to: usize::from(to), line, tone, marked }
        });
        let mut facts = vec![
            status(self.info(), self.turn(state), self.winner(state)),
            Fact::new("edges left", self.free(state).count_ones()),
        ];
        if losing != 0 {
            facts.push(Fact::new("triangle", self.edge_texts(losing)));
        }
        Scene { facts, picture: Picture::Graph(Graph { edges: drawn.collect() }) }
    }

    fn report(&self, state: &SimState) -> SimReport {
        let turn = self.turn(state);
        let winner = self.winner(state);
        let texts = |agent| edges(state.edges_of(agent)).map(|edge| self.edge_text(edge)).collect();
        SimReport {
            red: texts(RED),
            blue: texts(BLUE),
            turn,
            winner,
            draw: turn == Turn::Over && winner.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::Notation;

    use super::*;

    #[test]
    fn the_losing_triangle_is_marked() {
        let game = Sim::default();
        let state = game.parse_position("AB DE BC EF AC").unwrap();
        let scene = game.scene(&state);
        assert_eq!(scene.facts.last(), Some(&Fact::new("triangle", "AB AC BC")));
        let Picture::Graph(graph) = scene.picture else { panic!("not a graph") };
        let marked: Vec<(usize, usize)> =
            graph.edges.iter().filter(|edge| edge.marked).map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(marked, [(0, 1), (0, 2), (1, 2)]);
        let dashed = graph.edges.iter().filter(|edge| edge.line == LineStyle::Dashed).count();
        assert_eq!((dashed, graph.edges.len()), (2, 5));
        assert_eq!(game.report(&state).winner, Some(BLUE));
    }

    #[test]
    fn the_first_point_is_at_the_top_and_nothing_is_minus_zero() {
        let game = Sim::default();
        let points: Vec<(f64, f64)> = game.circle().iter().map(|point| (point.x, point.y)).collect();
        assert_eq!(points[..2], [(0.0, 1.0), (0.866, 0.5)]);
        let plain = |x: f64| x != 0.0 || x.is_sign_positive();
        assert!(points.iter().all(|&(x, y)| plain(x) && plain(y)));
    }
}
