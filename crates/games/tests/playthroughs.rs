//! One seeded game of each kind, written out in full and kept as a snapshot.

use plylab_core::{Seed, playthrough};
use plylab_games::connect4::ConnectFour;
use plylab_games::tree::{TREES, Tree};

#[test]
fn connect_four() {
    insta::assert_snapshot!(playthrough::write(&ConnectFour::default(), Seed(1), 50));
}

#[test]
fn trees() {
    for built_in in TREES {
        let game = Tree::parse(built_in.text).unwrap();
        insta::assert_snapshot!(format!("tree_{}", built_in.name), playthrough::write(&game, Seed(5), 50));
    }
}
