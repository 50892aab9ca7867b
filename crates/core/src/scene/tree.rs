//! Trees of moves.

use serde::{Deserialize, Serialize};

/// The nodes of a tree of moves. A node comes after its parent; siblings are in the order of moves.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Nodes {
    /// The nodes; the first is the root.
    pub nodes: Vec<TreeNode>,
}

/// A node of a tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeNode {
    /// Its parent's index in the list; none for the root.
    pub parent: Option<usize>,
    /// The move that leads to it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub action: String,
    /// How likely that move is, below dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Who moves there; none at a leaf.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mover: Option<String>,
    /// What it is worth to agent 0, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// A node of a tree as it is written in a text. Places are pairs of a start and an end, in UTF-16 units, as editors count.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenNode {
    /// Its parent's index in the list; none for the root.
    pub parent: Option<usize>,
    /// The move that leads to it; empty at the root.
    pub action: String,
    /// Who moves there; none at a leaf.
    pub mover: Option<String>,
    /// A leaf's value or another node's estimate.
    pub value: Option<String>,
    /// Below dice: how likely its move is, as a whole part beside those of its siblings.
    pub part: Option<u64>,
    /// All of it.
    pub span: (usize, usize),
    /// The node without its probability and the name of its move.
    pub body: (usize, usize),
    /// Its mover, or its number.
    pub word: (usize, usize),
    /// Its probability.
    pub odds: Option<(usize, usize)>,
    /// The name of its move, with the colon.
    pub label: Option<(usize, usize)>,
}

/// Where a game is in its tree.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tree {
    /// The nodes at which the game is: more than one if several moves lead to the same state.
    pub current: Vec<usize>,
    /// The tree from here on, where the backdrop's tree is not deep enough; it replaces that one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<TreeNode>,
}

impl Nodes {
    /// The nodes to draw for a position in the tree.
    pub fn shown<'a>(&'a self, tree: &'a Tree) -> &'a [TreeNode] {
        if tree.nodes.is_empty() { &self.nodes } else { &tree.nodes }
    }

    pub(super) fn mismatch(&self, tree: &Tree) -> Option<String> {
        let nodes = self.shown(tree);
        let lost =
            (1..).zip(nodes.iter().skip(1)).find(|(index, node)| node.parent.is_none_or(|up| up >= *index));
        if let Some((index, _)) = lost {
            return Some(format!("the node {index} does not come after its parent"));
        }
        let stray = tree.current.iter().find(|&&index| index >= nodes.len())?;
        Some(format!("there is no node {stray}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(parents: &[Option<usize>]) -> Vec<TreeNode> {
        parents.iter().map(|&parent| TreeNode { parent, ..TreeNode::default() }).collect()
    }

    #[test]
    fn the_current_node_is_in_the_tree_that_is_drawn() {
        let all = Nodes { nodes: nodes(&[None, Some(0), Some(0)]) };
        let at = |current: usize, nodes| Tree { current: vec![current], nodes };
        assert_eq!(all.mismatch(&at(2, Vec::new())), None);
        assert!(all.mismatch(&at(3, Vec::new())).is_some());
        assert!(all.mismatch(&at(1, nodes(&[None]))).is_some());
        assert_eq!(all.shown(&at(0, nodes(&[None]))).len(), 1);
        assert!(Nodes { nodes: nodes(&[None, Some(2), Some(0)]) }.mismatch(&at(0, Vec::new())).is_some());
    }
}
