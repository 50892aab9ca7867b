//! Opening books and grades with the real binary: what is checked and refused.

#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod support;

use std::fs;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use plylab_core::{InputError, StopFlag};
use plylab_games::connect4::ConnectFour;
use plylab_solve::connect4::SolverSettings;
use plylab_solve::connect4::book::{ScoreSheet, Slice};
use support::Folder;

/// Runs it in a folder, with that on standard input.
fn run_with(folder: &Folder, line: &str, input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(line.split_whitespace())
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn run(folder: &Folder, line: &str) -> Output {
    run_with(folder, line, "")
}

fn said(folder: &Folder, line: &str) -> String {
    let output = run(folder, line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Folder, line: &str) -> String {
    let output = run(folder, line);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert!(output.stdout.is_empty(), "{line}");
    String::from_utf8(output.stderr).unwrap()
}

/// Writes the book of a small board.
fn write_book(folder: &Folder, name: &str) -> Vec<u8> {
    let game = ConnectFour::new(4, 5, 4).unwrap();
    let mut sheet = ScoreSheet::new(&game, 4).unwrap();
    let settings = SolverSettings { threads: 1, table_megabytes: 8, book_plies: 0 };
    let filled = sheet.fill(Slice::WHOLE, settings, &StopFlag::default(), |_| Ok::<(), InputError>(()));
    assert!(filled.unwrap());
    fs::write(folder.path(name), sheet.bytes()).unwrap();
    sheet.bytes()
}

#[test]
fn a_book_is_described_and_verified() {
    let folder = Folder::new("book");
    write_book(&folder, "whole.book");
    let verified = said(&folder, "book verify whole.book --sample 5 --table 8");
    assert!(verified.starts_with("4 plies of Connect Four on 4 x 5: the checksum is right\n"), "{verified}");
    assert!(verified.ends_with("5 scores confirmed without the book\n"), "{verified}");
    let info = said(&folder, "book info whole.book --json");
    assert!(info.starts_with("{\"columns\":4,\"rows\":5,\"plies\":4,"), "{info}");
}

#[test]
fn a_damaged_or_foreign_book_is_refused_in_one_sentence() {
    let folder = Folder::new("damaged");
    let good = write_book(&folder, "good.book");
    let mut bad = good.clone();
    bad[20] ^= 1;
    fs::write(folder.path("flipped.book"), &bad).unwrap();
    fs::write(folder.path("short.book"), &good[..good.len() - 3]).unwrap();
    fs::write(folder.path("text.book"), "4444").unwrap();
    let damaged = "the book is damaged; build it again, or use another copy";
    for command in ["verify", "info"] {
        assert_eq!(
            refused(&folder, &format!("book {command} flipped.book")),
            format!("error: 'flipped.book': {damaged}\n")
        );
        assert_eq!(
            refused(&folder, &format!("book {command} short.book")),
            format!("error: 'short.book': {damaged}\n")
        );
        assert_eq!(
            refused(&folder, &format!("book {command} text.book")),
            "error: 'text.book': it is not an opening book; use a file that 'plylab-bench book build' has written\n"
        );
    }
    assert_eq!(refused(&folder, "book info none.book"), "error: 'none.book': there is no such file\n");
}

#[test]
fn perfect_play_has_no_errors_and_a_blunder_is_found() {
    let folder = Folder::new("grade");
    let game = "connect4:columns=4,rows=4";
    let games = said(&folder, &format!("match {game} perfect:ties=random perfect -n 2 --json --games"));
    let graded = run_with(&folder, "grade - --each", &games);
    let text = String::from_utf8(graded.stdout).unwrap();
    assert!(text.starts_with("game #0: no error\ngame #1: no error\n"), "{text}");
    assert_eq!(text.matches("100.0 %").count(), 2, "{text}");
    let threads = run_with(&folder, "grade - --each --threads 3", &games);
    assert_eq!(String::from_utf8(threads.stdout).unwrap(), text);

    let blunder = r#"{"schema":"plylab-game/4","key":"mine","game":"connect4:columns=4,rows=4","seats":["a","b"],"seed":"0","moves":["1","1","2","2","3","3","4"],"ending":{"code":"over"},"outcomes":["win","loss"],"utilities":[1.0,-1.0],"end":"..../..../ooo./xxxx"}"#;
    let graded = run_with(&folder, "grade - --each", blunder);
    let text = String::from_utf8(graded.stdout).unwrap();
    assert!(text.starts_with("mine: move 6, 3 by b: -5 instead of 0, which changes the result\n"), "{text}");
    let json = run_with(&folder, "grade - --json", blunder);
    let text = String::from_utf8(json.stdout).unwrap();
    assert!(
        text.contains(
            r#""agent":"b","moves":3,"best":2,"lost":5,"first_error":{"number":6,"seat":1,"action":"3""#
        ),
        "{text}"
    );
}

#[test]
fn matches_and_experiments_tell_how_good_moves_were() {
    let folder = Folder::new("graded");
    let text = said(&folder, "match sim perfect random -n 4 --grade");
    assert!(text.contains("perfect: best moves 100.0 % +-0.0, points lost per move 0.00 +-0.00\n"), "{text}");
    let experiment = "title = 'graded'\n[[tournament]]\nname = 'graded'\ngame = 'connect4:columns=4,rows=4'\n\
                      agents = ['perfect', 'random']\ngames = 4\nrecord = ['grades']\n";
    fs::write(folder.path("mine.toml"), experiment).unwrap();
    let table = said(&folder, "run mine.toml --threads 2");
    assert!(table.contains("best moves (95 %)") && table.contains("points lost per move (95 %)"), "{table}");
    let lines = said(&folder, "results export results/mine");
    assert_eq!(lines.matches(r#""grade":{"moves":"#).count(), 8, "{lines}");
    assert!(said(&folder, "report results/mine --csv").contains("best moves"));
    fs::write(folder.path("pacman.toml"), experiment.replace("connect4:columns=4,rows=4", "pacman")).unwrap();
    let output = run(&folder, "run pacman.toml");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn refusals_of_games_that_cannot_be_graded() {
    let folder = Folder::new("ungraded");
    assert_eq!(
        refused(&folder, "match pacman left-turn directional --grade"),
        "error: games of 'pacman' cannot be graded; grade games that can be solved (see 'plylab solve --help')\n"
    );
    let output = run_with(&folder, "grade -", "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("there is no game in it"));
}
