//! Trees of moves: the root on top, the mover in each node, and the path that was played.

use std::collections::HashSet;

use plylab_core::scene::{Nodes, Tree, TreeNode};
use plylab_search::record::layout::{Extent, Gaps, tidy};
use plylab_search::record::short;
use plylab_search::svg::{escape, fit, number, width};

use super::drawing::{Drawing, Mark};
use super::film::Sheet;

const MARGIN: f64 = 14.0;
const SIZE: f64 = 12.0;
const ACTION_SIZE: f64 = 11.0;
const BOX: f64 = 24.0;
const LEVEL: f64 = 70.0;
/// Longer texts are cut.
const WIDEST: f64 = 150.0;

pub(super) fn draw(nodes: &Nodes, tree: &Tree) -> Drawing {
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
    let taken = path(tree.current.first().copied(), &parents);
    let mut marks = Vec::with_capacity(2 * nodes.len());
    for (index, &above) in parents.iter().enumerate() {
        let Some(above) = above else { continue };
        let ((x1, y1), (x2, y2)) = (at(above), at(index));
        let class = if taken.contains(&index) { "branch taken" } else { "branch" };
        let look = format!("<path class=\"{class}\" d=\"M{x1} {}L{x2} {}\"/>", y1 + 12, y2 - 12);
        marks.push(Mark { key: format!("branch {index}"), look, x: 0, y: 0, words: None });
    }
    for (index, node) in nodes.iter().enumerate() {
        let (x, y) = at(index);
        let mut class = String::from(if node.mover.is_some() { "node" } else { "leaf" });
        let current = tree.current.contains(&index);
        if current {
            class.push_str(" current");
        } else if taken.contains(&index) {
            class.push_str(" taken");
        }
        let (half, radius) = (widths[index] / 2.0, if node.mover.is_some() { 12 } else { 3 });
        let look = format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"-12\" width=\"{}\" height=\"24\" rx=\"{radius}\"/>\
             <text class=\"value\" y=\"4.3\">{}</text>{}",
            number(-half),
            number(2.0 * half),
            escape(&texts[index]),
            action_markup(&actions[index])
        );
        let name = if current { format!("{}, here", node_text(node)) } else { node_text(node) };
        marks.push(Mark { key: format!("node {index}"), look, x, y, words: Some(name.into()) });
    }
    let right = axes.iter().zip(&extents).map(|(axis, extent)| axis + extent.after).fold(0.0, f64::max);
    let deepest = depths.iter().copied().max().unwrap_or(0) as f64;
    let sheet = Sheet {
        width: (right + 2.0 * MARGIN).ceil(),
        height: deepest * LEVEL + BOX + 2.0 * MARGIN,
        back: String::new(),
        front: String::new(),
    };
    Drawing { sheet, marks }
}

/// The move above its node, so that no branch of another node crosses it.
fn action_markup(action: &str) -> String {
    if action.is_empty() {
        return String::new();
    }
    format!("<text class=\"action\" y=\"-18\">{}</text>", escape(action))
}

/// The nodes from the root to the current position.
fn path(current: Option<usize>, parents: &[Option<usize>]) -> HashSet<usize> {
    let mut path = HashSet::new();
    let mut at = current;
    while let Some(index) = at {
        path.insert(index);
        at = parents.get(index).copied().flatten();
    }
    path
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
