//! Adds what a game that is itself a tree knows of the nodes: their names, and what lies below the cuts.

use std::collections::HashMap;

use plylab_core::scene::{Backdrop, Ground, Picture, Scene, TreeNode};

use super::tree::{NodeRole, NodeState, RecordedNode, RecordedTree, children};

impl RecordedTree {
    /// Fills in the names of the nodes, and the pruned nodes with everything below them, their roles and values, if the game is
    /// itself a tree: a textbook shows the pruned branches, too. `scene` is that of the position searched.
    ///
    /// Pictures give values for agent 0: a search for another agent gets names only.
    pub fn show_unseen(&mut self, backdrop: &Backdrop, scene: &Scene) {
        let (Ground::Tree(nodes), Picture::Tree(tree)) = (&backdrop.ground, &scene.picture) else { return };
        let pictured = nodes.shown(tree);
        let below = children(pictured.iter().map(|node| node.parent));
        let branches: HashMap<(usize, &str), usize> = below
            .iter()
            .enumerate()
            .flat_map(|(parent, children)| children.iter().map(move |&child| (parent, child)))
            .map(|(parent, child)| ((parent, pictured[child].action.as_str()), child))
            .collect();
        let roles = self.roles();
        let role = |index: usize| match below[index].first() {
            None => Some(NodeRole::Leaf),
            Some(&child) if pictured[child].chance.is_some() => Some(NodeRole::Mean),
            Some(_) => pictured[index].mover.as_deref().and_then(|mover| roles.get(mover).copied()),
        };
        let shapes: Vec<Option<NodeRole>> = (0..pictured.len()).map(role).collect();
        let values = match self.nodes.first().and_then(|root| root.actor) {
            Some(0) => values(pictured, &below, &shapes),
            _ => vec![None; pictured.len()],
        };
        // The index of each recorded node in the picture.
        let mut indices: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        let here = tree.current.first().copied().unwrap_or(0);

        let mut number = 0;
        while let Some(node) = self.nodes.get(number) {
            let above = node.parent.and_then(|parent| indices.get(parent).copied().flatten());
            let index = match (node.parent, above, &node.action) {
                (None, _, _) => Some(here),
                (Some(_), Some(above), Some(action)) => branches.get(&(above, action.as_str())).copied(),
                _ => None,
            };
            indices.push(index);
            let skipped = node.state == NodeState::Skipped;
            if let Some(index) = index.filter(|&index| index < pictured.len()) {
                let name = &pictured[index].name;
                self.nodes[number].name = Some(name.clone()).filter(|name| !name.is_empty());
                if skipped {
                    self.nodes[number].unseen = values[index];
                    self.nodes[number].role = shapes[index];
                    self.nodes.extend(below[index].iter().map(|&child| RecordedNode {
                        action: Some(pictured[child].action.clone()),
                        weight: pictured[child].chance,
                        parent: Some(number),
                        ..RecordedNode::default()
                    }));
                }
            }
            number += 1;
        }
    }

    /// How each agent's nodes combine their children, by the agent's name, and the dice's: as in the nodes visited.
    fn roles(&self) -> HashMap<&str, NodeRole> {
        let seen = self.nodes.iter().filter(|node| node.is_inner());
        let name = |node: &RecordedNode| self.agents.get(usize::from(node.actor?)).map(String::as_str);
        seen.filter_map(|node| Some((name(node)?, node.role?))).collect()
    }
}

/// The values of all nodes for agent 0, as a search without pruning would find them. None where they are not known,
/// because the picture ends there or an agent's role is unknown.
fn values(nodes: &[TreeNode], below: &[Vec<usize>], roles: &[Option<NodeRole>]) -> Vec<Option<f64>> {
    let mut values: Vec<Option<f64>> = nodes.iter().map(|node| node.value).collect();
    for index in (0..nodes.len()).rev().filter(|&index| !below[index].is_empty()) {
        let children = &below[index];
        let known: Option<Vec<f64>> = children.iter().map(|&child| values[child]).collect();
        let chances: Option<Vec<f64>> = children.iter().map(|&child| nodes[child].chance).collect();
        values[index] = known.and_then(|known| match (roles[index], chances) {
            (_, Some(chances)) => Some(known.iter().zip(chances).map(|(value, chance)| value * chance).sum()),
            (Some(NodeRole::Max), None) => known.into_iter().reduce(f64::max),
            (Some(NodeRole::Min), None) => known.into_iter().reduce(f64::min),
            (Some(NodeRole::Mean), None) => Some(known.iter().sum::<f64>() / known.len() as f64),
            (Some(NodeRole::Leaf) | None, None) => None,
        });
    }
    values
}
