//! Real searches, recorded and drawn. The pictures are kept beside this file: a change of a picture is seen as such.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod obvious;

use insta::assert_snapshot;
use obvious::Obvious;
use plylab_core::{AnyGame, Budget, English, Playable, Seed, Watch, adapt};
use plylab_draw::tree::fold::{NODES_DRAWN, fold};
use plylab_draw::tree::layout::{Extent, Gaps, tidy};
use plylab_draw::tree::text::{LineTone, TextStyle};
use plylab_draw::tree::{Growth, TreePicture, dot, text};
use plylab_games::connect4::ConnectFour;
use plylab_games::tree::{TREES, TreeGame};
use plylab_search::record::{NODES_PICTURED, NodeState, RecordedNode, RecordedTree, Recorder, TreeBound};
use proptest::prelude::*;

/// Lets the agent think at the start, and records it.
fn record_with(game: impl Playable, agent: &str, recorder: Recorder) -> RecordedTree {
    let game: Box<dyn AnyGame> = adapt(game, &Obvious);
    let position = game.start(Seed(0));
    let mut recorder = recorder;
    let spec = agent.parse().unwrap();
    let thought = game
        .think(position.as_ref(), &spec, Seed(0), &Budget::unlimited(), Watch::Search(&mut recorder))
        .unwrap();
    let mut tree = recorder.finish_thought(&thought).tree(NODES_PICTURED);
    tree.agents = game.info().agents.clone();
    tree.show_unseen(&game.backdrop(), &position.scene());
    tree
}

fn record(game: impl Playable, agent: &str) -> RecordedTree {
    record_with(game, agent, Recorder::new())
}

fn built_in(name: &str) -> TreeGame {
    TreeGame::parse(TREES.iter().find(|tree| tree.name == name).unwrap().text).unwrap()
}

fn connect4(columns: u8, rows: u8, connect: u8) -> ConnectFour {
    ConnectFour::new(columns, rows, connect).unwrap()
}

const ASCII: TextStyle = TextStyle { unicode: false, limit: NODES_DRAWN };
const UNICODE: TextStyle = TextStyle { unicode: true, limit: NODES_DRAWN };

fn picture(tree: &RecordedTree, growth: Option<Growth>) -> String {
    TreePicture { growth, ..TreePicture::new("obvious on Tree") }.svg(tree)
}

#[test]
fn the_textbook_tree_is_worth_3_and_4_and_6_are_pruned() {
    let tree = record(TreeGame::textbook(), "obvious");
    assert_eq!(tree.nodes[0].value, Some(3.0));
    let skipped: Vec<_> =
        tree.nodes.iter().filter(|node| node.state == NodeState::Skipped).map(|node| node.unseen).collect();
    assert_eq!(skipped, [Some(4.0), Some(6.0)]);
    let middle = tree.nodes.iter().find(|node| node.action.as_deref() == Some("middle")).unwrap();
    assert_eq!(middle.cut.as_ref().unwrap().words, "cut: 2 < alpha 3");
    assert_eq!(middle.bound, Some(TreeBound::AtMost));
    assert_snapshot!("textbook_text", text::render(&tree, ASCII));
    assert_snapshot!("textbook_unicode", text::render(&tree, UNICODE));
    assert_snapshot!("textbook_dot", dot::render(&tree, "obvious on Tree", NODES_DRAWN));
    assert_snapshot!("textbook_json", serde_json::to_string_pretty(&tree).unwrap());
    assert_snapshot!("textbook_svg", picture(&tree, None));
    assert_snapshot!("textbook_svg_right", picture(&tree, Some(Growth::Right)));
}

#[test]
fn dice_show_their_chances() {
    let tree = record(built_in("dice"), "obvious:others=wander");
    assert_eq!(tree.nodes[0].value, Some(6.5));
    assert_snapshot!("dice_text", text::render(&tree, ASCII));
    assert_snapshot!("dice_dot", dot::render(&tree, "obvious on Tree", NODES_DRAWN));
    assert_snapshot!("dice_svg", picture(&tree, None));
}

