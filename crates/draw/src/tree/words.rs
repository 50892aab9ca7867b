//! The words for a node, the same in every picture.

use plylab_core::{Message, Name, message};
use plylab_search::record::{NodeRole, NodeState, Pruned, RecordedNode, RecordedTree, TreeBound, short};

use super::fold::Hidden;

/// The role that the search gave a node; none if it was pruned, even where the game itself tells its role.
pub(super) fn searched_role(node: &RecordedNode) -> Option<NodeRole> {
    node.role.filter(|_| node.state != NodeState::Skipped)
}

/// The role in words.
pub(super) fn role(node: &RecordedNode) -> Message {
    match searched_role(node) {
        None => message!("role-pruned", "skipped"),
        Some(NodeRole::Max) => message!("role-max", "max"),
        Some(NodeRole::Min) => message!("role-min", "min"),
        Some(NodeRole::Mean) => message!("role-mean", "mean"),
        Some(NodeRole::Leaf) => message!("role-leaf", "leaf"),
    }
}

/// The agent to move, if there are more than two.
pub(super) fn actor<'a>(tree: &'a RecordedTree, node: &RecordedNode) -> Option<&'a str> {
    let name = node.actor.filter(|_| node.is_inner() && tree.agents.len() > 2);
    name.and_then(|actor| tree.agents.get(usize::from(actor))).map(String::as_str)
}

/// The value: `3`, `<= 2` where it is a bound.
pub(super) fn value(node: &RecordedNode) -> Option<Message> {
    let value = Name::of(short(node.value.or(node.samples.map(|samples| samples.mean))?));
    Some(match node.bound {
        Some(TreeBound::AtMost) => message!("bound-at-most", "<= {value}"),
        Some(TreeBound::AtLeast) => message!("bound-at-least", ">= {value}"),
        None => message!("worth-score", "{score}", score = value),
    })
}

/// What stands for the value where there is none.
pub(super) fn not_finished() -> Message {
    message!("not-finished", "not finished")
}

/// What simulations know of a node: `312 visits`, `UCB 0.43 = 0.31 + 0.12`.
pub(super) fn samples(node: &RecordedNode) -> Vec<Message> {
    let Some(samples) = node.samples else { return Vec::new() };
    let mut parts = vec![message!("n-visits", "{n} {n|visit|visits}", n = samples.visits)];
    if samples.proven {
        parts.push(message!("proven", "proven"));
    }
    parts.extend(samples.bonus.map(|bonus| {
        message!(
            "ucb-sum",
            "UCB {sum} = {mean} + {bonus}",
            sum = Name::of(short(samples.mean + bonus)),
            mean = Name::of(short(samples.mean)),
            bonus = Name::of(short(bonus))
        )
    }));
    parts
}

/// The same in one text.
pub(super) fn samples_text(node: &RecordedNode) -> Option<String> {
    samples(node).iter().map(Message::to_string).reduce(|one, other| format!("{one}, {other}"))
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
pub(super) fn action(node: &RecordedNode) -> Option<Message> {
    let action = node.action.as_ref().map(|action| Name::of(action.replace(char::is_control, " ")));
    match (action, node.weight.map(percent)) {
        (Some(action), Some(chance)) => Some(message!("chance-move", "{action} {chance}")),
        (Some(name), None) => Some(message!("named", "{name}")),
        (None, chance) => chance.map(Message::verbatim),
    }
}

/// The action that leads to a node, and its name where it has one: `left: b1`.
pub(super) fn title(node: &RecordedNode) -> Option<String> {
    let name = node.name.as_ref().map(|name| name.replace(char::is_control, " "));
    match (action(node).map(|action| action.to_string()), name) {
        (Some(action), Some(name)) => Some(format!("{action}: {name}")),
        (action, name) => action.or(name),
    }
}

/// `1 node`, `132 nodes`.
fn nodes(count: u64) -> String {
    if count == 1 { "1 node".to_owned() } else { format!("{count} nodes") }
}

/// What is not drawn below a node: `132 nodes`.
pub(super) fn hidden(hidden: &Hidden) -> Message {
    if hidden.visited == 0 {
        message!("n-pruned", "{n} pruned", n = hidden.skipped)
    } else {
        message!("n-nodes", "{n} {n|node|nodes}", n = hidden.visited)
    }
}

/// The same by level, where there is more than one: `7 + 49`.
fn hidden_by_depth(hidden: &Hidden) -> String {
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

/// How much was pruned, if anything was: `2 branches with 4 nodes`.
pub fn pruned(pruned: Pruned) -> Option<Message> {
    let n = pruned.branches;
    Some(match pruned.nodes {
        _ if n == 0 => return None,
        _ if pruned.more => message!("n-branches-or-more", "{n} {n|branch|branches} or more"),
        Some(nodes) => {
            message!("n-branches-with", "{n} {n|branch|branches} with {nodes} {nodes|node|nodes}")
        }
        None => message!("n-branches", "{n} {n|branch|branches}"),
    })
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
    let pruned = pruned(tree.pruned()).map(|pruned| format!(", pruned: {pruned}")).unwrap_or_default();
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
            None => role(node).to_string(),
        },
    });
    match (node.state, value(node)) {
        (_, Some(value)) => words.push(format!("value {value}")),
        (NodeState::Open, None) => words.push(not_finished().to_string()),
        _ => {}
    }
    words.extend(node.unseen.map(|unseen| format!("value {} in the game", short(unseen))));
    words.extend(window(node).map(|window| format!("window {window}")));
    words.extend(samples_text(node));
    words.extend(node.cut.as_ref().map(|cut| cut.words.clone()));
    words.extend(below.map(|hidden| format!("not drawn: {}", hidden_by_depth(hidden))));
    if let (Some(entered), Some(left)) = (node.entered_at, node.left_at) {
        words.push(format!("steps {entered} to {left}"));
    }
    words.join("; ")
}

/// A probability in percent: `50%`, `33.3%`.
fn percent(chance: f64) -> String {
    let text = format!("{:.1}", chance * 100.0);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

/// Text with the typographic signs of mathematics.
pub(super) fn typeset(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut fresh = true;
    while let Some(first) = rest.chars().next() {
        let (sign, taken) = if rest.starts_with("<=") {
            ('≤', 2)
        } else if rest.starts_with(">=") {
            ('≥', 2)
        } else if fresh && rest.starts_with("inf") {
            ('∞', 3)
        } else if fresh && first == '-' {
            ('−', 1)
        } else {
            (first, first.len_utf8())
        };
        out.push(sign);
        rest = &rest[taken..];
        fresh = !sign.is_alphanumeric();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_percentages() {
        assert_eq!([0.5, 1.0 / 3.0, 1.0].map(percent), ["50%", "33.3%", "100%"]);
    }

    #[test]
    fn signs_are_set_but_names_are_left_alone() {
        assert_eq!(typeset("(-inf, inf)"), "(−∞, ∞)");
        assert_eq!(typeset("cut: -2 <= alpha 3"), "cut: −2 ≤ alpha 3");
        assert_eq!(typeset("2.000e-15, well-known"), "2.000e-15, well-known");
    }
}
