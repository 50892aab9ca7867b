//! What is drawn for each node, how much space it takes, and where it is on the sheet.

use plylab_search::record::{CutKind, NodeRole, NodeState, RecordedTree, short};

use super::fold::{DrawnNode, TreeFigure};
use super::layout::{Extent, Gaps, tidy};
use super::picture::Growth;
use super::words::{self, typeset};
use crate::measure::{fit, width, wrap};
use crate::paper::Point;

const VALUE_SIZE: f64 = 13.0;
const ACTION_SIZE: f64 = 11.0;
pub(super) const NOTE_SIZE: f64 = 10.0;
pub(super) const NOTE_LINE: f64 = 12.0;
pub(super) const NOTE_GAP: f64 = 5.0;
/// The space for an action above its node.
const ACTION_HEIGHT: f64 = 16.0;
/// The space for the count below a folded node.
const FOOT_HEIGHT: f64 = 16.0;
/// Notes beside a node are wrapped at this width.
const NOTE_WIDTH: f64 = 92.0;
/// Longer actions are truncated; the tooltip shows them in full.
const MAX_ACTION_WIDTH: f64 = 150.0;
/// The minimum space between two levels.
const LEVEL_GAP: f64 = 30.0;
/// The maximum space between two levels, where edges spread far.
const MAX_LEVEL_GAP: f64 = 110.0;

/// Everything that is drawn for a node.
pub(super) struct Block {
    /// The role that gives it its shape; none if it was pruned.
    pub role: Option<NodeRole>,
    /// Of the shape.
    pub width: f64,
    pub height: f64,
    pub value: String,
    pub action: Option<String>,
    /// The small texts beside the shape, each with its style.
    pub notes: Vec<(&'static str, String)>,
    /// Below the shape.
    pub foot: Option<String>,
}

impl Block {
    fn action_width(&self) -> f64 {
        self.action.as_ref().map_or(0.0, |action| width(action, ACTION_SIZE))
    }

    /// The height of the notes, one below the other.
    pub fn notes_height(&self) -> f64 {
        self.notes.len() as f64 * NOTE_LINE
    }

    /// The length of the notes, one after the other, with the gap before each.
    fn notes_length(&self) -> f64 {
        self.notes.iter().map(|(_, text)| NOTE_GAP + width(text, NOTE_SIZE)).sum()
    }

    /// The distance of the value's baseline below the centre of the shape: triangles are wide at one end.
    pub fn value_drop(&self, growth: Growth) -> f64 {
        let drop = if growth == Growth::Down { 6.5 } else { 5.0 };
        match self.role {
            Some(NodeRole::Max) => 4.5 + drop,
            Some(NodeRole::Min) => 4.5 - drop,
            Some(NodeRole::Mean | NodeRole::Leaf) | None => 4.5,
        }
    }