#[test]
fn chance_nodes_are_cut_by_what_they_can_still_become() {
    let game = TreeGame::parse("max [ safe: 9 roll: chance [ 1/2 low: 0 1/2 high: 10 ] ]").unwrap();
    let tree = record(game, "obvious");
    assert_snapshot!(text::render(&tree, ASCII), @r"
    * max  value 9  window (-inf, inf)
    +-- * safe: leaf 9
    +-- roll: mean  value <= 5  window (9, inf)  cut: at most 5, alpha is 9
        +-- low 50%: leaf 0
        +-- high: pruned (never searched), value 10 in the game
    ");
    assert_snapshot!("chance_cut_svg", picture(&tree, None));
}

#[test]
fn a_deep_tree_is_cut_three_plies_below_the_reason() {
    let tree = record(built_in("deep"), "obvious");
    assert_snapshot!("deep_text", text::render(&tree, ASCII));
    assert_snapshot!("deep_dot", dot::render(&tree, "obvious on Tree", NODES_DRAWN));
    assert_snapshot!("deep_svg", picture(&tree, None));
}

#[test]
fn the_tree_of_report_d_is_cut_at_d8_with_everything_below_it() {
    let tree = record(built_in("question-3"), "obvious");
    assert_eq!((tree.nodes[0].value, tree.visited(), tree.pruned().branches), (Some(8.0), 27, 1));
    let named = |node: &RecordedNode| (node.name.clone().unwrap_or_default(), node.unseen);
    let skipped: Vec<_> =
        tree.nodes.iter().filter(|node| node.state == NodeState::Skipped).map(named).collect();
    let expected = [("d8", 7.0), ("O", 4.0), ("P", 7.0)].map(|(name, value)| (name.to_owned(), Some(value)));
    assert_eq!(skipped, expected);
    let values = |letter: &str| -> Vec<f64> {
        let is_one = |name: &str| name.starts_with(letter) && name.len() > 1;
        let nodes = tree.nodes.iter().filter(|node| node.name.as_deref().is_some_and(is_one));
        nodes.filter_map(|node| node.value).collect()
    };
    assert_eq!(values("d"), [13.0, 9.0, 11.0, 8.0, 15.0, 14.0, 1.0]);
    assert_eq!((values("c"), values("b")), (vec![9.0, 8.0, 14.0, 1.0], vec![8.0, 1.0]));
    let text = text::render(&tree, ASCII);
    let end: Vec<&str> = text.lines().rev().take(3).map(str::trim_start).collect();
    assert_eq!(
        end,
        [
            "+-- Right: P  pruned (never searched), value 7 in the game",
            "+-- Left: O  pruned (never searched), value 4 in the game",
            "+-- Right: d8  pruned (never searched), value 7 in the game"
        ]
    );
}

#[test]
fn the_inclusive_rule_cuts_what_is_equal() {
    let game = "max [ left: min [ 3 5 ] right: min [ 3 1 ] ]";
    let cuts = |rule: &str| {
        let tree = record(TreeGame::parse(game).unwrap(), &format!("obvious:rule={rule}"));
        let words: Vec<String> = tree.nodes.into_iter().filter_map(|node| Some(node.cut?.words)).collect();
        words
    };
    assert_eq!(cuts("strict"), [""; 0]);
    assert_eq!(cuts("inclusive"), ["cut: 3 <= alpha 3"]);
    let tree = record(TreeGame::parse(game).unwrap(), "obvious:rule=inclusive");
    assert_snapshot!("inclusive_text", text::render(&tree, ASCII));
    assert_snapshot!("inclusive_json", serde_json::to_string(&tree).unwrap());
}

#[test]
fn more_than_two_agents_are_told_apart() {
    assert_snapshot!("ghosts_text", text::render(&record(built_in("ghosts"), "obvious"), ASCII));
}

#[test]
fn a_search_without_cuts_has_no_windows_to_show() {
    let tree = record(TreeGame::textbook(), "obvious:rule=never");
    let drawn = text::render(&tree, ASCII);
    assert!(!drawn.contains("window") && !drawn.contains("never"), "{drawn}");
    assert!(!picture(&tree, None).contains("class=\"window\""));
}

#[test]
fn what_is_written_can_be_read_again() {
    for tree in [
        record(built_in("deep"), "obvious"),
        record(built_in("dice"), "obvious"),
        record_with(connect4(4, 4, 3), "obvious:depth=4", Recorder::with_limit(20)),
    ] {
        let json = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<RecordedTree>(&json).unwrap(), tree);
    }
    let wrong = r#"{"version":1,"steps":0,"nodes":[{"parent":null,"state":"done","value":"much"}]}"#;
    let error = serde_json::from_str::<RecordedTree>(wrong).unwrap_err().to_string();
    assert!(error.starts_with("'much' is not a number, inf or -inf"), "{error}");
}

#[test]
fn large_trees_are_folded_by_depth_and_the_chosen_line_stays() {
    let tree = record(connect4(7, 6, 4), "obvious:depth=4");
    let figure = fold(&tree, 100);
    assert!(figure.nodes.len() <= 100 && figure.is_folded());
    let drawn: u64 =
        figure.nodes.iter().filter(|drawn| tree.nodes[drawn.node].state != NodeState::Skipped).count() as u64;
    let hidden = figure.nodes.iter().filter_map(|drawn| drawn.hidden.as_ref());
    assert_eq!(drawn + hidden.map(|hidden| hidden.visited).sum::<u64>(), 1 + tree.visited());
    let chosen =
        |nodes: &mut dyn Iterator<Item = usize>| nodes.filter(|&node| tree.nodes[node].chosen).count();
    let all = chosen(&mut (0..tree.nodes.len()));
    assert_eq!((all, chosen(&mut figure.nodes.iter().map(|drawn| drawn.node))), (5, 5));
    assert_snapshot!("folded_text", text::render(&tree, TextStyle { limit: 60, ..ASCII }));
    let folded = TreePicture { limit: 60, ..TreePicture::new("folded") };
    assert_snapshot!("folded_svg", folded.svg(&tree));
    assert_snapshot!("folded_dot", dot::render(&tree, "folded", 30));
}

