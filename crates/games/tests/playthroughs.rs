//! One seeded game of each kind, written out in full and kept as a snapshot.

use plylab_core::{Seed, playthrough};
use plylab_games::connect4::ConnectFour;
use plylab_games::sim::Sim;

#[test]
fn connect_four() {
    insta::assert_snapshot!(playthrough::write(&ConnectFour::default(), Seed(1), 50));
}

#[test]
fn sim() {
    insta::assert_snapshot!(playthrough::write(&Sim::default(), Seed(1), 20));
}
