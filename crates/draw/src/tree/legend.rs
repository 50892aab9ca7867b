//! The legend: only the signs that occur.

use plylab_search::record::{NodeRole, NodeState, RecordedTree};

use super::blocks::Shape;
use super::fold::Figure;
use super::picture::draw_shape;
use super::words;
use crate::measure::{flow, width};
use crate::paper::{Paper, Point};

const SIZE: f64 = 11.0;
const LINE: f64 = 22.0;
/// The space for a sign.
const SIGN: f64 = 30.0;
/// The space between two items.
const GAP: f64 = 14.0;

/// A sign and its meaning.
pub(super) struct Item {
    sign: Sign,
    meaning: &'static str,
}

enum Sign {
    Shape(Shape),
    Line(&'static str),
    Text(&'static str, &'static str),
}

/// The signs that occur in the figure.
pub(super) fn items(tree: &RecordedTree, figure: &Figure) -> Vec<Item> {
    let drawn = || figure.nodes.iter().map(|drawn| &tree.nodes[drawn.node]);
    let has = |role| drawn().any(|node| node.role == Some(role));
    let bound = drawn().any(|node| node.bound.is_some());
    let cut = drawn().any(|node| node.state == NodeState::Skipped);
    let signs = [
        (has(NodeRole::Max), Sign::Shape(Shape::Max), "max: largest value"),
        (has(NodeRole::Min), Sign::Shape(Shape::Min), "min: smallest value"),
        (has(NodeRole::Mean), Sign::Shape(Shape::Mean), "chance: mean value"),
        (has(NodeRole::Leaf), Sign::Shape(Shape::Leaf), "leaf: evaluated"),
        (drawn().any(|node| node.chosen), Sign::Line("edge chosen-edge"), "chosen"),
        (cut, Sign::Shape(Shape::Skipped), "pruned (never searched)"),
        (words::has_windows(tree), Sign::Text("window", "(…, …)"), "alpha and beta when entered"),
        (bound, Sign::Text("value", "≤ ≥"), "bound, not exact"),
        (figure.is_folded(), Sign::Text("hidden", "…"), "nodes not drawn"),
    ];
    let there = signs.into_iter().filter(|(there, _, _)| *there);
    there.map(|(_, sign, meaning)| Item { sign, meaning }).collect()
}

/// Draws them in lines of at most that width, and returns the lower edge.
pub(super) fn draw(paper: &mut Paper, items: &[Item], at: Point, most: f64) -> f64 {
    let widths = items.iter().map(|item| SIGN + 6.0 + width(item.meaning, SIZE));
    let mut y = at.y;
    paper.open("legend");
    for (item, (x, line)) in items.iter().zip(flow(widths, GAP, most)) {
        let x = at.x + x;
        y = at.y + LINE * line as f64;
        let middle = Point::new(x + SIGN / 2.0, y);
        match item.sign {
            Sign::Shape(shape) => {
                let (width, height) = if shape == Shape::Mean { (17.0, 17.0) } else { (20.0, 15.0) };
                draw_shape(paper, shape, "", middle, width, height);
            }
            Sign::Line(style) => {
                paper.line(style, [(x + 2.0, y), (x + SIGN - 2.0, y)]);
            }
            Sign::Text(style, text) => {
                paper.text(&format!("{style} middle"), (middle.x, y + 4.0), text);
            }
        }
        paper.text("tick", (x + SIGN + 6.0, y + 4.0), item.meaning);
    }
    paper.close();
    y + LINE / 2.0
}
