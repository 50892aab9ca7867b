//! Scenes and replays as a page shows them.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use plylab_core::scene::{Backdrop, Fact, Ground, Nodes, Picture, Scene, Tree, TreeNode};
use plylab_core::{AnyGame, NoFiles, Seed, Spec};
use plylab_lab::messages::Language;
use plylab_lab::replay::{REPLAY_CSS, REPLAY_JS, Replay, scene_svg};

fn game(spec: &str) -> Box<dyn AnyGame> {
    plylab_standard::registry().open(&spec.parse::<Spec>().unwrap(), &NoFiles).unwrap()
}

/// The drawing of a position after some moves, without its styles, which are the same in all of them.
fn drawing(spec: &str, moves: &[&str]) -> String {
    let game = game(spec);
    let mut position = game.start(Seed(1));
    for action in moves {
        position.play(action).unwrap();
    }
    let svg = scene_svg(&game.backdrop(), &position.scene(), None);
    let (head, rest) = svg.split_once("<style>").unwrap();
    let (_, body) = rest.split_once("</style>\n").unwrap();
    format!("{head}{body}")
}

macro_rules! assert_drawing {
    ($spec:expr, $moves:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(drawing($spec, &$moves));
        })
    };
}

#[test]
fn scene_of_connect_four() {
    assert_drawing!("connect4", ["4", "3", "4", "3", "4", "3", "4"]);
}

#[test]
fn scene_of_sim() {
    assert_drawing!("sim", ["AB", "DE", "BC", "EF", "AC"]);
}

#[test]
fn scene_of_pacman() {
    assert_drawing!("pacman:layout=small", ["West"]);
}

#[test]
fn scene_of_grid_pacman() {
    assert_drawing!("grid", ["right"]);
}

#[test]
fn scene_of_a_tree() {
    assert_drawing!("tree", ["middle"]);
}

#[test]
fn sides_differ_by_shape_and_what_decided_is_marked() {
    let won = drawing("connect4", &["4", "3", "4", "3", "4", "3", "4"]);
    assert_eq!((won.matches("class=\"rim\"").count(), won.matches("class=\"ring\"").count()), (4, 3));
    assert_eq!(won.matches("class=\"win\"").count(), 4);
    let lost = drawing("sim", &["AB", "DE", "BC", "EF", "AC"]);
    assert_eq!((lost.matches("\"edge dashed\"").count(), lost.matches("\"halo\"").count()), (2, 3));
}

#[test]
fn no_text_can_leave_its_place() {
    let game = game("connect4");
    let caption = "</script><script>alert(1)</script> & \"x\" <!--";
    let replay =
        Replay::of_match(game.as_ref(), Seed(1), &["4".into()], caption, Language::english()).unwrap();
    let html = replay.html();
    assert_eq!(html.matches("</script").count(), 1);
    assert!(!html.contains("<script>") && !html.contains("<!--"));
    let (_, json) = html.split_once("<script type=\"application/json\">").unwrap();
    let (json, _) = json.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(data["caption"], caption);
    let node = TreeNode {
        parent: None,
        action: "<a>".to_owned(),
        chance: None,
        name: "<b>".to_owned(),
        mover: Some("<i>".to_owned()),
        value: None,
    };
    let nodes = vec![node.clone(), TreeNode { parent: Some(7), ..node }];
    let backdrop = Backdrop { title: "<u>".to_owned(), ground: Ground::Tree(Nodes { nodes }) };
    let scene = Scene {
        facts: vec![Fact::new("<s>", "</desc>")],
        picture: Picture::Tree(Tree { current: vec![0], nodes: Vec::new() }),
    };
    let svg = scene_svg(&backdrop, &scene, None);
    for markup in ["<a>", "<b>", "<i>", "<u>", "<s>"] {
        assert!(!svg.contains(markup), "{markup}");
    }
}

#[test]
fn without_scripts_the_end_of_the_game_is_seen() {
    let game = game("sim");
    let replay = Replay::of_match(
        game.as_ref(),
        Seed(1),
        &["AB", "DE", "BC", "EF", "AC"].map(Into::into),
        "SIM",
        Language::english(),
    )
    .unwrap();
    let html = replay.html();
    let (page, _) = html.split_once("<script").unwrap();
    assert!(page.contains("<p class=\"words\">Red: AC</p>"), "{page}");
    assert!(page.contains("<dt>winner</dt><dd>Blue</dd>"), "{page}");
    assert_eq!(page.matches("class=\"halo\"").count(), 3);
}

#[test]
fn a_page_needs_nothing_from_elsewhere() {
    for text in [REPLAY_CSS, REPLAY_JS] {
        let text = text.replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http") && !text.contains("url(") && !text.contains("@import"));
        assert!(!text.contains("</script") && !text.contains("</style"));
    }
}
