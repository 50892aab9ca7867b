//! How trees are shown.

use plylab_core::scene::{self, Backdrop, Fact, Ground, Nodes, Picture, Scene, TreeNode, WrittenNode};
use plylab_core::{Game, Notation, Seed, Turn, View};
use serde::Serialize;

use super::format;
use super::rules::{BranchIndex, TreeGame, TreeState};

/// The maximum number of nodes that are drawn.
const MAX_DRAWN: usize = 500;

/// The facts of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TreeReport {
    /// The node's name; empty if it has none.
    pub node: String,
    /// The position: the moves from the root, or the node and the turn.
    pub position: String,
    /// Who moves next.
    pub turn: Turn,
    /// Its value for agent 0, where that is known.
    pub value: Option<f64>,
    /// Is the game over?
    pub over: bool,
}

/// A tree unfolded for a picture.
struct UnfoldedTree {
    nodes: Vec<TreeNode>,
    /// The state at each node.
    states: Vec<TreeState>,
    /// Branches that are not drawn because the picture is full.
    left_out: usize,
}

impl TreeGame {
    /// The value for agent 0, where it is known.
    fn known_value(&self, state: &TreeState) -> Option<f64> {
        match self.turn(state) {
            Turn::Over => Some(self.utility(state, plylab_core::AgentId::FIRST)),
            Turn::Agent(_) | Turn::Chance => self.node(state).value,
        }
    }

    /// Unfolds the tree below `root`, level by level until the picture is full. A position that repeats
    /// on its own path is not unfolded again, so that a cycle ends.
    fn draw(&self, root: TreeState) -> UnfoldedTree {
        let node = |state: &TreeState, parent: Option<usize>| TreeNode {
            parent,
            action: String::new(),
            chance: None,
            name: self.name(state).to_owned(),
            mover: self.mover_name(state).map(str::to_owned),
            value: self.known_value(state),
        };
        let mut drawing = UnfoldedTree { nodes: vec![node(&root, None)], states: vec![root], left_out: 0 };
        let mut index = 0;
        while let Some(&state) = drawing.states.get(index) {
            let is_chance = self.turn(&state) == Turn::Chance;
            let branches = if drawing.repeats(index) { &[] } else { self.branches(&state) };
            for (number, edge) in branches.iter().enumerate() {
                if drawing.nodes.len() == MAX_DRAWN {
                    drawing.left_out += 1;
                    continue;
                }
                let mut next = state;
                self.apply(&mut next, BranchIndex(number as u8));
                drawing.states.push(next);
                drawing.nodes.push(TreeNode {
                    action: edge.action.clone(),
                    chance: is_chance.then_some(edge.chance),
                    ..node(&next, Some(index))
                });
            }
            index += 1;
        }
        drawing
    }
}

impl UnfoldedTree {
    /// Does the node's state also occur at one of its ancestors?
    fn repeats(&self, index: usize) -> bool {
        let mut above = self.nodes[index].parent;
        while let Some(ancestor) = above {
            if self.states[ancestor] == self.states[index] {
                return true;
            }
            above = self.nodes[ancestor].parent;
        }
        false
    }

    /// The indices of the nodes that show a state.
    fn indices_of(&self, state: &TreeState) -> Vec<usize> {
        let here = |(index, at): (usize, &TreeState)| (at == state).then_some(index);
        self.states.iter().enumerate().filter_map(here).collect()
    }
}

impl View for TreeGame {
    type Report = TreeReport;

    fn backdrop(&self) -> Backdrop {
        let UnfoldedTree { nodes, .. } = self.draw(self.initial(Seed::default()));
        Backdrop { title: self.info().title.to_string(), ground: Ground::Tree(Nodes { nodes }) }
    }

    fn written(&self, text: &str) -> Vec<WrittenNode> {
        format::written(text)
    }

    fn scene(&self, state: &TreeState) -> Scene {
        let mut facts = vec![match self.mover_name(state) {
            Some(mover) => Fact::new("to move", mover),
            None => Fact::new("value", self.utility(state, plylab_core::AgentId::FIRST)),
        }];
        let mut drawing = self.draw(self.initial(Seed::default()));
        let mut tree = scene::Tree { current: drawing.indices_of(state), nodes: Vec::new() };
        if tree.current.is_empty() {
            // The tree is too large to be drawn down to here.
            drawing = self.draw(*state);
            tree.current = drawing.indices_of(state);
            tree.nodes.clone_from(&drawing.nodes);
            facts.push(Fact::new("drawn from", "this node"));
        }
        if drawing.left_out > 0 {
            facts.push(Fact::new("branches not shown", drawing.left_out));
        }
        Scene { facts, picture: Picture::Tree(tree) }
    }

