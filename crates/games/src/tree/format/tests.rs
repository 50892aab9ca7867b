//! Tests of the module above.

use plylab_core::{Rng, Seed};
use proptest::prelude::*;

use super::*;
use crate::tree::TREES;

fn error(text: &str) -> String {
    TreeGame::parse(text).unwrap_err().to_string()
}

#[test]
fn layout_and_written_defaults_make_no_difference() {
    let spread = "agents:max min # who\nmax[left:min[3 12 8]middle:min[2 4 6]right:min[14 5 2]]";
    assert_eq!(TreeGame::parse(spread), Ok(TreeGame::textbook()));
    let no_header = "max[left:min[1:3 2:12 8]middle:\nmin[2 4 6]right:min\n[14 5.0 2e0]]#";
    assert_eq!(TreeGame::parse(no_header), Ok(TreeGame::textbook()));
    let one_line = "agents: max min max [ left: min [ 3 12 8 ] middle: min [ 2 4 6 ] right: min [ 14 5 2 ] ]";
    assert_eq!(TreeGame::parse(one_line), Ok(TreeGame::textbook()));
    assert_eq!(TreeGame::parse(&format!("\u{feff}{one_line}\r\n")), Ok(TreeGame::textbook()));
    assert!(TreeGame::parse("agents: solo -7").is_ok());
}

#[test]
fn writes_as_people_would() {
    let text = "\
agents: max min

top = max [
  3
  roll: dice = chance ~-1.5 [ 1/3 2 12.5% b: end = 4 54.1666666666666% 6 ]
  min [
    min [ 1 ]
    a: 2
  ]
]
";
    assert_eq!(TreeGame::parse(text).unwrap().text().unwrap(), text);
    assert_eq!(TreeGame::parse(TREES[4].text).unwrap().text(), None);
}

#[test]
fn mistakes_are_reported_with_their_location() {
    let no_tree = "there is no tree; write one, such as max [ 3 min [ 2 4 ] ]";
    assert_eq!(error(""), no_tree);
    assert_eq!(error(" # nothing\n"), no_tree);
    let a_node = "write a number, or the mover and its children: max [ 3 5 ]";
    assert_eq!(error("max [ 3\n  x ]"), format!("line 2, column 3: 'x' is not a number; {a_node}"));
    assert_eq!(error("inf"), format!("line 1, column 1: 'inf' is not a number; {a_node}"));
    assert_eq!(error("max [ 1e999 ]"), format!("line 1, column 7: '1e999' is not a number; {a_node}"));
    assert_eq!(error("]"), format!("line 1, column 1: expected a node, found ']'; {a_node}"));
    assert_eq!(error("max [ a: ]"), format!("line 1, column 10: expected a node, found ']'; {a_node}"));
    assert_eq!(error("max [ a: = 3 ]"), format!("line 1, column 10: expected a node, found '='; {a_node}"));
    assert_eq!(
        error("a ="),
        format!("line 1, column 4: expected a node, found the end of the text; {a_node}")
    );
    assert_eq!(
        error("max [ min 3 ]"),
        "line 1, column 7: 'min' has no children; write them in brackets: min [ 3 5 ]"
    );
    assert_eq!(
        error("MAX [ 3 5 ]"),
        "line 1, column 1: 'MAX' is not an agent; capital letters matter: write max"
    );
    let no_commas = "separate nodes by spaces, without commas: max [ 3 5 ]";
    assert_eq!(error("max [ 3, 5 ]"), format!("line 1, column 7: '3,' is not a number; {no_commas}"));
    assert_eq!(error("max [ 3 , 5 ]"), format!("line 1, column 9: ',' is not a number; {no_commas}"));
    assert_eq!(
        error("max [ 3 ,min [ 5 ] ]"),
        format!("line 1, column 9: ',min' is not an agent; {no_commas}")
    );
    assert_eq!(error("max [ mid [ 3 ] ]"), "line 1, column 7: 'mid' is not an agent; use max, min or chance");
    assert_eq!(
        error("max [ ]"),
        "line 1, column 7: 'max' has no children; write at least one between the brackets"
    );
    assert_eq!(
        error("max [\n  min [ 3"),
        "line 2, column 10: the bracket at line 2, column 7 is not closed; close it with ']'"
    );
    assert_eq!(
        error("max [ 3 ] 4"),
        "line 1, column 11: '4' follows the end of the tree; a file contains one tree"
    );
    assert_eq!(
        error("max ~ [ 3 ]"),
        "line 1, column 7: '[' is not an estimate; write a number after the ~: max ~5 [ 3 8 ]"
    );
    assert_eq!(
        error("max ~5 3"),
        "line 1, column 8: expected '[', found '3'; write the children in brackets: max ~5 [ 3 8 ]"
    );
    assert_eq!(
        error("max [ a.b: 3 ]"),
        "line 1, column 7: 'a.b' cannot be a move's name; use letters, digits, _, -, + and '"
    );
    assert_eq!(
        error("max [ a: b% = 3 ]"),
        "line 1, column 10: 'b%' cannot be a node's name; use letters, digits, _, -, + and '"
    );
    assert_eq!(
        error("max [ 2: 3 4 ]"),
        "line 1, column 12: two moves here are called '2'; \
         give each a unique name; a move without a name is called by its number"
    );
    assert_eq!(
        error("max [ \u{1b}\u{1b} ]"),
        format!("line 1, column 7: '\u{fffd}\u{fffd}' is not a number; {a_node}")
    );
    assert_eq!(
        error(&"x".repeat(1000)),
        format!("line 1, column 1: '{}…' is not a number; {a_node}", "x".repeat(40))
    );
}

