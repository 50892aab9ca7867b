//! The tree as SVG.
//!
//! Every text has its own space: a node's action, shape and notes make one block, blocks never overlap, and
//! edges run only in the free strips between levels. Large trees grow to the right instead of downwards, because
//! pages scroll vertically.

use plylab_search::record::{NodeState, RecordedTree};

use super::blocks::{self, Block, Shape, blocks};
use super::fold::{Figure, NODES_DRAWN, fold};
use super::legend;
use super::place::{Placed, place};
use super::words::{self, typeset};
use crate::measure::width;
use crate::paper::{Paper, Point};
use crate::style::Theme;

/// Where the root is, and where the tree grows from there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// The root is on top, as in textbooks.
    Down,
    /// The root is on the left; good for many leaves.
    Right,
}

/// How the picture is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreePicture {
    /// What it shows: `alphabeta on Tree`.
    pub title: String,
    /// How many nodes are drawn; larger trees are folded.
    pub limit: usize,
    /// Where it grows; if none is given, downwards unless that is too wide.
    pub growth: Option<Growth>,
    /// What it is drawn for.
    pub theme: Theme,
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

impl TreePicture {
    /// A picture with the default options.
    pub fn new(title: impl Into<String>) -> TreePicture {
        TreePicture { title: title.into(), limit: NODES_DRAWN, growth: None, theme: Theme::Light }
    }

    /// The tree as SVG.
    pub fn svg(&self, tree: &RecordedTree) -> String {
        let figure = fold(tree, self.limit);
        let build = |growth| {
            let blocks = blocks(tree, &figure, growth);
            let placed = place(&figure, &blocks, growth);
            (blocks, placed, growth)
        };
        let (blocks, placed, growth) = match self.growth {
            Some(growth) => build(growth),
            None => {
                let down = build(Growth::Down);
                if down.1.width <= MAX_WIDTH { down } else { build(Growth::Right) }
            }
        };
        let summary = typeset(&words::summary(tree));
        let head = width(&self.title, TITLE_SIZE).max(width(&summary, SUMMARY_SIZE)).min(900.0);
        let inner = placed.width.max(head).max(MIN_WIDTH);
        let legend = legend::items(tree, &figure);
        let legend_top = HEAD + placed.height + 24.0;
        // A narrow tree is centred on its sheet.
        let left = MARGIN + (inner - placed.width) / 2.0;
        let left = if growth == Growth::Right { MARGIN } else { left };

        let mut body = Paper::new(self.theme);
        body.text("title", (MARGIN, 26.0), &self.title);
        body.text("summary", (MARGIN, 45.0), &summary);
        body.open_at((left, HEAD));
        edges(&mut body, tree, &figure, &placed);
        for (index, block) in blocks.iter().enumerate() {
            node(&mut body, tree, &figure, index, block, &placed, growth);
        }
        body.close();
        let bottom = legend::draw(&mut body, &legend, Point::new(MARGIN, legend_top), inner);
        let (width, height) = ((inner + 2.0 * MARGIN).ceil(), (bottom + MARGIN).ceil());
        body.into_file("plylab-tree", (width, height), &self.title, &summary)
    }
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
                paper.line(if chosen { "edge chosen-edge" } else { "edge" }, [out, fork]);
            }
            for &child in family {
                let (node, Some([_, fork, free, into])) = (recorded(child), placed.edges[child]) else {
                    continue;
                };
                if node.chosen != bold {
                    continue;
                }
                let skipped = node.state == NodeState::Skipped;
                let style = match (skipped, bold) {
                    (true, _) => "edge skipped-edge",
                    (_, true) => "edge chosen-edge",
                    (_, false) => "edge",
                };
                paper.line(style, [fork, free, into]);
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
    growth: Growth,
) {
    let drawn = &figure.nodes[index];
    let recorded = &tree.nodes[drawn.node];
    let at = placed.centres[index];
    let mut data = vec![("data-node", drawn.node.to_string())];
    data.extend(recorded.entered_at.map(|step| ("data-entered", step.to_string())));
    data.extend(recorded.left_at.map(|step| ("data-left", step.to_string())));
    let tooltip = typeset(&words::everything(tree, recorded, drawn.hidden.as_ref()));
    paper.open_with("node", &data, &tooltip);
    let (emphasis, weight) = if recorded.chosen { ("chosen-node", " bold") } else { ("", "") };
    draw_shape(paper, block.shape, emphasis, at, block.width, block.height);
    let skipped = block.shape == Shape::Skipped;
    let tone = if skipped { " dim" } else { "" };
    let value_at = (at.x, at.y + block.value_drop(growth));
    if skipped {
        paper.backed_text("value dim", value_at, &block.value);
    } else {
        paper.text(&format!("value{weight}"), value_at, &block.value);
    }
    if let Some(action) = &block.action {
        let (anchor, spot) = match growth {
            Growth::Down => ("", (at.x, placed.tops[drawn.depth] + 11.0)),
            Growth::Right => (" end", (at.x - block.width / 2.0 - 6.0, at.y + 4.0)),
        };
        paper.backed_text(&format!("action{anchor}{tone}{weight}"), spot, action);
    }
    match growth {
        Growth::Down => {
            let top = at.y - block.notes_height() / 2.0;
            for (line, note) in block.notes.iter().enumerate() {
                let y = top + blocks::NOTE_LINE * (line as f64 + 0.75);
                let x = at.x + block.width / 2.0 + blocks::NOTE_GAP;
                paper.text(note.style, (x, y), &note.text);
            }
        }
        Growth::Right => {
            let mut x = at.x + block.width / 2.0 + blocks::NOTE_GAP;
            for note in &block.notes {
                paper.text(note.style, (x, at.y + 3.5), &note.text);
                x += width(&note.text, blocks::NOTE_SIZE) + blocks::NOTE_GAP;
            }
        }
    }
    if let Some(foot) = &block.foot {
        paper.text("hidden", (at.x, at.y + block.height / 2.0 + 12.0), foot);
    }
    paper.close();
}

/// A shape, crossed out if it was never searched.
pub(super) fn draw_shape(
    paper: &mut Paper,
    shape: Shape,
    emphasis: &str,
    at: Point,
    width: f64,
    height: f64,
) {
    let style = format!("shape {} {emphasis}", shape.style());
    let style = style.trim_end();
    let (x, y) = (width / 2.0, height / 2.0);
    match shape {
        // A maximising node points upwards, a minimising one downwards.
        Shape::Max | Shape::Min => {
            let y = if shape == Shape::Max { y } else { -y };
            paper.polygon(style, [(at.x - x, at.y + y), (at.x + x, at.y + y), (at.x, at.y - y)]);
        }
        Shape::Mean => paper.ellipse(style, at, x, y),
        Shape::Leaf | Shape::Skipped => {
            paper.rounded(style, (at.x - x, at.y - y), width, height, 2.0);
        }
    }
    if shape == Shape::Skipped {
        paper.line("crossed", [(at.x - x, at.y + y), (at.x + x, at.y - y)]);
    }
}
