//! Trees of moves: the root on top, the mover in each node, and the path that was played.

use std::collections::HashSet;
use std::iter::successors;

use plylab_core::scene::{Nodes, Tree, TreeNode};
use plylab_search::record::short;

use super::{Drawing, DrawnMark, Sheet};
use crate::measure::{fit, width};
use crate::paper::Paper;
use crate::style::Theme;
use crate::tree::layout::{Extent, Gaps, tidy};

const MARGIN: f64 = 14.0;
const SIZE: f64 = 12.0;
const ACTION_SIZE: f64 = 11.0;
const BOX: f64 = 24.0;
const LEVEL: f64 = 70.0;
/// Longer texts are cut.
const WIDEST: f64 = 150.0;

pub(super) fn draw(nodes: &Nodes, tree: &Tree, theme: Theme) -> Drawing {
    let nodes = nodes.shown(tree);
    // A node comes after its parent; a node that breaks that rule is drawn as a child of the root.
    let parent = |index: usize| nodes[index].parent.filter(|&parent| parent < index).or(Some(0));
    let parents: Vec<Option<usize>> =
        (0..nodes.len()).map(|index| if index == 0 { None } else { parent(index) }).collect();
    let texts: Vec<String> = nodes.iter().map(|node| fit(&node_text(node), SIZE, WIDEST)).collect();
    let actions: Vec<String> =
        nodes.iter().map(|node| fit(&action_text(node), ACTION_SIZE, WIDEST)).collect();
    let widths: Vec<f64> = texts.iter().map(|text| (width(text, SIZE) + 12.0).max(28.0)).collect();
    let extents: Vec<Extent> = widths
        .iter()
        .zip(&actions)
        .map(|(node, action)| node.max(width(action, ACTION_SIZE)) / 2.0)
        .map(|half| Extent { before: half, after: half })
        .collect();
    let axes = tidy(&parents, &extents, Gaps { siblings: 10.0, cousins: 20.0 });
    let mut depths = vec![0usize; nodes.len()];
    for index in 0..nodes.len() {
        depths[index] = parents[index].map_or(0, |parent| depths[parent] + 1);
    }
    let at = |index: usize| {
        let (x, y) = (MARGIN + axes[index], MARGIN + BOX / 2.0 + depths[index] as f64 * LEVEL);
        (x.round() as i32, y.round() as i32)
    };
    // The nodes from the current position up to the root.
    let above = |&index: &usize| parents.get(index).copied().flatten();
    let taken: HashSet<usize> = successors(tree.current.first().copied(), above).collect();
    let mut marks = Vec::with_capacity(2 * nodes.len());
    for (index, &above) in parents.iter().enumerate() {
        let Some(above) = above else { continue };
        let ((x1, y1), (x2, y2)) = (at(above), at(index));
        let style = if taken.contains(&index) { "branch taken" } else { "branch" };
        let mut look = Paper::new(theme);
        let half = BOX as i32 / 2;
        look.line(style, [(x1, y1 + half), (x2, y2 - half)].map(|(x, y)| (f64::from(x), f64::from(y))));
        marks.push(DrawnMark {
            key: format!("branch {index}"),
            look: look.into_text(),
            x: 0,
            y: 0,
            words: None,
        });
    }
    for (index, node) in nodes.iter().enumerate() {
        let (x, y) = at(index);
        let current = tree.current.contains(&index);
        let style = match (current, taken.contains(&index)) {
            (true, _) => "state current",
            (_, true) => "state taken",
            _ => "state",
        };
        let radius = if node.mover.is_some() { BOX / 2.0 } else { 3.0 };
        let mut look = Paper::new(theme);
        look.rounded(style, (-widths[index] / 2.0, -BOX / 2.0), widths[index], BOX, radius);
        look.text("state-value", (0.0, 4.3), &texts[index]);
        // The move is above its node, so that no branch of another node crosses it.
        look.backed_text("action", (0.0, -18.0), &actions[index]);
        let name = if current { format!("{}, here", node_text(node)) } else { node_text(node) };
        let key = format!("node {index}");
        marks.push(DrawnMark { key, look: look.into_text(), x, y, words: Some(name.into()) });
    }
    let right = axes.iter().zip(&extents).map(|(axis, extent)| axis + extent.after).fold(0.0, f64::max);
    let deepest = depths.iter().copied().max().unwrap_or(0) as f64;
    let sheet = Sheet {
        width: (right + 2.0 * MARGIN).ceil(),
        height: deepest * LEVEL + BOX + 2.0 * MARGIN,
        ..Sheet::default()
    };
    Drawing { sheet, marks }
}

/// A node in words: `B: min`, `+3`.
fn node_text(node: &TreeNode) -> String {
    let value = node.value.map(signed);
    let parts = [Some(node.name.clone()).filter(|name| !name.is_empty()), node.mover.clone(), value];
    parts.into_iter().flatten().collect::<Vec<String>>().join(" ")
}

fn action_text(node: &TreeNode) -> String {
    match node.chance {
        Some(chance) => format!("{} {}%", node.action, short((chance * 1000.0).round() / 10.0)),
        None => node.action.clone(),
    }
}

fn signed(value: f64) -> String {
    match short(value).strip_prefix('-') {
        Some(size) => format!("−{size}"),
        None if value > 0.0 => format!("+{}", short(value)),
        None => short(value),
    }
}