#[test]
fn bad_agents_are_reported() {
    assert_eq!(
        error("agents:\nmax [ 3 ]"),
        "line 1, column 1: no agent is named; name them on one line: agents: max min"
    );
    assert_eq!(
        error("agents: max max\nmax [ 3 ]"),
        "line 1, column 13: two agents are called 'max'; give each a unique name"
    );
    assert_eq!(
        error("agents: max chance\nmax [ 3 ]"),
        "line 1, column 13: an agent cannot be called chance; that name is reserved for chance nodes"
    );
    assert_eq!(
        error("agents: max @\nmax [ 3 ]"),
        "line 1, column 13: '@' cannot be an agent's name; use letters, digits, _, -, + and '"
    );
    assert_eq!(
        error("agents: a b c d e f g h i j k l m n o p q\na [ 3 ]"),
        "line 1, column 41: there are more than 16 agents; use fewer"
    );
}

#[test]
fn bad_odds_are_reported() {
    let range = "a probability must be more than 0 and at most 1";
    for odds in ["0/3", "4/3", "0%", "101%", "-5%", "0/0"] {
        assert_eq!(
            error(&format!("chance [ {odds} 3 ]")),
            format!("line 1, column 10: '{odds}' is not a probability; {range}")
        );
    }
    assert_eq!(
        error("chance [ 1/x 3 ]"),
        "line 1, column 10: '1/x' is not a probability; a fraction is two whole numbers: 1/3"
    );
    assert_eq!(
        error("chance [ nan% 3 ]"),
        "line 1, column 10: 'nan%' is not a probability; write a number before the %: 25%"
    );
    assert_eq!(
        error("chance [ 1/3 3 5 6 ]"),
        "line 1, column 8: 1 of 3 children of chance have a probability; \
         give one to all of them, or to none if they are equally likely"
    );
    assert_eq!(
        error("chance [ 1/3 3 1/3 5 20% 6 ]"),
        "line 1, column 8: the probabilities add up to 0.866666666667; they must add up to 1"
    );
    assert_eq!(
        error("max [ 50% 3 ]"),
        "line 1, column 7: '50%' is a probability, but the mover is an agent; only children of chance have probabilities"
    );
    assert_eq!(
        error("50% 3"),
        "line 1, column 1: the probability '50%' does not belong to a child; write it before a child of chance: 1/3 left: 5"
    );
}

#[test]
fn limits_are_enforced() {
    let nested = |depth: usize| "max [ ".repeat(depth) + "1" + &" ]".repeat(depth);
    let deepest = TreeGame::parse(&nested(200)).unwrap();
    assert_eq!(TreeGame::parse(&deepest.text().unwrap()), Ok(deepest));
    assert_eq!(
        error(&nested(201)),
        "line 1, column 1205: brackets are nested more than 200 deep; use a shallower tree"
    );
    assert!(TreeGame::parse(&"max [ ".repeat(1_000_000)).is_err());
    assert!(TreeGame::parse(&format!("max [ {} ]", "1 ".repeat(255))).is_ok());
    assert_eq!(
        error(&format!("max [ {} ]", "1 ".repeat(256))),
        "line 1, column 517: 'max' has more than 255 children; use fewer"
    );
    let level = |inner: &str| format!("max [ {} ]", format!("{inner} ").repeat(64));
    assert!(error(&level(&level(&level("1")))).contains("there are more than 100000 nodes"));
}

