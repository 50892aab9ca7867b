//! The tree as SVG.
//!
//! Every text has its own space: a node's action, shape and notes make one block, blocks never overlap, and
//! edges run only in the free strips between levels. Large trees grow to the right instead of downwards, because
//! pages scroll vertically.

use plylab_search::record::{NodeRole, NodeState, RecordedTree};

use super::blocks::{NOTE_GAP, NOTE_LINE, NOTE_SIZE, TreePlacement, place};
use super::fold::{NODES_DRAWN, TreeFigure, fold};
use super::words::{self, typeset};
use crate::measure::{flow, width};
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

const LEGEND_SIZE: f64 = 11.0;
const LEGEND_LINE: f64 = 22.0;
/// The width of the sign of a legend entry.
const SIGN: f64 = 30.0;
/// The space between two entries of the legend.
const LEGEND_GAP: f64 = 14.0;

impl TreePicture {
    /// A picture with the default options.
    pub fn new(title: impl Into<String>) -> TreePicture {
        TreePicture { title: title.into(), limit: NODES_DRAWN, growth: None, theme: Theme::Light }
    }

    /// The tree as SVG.
    pub fn svg(&self, tree: &RecordedTree) -> String {
        let figure = fold(tree, self.limit);
        let placed = match self.growth {
            Some(growth) => place(tree, &figure, growth),
            None => {
                let down = place(tree, &figure, Growth::Down);
                if down.width <= MAX_WIDTH { down } else { place(tree, &figure, Growth::Right) }
            }
        };
        let summary = typeset(&words::summary(tree));
        let head = width(&self.title, TITLE_SIZE).max(width(&summary, SUMMARY_SIZE)).min(900.0);
        let inner = placed.width.max(head).max(MIN_WIDTH);
        let left = match placed.growth {
            // A narrow tree is centred on its sheet.
            Growth::Down => MARGIN + (inner - placed.width) / 2.0,
            Growth::Right => MARGIN,
        };

        let mut body = Paper::new(self.theme);
        body.text("title", (MARGIN, 26.0), &self.title);
        body.text("summary", (MARGIN, 45.0), &summary);
        body.open_at((left, HEAD));
        edges(&mut body, tree, &figure, &placed);
        for index in 0..figure.nodes.len() {
            node(&mut body, tree, &figure, &placed, index);
        }
        body.close();
        let bottom = legend(&mut body, tree, &figure, HEAD + placed.height + 24.0, inner);
        let (width, height) = ((inner + 2.0 * MARGIN).ceil(), (bottom + MARGIN).ceil());
        body.into_file("plylab-tree", (width, height), &self.title, &summary)
    }
}

