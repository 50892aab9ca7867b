//! Every game fulfils the contract.
#![expect(clippy::panic, reason = "a violation fails the test with its description")]

use plylab_core::conformance::{Coverage, Suite};
use plylab_core::{Playable, Symmetric};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, Grid, LAYOUTS};
use plylab_games::sim::{Sim, Start};
use plylab_games::tictactoe::TicTacToe;
use plylab_games::tree::{TREES, TreeGame};

fn check<G: Playable>(game: &G) -> Coverage {
    check_with(Suite::default(), game)
}

fn check_with<G: Playable>(suite: Suite, game: &G) -> Coverage {
    let coverage = suite.run(game).unwrap_or_else(|violation| panic!("{violation}"));
    assert!(coverage.finished > 0, "no game was played to its end: {coverage:?}");
    assert!(coverage.refused > 0, "no altered position was refused: {coverage:?}");
    coverage
}

fn check_symmetric<G: Playable + Symmetric>(game: &G) {
    check(game);
    Suite::default().run_symmetric(game).unwrap_or_else(|violation| panic!("{violation}"));
}

#[test]
fn connect_four() {
    check_symmetric(&ConnectFour::default());
}

#[test]
fn connect_four_of_other_sizes() {
    for (columns, rows, connect) in
        [(8, 7, 4), (9, 6, 5), (9, 6, 9), (4, 4, 3), (1, 62, 2), (1, 62, 4), (3, 20, 4), (5, 4, 2), (3, 5, 5)]
    {
        check_symmetric(&ConnectFour::new(columns, rows, connect).unwrap());
    }
}

#[test]
fn pacman_in_every_layout() {
    for shipped in LAYOUTS {
        // Large pictures that change little from move to move: fewer games cover as much.
        check_with(Suite { games: 12, ..Suite::default() }, &Classic::new(&shipped.layout().unwrap()));
    }
}

#[test]
fn grid_pacman_as_played_and_as_the_report_searches_it() {
    check(&Grid::new().unwrap());
    check(&Grid::searched().unwrap());
}

#[test]
fn sim() {
    for points in 3..=8 {
        for start in [Start::Red, Start::Blue, Start::Drawn] {
            check_symmetric(&Sim::new(points, start).unwrap());
        }
    }
}

#[test]
fn tic_tac_toe() {
    for size in 3..=5 {
        for line in 3..=size {
            check_symmetric(&TicTacToe::new(size, line).unwrap());
        }
    }
}

#[test]
fn trees() {
    for built_in in TREES {
        check(&TreeGame::parse(built_in.text).unwrap());
    }
}

#[test]
fn trees_with_cycles_and_shared_nodes() {
    let game = TreeGame::parse(
        r#"
        class: "GraphGameTreeTest"
        alg: "MinimaxAgent"
        depth: "2"
        num_agents: "3"
        start_state: "a"
        win_states: "won"
        lose_states: "lost"
        successors: """
            a stay a
            a go b
            b back a
            b up won
            b down lost
            a end stuck
        """
        evaluation: """
            b 2.5
            lost -7
        """
        "#,
    )
    .unwrap();
    check(&game);
}