/// A random node and its subtree.
fn grow(rng: &mut Rng, parts: &mut TreeBuilder, depth: usize) -> u32 {
    let name = ["", "", "A", "x-1", "max", "5"][rng.below(6)];
    let some_number = |rng: &mut Rng| match rng.below(3) {
        0 => rng.below(41) as f64 - 20.0,
        1 => rng.unit() * 2e6 - 1e6,
        _ => [0.0, 1e308, -5e-324, 0.1][rng.below(4)],
    };
    if depth == 5 || rng.below(3) == 0 {
        let value = some_number(rng);
        return parts.add(Node::new(name, Mover::InTurn, Some(value)));
    }
    let mover = [Mover::Agent(AgentId(0)), Mover::Agent(AgentId(1)), Mover::Chance][rng.below(3)];
    let estimate = if rng.below(2) == 0 { Some(some_number(rng)) } else { None };
    let node = parts.add(Node::new(name, mover, estimate));
    let count = 1 + rng.below(4);
    let with_odds = mover == Mover::Chance && rng.below(2) == 0;
    let mut edges = Vec::new();
    for index in 0..count {
        let odds = match (with_odds, rng.below(2)) {
            (false, _) => Odds::Even,
            (true, 0) => Odds::Fraction(1, count as u32),
            (true, _) => Odds::Percent(100.0 / count as f64),
        };
        let action = if rng.below(2) == 0 { (index + 1).to_string() } else { format!("go{index}") };
        let child = grow(rng, parts, depth + 1);
        edges.push(TreeBranch::new(action, odds, child));
    }
    parts.connect(node, edges);
    node
}

proptest! {
    #[test]
    fn what_is_written_reads_as_an_equal_tree(seed: u64) {
        let mut parts = TreeBuilder::default();
        grow(&mut Seed(seed).rng(), &mut parts, 0);
        let tree = TreeGame::assemble(parts, TurnOrder::Written, vec!["one".to_owned(), "other".to_owned()]);
        let text = tree.text().unwrap();
        prop_assert_eq!(TreeGame::parse(&text), Ok(tree), "{}", text);
    }

    #[test]
    fn no_text_makes_it_panic(text: String) {
        let _ = TreeGame::parse(&text);
    }

    #[test]
    fn no_sequence_of_tokens_is_too_much(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "[", "]", ":", "=", "~", "max", "min", "chance", "agents", "1", "-2.5", "1/2", "50%",
                "a", "\n", "#", "é", "agents: max min\n",
            ]),
            0..60,
        )
    ) {
        let _ = TreeGame::parse(&tokens.join(" "));
    }

    #[test]
    fn no_altered_tree_makes_it_panic(
        which in 0..TREES.len(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<Option<char>>()), 1..6),
    ) {
        let mut chars: Vec<char> = TREES[which].text.chars().collect();
        for (index, change) in edits {
            let index = index.index(chars.len());
            match change {
                Some(c) => chars[index] = c,
                None => { chars.remove(index); }
            }
        }
        let text: String = chars.into_iter().collect();
        if let Ok(tree) = TreeGame::parse(&text) && let Some(text) = tree.text() {
            prop_assert_eq!(TreeGame::parse(&text), Ok(tree));
        }
    }
}

#[test]
fn nodes_are_found_in_their_text() {
    // Places are counted as editors do: the letter below takes two units.
    let text = "# \u{1d538}\nmax [\n  left: min ~4 [ 3 12 ]  # safe\n  roll: dice = chance [ 1/6 six: 5 1/3 2 50% 1 ]\n]";
    let units: Vec<u16> = text.encode_utf16().collect();
    let at = |(from, to): (usize, usize)| String::from_utf16(&units[from..to]).unwrap();
    let nodes = written(text);
    let parents: Vec<Option<usize>> = nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(1), Some(0), Some(4), Some(4), Some(4)]);
    let spans: Vec<String> = nodes.iter().skip(1).map(|node| at(node.span)).collect();
    assert_eq!(
        spans,
        [
            "left: min ~4 [ 3 12 ]",
            "3",
            "12",
            "roll: dice = chance [ 1/6 six: 5 1/3 2 50% 1 ]",
            "1/6 six: 5",
            "1/3 2",
            "50% 1"
        ]
    );
    assert_eq!((nodes[1].value.as_deref(), nodes[1].mover.as_deref()), (Some("4"), Some("min")));
    assert_eq!((nodes[3].action.as_str(), nodes[3].label), ("2", None));
    assert_eq!(
        (at(nodes[4].body), at(nodes[4].word)),
        ("dice = chance [ 1/6 six: 5 1/3 2 50% 1 ]".into(), "chance".into())
    );
    assert_eq!(
        (at(nodes[5].odds.unwrap()), at(nodes[5].label.unwrap()), at(nodes[5].body)),
        ("1/6".into(), "six:".into(), "5".into())
    );
    assert_eq!(nodes[5..].iter().map(|node| node.part).collect::<Vec<_>>(), [Some(1), Some(2), Some(3)]);
    assert_eq!(nodes[1].part, None);
    for wrong in ["", "max [", "max [ 3 ] 4", "class: \"GraphGameTreeTest\""] {
        assert_eq!(written(wrong), []);
    }
}
