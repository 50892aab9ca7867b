//! Experiments and their results, made with the real binary.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::support::Folder;

/// Writes a file into the folder of a test and returns its path.
pub fn write(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.path(name);
    fs::write(&path, text).unwrap();
    path
}

/// The binary, with nothing on standard input.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.args(args).stdin(Stdio::null());
    command
}

/// Runs it.
pub fn plylab(args: &[&str]) -> Output {
    command(args).output().unwrap()
}

/// Runs it and returns its output; it must succeed.
pub fn succeed(args: &[&str]) -> String {
    let output = plylab(args);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Must fail with this exit status; returns the one line on standard error.
pub fn refused(args: &[&str], status: i32) -> String {
    let output = plylab(args);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {output:?}");
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "{message}");
    message.trim_end().to_owned()
}

/// The part of the results that is the same on every machine.
pub fn deterministic(folder: &str) -> String {
    succeed(&["results", "export", folder])
}

/// The number of games.
pub fn kept(folder: &str) -> usize {
    let output = plylab(&["results", "export", folder]);
    String::from_utf8(output.stdout).unwrap().lines().count()
}

/// A short experiment and its results.
pub fn short(folder: &Folder, name: &str, text: &str) -> (String, String) {
    let file = write(folder, &format!("{name}.toml"), text);
    let out = folder.path(name);
    succeed(&["run", &file, "--out", &out]);
    (file, out)
}

/// Two cells of six games.
pub const SHORT: &str = r#"
title = "Short"
[[sweep]]
name = "both"
game = "connect4"
players = ["random", "{other}"]
vary = { other = ["first", "random"] }
games = 6
"#;
