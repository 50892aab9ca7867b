//! Graphs: every edge that is taken is a mark, solid or dashed by its side; the points are in front.

use std::fmt::Write as _;

use plylab_core::scene::{Graph, Line, Network};
use plylab_search::svg::{escape, number};

use super::drawing::{Drawing, Mark};
use super::film::Sheet;

const SIDE: f64 = 260.0;
const RADIUS: f64 = 106.0;

pub(super) fn draw(network: &Network, graph: &Graph) -> Drawing {
    let point_at = |x: f64, y: f64| (SIDE / 2.0 + x * RADIUS, SIDE / 2.0 - y * RADIUS);
    let mut front = String::new();
    for point in &network.points {
        let (x, y) = point_at(point.x, point.y);
        let (x, y, base) = (number(x), number(y), number(y + 4.0));
        let _ = write!(
            front,
            "<circle class=\"point\" cx=\"{x}\" cy=\"{y}\" r=\"11\"/><text class=\"label\" x=\"{x}\" y=\"{base}\">{}</text>",
            escape(&point.label)
        );
    }
    let path = |from: usize, to: usize| {
        let (from, to) = (network.points.get(from)?, network.points.get(to)?);
        let ((x1, y1), (x2, y2)) = (point_at(from.x, from.y), point_at(to.x, to.y));
        Some(format!("M{} {}L{} {}", number(x1), number(y1), number(x2), number(y2)))
    };
    // All edges are drawn faintly; coloured edges cover them.
    let all: String = network.edges.iter().filter_map(|&(from, to)| path(from, to)).collect();
    let back = format!("<path class=\"edge faint\" d=\"{all}\"/>");
    let marks = graph.edges.iter().filter_map(|edge| {
        let class = match edge.line {
            Line::Solid => "edge",
            Line::Dashed => "edge dashed",
        };
        let (path, colour) = (path(edge.from, edge.to)?, edge.tone.name());
        let halo = if edge.marked { format!("<path class=\"halo\" d=\"{path}\"/>") } else { String::new() };
        let look = format!("<g class=\"{colour}\">{halo}<path class=\"{class}\" d=\"{path}\"/></g>");
        let label = |point: usize| network.points.get(point).map(|point| point.label.as_str());
        let name = format!("{}{}: {colour}", label(edge.from)?, label(edge.to)?);
        Some(Mark {
            key: format!("edge {} {}", edge.from, edge.to),
            look,
            x: 0,
            y: 0,
            words: Some(name.into()),
        })
    });
    let sheet = Sheet { width: SIDE, height: SIDE, back, front };
    Drawing { sheet, marks: marks.collect() }
}
