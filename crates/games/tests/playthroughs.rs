//! One seeded game of each kind, written out in full and kept as a snapshot.

use plylab_core::{Seed, playthrough};
use plylab_games::connect4::ConnectFour;

#[test]
fn connect_four() {
    insta::assert_snapshot!(playthrough::write(&ConnectFour::default(), Seed(1), 50));
}
