//! The binary as people and programs meet it: what it prints, what it refuses, and how it ends.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail as tests do")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

fn plylab(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("NO_COLOR");
    command
}

/// Runs it with these bytes on standard input.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = plylab(args).spawn().unwrap();
    // It may stop reading before the end.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn commands() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("tests/cmd/*.toml");
}

#[test]
fn junk_on_standard_input_is_refused_in_one_sentence() {
    for (args, input, error) in [
        (
            &["show", "connect4", "-"][..],
            &b"\xff\xfe\x00"[..],
            "error: standard input: it is not text; use plain text in UTF-8\n",
        ),
        (
            &["replay", "connect4"],
            b"4\n\xc3\x28\n",
            "error: standard input: line 2: it is not text; use plain text in UTF-8\n",
        ),
        (
            &["perft", "connect4", "1", "-"],
            b"\x1b[31m\n",
            "error: standard input: move 1: '\\u{1b}' is not a column; legal here: 1 2 3 4 5 6 7\n",
        ),
    ] {
        let output = run(args, input);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stderr), error);
    }
    let output = run(&["show", "connect4", "-"], &vec![b'4'; 2 << 20]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: standard input: it is too large; at most 1 MiB is read\n");
}

#[test]
fn what_came_before_an_illegal_move_is_printed() {
    let output = run(&["replay", "connect4"], b"# a comment\n4\n\n 4 \nnine\n5\n");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout).lines().count(), 2);
    assert_eq!(
        text(&output.stderr),
        "error: standard input: line 5: 'nine' is not a column; legal here: 1 2 3 4 5 6 7\n"
    );
}

