//! Scenes as files.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use plylab_core::scene::{Backdrop, Fact, Ground, Nodes, Picture, Scene, Tree, TreeNode};
use plylab_core::{AnyGame, NoFiles, Seed, Spec};
use plylab_draw::Theme;
use plylab_draw::scene::scene_svg;

fn game(spec: &str) -> Box<dyn AnyGame> {
    plylab_standard::registry().open(&spec.parse::<Spec>().unwrap(), &NoFiles).unwrap()
}

/// The drawing of a position after some moves.
fn drawing(spec: &str, moves: &[&str]) -> String {
    let game = game(spec);
    let mut position = game.start(Seed(1));
    for action in moves {
        position.play(action).unwrap();
    }
    scene_svg(&game.backdrop(), &position.scene(), None, Theme::Light)
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
    assert_eq!((lost.matches("\"link dashed\"").count(), lost.matches("\"glow\"").count()), (2, 3));
}

#[test]
fn no_text_becomes_markup() {
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
    let svg = scene_svg(&backdrop, &scene, None, Theme::Light);
    for markup in ["<a>", "<b>", "<i>", "<u>", "<s>"] {
        assert!(!svg.contains(markup), "{markup}");
    }
}
