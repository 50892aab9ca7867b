//! Trees that are too large to read, made small enough.
//!
//! The chosen line is kept with everything beside it, and so many of the upper levels as there is room for, whole
//! ones: a picture in which the left half goes deeper than the right half would mislead. What is below is counted.

use super::tree::{NodeState, RecordedTree};

/// How many nodes are drawn unless told otherwise.
pub const NODES_DRAWN: usize = 300;

/// What is drawn of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The nodes drawn, in the order of the tree: a parent before its children, siblings in order.
    pub nodes: Vec<Drawn>,
}

/// A node that is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Its place in the tree.
    pub node: usize,
    /// Its parent's place in the figure.
    pub parent: Option<usize>,
    /// Its distance from the root.
    pub depth: usize,
    /// What is not drawn below it, if something is not.
    pub hidden: Option<Hidden>,
}

/// What is not drawn below a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// How many nodes that were looked at.
    pub looked_at: u64,
    /// How many nodes that were never looked at.
    pub skipped: u64,
    /// How many of both are one level below the node, two levels, and so on. Nodes that were counted but not
    /// recorded are in `looked_at` only.
    pub by_depth: Vec<u64>,
}

impl Figure {
    /// Is anything not drawn?
    pub fn is_folded(&self) -> bool {
        self.nodes.iter().any(|drawn| drawn.hidden.is_some())
    }

    /// The children of every node drawn, in order, by their places in the figure.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (place, drawn) in self.nodes.iter().enumerate() {
            if let Some(parent) = drawn.parent {
                children[parent].push(place);
            }
        }
        children
    }
}

/// What to draw of `tree` with at most `limit` nodes. The root is always drawn.
pub fn fold(tree: &RecordedTree, limit: usize) -> Figure {
    fold_by_hand(tree, limit, &[], &[])
}

/// The same, but somebody wants to see what is below the nodes `opened`, as far as there is room, and nothing of what is
/// below the nodes `closed`.
pub fn fold_by_hand(tree: &RecordedTree, limit: usize, opened: &[usize], closed: &[usize]) -> Figure {
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
    let mut places = vec![None; tree.nodes.len()];
    let mut nodes: Vec<Drawn> = Vec::new();
    for (node, recorded) in tree.nodes.iter().enumerate() {
        let parent = recorded.parent.filter(|&parent| parent < node);
        let above = match parent {
            None if node == 0 => None,
            Some(parent) if unfolded[parent] => match places[parent] {
                Some(above) => Some(above),
                None => continue,
            },
            _ => continue,
        };
        places[node] = Some(nodes.len());
        let depth = above.map_or(0, |above: usize| nodes[above].depth + 1);
        let hidden = hidden(tree, &children, node, unfolded[node]);
        nodes.push(Drawn { node, parent: above, depth, hidden });
    }
    Figure { nodes }
}

/// Whose children are drawn.
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
    let mut hidden = Hidden { looked_at: tree.nodes[node].unrecorded, ..Hidden::default() };
    let mut level: &[usize] = if unfolded { &[] } else { &children[node] };
    let mut below;
    while !level.is_empty() {
        hidden.by_depth.push(level.len() as u64);
        for &place in level {
            let recorded = &tree.nodes[place];
            hidden.looked_at += recorded.unrecorded;
            match recorded.state {
                NodeState::Skipped => hidden.skipped += 1,
                NodeState::Done | NodeState::Open => hidden.looked_at += 1,
            }
        }
        below = level.iter().flat_map(|&place| children[place].iter().copied()).collect::<Vec<usize>>();
        level = &below;
    }
    (hidden != Hidden::default()).then_some(hidden)
}
