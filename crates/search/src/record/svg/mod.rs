//! The tree as a standalone SVG that reads well on light and dark pages and in print.
//!
//! Every text has its own space: a node's action, shape and notes make one block, blocks never overlap, and
//! edges run only in the free strips between levels. Large trees grow to the right instead of downwards, because
//! pages scroll vertically.

mod blocks;
mod legend;
mod place;

use super::fold::{Figure, NODES_DRAWN, fold};
use super::number::typeset;
use super::tree::{NodeState, RecordedTree};
use super::words;
use crate::svg::{Document, Paper, Point, Styles, number, width};
use blocks::{Block, Shape, blocks};
use place::{Placed, place};

/// Where the root is, and where the tree grows from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// The root is on top, as in textbooks.
    Down,
    /// The root is on the left; good for many leaves.
    Right,
}

/// How the picture is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// What it shows: `alphabeta on Tree`.
    pub title: String,
    /// How many nodes are drawn; larger trees are folded.
    pub limit: usize,
    /// Where it grows; if none is given, downwards unless that is too wide.
    pub direction: Option<Direction>,
}

impl SvgOptions {
    /// A picture with the default options.
    pub fn new(title: impl Into<String>) -> SvgOptions {
        SvgOptions { title: title.into(), limit: NODES_DRAWN, direction: None }
    }
}

/// The maximum width of a picture that grows downwards, unless the options ask for it.
const MAX_WIDTH: f64 = 1800.0;

const MARGIN: f64 = 16.0;
const TITLE_SIZE: f64 = 15.0;
const SUMMARY_SIZE: f64 = 12.0;
/// From the upper edge to the tree: title and summary.
const HEAD: f64 = 66.0;
/// The minimum width, for a readable legend.
const MIN_WIDTH: f64 = 420.0;

/// The tree as SVG.
pub fn render(tree: &RecordedTree, options: &SvgOptions) -> String {
    let figure = fold(tree, options.limit);
    let build = |direction| {
        let blocks = blocks(tree, &figure, direction);
        let placed = place(&figure, &blocks, direction);
        (blocks, placed, direction)
    };
    let (blocks, placed, direction) = match options.direction {
        Some(direction) => build(direction),
        None => {
            let down = build(Direction::Down);
            if down.1.width <= MAX_WIDTH { down } else { build(Direction::Right) }
        }
    };
    let summary = typeset(&words::summary(tree));
    let head = width(&options.title, TITLE_SIZE).max(width(&summary, SUMMARY_SIZE)).min(900.0);
    let inner = placed.width.max(head).max(MIN_WIDTH);
    let legend = legend::items(tree, &figure);
    let legend_top = HEAD + placed.height + 24.0;
    // A narrow tree is centred on its sheet.
    let left = MARGIN + (inner - placed.width) / 2.0;
    let left = if direction == Direction::Right { MARGIN } else { left };

    let mut body = Paper::default();
    body.text("title", (MARGIN, 26.0), &options.title);
    body.text("summary", (MARGIN, 45.0), &summary);
    body.open_at((left, HEAD));
    edges(&mut body, tree, &figure, &placed);
    for (index, block) in blocks.iter().enumerate() {
        node(&mut body, tree, &figure, index, block, &placed, direction);
    }
    body.close();
    let bottom = legend::draw(&mut body, &legend, Point::new(MARGIN, legend_top), inner);
    let (width, height) = ((inner + 2.0 * MARGIN).ceil(), (bottom + MARGIN).ceil());
    let document = Document { class: "plylab-tree", width, height };
    let body = document.sheet() + &body.into_text();
    document.standalone(&options.title, &summary, &Styles::new(include_str!("tree.css")), &body)
}

