//! The words for a node, the same in every picture.

use super::fold::Hidden;
use super::number::{percent, short};
use super::tree::{Bound, NodeRole, NodeState, RecordedNode, RecordedTree};

/// The role as a word, which is also its class in SVG.
pub(super) fn role(node: &RecordedNode) -> &'static str {
    match (node.state, node.role) {
        (NodeState::Skipped, _) | (_, None) => "skipped",
        (_, Some(NodeRole::Max)) => "max",
        (_, Some(NodeRole::Min)) => "min",
        (_, Some(NodeRole::Mean)) => "mean",
        (_, Some(NodeRole::Leaf)) => "leaf",
    }
}

/// The agent to move, if there are more than two.
pub(super) fn actor<'a>(tree: &'a RecordedTree, node: &RecordedNode) -> Option<&'a str> {
    let name = node.actor.filter(|_| node.is_inner() && tree.agents.len() > 2);
    name.and_then(|actor| tree.agents.get(usize::from(actor))).map(String::as_str)
}

/// The value: `3`, `<= 2` where it is a bound.
pub(super) fn value(node: &RecordedNode) -> Option<String> {
    let value = short(node.value.or(node.samples.map(|samples| samples.mean))?);
    Some(match node.bound {
        Some(Bound::AtMost) => format!("<= {value}"),
        Some(Bound::AtLeast) => format!(">= {value}"),
        None => value,
    })
}

/// What simulations know of a node: `312 visits, UCB 0.43 = 0.31 + 0.12`.
pub(super) fn samples(node: &RecordedNode) -> Option<String> {
    let samples = node.samples?;
    let visits =
        if samples.visits == 1 { "1 visit".to_owned() } else { format!("{} visits", samples.visits) };
    let (mean, proven) = (samples.mean, if samples.proven { ", proven" } else { "" });
    let ucb = samples
        .bonus
        .map(|bonus| format!(", UCB {} = {} + {}", short(mean + bonus), short(mean), short(bonus)));
    Some(format!("{visits}{proven}{}", ucb.unwrap_or_default()))
}

/// The window: `(-inf, 3)`.
pub(super) fn window(node: &RecordedNode) -> Option<String> {
    let window = node.window?;
    Some(format!("({}, {})", short(window.alpha), short(window.beta)))
}

/// Are the windows worth showing? A search without pruning enters every node with the same one.
pub(super) fn has_windows(tree: &RecordedTree) -> bool {
    tree.nodes.iter().filter_map(|node| node.window).any(|window| !window.is_full())
}

/// The action that leads to a node, with its probability: `six 16.7%`. Without control characters.
pub(super) fn action(node: &RecordedNode) -> Option<String> {
    let chance = node.weight.map(percent);
    let action = node.action.as_ref().map(|action| action.replace(char::is_control, " "));
    match (action, chance) {
        (Some(action), Some(chance)) => Some(format!("{action} {chance}")),
        (action, chance) => action.or(chance),
    }
}

/// The action that leads to a node, and its name where it has one: `left: b1`.
pub(super) fn title(node: &RecordedNode) -> Option<String> {
    let name = node.name.as_ref().map(|name| name.replace(char::is_control, " "));
    match (action(node), name) {
        (Some(action), Some(name)) => Some(format!("{action}: {name}")),
        (action, name) => action.or(name),
    }
}

/// `1 node`, `132 nodes`.
pub(super) fn nodes(count: u64) -> String {
    if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") }
}

/// What is not drawn below a node: `132 nodes`.
pub(super) fn hidden(hidden: &Hidden) -> String {
    if hidden.visited == 0 { format!("{} pruned", hidden.skipped) } else { nodes(hidden.visited) }
}

/// The same by level, where there is more than one: `7 + 49`.
pub fn hidden_by_depth(hidden: &Hidden) -> String {
    let levels: Vec<String> = hidden.by_depth.iter().map(u64::to_string).collect();
    let skipped = match hidden.skipped {
        0 => String::new(),
        count => format!(", {count} of them pruned"),
    };
    match levels.len() {
        0 => format!("{}, counted but not recorded", nodes(hidden.visited)),
        1 => format!("{}{skipped}", nodes(hidden.visited + hidden.skipped)),
        _ => {
            format!("{} by depth: {}{skipped}", nodes(hidden.visited + hidden.skipped), levels.join(" + "))
        }
    }
}

/// The whole search in a sentence or two.
pub fn summary(tree: &RecordedTree) -> String {
    let Some(root) = tree.nodes.first() else { return "Nothing was searched.".to_owned() };
    let mut sentences = Vec::new();
    if let Some(value) = value(root) {
        sentences.push(format!("Value {value}."));
    }
    let line: Vec<String> =
        tree.nodes.iter().skip(1).filter(|node| node.chosen).filter_map(|node| node.action.clone()).collect();
    if !line.is_empty() {
        sentences.push(format!("Chosen: {}.", line.join(" ")));
    }
    let cuts = tree.nodes.iter().filter_map(|node| node.cut.as_ref()).filter(|cut| !cut.skipped.is_empty());
    let skipped: usize = cuts.map(|cut| cut.skipped.len()).sum();
    // More may have been pruned below nodes that were not kept.
    let more = if tree.unrecorded.is_empty() { "" } else { " or more" };
    let pruned =
        if skipped > 0 { format!(", {skipped}{more} pruned (never searched)") } else { String::new() };
    sentences.push(match root.samples {
        Some(samples) => format!("{} simulations, {}.", samples.visits, nodes(tree.visited())),
        None => format!("{} searched below the root{pruned}.", nodes(tree.visited())),
    });
    sentences.join(" ").replace(char::is_control, " ")
}

/// Everything that is known of a node, for tooltips.
pub fn everything(tree: &RecordedTree, node: &RecordedNode, below: Option<&Hidden>) -> String {
    let mut words = Vec::new();
    words.extend(title(node));
    words.push(match node.state {
        NodeState::Skipped => "pruned (never searched)".to_owned(),
        NodeState::Done | NodeState::Open => match actor(tree, node) {
            Some(actor) => format!("{} {actor}", role(node)),
            None => role(node).to_owned(),
        },
    });
    match (node.state, value(node)) {
        (_, Some(value)) => words.push(format!("value {value}")),
        (NodeState::Open, None) => words.push("not finished".to_owned()),
        _ => {}
    }
    words.extend(node.unseen.map(|unseen| format!("value {} in the game", short(unseen))));
    words.extend(window(node).map(|window| format!("window {window}")));
    words.extend(samples(node));
    words.extend(node.cut.as_ref().map(|cut| cut.words.clone()));
    words.extend(below.map(|hidden| format!("not drawn: {}", hidden_by_depth(hidden))));
    if let (Some(entered), Some(left)) = (node.entered_at, node.left_at) {
        words.push(format!("steps {entered} to {left}"));
    }
    words.join("; ")
}
