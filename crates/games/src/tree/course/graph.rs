//! The graph of a test under construction.

use std::collections::HashMap;

use plylab_core::{InputError, Outcome, message};

use super::entries::row_form;
use crate::tree::rules::{Edge, MAX_BRANCHES, MAX_NODES, Mover, Node, Odds, Parts, Tree, Turns};
use crate::tree::text::{number, own_names, shown, too_many_nodes, use_fewer};

/// The form of a line of evaluations.
pub(super) const VALUE_ROW: &str = "state value";

/// The graph under construction.
#[derive(Default)]
pub(super) struct Graph<'a> {
    parts: Parts,
    numbers: HashMap<&'a str, u32>,
    edges: Vec<Vec<Edge>>,
}

impl<'a> Graph<'a> {
    /// The index of the node with this name; adds the node if there is none.
    pub fn node(&mut self, name: &'a str) -> Result<u32, InputError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok(number);
        }
        if self.parts.nodes.len() == MAX_NODES {
            return Err(too_many_nodes());
        }
        let number = self.parts.add(Node::new(name, Mover::InTurn, None));
        self.edges.push(Vec::new());
        self.numbers.insert(name, number);
        Ok(number)
    }

    pub fn successor(&mut self, [from, action, to]: [&'a str; 3]) -> Result<(), InputError> {
        let from_number = self.node(from)?;
        let to = self.node(to)?;
        let siblings = &mut self.edges[from_number as usize];
        if siblings.iter().any(|edge| edge.action == action) {
            let wrong = message!(
                "two-moves",
                "{node} has two moves named {action}",
                node = shown(from),
                action = shown(action)
            );
            return Err(InputError::new(wrong).expected(own_names()));
        }
        if siblings.len() == MAX_BRANCHES {
            let wrong = message!(
                "successors-most",
                "{node} has more than {most} successors",
                node = shown(from),
                most = MAX_BRANCHES
            );
            return Err(InputError::new(wrong).expected(use_fewer()));
        }
        siblings.push(Edge::new(action, Odds::Even, to));
        Ok(())
    }

    pub fn evaluation(&mut self, [name, value]: [&'a str; 2]) -> Result<(), InputError> {
        let node = self.node(name)?;
        let value = number(value).ok_or_else(|| {
            InputError::new(message!("not-a-number", "{word} is not a number", word = shown(value)))
                .expected(row_form("evaluation", VALUE_ROW))
        })?;
        if self.parts.nodes[node as usize].value.replace(value).is_some() {
            return Err(InputError::new(message!("two-values", "{node} has two values", node = shown(name)))
                .expected(message!("give-one", "give it one")));
        }
        Ok(())
    }

    pub fn end(&mut self, name: &'a str, outcome: Outcome) -> Result<(), InputError> {
        let node = self.node(name)?;
        let end = self.parts.nodes[node as usize].end.replace(outcome);
        if end.is_some_and(|end| end != outcome) {
            let wrong = message!("won-and-lost", "{node} is both won and lost", node = shown(name));
            let right = message!("one-list", "list it in win_states or in lose_states");
            return Err(InputError::new(wrong).expected(right));
        }
        Ok(())
    }

    pub fn assemble(mut self, agents: usize) -> Tree {
        for (node, edges) in self.edges.into_iter().enumerate() {
            // A won or lost node ends the game, even if the file lists successors.
            if self.parts.nodes[node].end.is_none() {
                self.parts.connect(node as u32, edges);
            }
        }
        for node in &mut self.parts.nodes {
            node.from = None;
        }
        let name = |agent: usize| match (agent, agents) {
            (0, _) => "max".to_owned(),
            (_, 2) => "min".to_owned(),
            _ => format!("min {agent}"),
        };
        Tree::assemble(self.parts, Turns::Rotating, (0..agents).map(name).collect())
    }
}