    fn report(&self, state: &TreeState) -> TreeReport {
        let turn = self.turn(state);
        TreeReport {
            node: self.name(state).to_owned(),
            position: self.position_text(state),
            turn,
            value: self.known_value(state),
            over: turn == Turn::Over,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::tree::TREES;

    /// The nodes drawn for a state, and the indices of the current ones.
    fn drawn(game: &TreeGame, state: &TreeState) -> (Vec<TreeNode>, Vec<usize>) {
        let (Ground::Tree(nodes), Picture::Tree(tree)) = (game.backdrop().ground, game.scene(state).picture)
        else {
            panic!("a tree is drawn as a tree");
        };
        (nodes.shown(&tree).to_vec(), tree.current)
    }

    /// The picture as lines: one per node, below its parent.
    fn lines(game: &TreeGame, state: &TreeState) -> String {
        fn below(
            nodes: &[TreeNode],
            current: &[usize],
            parent: Option<usize>,
            indent: usize,
            out: &mut String,
        ) {
            for (index, node) in nodes.iter().enumerate().filter(|(_, node)| node.parent == parent) {
                let chance = node.chance.map_or(String::new(), |chance| format!("{chance:.3} "));
                let value = node.value.map_or(String::new(), |value| format!(" {value}"));
                let mover = node.mover.as_deref().unwrap_or("-");
                let mark = if current.contains(&index) { " <" } else { "" };
                let name = if node.name.is_empty() { String::new() } else { format!(" {}", node.name) };
                let _ = writeln!(out, "{:indent$}{chance}{}:{name} {mover}{value}{mark}", "", node.action);
                below(nodes, current, Some(index), indent + 2, out);
            }
        }
        let mut out = String::new();
        for fact in game.scene(state).facts {
            let _ = writeln!(out, "{}: {}", fact.label, fact.value);
        }
        let (nodes, current) = drawn(game, state);
        below(&nodes, &current, None, 0, &mut out);
        out
    }

    #[test]
    fn dice_as_lines() {
        let game = TreeGame::parse(TREES[1].text).unwrap();
        let state = game.parse_position("roll/high").unwrap();
        assert_eq!(
            lines(&game, &state),
            "\
to move: min
: max
  safe: min
    1: - 4
    2: - 5
  roll: dice chance
    0.167 six: min
      1: - 24
      2: - 6
    0.333 high: min <
      1: - 12
      2: - 3
    0.500 low: min
      1: - 6
      2: - 0
"
        );
    }

    #[test]
    fn a_cycle_is_drawn_until_it_closes() {
        let game = TreeGame::parse(
            "class: \"GraphGameTreeTest\"\nalg: \"MinimaxAgent\"\ndepth: \"1\"\nnum_agents: \"2\"\n\
             start_state: \"a\"\nwin_states: \"won\"\nsuccessors: \"\"\"\na go b\nb back a\nb end won\n\"\"\"",
        )
        .unwrap();
        let state = game.parse_position("won").unwrap();
        assert_eq!(
            lines(&game, &state),
            "\
value: 1
: a max
  go: b min
    back: a max
    end: won - 1 <
"
        );
    }

    #[test]
    fn a_tree_that_is_too_large_is_cut_and_drawn_from_the_current_node() {
        let wide = format!("min [ {} ]", "0 ".repeat(60));
        let game = TreeGame::parse(&format!("max [ {} ]", format!("{wide} ").repeat(60))).unwrap();
        let start = TreeState::default();
        assert_eq!(drawn(&game, &start).0.len(), MAX_DRAWN);
        let last = |state: &TreeState| game.scene(state).facts.pop();
        assert_eq!(last(&start), Some(Fact::new("branches not shown", 1 + 60 + 3600 - 500)));
        let end = game.parse_position("60/60").unwrap();
        assert_eq!(drawn(&game, &end), (vec![drawn(&game, &end).0[0].clone()], vec![0]));
        assert_eq!(last(&end), Some(Fact::new("drawn from", "this node")));
    }
}