#[test]
fn a_move_is_answered_before_the_next_is_sent() {
    let mut child = plylab(&["replay", "connect4"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for column in ["4", "4", "5"] {
        writeln!(input, "{column}").unwrap();
        let answer = answers.next().unwrap().unwrap();
        assert!(answer.contains(&format!(r#""action":"{column}""#)), "{answer}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_goes_away_is_not_an_error() {
    for args in [
        &["games"][..],
        &["games", "--json"],
        &["show", "connect4"],
        &["perft", "connect4", "7"],
        &["replay", "connect4"],
        &["match", "connect4", "random", "random", "-n", "50", "--json", "--games"],
        &["agents"],
        &["compare", "tree"],
        &["explain", "tree", "--agent", "minimax"],
        &["stats", "255", "245"],
        &["completions", "bash"],
        &["solve", "sim"],
        &["match", "--help"],
    ] {
        let mut child = plylab(args).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(b"4\n4\n4\n");
        let output = child.wait_with_output().unwrap();
        assert_eq!(text(&output.stderr), "", "{args:?}");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
    }
}

#[test]
fn colour_is_for_terminals_unless_it_is_asked_for() {
    let plain = run(&["show", "connect4", "4453"], b"");
    assert!(plain.stdout.is_ascii() && !plain.stdout.contains(&0x1b));
    let never = run(&["show", "connect4", "4453", "--color", "never"], b"");
    assert_eq!(plain.stdout, never.stdout);
    let always = run(&["--color", "always", "show", "connect4", "4453"], b"");
    assert!(text(&always.stdout).contains("\u{1b}[38;5;136m●\u{1b}[0m"));
    // Who asks for colour gets it, NO_COLOR or not.
    let asked = plylab(&["show", "connect4", "4453", "--color", "always"]).env("NO_COLOR", "1").output();
    assert_eq!(asked.unwrap().stdout, always.stdout);
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let play = |seed| {
        let args = ["match", "connect4", "random", "random", "-n", "20", "--json", "--games", "--seed", seed];
        run(&args, b"").stdout
    };
    assert_eq!(play("7"), play("7"));
    assert_ne!(play("7"), play("8"));
}

fn json(args: &[&str]) -> serde_json::Value {
    let output = run(args, b"");
    assert_eq!(text(&output.stderr), "", "{args:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn answers_in_json_can_be_parsed() {
    for game in ["connect4", "sim", "pacman", "grid", "tree", "tree:file=dice"] {
        let compared = json(&["compare", game, "--json"]);
        assert_eq!(compared["agents"].as_array().map(Vec::len), Some(3), "{game}");
        for agent in ["random", "reflex", "roulette", "minimax", "alphabeta", "expectimax:depth=1"] {
            let explained = json(&["explain", game, "--agent", agent, "--json"]);
            assert_eq!(explained["agent"], agent);
            assert!(explained["decision"][0].is_string(), "{game} {agent}");
        }
        let played = json(&["match", game, "random", "first", "-n", "4", "--moves", "50", "--json"]);
        assert_eq!(played["played"], 4);
        assert!(json(&["agents", "--game", game, "--json"]).as_array().is_some_and(|all| all.len() > 5));
    }
    let random = &json(&["agents", "random", "--json"])[0];
    assert!(random["games"].as_array().is_some_and(|games| games.len() >= 5), "{random}");
}

#[test]
fn the_trap_is_as_the_reports_say() {
    let agents = "minimax:depth=2;minimax:depth=3;alphabeta:depth=3;expectimax:depth=3";
    let compared = json(&["compare", "pacman", "--layout", "trap", "--agents", agents, "--json"]);
    for (place, action, value, nodes) in
        [(0, "West", -2.0, 46), (1, "East", -501.0, 77), (2, "East", -501.0, 50), (3, "West", -252.5, 77)]
    {
        let thought = &compared["agents"][place];
        let found = (&thought["action"], &thought["value"], &thought["stats"]["nodes"]);
        assert_eq!(found, (&action.into(), &value.into(), &nodes.into()), "{}", thought["agent"]);
    }
    let args = ["match", "pacman:layout=trap", "alphabeta:depth=3", "random", "random", "-n", "10", "--json"];
    let utility = &json(&args)["players"][0]["utility"];
    assert_eq!((&utility["min"], &utility["max"]), (&(-501.0).into(), &(-501.0).into()));
}

#[test]
fn the_terms_add_up_to_the_value() {
    for (game, agent) in [
        ("connect4", "alphabeta:depth=4,eval=tuned"),
        ("sim", "minimax:depth=3"),
        ("pacman", "alphabeta:depth=2,eval=tuned"),
        ("grid", "alphabeta:depth=3"),
        ("tree:file=deep", "alphabeta:depth=4"),
    ] {
        let explained = json(&["explain", game, "--agent", agent, "--json"]);
        let end = &explained["end"];
        let terms = end["terms"].as_array().unwrap();
        let sum: f64 = terms.iter().filter_map(|term| term["value"].as_f64()).sum();
        assert!((sum - end["total"].as_f64().unwrap()).abs() < 1e-9, "{game}: {end}");
        assert!((sum - explained["value"].as_f64().unwrap()).abs() < 1e-9, "{game}: {end}");
    }
}

#[test]
fn game_number_i_does_not_depend_on_the_others() {
    let games = |count| {
        let args = ["match", "connect4", "random", "reflex", "-n", count, "--json", "--games"];
        text(&run(&args, b"").stdout).lines().map(str::to_owned).collect::<Vec<String>>()
    };
    let (few, many) = (games("3"), games("6"));
    assert_eq!(few[..3], many[..3]);
    // Sides change by the game's number.
    for (number, game) in many[..6].iter().enumerate() {
        let agents = if number % 2 == 0 { r#"["random","reflex"]"# } else { r#"["reflex","random"]"# };
        assert!(game.contains(&format!(r#""agents":{agents}"#)), "{game}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_totals_so_far() {
    let args = ["match", "connect4", "random", "random", "-n", "1000000000", "--json", "--games"];
    let mut child = plylab(&args).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The first game is over: it is listening for Ctrl-C now.
    lines.next().unwrap().unwrap();
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    let last = lines.last().unwrap().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let totals: serde_json::Value = serde_json::from_str(&last).unwrap();
    assert!(totals["played"].as_u64().is_some_and(|played| (1..1_000_000_000).contains(&played)));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_long_solve_at_once() {
    let mut child = plylab(&["solve", "connect4", "--no-book"]).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    writeln!(input, "123456776543").unwrap();
    assert_eq!(answers.next().unwrap().unwrap(), "123456776543 12");
    // An empty line is the empty board, which takes a while.
    writeln!(input).unwrap();
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(told.success());
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
