//! Folds trees that are too large to read.
//!
//! The principal variation is kept with its siblings, and as many complete upper levels as fit: a picture in which the
//! left half goes deeper than the right half would mislead. The nodes below are counted.

use plylab_search::record::{NodeState, RecordedTree};

/// The default number of nodes drawn.
pub const NODES_DRAWN: usize = 300;

/// The part of a tree that is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeFigure {
    /// The nodes drawn, in the order of the tree: a parent before its children, siblings in order.
    pub nodes: Vec<DrawnNode>,
}

/// A node that is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawnNode {
    /// Its index in the tree.
    pub node: usize,
    /// Its parent's index in the figure.
    pub parent: Option<usize>,
    /// Its distance from the root.
    pub depth: usize,
    /// What is not drawn below it, if anything.
    pub hidden: Option<Hidden>,
}

/// What is not drawn below a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// The number of visited nodes.
    pub visited: u64,
    /// The number of pruned nodes.
    pub skipped: u64,
    /// The number of both one level below the node, two levels, and so on. Nodes that were counted but not
    /// recorded are in `visited` only.
    pub by_depth: Vec<u64>,
}

impl TreeFigure {
    /// Is anything not drawn?
    pub fn is_folded(&self) -> bool {
        self.nodes.iter().any(|drawn| drawn.hidden.is_some())
    }

    /// The children of every node drawn, in order, by their indices in the figure.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, drawn) in self.nodes.iter().enumerate() {
            if let Some(parent) = drawn.parent {
                children[parent].push(index);
            }
        }
        children
    }
}

/// What to draw of `tree` with at most `limit` nodes. The root is always drawn.
pub fn fold(tree: &RecordedTree, limit: usize) -> TreeFigure {
    fold_by_hand(tree, limit, &[], &[])
}

/// The same, but also draws the children of the nodes `opened`, as far as there is room, and nothing below the nodes
/// `closed`.
pub fn fold_by_hand(tree: &RecordedTree, limit: usize, opened: &[usize], closed: &[usize]) -> TreeFigure {
    let children = tree.children();
    let mut unfolded = unfolded(tree, &children, limit);
    for &node in closed {
        if let Some(unfolded) = unfolded.get_mut(node) {
            *unfolded = false;
        }
    }
    let mut drawn = 1
        + (0..children.len()).filter(|&node| unfolded[node]).map(|node| children[node].len()).sum::<usize>();
    for &node in opened {
        if let Some(below) = children.get(node)
            && !unfolded[node]
            && drawn + below.len() <= limit
        {
            unfolded[node] = true;
            drawn += below.len();
        }
    }
    let mut indices = vec![None; tree.nodes.len()];
    let mut nodes: Vec<DrawnNode> = Vec::new();
    for (node, recorded) in tree.nodes.iter().enumerate() {
        let parent = recorded.parent.filter(|&parent| parent < node && unfolded[parent]);
        let above: Option<usize> = parent.and_then(|parent| indices[parent]);
        if above.is_none() && node > 0 {
            continue;
        }
        indices[node] = Some(nodes.len());
        let depth = above.map_or(0, |above| nodes[above].depth + 1);
        let hidden = hidden(tree, &children, node, unfolded[node]);
        nodes.push(DrawnNode { node, parent: above, depth, hidden });
    }
    TreeFigure { nodes }
}

/// The nodes whose children are drawn.
fn unfolded(tree: &RecordedTree, children: &[Vec<usize>], limit: usize) -> Vec<bool> {
    let mut unfolded = vec![false; children.len()];
    let mut drawn = children.len().min(1);
    for (node, _) in tree.nodes.iter().enumerate().filter(|(_, node)| node.chosen) {
        if drawn + children[node].len() > limit {
            break;
        }
        unfolded[node] = true;
        drawn += children[node].len();
    }
    let mut level: Vec<usize> = children.first().map(|_| 0).into_iter().collect();
    while !level.is_empty() {
        let more: usize =
            level.iter().filter(|&&node| !unfolded[node]).map(|&node| children[node].len()).sum();
        if drawn + more > limit {
            break;
        }
        drawn += more;
        for &node in &level {
            unfolded[node] = true;
        }
        level = level.iter().flat_map(|&node| children[node].iter().copied()).collect();
    }
    unfolded
}

/// What is not drawn below a node.
fn hidden(tree: &RecordedTree, children: &[Vec<usize>], node: usize, unfolded: bool) -> Option<Hidden> {
    let mut hidden = Hidden { visited: tree.nodes[node].unrecorded, ..Hidden::default() };
    let mut level: &[usize] = if unfolded { &[] } else { &children[node] };
    let mut below;
    while !level.is_empty() {
        hidden.by_depth.push(level.len() as u64);
        for &index in level {
            let recorded = &tree.nodes[index];
            hidden.visited += recorded.unrecorded;
            match recorded.state {
                NodeState::Skipped => hidden.skipped += 1,
                NodeState::Done | NodeState::Open => hidden.visited += 1,
            }
        }
        below = level.iter().flat_map(|&index| children[index].iter().copied()).collect::<Vec<usize>>();
        level = &below;
    }
    (hidden != Hidden::default()).then_some(hidden)
}
