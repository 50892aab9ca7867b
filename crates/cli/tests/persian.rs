//! With `--lang fa`, the terminal speaks Persian: no English word is left outside of specs, notation and names.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};

use support::Folder;

/// What a command prints, after some typed lines.
fn printed(arguments: &[&str], typed: &str) -> String {
    let (status, said) = printed_in(".", arguments, typed);
    assert_eq!(status, Some(0), "{arguments:?}: {said}");
    said
}

/// The exit status of a command in a folder, and all that it prints.
fn printed_in(folder: &str, arguments: &[&str], typed: &str) -> (Option<i32>, String) {
    let mut plylab = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(["--lang", "fa"])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may not read them.
    let _ = plylab.stdin.take().unwrap().write_all(typed.as_bytes());
    let output = plylab.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), String::from_utf8(output.stdout).unwrap() + &errors)
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
    let commands: [&[&str]; 40] = [
        &["games"],
        &["games", "pacman"],
        &["games", "connect4"],
        &["agents"],
        &["agents", "roulette"],
        &["agents", "report-e-minimax"],
        &["agents", "--game", "pacman"],
        &["agents", "alphabeta", "--game", "pacman"],
        &["run", "--list"],
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
fn everyday_work_is_persian() {
    let folder = Folder::new("persian");
    let experiment = "title = \"آزمایش\"\nlimits = { moves = 12 }\n[[sweep]]\nname = \"نخست\"\ngame = \"connect4\"\n\
                      players = [\"{agent}:depth={depth}\", \"random\"]\n\
                      vary = { agent = [\"minimax\", \"alphabeta\"], depth = [1, 2] }\ngames = 6\nquick = 2\n";
    let files = [
        ("a.toml", experiment.to_owned()),
        ("b.toml", experiment.replace("games = 6", "games = 3")),
        (
            "missing.toml",
            experiment.replace("connect4", "tree:file=none.tree").replace("depth={depth}", "depth=3"),
        ),
        ("tie.tree", "max [ a: min [ 3 5 ] b: min [ 3 9 ] ]".to_owned()),
        ("far.lay", "%%%%%%%\n%P .%.%\n%%%%%%%\n".to_owned()),
        ("commas.tree", "max [ 3, 5 ]".to_owned()),
    ];
    for (name, text) in files {
        fs::write(folder.path(name), text).unwrap();
    }
    let games = printed(
        &["match", "connect4:columns=4,rows=4", "random", "first", "-n", "2", "--json", "--games"],
        "",
    );
    fs::write(folder.path("games.jsonl"), &games).unwrap();
    let commands: [(&str, i32); 31] = [
        ("run a.toml --dry-run", 0),
        ("run a.toml --quick", 0),
        ("run a.toml", 0),
        ("run a.toml --quick", 0),
        ("run b.toml --out results/a", 2),
        ("run missing.toml", 2),
        ("report results/a", 0),
        ("report results/a --x colour", 2),
        ("report results/a --latex --columns colour", 2),
        ("report results/a --compare agent=minimax,mcts", 2),
        ("report results/a --plots figures --png --pdf", 0),
        ("grade games.jsonl", 0),
        ("grade games.jsonl --each", 0),
        ("replay --games games.jsonl --svg -", 2),
        ("tree tie.tree", 0),
        ("tree commas.tree", 2),
        ("tree none --source", 2),
        ("tree connect4 4453 --agent mcts:sims=20,count=states", 0),
        ("compare connect4 --agents minimax,alphabeta", 2),
        ("show pacman --layout far.lay", 0),
        ("play sim --level 9", 2),
        ("play connect4 --vs level=3", 2),
        ("solve sim - --all", 2),
        ("games tree", 0),
        ("games sim --board nowhere", 2),
        ("games sim --board standard", 2),
        ("layouts trap", 2),
        ("experiments", 2),
        ("check results", 2),
        ("book build --plies 3", 2),
        ("bench connect4 --set a", 2),
    ];
    for (command, status) in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        let (found, said) = printed_in(&folder.path(""), &arguments, "AB CD\nXY\n");
        assert_eq!(found, Some(status), "{command}: {said}");
        let mut left = latin_words(&said);
        left.remove("plylab");
        assert!(left.is_empty(), "{command}: {left:?}\n{said}");
        assert!(said.contains(|sign: char| ('\u{600}'..'\u{700}').contains(&sign)), "{command}\n{said}");
    }
    // What goes to standard error beside an answer for programs.
    for command in ["results export results/a", "report results/a --latex"] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = Command::new(env!("CARGO_BIN_EXE_plylab"))
            .args(["--lang", "fa"])
            .args(&arguments)
            .current_dir(folder.path(""))
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && !told.is_empty(), "{command}: {told}");
        assert!(latin_words(&told).is_empty(), "{command}: {told}");
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
