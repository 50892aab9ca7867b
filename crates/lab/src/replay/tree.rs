//! Trees of moves: the root on top, who moves in each node, and the way that was taken.

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
    // A node comes after its parent; what breaks that rule is drawn as a root's child would be.
    let parent = |place: usize| nodes[place].parent.filter(|&parent| parent < place).or(Some(0));
    let parents: Vec<Option<usize>> =
        (0..nodes.len()).map(|place| if place == 0 { None } else { parent(place) }).collect();
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
    for place in 0..nodes.len() {
        depths[place] = parents[place].map_or(0, |parent| depths[parent] + 1);
    }
    let at = |place: usize| {
        let (x, y) = (MARGIN + axes[place], MARGIN + BOX / 2.0 + depths[place] as f64 * LEVEL);
        (x.round() as i32, y.round() as i32)
    };
    let taken = way(tree.current.first().copied(), &parents);
    let mut marks = Vec::with_capacity(2 * nodes.len());
    for (place, &above) in parents.iter().enumerate() {
        let Some(above) = above else { continue };
        let ((x1, y1), (x2, y2)) = (at(above), at(place));
        let class = if taken.contains(&place) { "branch taken" } else { "branch" };
        let look = format!("<path class=\"{class}\" d=\"M{x1} {}L{x2} {}\"/>", y1 + 12, y2 - 12);
        marks.push(Mark { key: format!("branch {place}"), look, x: 0, y: 0, name: String::new() });
    }
    for (place, node) in nodes.iter().enumerate() {
        let (x, y) = at(place);
        let mut class = String::from(if node.mover.is_some() { "node" } else { "leaf" });
        let current = tree.current.contains(&place);
        if current {
            class.push_str(" current");
        } else if taken.contains(&place) {
            class.push_str(" taken");
        }
        let (half, radius) = (widths[place] / 2.0, if node.mover.is_some() { 12 } else { 3 });
        let look = format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"-12\" width=\"{}\" height=\"24\" rx=\"{radius}\"/>\
             <text class=\"value\" y=\"4.3\">{}</text>{}",
            number(-half),
            number(2.0 * half),
            escape(&texts[place]),
            action_markup(&actions[place])
        );
        let name = if current { format!("{}, here", node_text(node)) } else { node_text(node) };
        marks.push(Mark { key: format!("node {place}"), look, x, y, name });
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

/// The nodes from the root to where the game is.
fn way(current: Option<usize>, parents: &[Option<usize>]) -> HashSet<usize> {
    let mut way = HashSet::new();
    let mut at = current;
    while let Some(place) = at {
        way.insert(place);
        at = parents.get(place).copied().flatten();
    }
    way
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
