//! With `--lang fa`, the terminal speaks Persian: no English word is left outside of specs, notation and names.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// What a command prints, after some typed lines.
fn printed(arguments: &[&str], typed: &str) -> String {
    let mut plylab = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(["--lang", "fa"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    plylab.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let output = plylab.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap() + &errors
}

/// The Latin words that are not set apart: what people type, specs and notation, is isolated from the Persian around it. A
/// single letter is a sign on a board, or a name.
fn latin_words(text: &str) -> BTreeSet<String> {
    let mut depth = 0_u32;
    let mut prose = String::new();
    for sign in text.chars() {
        match sign {
            '\u{2066}' => depth += 1,
            '\u{2069}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => prose.push(sign),
            _ => {}
        }
    }
    let words = prose.split(|sign: char| !sign.is_ascii_alphabetic());
    words.filter(|word| word.len() > 1).map(str::to_owned).collect()
}

#[test]
fn every_answer_for_people_is_persian() {
    let commands: [&[&str]; 38] = [
        &["games"],
        &["agents"],
        &["agents", "roulette"],
        &["agents", "report-e-minimax"],
        &["agents", "--game", "pacman"],
        &["layouts"],
        &["experiments"],
        &["show", "connect4", "4453", "--eval", "report"],
        &["show", "pacman", "--layout", "trap", "--eval", "report-b"],
        &["show", "grid", "fig-3-1", "--eval", "report"],
        &["show", "sim", "AB CD"],
        &["show", "tictactoe", "b2 a1"],
        &["show", "tree:file=dice", "roll/high"],
        &["explain", "connect4", "4453", "--agent", "alphabeta:depth=4"],
        &["explain", "connect4", "4453", "--agent", "mcts:sims=50"],
        &["explain", "connect4", "4453", "--agent", "random"],
        &["explain", "connect4", "444", "--agent", "perfect"],
        &["explain", "connect4", "33445"],
        &["explain", "connect4", "33445", "--agent", "alphabeta:depth=1"],
        &["explain", "pacman", "--layout", "trap", "--agent", "expectimax:depth=3", "--full"],
        &["explain", "pacman", "--layout", "trap", "--agent", "roulette"],
        &["explain", "sim", "AB CD", "--agent", "report-c:depth=1"],
        &["explain", "tree:file=dice", "--agent", "expectimax"],
        &["compare", "connect4", "4453", "--agents", "alphabeta:depth=4;mcts:sims=50;reflex"],
        &[
            "compare",
            "pacman",
            "--layout",
            "trap",
            "--agents",
            "minimax:depth=3;alphabeta:depth=3;expectimax:depth=3",
        ],
        &["solve", "connect4", "123456776543", "--all"],
        &["solve", "sim", "AB CD EF", "--all"],
        &["solve", "pacman", "--layout", "trap", "--agent", "expectimax:depth=3"],
        &["tree", "textbook"],
        &["tree", "dice", "--agent", "expectimax"],
        &["tree", "question-3", "--beside", "question-3-what-if", "--beside", "minimax"],
        &["tree", "connect4", "4453", "--depth", "4", "--focus", "3 4"],
        &["tree", "connect4", "--agent", "mcts:sims=60", "--focus", "4"],
        &["match", "connect4", "random", "alphabeta:depth=1", "-n", "4"],
        &["watch", "connect4", "random", "random"],
        &["watch", "grid", "report-a:depth=3", "random", "--seed", "3"],
        &["watch", "sim:start=drawn", "report-c:depth=1", "random", "-n", "2"],
        &["stats", "255", "245"],
    ];
    for command in commands {
        let said = printed(command, "");
        let left = latin_words(&said);
        assert!(left.is_empty(), "{command:?}: {left:?}\n{said}");
        assert!(said.contains(|sign: char| ('\u{600}'..'\u{700}').contains(&sign)), "{command:?}\n{said}");
    }
}

#[test]
fn a_game_in_the_terminal_is_persian() {
    let typed = "help\n4\nhint\nthink\n4\nmoves\nundo\nboard\nwrong\nnew\n\nquit\n";
    let said = printed(&["play", "connect4", "--vs", "alphabeta:depth=2"], typed);
    // Typed lines are repeated where nobody sees them otherwise.
    let typed: BTreeSet<&str> = typed.split_whitespace().collect();
    let left: Vec<String> =
        latin_words(&said).into_iter().filter(|word| !typed.contains(word.as_str())).collect();
    assert!(left.is_empty(), "{left:?}\n{said}");
}

#[test]
fn json_is_the_same_in_every_language() {
    for command in [
        &["explain", "connect4", "4453", "--agent", "alphabeta:depth=2", "--json"][..],
        &["compare", "connect4", "4453", "--agents", "minimax;alphabeta", "--json"],
        &["solve", "connect4", "123456776543", "--all", "--json"],
        &["games", "--json"],
        &["agents", "--json"],
    ] {
        let said = printed(command, "");
        assert!(!said.contains(|sign: char| ('\u{600}'..'\u{700}').contains(&sign)), "{command:?}\n{said}");
    }
}