/// The edges. The principal variation is drawn last, so that nothing crosses over it.
fn edges(paper: &mut Paper, tree: &RecordedTree, figure: &TreeFigure, placed: &TreePlacement) {
    let children = figure.children();
    let recorded = |index: usize| &tree.nodes[figure.nodes[index].node];
    for (bold, edge) in [(false, "edge"), (true, "edge chosen-edge")] {
        for family in &children {
            // Siblings share the part next to their parent, which is drawn once.
            let Some([out, fork, ..]) = family.first().and_then(|&first| placed.edges[first]) else {
                continue;
            };
            if family.iter().any(|&child| recorded(child).chosen) == bold {
                paper.line(edge, [out, fork]);
            }
            for &child in family {
                let (node, Some([_, fork, free, into])) = (recorded(child), placed.edges[child]) else {
                    continue;
                };
                if node.chosen != bold {
                    continue;
                }
                let skipped = node.state == NodeState::Skipped;
                paper.line(if skipped { "edge skipped-edge" } else { edge }, [fork, free, into]);
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
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    // Beyond the middle, where siblings are further apart.
    let (x, y) = (from.0 + 0.62 * dx, from.1 + 0.62 * dy);
    let (across_x, across_y) = (-dy / length * HALF, dx / length * HALF);
    paper.line("slash", [(x - across_x, y - across_y), (x + across_x, y + across_y)]);
}

fn node(paper: &mut Paper, tree: &RecordedTree, figure: &TreeFigure, placed: &TreePlacement, index: usize) {
    let (drawn, block, (x, y)) = (&figure.nodes[index], &placed.blocks[index], placed.centres[index]);
    let recorded = &tree.nodes[drawn.node];
    let mut data = vec![("data-node", drawn.node.to_string())];
    data.extend(recorded.entered_at.map(|step| ("data-entered", step.to_string())));
    data.extend(recorded.left_at.map(|step| ("data-left", step.to_string())));
    let tooltip = typeset(&words::everything(tree, recorded, drawn.hidden.as_ref()));
    paper.open_with("node", &data, &tooltip);
    let (emphasis, weight) = if recorded.chosen { ("chosen-node", " bold") } else { ("", "") };
    draw_shape(paper, block.role, emphasis, (x, y), block.width, block.height);
    let value_at = (x, y + block.value_drop(placed.growth));
    let tone = match block.role {
        None => {
            paper.backed_text("value dim", value_at, &block.value);
            " dim"
        }
        Some(_) => {
            paper.text(&format!("value{weight}"), value_at, &block.value);
            ""
        }
    };
    if let Some(action) = &block.action {
        let (anchor, spot) = match placed.growth {
            Growth::Down => ("", (x, placed.tops[drawn.depth] + 11.0)),
            Growth::Right => (" end", (x - block.width / 2.0 - 6.0, y + 4.0)),
        };
        paper.backed_text(&format!("action{anchor}{tone}{weight}"), spot, action);
    }
    let mut note_x = x + block.width / 2.0 + NOTE_GAP;
    let top = y - block.notes_height() / 2.0;
    for (line, (style, text)) in block.notes.iter().enumerate() {
        match placed.growth {
            Growth::Down => paper.text(style, (note_x, top + NOTE_LINE * (line as f64 + 0.75)), text),
            Growth::Right => {
                paper.text(style, (note_x, y + 3.5), text);
                note_x += width(text, NOTE_SIZE) + NOTE_GAP;
            }
        }
    }
    if let Some(foot) = &block.foot {
        paper.text("hidden", (x, y + block.height / 2.0 + 12.0), foot);
    }
    paper.close();
}

/// The shape of a node of that role, crossed out if it was never searched.
fn draw_shape(
    paper: &mut Paper,
    role: Option<NodeRole>,
    emphasis: &str,
    (x, y): Point,
    width: f64,
    height: f64,
) {
    let fill = match role {
        Some(NodeRole::Max) => "max-node",
        Some(NodeRole::Min) => "min-node",
        Some(NodeRole::Mean) => "mean-node",
        Some(NodeRole::Leaf) => "leaf-node",
        None => "skipped-node",
    };
    let style = format!("shape {fill} {emphasis}");
    let style = style.trim_end();
    let (dx, dy) = (width / 2.0, height / 2.0);
    match role {
        // A maximising node points upwards, a minimising one downwards.
        Some(NodeRole::Max) => paper.polygon(style, [(x - dx, y + dy), (x + dx, y + dy), (x, y - dy)]),
        Some(NodeRole::Min) => paper.polygon(style, [(x - dx, y - dy), (x + dx, y - dy), (x, y + dy)]),
        Some(NodeRole::Mean) => paper.ellipse(style, (x, y), dx, dy),
        Some(NodeRole::Leaf) | None => paper.rounded(style, (x - dx, y - dy), width, height, 2.0),
    }
    if role.is_none() {
        paper.line("crossed", [(x - dx, y + dy), (x + dx, y - dy)]);
    }
}

/// A sign of the legend.
enum LegendEntry {
    Shape(Option<NodeRole>),
    Line(&'static str),
    Text(&'static str, &'static str),
}

/// Draws the legend, only with the signs that occur, in lines of at most that width, and returns its lower edge.
fn legend(paper: &mut Paper, tree: &RecordedTree, figure: &TreeFigure, top: f64, most: f64) -> f64 {
    let drawn = || figure.nodes.iter().map(|drawn| &tree.nodes[drawn.node]);
    let has = |role| drawn().any(|node| node.role == Some(role));
    let bound = drawn().any(|node| node.bound.is_some());
    let cut = drawn().any(|node| node.state == NodeState::Skipped);
    let mut entries = vec![
        (has(NodeRole::Max), LegendEntry::Shape(Some(NodeRole::Max)), "max: largest value"),
        (has(NodeRole::Min), LegendEntry::Shape(Some(NodeRole::Min)), "min: smallest value"),
        (has(NodeRole::Mean), LegendEntry::Shape(Some(NodeRole::Mean)), "chance: mean value"),
        (has(NodeRole::Leaf), LegendEntry::Shape(Some(NodeRole::Leaf)), "leaf: evaluated"),
        (drawn().any(|node| node.chosen), LegendEntry::Line("edge chosen-edge"), "chosen"),
        (cut, LegendEntry::Shape(None), "pruned (never searched)"),
        (words::has_windows(tree), LegendEntry::Text("window", "(…, …)"), "alpha and beta when entered"),
        (bound, LegendEntry::Text("value", "≤ ≥"), "bound, not exact"),
        (figure.is_folded(), LegendEntry::Text("hidden", "…"), "nodes not drawn"),
    ];
    entries.retain(|(occurs, ..)| *occurs);
    let widths = entries.iter().map(|(_, _, meaning)| SIGN + 6.0 + width(meaning, LEGEND_SIZE));
    let mut y = top;
    paper.open("legend");
    for ((_, sign, meaning), (x, line)) in entries.iter().zip(flow(widths, LEGEND_GAP, most)) {
        let x = MARGIN + x;
        y = top + LEGEND_LINE * line as f64;
        let middle = x + SIGN / 2.0;
        match sign {
            LegendEntry::Shape(role) => {
                let (width, height) = if *role == Some(NodeRole::Mean) { (17.0, 17.0) } else { (20.0, 15.0) };
                draw_shape(paper, *role, "", (middle, y), width, height);
            }
            LegendEntry::Line(style) => paper.line(style, [(x + 2.0, y), (x + SIGN - 2.0, y)]),
            LegendEntry::Text(style, text) => paper.text(&format!("{style} middle"), (middle, y + 4.0), text),
        }
        paper.text("tick", (x + SIGN + 6.0, y + 4.0), meaning);
    }
    paper.close();
    y + LEGEND_LINE / 2.0
}
