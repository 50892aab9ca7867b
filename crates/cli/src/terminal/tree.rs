//! Trees of moves, one node per line.

use plylab_core::message;
use plylab_core::scene::{Nodes, Tone, Tree, TreeNode};

use super::{Style, signed, tone};
use crate::language::{as_typed, named, say};

/// The tree, line by line.
pub fn render(nodes: &Nodes, tree: &Tree, style: Style) -> Vec<String> {
    let nodes = nodes.shown(tree);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(siblings) = node.parent.and_then(|parent| children.get_mut(parent)) {
            siblings.push(index);
        }
    }
    let [branch, last_branch, trunk, gap] =
        if style.unicode { ["├─ ", "╰─ ", "│  ", "   "] } else { ["+-- ", "+-- ", "|   ", "    "] };
    let mut lines = Vec::new();
    // A stack instead of recursion: trees from files may be deep.
    let mut open: Vec<(usize, String, String)> =
        nodes.first().map(|_| (0, String::new(), String::new())).into_iter().collect();
    while let Some((index, before, below)) = open.pop() {
        let before = if before.is_empty() { before } else { style.quiet(before) };
        lines.push(format!("{before}{}", node_text(&nodes[index], tree.current.contains(&index), style)));
        for (number, &child) in children[index].iter().enumerate().rev() {
            let last = number + 1 == children[index].len();
            let (line, rest) = if last { (last_branch, gap) } else { (branch, trunk) };
            open.push((child, format!("{below}{line}"), format!("{below}{rest}")));
        }
    }
    lines
}

/// A node in words: `Left 50%: B (Min) +3`.
fn node_text(node: &TreeNode, current: bool, style: Style) -> String {
    let mut words = Vec::new();
    if !node.action.is_empty() {
        let chance = node.chance.map(|chance| format!(" {}", percent(chance))).unwrap_or_default();
        words.push(format!("{}{chance}:", named(&node.action)));
    }
    match (&node.mover, node.name.is_empty()) {
        (Some(mover), false) => {
            words.push(format!("{} ({})", style.strong(as_typed(&node.name)), named(mover)));
        }
        (Some(mover), true) => words.push(style.strong(named(mover))),
        (None, false) => words.push(style.strong(as_typed(&node.name))),
        (None, true) => {}
    }
    words.extend(node.value.map(|value| named(&signed(value))));
    if current {
        let sign = if style.unicode { "◀" } else { "<--" };
        let here = format!("{sign} {}", say(&message!("here", "here")));
        words.push(style.paint(here, tone(Tone::Green).bold()));
    }
    words.join(" ")
}

/// A chance in hundredths: `50%`, `33.3%`.
fn percent(chance: f64) -> String {
    let text = format!("{:.1}", chance * 100.0);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(parent: Option<usize>, action: &str, name: &str) -> TreeNode {
        TreeNode { parent, action: action.to_owned(), name: name.to_owned(), ..TreeNode::default() }
    }

    fn small() -> Nodes {
        let mover = |name: &str| Some(name.to_owned());
        Nodes {
            nodes: vec![
                TreeNode { mover: mover("Max"), ..node(None, "", "A") },
                TreeNode { mover: mover("Min"), ..node(Some(0), "Left", "B") },
                TreeNode { mover: mover("dice"), ..node(Some(0), "Right", "") },
                TreeNode { value: Some(5.0), ..node(Some(1), "l", "D") },
                TreeNode { value: Some(-9.5), ..node(Some(1), "r", "E") },
                TreeNode { value: Some(0.0), chance: Some(1.0 / 3.0), ..node(Some(2), "one", "") },
                TreeNode { value: Some(8.0), chance: Some(2.0 / 3.0), ..node(Some(2), "two", "G") },
            ],
        }
    }

    fn at_b() -> Tree {
        Tree { current: vec![1], nodes: Vec::new() }
    }

    #[test]
    fn a_tree_in_ascii() {
        assert_eq!(
            render(&small(), &at_b(), Style::PLAIN),
            [
                "A (Max)",
                "+-- Left: B (Min) <-- here",
                "|   +-- l: D +5",
                "|   +-- r: E -9.5",
                "+-- Right: dice",
                "    +-- one 33.3%: 0",
                "    +-- two 66.7%: G +8",
            ]
        );
    }

    #[test]
    fn a_tree_in_colour() {
        assert_eq!(
            render(&small(), &at_b(), Style::RICH)[..3],
            [
                "\u{1b}[1mA\u{1b}[0m (Max)",
                "\u{1b}[38;5;244m├─ \u{1b}[0mLeft: \u{1b}[1mB\u{1b}[0m (Min) \u{1b}[1m\u{1b}[38;5;28m◀ here\u{1b}[0m",
                "\u{1b}[38;5;244m│  ├─ \u{1b}[0ml: \u{1b}[1mD\u{1b}[0m +5",
            ]
        );
        assert!(render(&Nodes::default(), &Tree::default(), Style::RICH).is_empty());
    }

    #[test]
    fn a_place_beyond_the_drawn_tree_brings_its_own() {
        let tree = Tree { current: vec![0], nodes: vec![node(None, "", "Z")] };
        assert_eq!(render(&small(), &tree, Style::PLAIN), ["Z <-- here"]);
    }
}
