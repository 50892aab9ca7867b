//! The coordinates of blocks and edges on the sheet.

use super::blocks::{ACTION_HEIGHT, Block, FOOT_HEIGHT, Shape};
use super::fold::Figure;
use super::layout::{Extent, Gaps, tidy};
use super::picture::Growth;
use crate::paper::Point;

/// The minimum space between two levels.
const LEVEL_GAP: f64 = 30.0;
/// The maximum space between two levels, where edges spread far.
const MAX_LEVEL_GAP: f64 = 110.0;

/// The coordinates of everything on the sheet.
pub(super) struct Placed {
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
struct Level {
    before: f64,
    half: f64,
    behind: f64,
    /// The maximum spread of the edges below.
    spread: f64,
}

pub(super) fn place(figure: &Figure, blocks: &[Block], growth: Growth) -> Placed {
    let parents: Vec<Option<usize>> = figure.nodes.iter().map(|drawn| drawn.parent).collect();
    let extents: Vec<Extent> = blocks.iter().map(|block| block.extent(growth)).collect();
    let gaps = match growth {
        Growth::Down => Gaps { siblings: 9.0, cousins: 20.0 },
        Growth::Right => Gaps { siblings: 4.0, cousins: 11.0 },
    };
    let axes = tidy(&parents, &extents, gaps);
    let levels = levels(figure, blocks, &axes, growth);
    let mut tops = Vec::with_capacity(levels.len());
    let mut end = 0.0;
    let mut next = 0.0;
    for level in &levels {
        tops.push(next);
        end = next + level.before + 2.0 * level.half + level.behind;
        let share = if growth == Growth::Down { 0.09 } else { 0.06 };
        next = end + (level.spread * share).clamp(LEVEL_GAP, MAX_LEVEL_GAP);
    }
    let point = |along: f64, across: f64| match growth {
        Growth::Down => Point::new(across, along),
        Growth::Right => Point::new(along, across),
    };
    let middle = |index: usize| {
        let depth = figure.nodes[index].depth;
        tops[depth] + levels[depth].before + levels[depth].half
    };
    let edges = figure.nodes.iter().enumerate().map(|(index, drawn)| {
        let parent = drawn.parent?;
        let above = figure.nodes[parent].depth;
        let behind = tops[above] + levels[above].before + 2.0 * levels[above].half + levels[above].behind;
        let (out, into) = (exit(&blocks[parent], growth), entry(&blocks[index], growth));
        Some([
            point(middle(parent) + out, axes[parent]),
            point(behind, axes[parent]),
            point(tops[drawn.depth], axes[index]),
            point(middle(index) - into, axes[index]),
        ])
    });
    let edges = edges.collect();
    let across = axes.iter().zip(&extents).map(|(axis, extent)| axis + extent.after).fold(0.0, f64::max);
    let size = point(end, across);
    let centres = (0..blocks.len()).map(|index| point(middle(index), axes[index])).collect();
    Placed { width: size.x, height: size.y, centres, tops, edges }
}

fn levels(figure: &Figure, blocks: &[Block], axes: &[f64], growth: Growth) -> Vec<Level> {
    let depth = figure.nodes.iter().map(|drawn| drawn.depth + 1).max().unwrap_or(0);
    let mut levels = vec![Level::default(); depth];
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
        Growth::Down => block.height / 2.0,
        Growth::Right if block.notes.is_empty() => side(block),
        Growth::Right => block.width / 2.0 + block.notes_length() + 4.0,
    }
}

/// The distance from a shape's centre to the end of the edge from its parent.
fn entry(block: &Block, growth: Growth) -> f64 {
    match growth {
        Growth::Down => block.height / 2.0,
        Growth::Right => side(block),
    }
}

/// The distance from a shape's centre to its side, where a triangle has half its width.
fn side(block: &Block) -> f64 {
    match block.shape {
        Shape::Max | Shape::Min => block.width / 4.0,
        Shape::Mean | Shape::Leaf | Shape::Skipped => block.width / 2.0,
    }
}