#[test]
fn a_search_that_is_not_kept_whole_shows_every_root_move() {
    let tree = record_with(connect4(4, 4, 3), "obvious:depth=5", Recorder::with_limit(40));
    let whole = record(connect4(4, 4, 3), "obvious:depth=5");
    assert_eq!(tree.visited(), whole.visited());
    assert_snapshot!("unrecorded_text", text::render(&tree, TextStyle { limit: 30, ..ASCII }));
}

#[test]
fn odd_names_cannot_break_a_picture() {
    let mut tree = record(TreeGame::textbook(), "obvious");
    tree.nodes[1].action = Some("<\"\\\u{1b}[31m\n&>".to_owned());
    let drawn = picture(&tree, None);
    assert!(drawn.contains("&lt;&quot;\\ [31m &amp;&gt;") && !drawn.contains('\u{1b}'));
    let drawn = dot::render(&tree, "a \"b\"", NODES_DRAWN);
    assert!(drawn.contains(r#"label="<\"\\ [31m &>""#) && drawn.contains(r#"a \"b\""#));
    let lines = text::lines(&tree, ASCII, &English);
    assert_eq!((lines.len(), lines[1].tone), (13, LineTone::Chosen));
    assert!(lines.iter().all(|line| !line.text.contains(char::is_control)));
    // What hangs in the air is not drawn.
    tree.nodes[4].parent = Some(99);
    tree.nodes[5].parent = None;
    assert_eq!(fold(&tree, NODES_DRAWN).nodes.len(), 8);
    tree.nodes.clear();
    for nothing in [picture(&tree, None), text::render(&tree, ASCII), dot::render(&tree, "", NODES_DRAWN)] {
        assert!(!nothing.contains("class=\"value\"") && !nothing.contains("max"), "{nothing}");
    }
}

#[test]
fn long_actions_are_cut_by_their_width_and_told_whole_in_the_tooltip() {
    let mut tree = record(TreeGame::textbook(), "obvious");
    let (narrow, wide) = ("l".repeat(40), "w".repeat(40));
    tree.nodes[1].action = Some(narrow.clone());
    tree.nodes[5].action = Some(wide.clone());
    let drawn = picture(&tree, None);
    assert!(drawn.contains(&format!(">{narrow}</text>")));
    assert!(drawn.contains(&format!(">{}…</text>", "w".repeat(13))));
    assert!(drawn.contains(&format!("<title>{wide}; min;")), "{drawn}");
}

#[test]
fn the_deepest_tree_is_drawn_on_a_small_stack() {
    let deep = || {
        let mut tree = record(TreeGame::textbook(), "obvious");
        let node = tree.nodes[1].clone();
        tree.nodes.truncate(1);
        tree.nodes.extend((0..50_000).map(|parent| RecordedNode { parent: Some(parent), ..node.clone() }));
        let copy: RecordedTree = serde_json::from_str(&serde_json::to_string(&tree).unwrap()).unwrap();
        assert_eq!(copy, tree);
        for limit in [NODES_DRAWN, 2000] {
            let picture = TreePicture { limit, growth: Some(Growth::Right), ..TreePicture::new("deep") };
            let hidden = format!("{} nodes", 50_001 - limit);
            for drawing in [
                picture.svg(&tree),
                dot::render(&tree, "deep", limit),
                text::render(&tree, TextStyle { limit, ..ASCII }),
            ] {
                assert!(drawing.contains(&hidden), "{limit}");
            }
            assert_eq!(fold(&tree, limit).nodes.last().map(|node| node.depth), Some(limit - 1));
        }
        let parents: Vec<Option<usize>> = tree.nodes.iter().map(|node| node.parent).collect();
        let axes = tidy(
            &parents,
            &vec![Extent { before: 1.0, after: 1.0 }; parents.len()],
            Gaps { siblings: 4.0, cousins: 9.0 },
        );
        assert!(axes.iter().all(|&axis| axis == 1.0));
    };
    std::thread::Builder::new().stack_size(256 * 1024).spawn(deep).unwrap().join().unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn folding_keeps_to_its_limit_and_loses_nothing(limit in 0usize..400, depth in 1u32..5) {
        let tree = record(connect4(5, 4, 3), &format!("obvious:depth={depth}"));
        let figure = fold(&tree, limit);
        prop_assert!(figure.nodes.len() <= limit.max(1));
        let skipped = |node: usize| tree.nodes[node].state == NodeState::Skipped;
        let drawn = figure.nodes.len() as u64;
        let hidden: u64 =
            figure.nodes.iter().filter_map(|node| node.hidden.as_ref()).map(|h| h.visited + h.skipped).sum();
        prop_assert_eq!(drawn + hidden, tree.nodes.len() as u64);
        for node in figure.nodes.iter().filter(|node| skipped(node.node)) {
            prop_assert!(node.hidden.is_none());
        }
        if limit >= tree.nodes.len() {
            prop_assert!(!figure.is_folded());
        }
    }
}
