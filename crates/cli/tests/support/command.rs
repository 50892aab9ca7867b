//! The binary, run with something on standard input.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The command with all streams piped.
pub fn plylab(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plylab"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env("LC_ALL", "C");
    command
}

/// Runs it with this on standard input.
pub fn run(args: &[&str], input: &str) -> Output {
    let mut child = plylab(args).spawn().unwrap();
    // It may stop reading before the end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs it and returns its output; it must succeed without an error message.
pub fn answer(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert_eq!(text(&output.stderr), "", "{args:?}");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    text(&output.stdout).to_owned()
}

/// Runs it and returns its one-sentence error.
pub fn complaint(args: &[&str], input: &str) -> String {
    let output = run(args, input);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {}", text(&output.stdout));
    let error = text(&output.stderr).strip_prefix("error: ").unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error.trim_end().to_owned()
}

/// The output as text.
pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The path of a file that does not exist.
pub fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}