/// The edges. The principal variation is drawn last, so that nothing crosses over it.
fn edges(paper: &mut Paper, tree: &RecordedTree, figure: &Figure, placed: &Placed) {
    let children = figure.children();
    let recorded = |index: usize| &tree.nodes[figure.nodes[index].node];
    for bold in [false, true] {
        for family in &children {
            // Siblings share the part next to their parent, which is drawn once.
            let Some([out, fork, ..]) = family.first().and_then(|&first| placed.edges[first]) else {
                continue;
            };
            let chosen = family.iter().any(|&child| recorded(child).chosen);
            if chosen == bold {
                paper.line(if chosen { "edge chosen" } else { "edge" }, [out, fork]);
            }
            for &child in family {
                let (node, Some([_, fork, free, into])) = (recorded(child), placed.edges[child]) else {
                    continue;
                };
                if node.chosen != bold {
                    continue;
                }
                let skipped = node.state == NodeState::Skipped;
                let class = match (skipped, bold) {
                    (true, _) => "edge skipped",
                    (_, true) => "edge chosen",
                    (_, false) => "edge",
                };
                paper.line(class, [fork, free, into]);
                if skipped {
                    slash(paper, fork, free);
                }
            }
        }
    }
}

/// The short stroke across a pruned edge.
fn slash(paper: &mut Paper, from: Point, to: Point) {
    const HALF: f64 = 5.0;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    // Beyond the middle, where siblings are further apart.
    let middle = Point::new(from.x + 0.62 * dx, from.y + 0.62 * dy);
    let (across_x, across_y) = (-dy / length * HALF, dx / length * HALF);
    let ends = [(middle.x - across_x, middle.y - across_y), (middle.x + across_x, middle.y + across_y)];
    paper.line("slash", ends);
}

fn node(
    paper: &mut Paper,
    tree: &RecordedTree,
    figure: &Figure,
    index: usize,
    block: &Block,
    placed: &Placed,
    direction: Direction,
) {
    let drawn = &figure.nodes[index];
    let recorded = &tree.nodes[drawn.node];
    let at = placed.centres[index];
    let mut class = format!("node {}", words::role(recorded));
    if recorded.chosen {
        class.push_str(" chosen");
    }
    let mut data = vec![("node", drawn.node as u64)];
    data.extend(recorded.entered_at.map(|step| ("entered", step)));
    data.extend(recorded.left_at.map(|step| ("left", step)));
    paper.open_with_data(&class, &data, &typeset(&words::everything(tree, recorded, drawn.hidden.as_ref())));
    shape(paper, block.shape, at, block.width, block.height);
    if block.shape == Shape::Skipped {
        let (x, y) = (block.width / 2.0, block.height / 2.0);
        paper.line("cross", [(at.x - x, at.y + y), (at.x + x, at.y - y)]);
    }
    paper.text("value", (at.x, at.y + block.value_drop(direction)), &block.value);
    if let Some(action) = &block.action {
        let (class, spot) = match direction {
            Direction::Down => ("action", (at.x, placed.tops[drawn.depth] + 11.0)),
            Direction::Right => ("action end", (at.x - block.width / 2.0 - 6.0, at.y + 4.0)),
        };
        paper.text(class, spot, action);
    }
    match direction {
        Direction::Down => {
            let top = at.y - block.notes_height() / 2.0;
            for (line, note) in block.notes.iter().enumerate() {
                let y = top + blocks::NOTE_LINE * (line as f64 + 0.75);
                let x = at.x + block.width / 2.0 + blocks::NOTE_GAP;
                paper.text(note.class, (x, y), &note.text);
            }
        }
        Direction::Right => {
            let mut x = at.x + block.width / 2.0 + blocks::NOTE_GAP;
            for note in &block.notes {
                paper.text(note.class, (x, at.y + 3.5), &note.text);
                x += width(&note.text, blocks::NOTE_SIZE) + blocks::NOTE_GAP;
            }
        }
    }
    if let Some(foot) = &block.foot {
        paper.text("hidden", (at.x, at.y + block.height / 2.0 + 12.0), foot);
    }
    paper.close();
}

fn shape(paper: &mut Paper, shape: Shape, at: Point, width: f64, height: f64) {
    let (x, y) = (width / 2.0, height / 2.0);
    match shape {
        // A maximising node points upwards, a minimising one downwards.
        Shape::Max | Shape::Min => {
            let y = if shape == Shape::Max { y } else { -y };
            let [left, base, middle, tip] = [at.x - x, at.y + y, at.x, at.y - y].map(number);
            paper.path("shape", &format!("M{left} {base}h{}L{middle} {tip}Z", number(width)));
        }
        Shape::Mean => paper.ellipse("shape", at, x, y),
        Shape::Leaf | Shape::Skipped => {
            paper.rounded("shape", (at.x - x, at.y - y), width, height, 2.0);
        }
    }
}