    /// The space along the level.
    fn extent(&self, growth: Growth) -> Extent {
        match growth {
            Growth::Down => {
                let foot = self.foot.as_ref().map_or(0.0, |foot| width(foot, NOTE_SIZE));
                let half = self.width.max(self.action_width()).max(foot) / 2.0;
                let widest = self.notes.iter().map(|(_, text)| width(text, NOTE_SIZE)).fold(0.0, f64::max);
                let notes = if self.notes.is_empty() { 0.0 } else { self.width / 2.0 + NOTE_GAP + widest };
                Extent { before: half, after: half.max(notes) }
            }
            Growth::Right => {
                let half = self.height.max(14.0) / 2.0;
                Extent { before: half, after: half }
            }
        }
    }
}

fn block(tree: &RecordedTree, drawn: &DrawnNode, windows: bool, growth: Growth) -> Block {
    let node = &tree.nodes[drawn.node];
    let role = words::searched_role(node);
    let value = words::value(node)
        .map(|value| value.to_string())
        .or_else(|| node.unseen.map(short))
        .unwrap_or_default();
    // A bound and its sign are one word here.
    let value = typeset(&value).replace(' ', "");
    let mut notes = Vec::new();
    if let Some(actor) = words::actor(tree, node) {
        notes.push(("window", fit(actor, NOTE_SIZE, MAX_ACTION_WIDTH)));
    }
    if let Some(window) = words::window(node).filter(|_| windows && node.is_inner()) {
        notes.push(("window", typeset(&window)));
    }
    notes.extend(words::samples(node).iter().map(|text| ("window", typeset(&text.to_string()))));
    if node.state == NodeState::Open {
        notes.push(("window", words::not_finished().to_string()));
    }
    if let Some(cut) = &node.cut {
        let style = if cut.kind == CutKind::Table { "window" } else { "reason" };
        let reason = typeset(&cut.words);
        let lines = match growth {
            Growth::Down => wrap(&reason, NOTE_SIZE, NOTE_WIDTH),
            Growth::Right => vec![reason],
        };
        notes.extend(lines.into_iter().map(|text| (style, text)));
    }
    let hidden = drawn.hidden.as_ref().map(|hidden| format!("… {}", words::hidden(hidden)));
    let foot = match growth {
        Growth::Down => hidden,
        Growth::Right => {
            notes.extend(hidden.map(|text| ("hidden start", text)));
            None
        }
    };
    let (width, height) = size(role, width(&value, VALUE_SIZE), growth);
    let action = words::title(node).map(|action| fit(&action, ACTION_SIZE, MAX_ACTION_WIDTH));
    Block { role, width, height, value, action, notes, foot }
}

/// The size of a shape for a value of that width.
fn size(role: Option<NodeRole>, value: f64, growth: Growth) -> (f64, f64) {
    let down = growth == Growth::Down;
    match role {
        // A value is drawn where the triangle has about half of its width.
        Some(NodeRole::Max | NodeRole::Min) => {
            ((1.8 * value + 14.0).max(48.0), if down { 40.0 } else { 32.0 })
        }
        Some(NodeRole::Mean) => ((value + 16.0).max(36.0), if down { 36.0 } else { 28.0 }),
        Some(NodeRole::Leaf) => ((value + 10.0).max(26.0), if down { 24.0 } else { 19.0 }),
        None => ((value + 10.0).max(22.0), if down { 22.0 } else { 17.0 }),
    }
}

/// The coordinates of everything on the sheet.
pub(super) struct TreePlacement {
    pub growth: Growth,
    pub blocks: Vec<Block>,
    pub width: f64,
    pub height: f64,
    /// The centre of each shape.
    pub centres: Vec<Point>,
    /// Where each level begins.
    pub tops: Vec<f64>,
    /// The edge to each node but the root: out of its parent, across the free strip, into the node.
    pub edges: Vec<Option<[Point; 4]>>,
}

/// One level: along the way it grows it has a part before the shapes, the shapes and what is beside them, and
/// a part behind.
#[derive(Clone, Copy, Default)]
struct TreeLevel {
    before: f64,
    half: f64,
    behind: f64,
    /// The maximum spread of the edges below.
    spread: f64,
}

/// The blocks of all nodes drawn, and where they are.
pub(super) fn place(tree: &RecordedTree, figure: &TreeFigure, growth: Growth) -> TreePlacement {
    let windows = words::has_windows(tree);
    let blocks: Vec<Block> = figure.nodes.iter().map(|drawn| block(tree, drawn, windows, growth)).collect();
    let parents: Vec<Option<usize>> = figure.nodes.iter().map(|drawn| drawn.parent).collect();
    let extents: Vec<Extent> = blocks.iter().map(|block| block.extent(growth)).collect();
    let gaps = match growth {
        Growth::Down => Gaps { siblings: 9.0, cousins: 20.0 },
        Growth::Right => Gaps { siblings: 4.0, cousins: 11.0 },
    };
    let axes = tidy(&parents, &extents, gaps);
    let levels = levels(figure, &blocks, &axes, growth);
    let (mut tops, mut ends) = (Vec::with_capacity(levels.len()), Vec::with_capacity(levels.len()));
    let mut top = 0.0;
    for level in &levels {
        let end = top + level.before + 2.0 * level.half + level.behind;
        tops.push(top);
        ends.push(end);
        let share = if growth == Growth::Down { 0.09 } else { 0.06 };
        top = end + (level.spread * share).clamp(LEVEL_GAP, MAX_LEVEL_GAP);
    }
    let point = |along: f64, across: f64| match growth {
        Growth::Down => (across, along),
        Growth::Right => (along, across),
    };
    let middle = |index: usize| {
        let depth = figure.nodes[index].depth;
        tops[depth] + levels[depth].before + levels[depth].half
    };
    let edges = figure.nodes.iter().enumerate().map(|(index, drawn)| {
        let parent = drawn.parent?;
        Some([
            point(middle(parent) + exit(&blocks[parent], growth), axes[parent]),
            point(ends[figure.nodes[parent].depth], axes[parent]),
            point(tops[drawn.depth], axes[index]),
            point(middle(index) - entry(&blocks[index], growth), axes[index]),
        ])
    });
    let edges = edges.collect();
    let across = axes.iter().zip(&extents).map(|(axis, extent)| axis + extent.after).fold(0.0, f64::max);
    let (width, height) = point(ends.last().copied().unwrap_or(0.0), across);
    let centres = (0..blocks.len()).map(|index| point(middle(index), axes[index])).collect();
    TreePlacement { growth, blocks, width, height, centres, tops, edges }
}

fn levels(figure: &TreeFigure, blocks: &[Block], axes: &[f64], growth: Growth) -> Vec<TreeLevel> {
    let depth = figure.nodes.iter().map(|drawn| drawn.depth + 1).max().unwrap_or(0);
    let mut levels = vec![TreeLevel::default(); depth];
    for (drawn, block) in figure.nodes.iter().zip(blocks) {
        let level = &mut levels[drawn.depth];
        match growth {
            Growth::Down => {
                level.before = level.before.max(if block.action.is_some() { ACTION_HEIGHT } else { 0.0 });
                level.half = level.half.max(block.height.max(block.notes_height()) / 2.0);
                level.behind = level.behind.max(if block.foot.is_some() { FOOT_HEIGHT } else { 0.0 });
            }
            Growth::Right => {
                level.before =
                    level.before.max(if block.action.is_some() { block.action_width() + 12.0 } else { 0.0 });
                level.half = level.half.max(block.width / 2.0);
            }
        }
    }
    for (index, children) in figure.children().iter().enumerate() {
        let level = &mut levels[figure.nodes[index].depth];
        if growth == Growth::Right {
            // Notes start closer beside narrow shapes.
            let block = &blocks[index];
            let notes = block.notes_length() + block.width / 2.0 - level.half + 4.0;
            level.behind = level.behind.max(notes);
        }
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            level.spread = level.spread.max(axes[last] - axes[first]);
        }
    }
    levels
}

/// The distance from a shape's centre to the start of the edges to its children.
fn exit(block: &Block, growth: Growth) -> f64 {
    match growth {
        Growth::Right if !block.notes.is_empty() => block.width / 2.0 + block.notes_length() + 4.0,
        Growth::Down | Growth::Right => entry(block, growth),
    }
}

/// The distance from a shape's centre to the end of the edge from its parent. Beside its centre a triangle has half its width.
fn entry(block: &Block, growth: Growth) -> f64 {
    match (growth, block.role) {
        (Growth::Down, _) => block.height / 2.0,
        (Growth::Right, Some(NodeRole::Max | NodeRole::Min)) => block.width / 4.0,
        (Growth::Right, _) => block.width / 2.0,
    }
}
