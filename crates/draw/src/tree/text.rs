//! The tree as text, one line per node.

use plylab_core::{English, Message, Name, Words, message};
use plylab_search::record::{NodeRole, NodeState, RecordedTree, short};

use super::fold::fold;
use super::words::{self, typeset};

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
pub struct TextLine {
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

/// The tree as one English text without a final line break. The principal variation is marked with `*`.
pub fn render(tree: &RecordedTree, style: TextStyle) -> String {
    let lines: Vec<String> = lines(tree, style, &English)
        .into_iter()
        .map(|line| format!("{}{}", line.branches, line.text))
        .collect();
    lines.join("\n")
}

/// The tree, line by line, in a language.
pub fn lines(tree: &RecordedTree, style: TextStyle, language: &dyn Words) -> Vec<TextLine> {
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
        let mut parts: Vec<String> = node.name.iter().map(|name| language.text(name)).collect();
        parts.extend(node_words(tree, drawn.node, windows).iter().map(|part| part.render(language)));
        if let Some(hidden) = &drawn.hidden {
            parts.push(format!("... {}", words::hidden(hidden).render(language)));
        }
        let text = parts.join("  ");
        let tone = match node.state {
            NodeState::Skipped => LineTone::Skipped,
            _ if node.chosen => LineTone::Chosen,
            NodeState::Done | NodeState::Open => LineTone::Plain,
        };
        let action = words::action(node).map(|action| format!("{}: ", action.render(language)));
        let mark = if node.chosen { "* " } else { "" };
        let text = if style.unicode { typeset(&text).replace("...", "…") } else { text };
        let text = format!("{mark}{}{text}", action.unwrap_or_default());
        lines.push(TextLine { branches, text, tone });
        for (number, &child) in children[index].iter().enumerate().rev() {
            let last = number + 1 == children[index].len();
            let (line, rest) = if last { (last_branch, gap) } else { (branch, trunk) };
            open.push((child, format!("{below}{line}"), format!("{below}{rest}")));
        }
    }
    lines
}

/// A node in words, without the action that leads to it: `min`, `value 3`, `window (-inf, inf)`.
fn node_words(tree: &RecordedTree, index: usize, windows: bool) -> Vec<Message> {
    let node = &tree.nodes[index];
    if node.state == NodeState::Skipped {
        return vec![match node.unseen {
            Some(unseen) => message!(
                "pruned-worth",
                "pruned (never searched), value {value} in the game",
                value = Name::of(short(unseen))
            ),
            None => message!("pruned-unsearched", "pruned (never searched)"),
        }];
    }
    let mut parts = Vec::new();
    let value = words::value(node).unwrap_or_else(words::not_finished);
    if node.role == Some(NodeRole::Leaf) {
        parts.push(message!("leaf-worth", "leaf {value}"));
    } else {
        parts.push(match words::actor(tree, node) {
            Some(actor) => {
                message!("role-of", "{role} {actor}", role = words::role(node), actor = Name::of(actor))
            }
            None => words::role(node),
        });
        parts.push(match (node.value, node.samples) {
            (None, None) => value,
            (None, Some(_)) => message!("mean-worth", "mean {value}"),
            (Some(_), _) => message!("value-worth", "value {value}"),
        });
        let window = node.window.filter(|_| windows);
        parts.extend(window.map(|window| {
            message!(
                "window",
                "window ({alpha}, {beta})",
                alpha = Name::of(short(window.alpha)),
                beta = Name::of(short(window.beta))
            )
        }));
    }
    parts.extend(
        words::samples(node).into_iter().reduce(|one, other| message!("comma-joined", "{one}, {other}")),
    );
    parts.extend(node.cut.as_ref().map(|cut| cut.kind.words(cut.value, cut.limit)));
    parts
}
