//! The tree in the language of Graphviz.
//!
//! All text of a node is inside it: Graphviz puts labels beside nodes wherever there is room, and a reason for a
//! cutoff next to the wrong node is worse than none. Houses pointing up and down hold more text than triangles would.

use std::fmt::Write as _;

use plylab_search::record::{NodeRole, NodeState, RecordedNode, RecordedTree, short};

use super::fold::{DrawnNode, fold};
use super::words::{self, typeset};

/// The tree as a directed graph, folded if it has more than `limit` nodes.
pub fn render(tree: &RecordedTree, title: &str, limit: usize) -> String {
    let figure = fold(tree, limit);
    let windows = words::has_windows(tree);
    let mut out = String::from("digraph search {\n");
    let caption = format!("{title}\n{}", typeset(&words::summary(tree)));
    let _ = writeln!(out, "  graph [label={}, labelloc=t, fontname=\"Helvetica\"];", quoted(&caption));
    out.push_str("  graph [ordering=out, nodesep=0.15, ranksep=0.4];\n");
    out.push_str(
        "  node [fontname=\"Helvetica\", fontsize=12, margin=\"0.04,0.03\", width=0.5, height=0.35];\n",
    );
    out.push_str("  edge [fontname=\"Helvetica\", fontsize=10, arrowhead=none];\n");
    for (index, drawn) in figure.nodes.iter().enumerate() {
        let _ = writeln!(out, "  n{index} [{}];", node(tree, drawn, windows));
    }
    for (index, drawn) in figure.nodes.iter().enumerate() {
        let Some(parent) = drawn.parent else { continue };
        let recorded = &tree.nodes[drawn.node];
        let label = words::action(recorded).map(|action| format!("label={}", quoted(&action.to_string())));
        let settings: Vec<String> = label.into_iter().chain(style(recorded)).collect();
        let _ = writeln!(out, "  n{parent} -> n{index} [{}];", settings.join(", "));
    }
    out.push_str("}\n");
    out
}

/// The settings of a node.
fn node(tree: &RecordedTree, drawn: &DrawnNode, windows: bool) -> String {
    let node = &tree.nodes[drawn.node];
    let shape = match node.role {
        Some(NodeRole::Max) => "house",
        Some(NodeRole::Min) => "invhouse",
        Some(NodeRole::Mean) => "ellipse",
        Some(NodeRole::Leaf) | None => "box",
    };
    let unseen = node.unseen.map(short);
    let mut lines: Vec<String> = node.name.clone().into_iter().collect();
    lines.extend(words::value(node).map(|value| value.to_string()).or(unseen));
    lines.extend(words::window(node).filter(|_| windows && node.is_inner()));
    lines.extend(words::samples_text(node));
    lines.extend(node.cut.as_ref().map(|cut| cut.words.clone()));
    lines.extend(drawn.hidden.as_ref().map(|hidden| format!("… {}", words::hidden(hidden))));
    let label = quoted(&typeset(&lines.join("\n")));
    let mut settings = vec![format!("shape={shape}"), format!("label={label}")];
    settings.extend(style(node));
    settings.push(format!("tooltip={}", quoted(&words::everything(tree, node, drawn.hidden.as_ref()))));
    settings.join(", ")
}

/// The style of a node, or of the edge to it, if it differs from the others.
fn style(node: &RecordedNode) -> Option<String> {
    match node.state {
        NodeState::Skipped => Some("style=dashed, color=gray50, fontcolor=gray40".to_owned()),
        _ if node.chosen => Some("penwidth=3".to_owned()),
        NodeState::Done | NodeState::Open => None,
    }
}

/// A text in quotes. Backslashes are escaped, because they start escapes in Graphviz.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for sign in text.chars() {
        match sign {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            sign if sign.is_control() => out.push(' '),
            sign => out.push(sign),
        }
    }
    out.push('"');
    out
}
