//! Writes a tree.

use std::fmt::Write as _;

use crate::tree::rules::{Odds, TreeBranch, TreeGame, TreeState, TurnOrder};

impl TreeGame {
    /// The tree in our own format, indented; [`TreeGame::parse`] reads it as an equal tree. None for a course file's
    /// graph, which the format cannot express.
    pub fn text(&self) -> Option<String> {
        if self.turns != TurnOrder::Written {
            return None;
        }
        let mut out = format!("agents: {}\n\n", plylab_core::Game::info(self).agents.join(" "));
        self.write_node(TreeState::default(), 0, &mut out);
        out.push('\n');
        Some(out)
    }

    fn write_node(&self, state: TreeState, indent: usize, out: &mut String) {
        let node = self.node(&state);
        if !node.name.is_empty() {
            let _ = write!(out, "{} = ", node.name);
        }
        let Some(mover) = self.mover_name(&state) else {
            let _ = write!(out, "{}", node.value.unwrap_or_default());
            return;
        };
        out.push_str(mover);
        if let Some(estimate) = node.value {
            let _ = write!(out, " ~{estimate}");
        }
        out.push_str(" [");
        let child = |edge: &TreeBranch| TreeState { node: edge.to, ..state };
        let branches = self.branches(&state);
        let on_one_line = branches.iter().all(|edge| self.branches(&child(edge)).is_empty());
        let line_end = |indent: usize| match on_one_line {
            true => " ".to_owned(),
            false => format!("\n{:indent$}", ""),
        };
        for (index, edge) in branches.iter().enumerate() {
            out.push_str(&line_end(indent + 2));
            let _ = match edge.odds {
                Odds::Even => Ok(()),
                Odds::Fraction(part, whole) => write!(out, "{part}/{whole} "),
                Odds::Percent(percent) => write!(out, "{percent}% "),
            };
            if edge.action != (index + 1).to_string() {
                let _ = write!(out, "{}: ", edge.action);
            }
            self.write_node(child(edge), indent + 2, out);
        }
        out.push_str(&line_end(indent));
        out.push(']');
    }
}
