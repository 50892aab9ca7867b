//! The commands of Plylab, with a game from outside.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outside-game"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The program may stop reading before the end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn answer(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    let (out, error) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{args:?}: {error}");
    out
}

#[test]
fn the_game_and_the_agents_are_listed() {
    let games = answer(&["games", "nim"], "");
    assert!(games.contains("take stones from one heap at a time") && games.contains("nim-sum"), "{games}");
    // The agent that plays through text is listed for every game, the other for Nim only.
    let agents = answer(&["agents", "--game", "connect4"], "");
    let last = agents.lines().find(|line| line.starts_with("last ")).unwrap_or_default();
    assert!(last.contains("takes the last legal move") && !agents.contains("nim-sum"), "{agents}");
}

#[test]
fn matches_are_played_and_counted() {
    let text = answer(&["match", "nim", "nim-sum", "random", "-n", "40", "--json"], "");
    let totals: serde_json::Value = serde_json::from_str(&text).unwrap();
    // From 1, 3, 5 the side to move wins against a player who does not know the theory.
    assert_eq!((&totals["over"], &totals["players"][0]["agent"]), (&40.into(), &"nim-sum".into()), "{text}");
    assert!(totals["players"][0]["wins"].as_u64() >= Some(30), "{text}");
    let draw = answer(&["match", "connect4", "last", "first", "-n", "2", "--json"], "");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&draw).unwrap()["over"], 2, "{draw}");
}

#[test]
fn a_person_plays_by_typing_and_searches_are_explained() {
    let game = answer(&["play", "nim", "--vs", "nim-sum"], "ax1\nundo\nbx1\nquit\n");
    assert!(game.contains("a  |") && game.contains("Right plays"), "{game}");
    let tree = answer(&["tree", "nim:heaps=2", "1/1 Left", "--agent", "minimax:depth=2"], "");
    assert!(tree.contains("max"), "{tree}");
    let wrong = run(&["show", "nim", "9/9/9 Left"], "");
    assert_eq!(wrong.status.code(), Some(2));
    let error = String::from_utf8(wrong.stderr).unwrap();
    assert!(error.contains("'9/9/9 Left' is not a position of Nim; write the heaps"), "{error}");
}

#[test]
fn experiments_play_it_too() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nim-experiment");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let (file, out) = (folder.join("nim.toml"), folder.join("out"));
    let text = "title = \"Nim\"\n[[sweep]]\nname = \"depths\"\ngame = \"nim\"\n\
                players = [\"alphabeta:depth={depth}\", \"last\"]\nvary = { depth = [1, 4] }\ngames = 4\n";
    std::fs::write(&file, text).unwrap();
    answer(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()], "");
    let report = answer(&["report", out.to_str().unwrap()], "");
    assert!(report.contains("depths"), "{report}");
}
