//! The index of the reports: every command on that page runs, and every test it names exists.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/reports.md")).unwrap()
}

/// The texts between backticks.
fn spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The words of a command line, with quotes taken off.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.trim();
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '\'' | '"' => rest[1..].split_once(first).unwrap(),
            _ => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[test]
fn every_command_of_the_index_runs() {
    let page = page();
    let mut commands: Vec<&str> = spans(&page).filter_map(|span| span.strip_prefix("plylab ")).collect();
    assert!(commands.len() > 40, "{commands:?}");
    commands.sort_unstable();
    commands.dedup();
    // A test of its own runs it: all_reports_are_reproduced_in_their_quick_form.
    for command in commands.iter().filter(|command| **command != "reproduce --quick") {
        let mut plylab = Command::new(env!("CARGO_BIN_EXE_plylab"));
        let output = plylab.args(words(command)).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !output.stdout.is_empty(), "plylab {command}\n{said}");
    }
}

#[test]
fn every_file_of_the_index_exists() {
    let page = page();
    let files = spans(&page).filter(|span| span.starts_with("crates/") || span.starts_with("tests/"));
    let missing: Vec<&str> = files.filter(|file| !root().join(file).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_report_has_its_items() {
    let page = page();
    for item in [
        "figure 2-1",
        "figure 2-16",
        "figure 3-1",
        "figure 3-2",
        "figure 3-3",
        "table 3-1",
        "call_sleep_fun",
        "question 3",
        "trappedClassic",
        "O = P = -100",
        "tic-tac-toe",
        "roulette",
        "score bar",
    ] {
        assert!(page.contains(item), "{item}");
    }
}
