//! The tree as text, one line per node.

use super::fold::fold;
use super::number::{short, typeset};
use super::tree::{NodeRole, NodeState, RecordedTree};
use super::words;

/// How text is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// Signs beyond ASCII.
    pub unicode: bool,
    /// How many nodes are drawn; larger trees are folded.
    pub limit: usize,
}

/// A line, in the parts that a terminal may colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The branches before the node.
    pub branches: String,
    /// The node in words.
    pub text: String,
    /// How it is emphasised.
    pub tone: LineTone,
}

/// The emphasis of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineTone {
    /// It is on the principal variation.
    Chosen,
    /// No emphasis.
    Plain,
    /// It was pruned.
    Skipped,
}

/// The tree as one text without a final line break. The principal variation is marked with `*`.
pub fn render(tree: &RecordedTree, style: TextStyle) -> String {
    let lines: Vec<String> =
        lines(tree, style).into_iter().map(|line| format!("{}{}", line.branches, line.text)).collect();
    lines.join("\n")
}

/// The tree, line by line.
pub fn lines(tree: &RecordedTree, style: TextStyle) -> Vec<Line> {
    let figure = fold(tree, style.limit);
    let children = figure.children();
    let windows = words::has_windows(tree);
    let [branch, last_branch, trunk, gap] =
        if style.unicode { ["├─ ", "╰─ ", "│  ", "   "] } else { ["+-- ", "+-- ", "|   ", "    "] };
    let mut lines = Vec::new();
    // A stack instead of recursion: trees may be deep.
    let mut open: Vec<(usize, String, String)> =
        figure.nodes.first().map(|_| (0, String::new(), String::new())).into_iter().collect();
    while let Some((index, branches, below)) = open.pop() {
        let drawn = &figure.nodes[index];
        let node = &tree.nodes[drawn.node];
        let mut parts: Vec<String> = node.name.clone().into_iter().collect();
        parts.push(node_words(tree, drawn.node, windows));
        if let Some(hidden) = &drawn.hidden {
            parts.push(format!("... {}", words::hidden(hidden)));
        }
        let text = parts.join("  ");
        let tone = match node.state {
            NodeState::Skipped => LineTone::Skipped,
            _ if node.chosen => LineTone::Chosen,
            NodeState::Done | NodeState::Open => LineTone::Plain,
        };
        let action = words::action(node).map(|action| format!("{action}: ")).unwrap_or_default();
        let mark = if node.chosen { "* " } else { "" };
        let text = if style.unicode { typeset(&text).replace("...", "…") } else { text };
        let text = format!("{mark}{action}{text}");
        lines.push(Line { branches, text, tone });
        for (number, &child) in children[index].iter().enumerate().rev() {
            let last = number + 1 == children[index].len();
            let (line, rest) = if last { (last_branch, gap) } else { (branch, trunk) };
            open.push((child, format!("{below}{line}"), format!("{below}{rest}")));
        }
    }
    lines
}

/// A node in words, without the action that leads to it: `min  value 3  window (-inf, inf)`.
fn node_words(tree: &RecordedTree, index: usize, windows: bool) -> String {
    let node = &tree.nodes[index];
    if node.state == NodeState::Skipped {
        let unseen =
            node.unseen.map(|unseen| format!(", value {} in the game", short(unseen))).unwrap_or_default();
        return format!("pruned (never searched){unseen}");
    }
    let mut parts = Vec::new();
    let value = words::value(node).unwrap_or_else(|| "not finished".to_owned());
    if node.role == Some(NodeRole::Leaf) {
        parts.push(format!("leaf {value}"));
    } else {
        let actor = words::actor(tree, node).map(|actor| format!(" {actor}")).unwrap_or_default();
        parts.push(format!("{}{actor}", words::role(node)));
        parts.push(match (node.value, node.samples) {
            (None, None) => value,
            (None, Some(_)) => format!("mean {value}"),
            (Some(_), _) => format!("value {value}"),
        });
        parts.extend(words::window(node).filter(|_| windows).map(|window| format!("window {window}")));
    }
    parts.extend(words::samples(node));
    parts.extend(node.cut.as_ref().map(|cut| cut.words.clone()));
    parts.join("  ")
}
