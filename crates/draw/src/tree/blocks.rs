//! What is drawn for each node, and how much space it takes.

use plylab_search::record::{CutKind, NodeRole, NodeState, RecordedTree, short};

use super::fold::{Drawn, Figure};
use super::layout::Extent;
use super::picture::Growth;
use super::words::{self, typeset};
use crate::measure::{fit, width, wrap};

pub(super) const VALUE_SIZE: f64 = 13.0;
pub(super) const ACTION_SIZE: f64 = 11.0;
pub(super) const NOTE_SIZE: f64 = 10.0;
pub(super) const NOTE_LINE: f64 = 12.0;
pub(super) const NOTE_GAP: f64 = 5.0;
/// The space for an action above its node.
pub(super) const ACTION_HEIGHT: f64 = 16.0;
/// The space for the count below a folded node.
pub(super) const FOOT_HEIGHT: f64 = 16.0;
/// Notes beside a node are wrapped at this width.
const NOTE_WIDTH: f64 = 92.0;
/// Longer actions are truncated; the tooltip shows them in full.
const MAX_ACTION_WIDTH: f64 = 150.0;

/// The shape of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    Max,
    Min,
    Mean,
    Leaf,
    Skipped,
}

impl Shape {
    /// The style that fills it.
    pub fn style(self) -> &'static str {
        match self {
            Shape::Max => "max-node",
            Shape::Min => "min-node",
            Shape::Mean => "mean-node",
            Shape::Leaf => "leaf-node",
            Shape::Skipped => "skipped-node",
        }
    }
}

/// A small text beside a node.
pub(super) struct Note {
    pub style: &'static str,
    pub text: String,
}

/// Everything that is drawn for a node.
pub(super) struct Block {
    pub shape: Shape,
    /// Of the shape.
    pub width: f64,
    pub height: f64,
    pub value: String,
    pub action: Option<String>,
    pub notes: Vec<Note>,
    /// Below the shape.
    pub foot: Option<String>,
}

impl Block {
    pub fn action_width(&self) -> f64 {
        self.action.as_ref().map_or(0.0, |action| width(action, ACTION_SIZE))
    }

    /// The height of the notes, one below the other.
    pub fn notes_height(&self) -> f64 {
        self.notes.len() as f64 * NOTE_LINE
    }

    /// The length of the notes, one after the other, with the gap before each.
    pub fn notes_length(&self) -> f64 {
        self.notes.iter().map(|note| NOTE_GAP + width(&note.text, NOTE_SIZE)).sum()
    }

    /// The distance of the value's baseline below the centre of the shape: triangles are wide at one end.
    pub fn value_drop(&self, growth: Growth) -> f64 {
        let drop = if growth == Growth::Down { 6.5 } else { 5.0 };
        match self.shape {
            Shape::Max => 4.5 + drop,
            Shape::Min => 4.5 - drop,
            Shape::Mean | Shape::Leaf | Shape::Skipped => 4.5,
        }
    }

    /// The space along the level.
    pub fn extent(&self, growth: Growth) -> Extent {
        match growth {
            Growth::Down => {
                let foot = self.foot.as_ref().map_or(0.0, |foot| width(foot, NOTE_SIZE));
                let half = self.width.max(self.action_width()).max(foot) / 2.0;
                let widest = self.notes.iter().map(|note| width(&note.text, NOTE_SIZE)).fold(0.0, f64::max);
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

/// The blocks of all nodes drawn.
pub(super) fn blocks(tree: &RecordedTree, figure: &Figure, growth: Growth) -> Vec<Block> {
    let windows = words::has_windows(tree);
    figure.nodes.iter().map(|drawn| block(tree, drawn, windows, growth)).collect()
}

fn block(tree: &RecordedTree, drawn: &Drawn, windows: bool, growth: Growth) -> Block {
    let node = &tree.nodes[drawn.node];
    let shape = match (node.state, node.role) {
        (NodeState::Skipped, _) | (_, None) => Shape::Skipped,
        (_, Some(NodeRole::Max)) => Shape::Max,
        (_, Some(NodeRole::Min)) => Shape::Min,
        (_, Some(NodeRole::Mean)) => Shape::Mean,
        (_, Some(NodeRole::Leaf)) => Shape::Leaf,
    };
    let value = words::value(node)
        .map(|value| value.to_string())
        .or_else(|| node.unseen.map(short))
        .unwrap_or_default();
    // A bound and its sign are one word here.
    let value = typeset(&value).replace(' ', "");
    let mut notes = Vec::new();
    if let Some(actor) = words::actor(tree, node) {
        notes.push(Note { style: "window", text: fit(actor, NOTE_SIZE, MAX_ACTION_WIDTH) });
    }
    if let Some(window) = words::window(node).filter(|_| windows && node.is_inner()) {
        notes.push(Note { style: "window", text: typeset(&window) });
    }
    let samples = words::samples(node).into_iter();
    notes.extend(samples.map(|text| Note { style: "window", text: typeset(&text.to_string()) }));
    if node.state == NodeState::Open {
        notes.push(Note { style: "window", text: words::not_finished().to_string() });
    }
    if let Some(cut) = &node.cut {
        let style = if cut.kind == CutKind::Table { "window" } else { "reason" };
        let reason = typeset(&cut.words);
        let lines = match growth {
            Growth::Down => wrap(&reason, NOTE_SIZE, NOTE_WIDTH),
            Growth::Right => vec![reason],
        };
        notes.extend(lines.into_iter().map(|text| Note { style, text }));
    }
    let hidden = drawn.hidden.as_ref().map(|hidden| format!("… {}", words::hidden(hidden)));
    let foot = match growth {
        Growth::Down => hidden,
        Growth::Right => {
            notes.extend(hidden.map(|text| Note { style: "hidden start", text }));
            None
        }
    };
    let (width, height) = size(shape, width(&value, VALUE_SIZE), growth);
    let action = words::title(node).map(|action| fit(&action, ACTION_SIZE, MAX_ACTION_WIDTH));
    Block { shape, width, height, value, action, notes, foot }
}

/// The size of a shape for a value of that width.
fn size(shape: Shape, value: f64, growth: Growth) -> (f64, f64) {
    let down = growth == Growth::Down;
    match shape {
        // A value is drawn where the triangle has about half of its width.
        Shape::Max | Shape::Min => ((1.8 * value + 14.0).max(48.0), if down { 40.0 } else { 32.0 }),
        Shape::Mean => ((value + 16.0).max(36.0), if down { 36.0 } else { 28.0 }),
        Shape::Leaf => ((value + 10.0).max(26.0), if down { 24.0 } else { 19.0 }),
        Shape::Skipped => ((value + 10.0).max(22.0), if down { 22.0 } else { 17.0 }),
    }
}
