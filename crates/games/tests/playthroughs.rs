//! One seeded game of each kind, written out in full as a snapshot.

use plylab_core::{Seed, playthrough};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, Grid, shipped};
use plylab_games::sim::Sim;
use plylab_games::tictactoe::TicTacToe;
use plylab_games::tree::{TREES, TreeGame};

#[test]
fn connect_four() {
    insta::assert_snapshot!(playthrough::write(&ConnectFour::default(), Seed(1), 50));
}

#[test]
fn pacman() {
    let game = Classic::new(&shipped("cross").unwrap().layout().unwrap());
    insta::assert_snapshot!(playthrough::write(&game, Seed(1), 60));
}

#[test]
fn grid_pacman() {
    insta::assert_snapshot!(playthrough::write(&Grid::new().unwrap(), Seed(1), 30));
}

#[test]
fn sim() {
    insta::assert_snapshot!(playthrough::write(&Sim::default(), Seed(1), 20));
}

#[test]
fn tic_tac_toe() {
    insta::assert_snapshot!(playthrough::write(&TicTacToe::default(), Seed(1), 20));
}

#[test]
fn trees() {
    for built_in in TREES {
        let game = TreeGame::parse(built_in.text).unwrap();
        insta::assert_snapshot!(format!("tree_{}", built_in.name), playthrough::write(&game, Seed(5), 50));
    }
}
