//! The deepest possible searches on the command line: no depth crashes the program.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod support;

use std::fs;
use std::process::{Command, Output};

use support::Folder;

const EXPERIMENT: &str = r#"
title = "As deep as it may be"
seed = 1
limits = { moves = 6, nodes-per-move = 20000 }

[[sweep]]
name = "ghosts"
game = "pacman:layout=small"
players = ["{agent}:depth=1000", "random"]
vary = { agent = ["expectimax", "minimax", "alphabeta"] }
games = 2

[[tournament]]
name = "engines"
game = "connect4"
agents = ["alphabeta:engine=on,table=1", "minimax:depth=1000"]
games = 2
"#;

fn plylab(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_plylab")).args(args).output().unwrap()
}

#[test]
fn an_experiment_of_the_deepest_searches_is_played() {
    let folder = Folder::new("deep");
    let file = folder.path("deep.toml");
    fs::write(&file, EXPERIMENT).unwrap();
    for threads in ["1", "2"] {
        let out = folder.path(threads);
        let output = plylab(&["run", &file, "--out", &out, "--threads", threads]);
        assert!(output.status.success(), "{output:?}");
        let games = plylab(&["results", "export", &out]).stdout;
        assert_eq!(String::from_utf8(games).unwrap().lines().count(), 6 + 2);
    }
}

#[test]
fn the_deepest_searches_are_explained() {
    for agent in ["expectimax:depth=1000", "minimax:depth=1000", "alphabeta:depth=1000"] {
        let output = plylab(&["explain", "pacman", "--layout", "small", "--agent", agent, "--nodes", "5000"]);
        assert!(output.status.success(), "{agent}: {output:?}");
    }
}
