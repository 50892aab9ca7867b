//! Graphs: every edge that is taken is a mark, solid or dashed by its side; the points are in front.

use plylab_core::scene::{Graph, LineStyle, Network};

use super::{Drawing, DrawnMark, Sheet};
use crate::paper::Paper;
use crate::style::Theme;

const SIDE: f64 = 260.0;
const RADIUS: f64 = 106.0;

pub(super) fn draw(network: &Network, graph: &Graph, theme: Theme) -> Drawing {
    let point_at = |x: f64, y: f64| (SIDE / 2.0 + x * RADIUS, SIDE / 2.0 - y * RADIUS);
    let mut front = Paper::new(theme);
    for point in &network.points {
        let (x, y) = point_at(point.x, point.y);
        front.circle("vertex", (x, y), 11.0);
        front.text("action", (x, y + 4.0), &point.label);
    }
    let ends = |from: usize, to: usize| {
        let (from, to) = (network.points.get(from)?, network.points.get(to)?);
        Some([point_at(from.x, from.y), point_at(to.x, to.y)])
    };
    // All edges are drawn faintly; coloured edges cover them.
    let mut back = Paper::new(theme);
    for &(from, to) in &network.edges {
        back.line("free", ends(from, to).into_iter().flatten());
    }
    let marks = graph.edges.iter().filter_map(|edge| {
        let style = match edge.line {
            LineStyle::Solid => "link",
            LineStyle::Dashed => "link dashed",
        };
        let (ends, tone) = (ends(edge.from, edge.to)?, edge.tone.name());
        let mut look = Paper::new(theme);
        look.open(tone);
        if edge.marked {
            look.line("glow", ends);
        }
        look.line(style, ends);
        look.close();
        let label = |point: usize| network.points.get(point).map(|point| point.label.as_str());
        let name = format!("{}{}: {tone}", label(edge.from)?, label(edge.to)?);
        Some(DrawnMark {
            key: format!("edge {} {}", edge.from, edge.to),
            look: look.into_text(),
            x: 0,
            y: 0,
            words: Some(name.into()),
        })
    });
    let marks = marks.collect();
    let sheet = Sheet { width: SIDE, height: SIDE, back: back.into_text(), front: front.into_text() };
    Drawing { sheet, marks }
}
