//! The searches behave as before: their moves, values and node counts have the recorded signature.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::process::Command;

/// The output of `plylab bench` after the last deliberate change of an agent.
const SIGNATURE: &str = "1a1ca95f15cc9384";

#[test]
fn the_signature_is_the_recorded_one() {
    let output = Command::new(env!("CARGO_BIN_EXE_plylab")).args(["bench", "--json"]).output().unwrap();
    assert!(output.status.success());
    let bench: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(bench["signature"], SIGNATURE, "some agent behaves otherwise than before: {bench:#}");
}

/// Runs `plylab bench connect4 --json` on one set.
fn solved(set: &str) -> (Option<i32>, serde_json::Value, String) {
    // Tests run side by side: every set has a file of its own.
    let name = format!("set-{:016x}", plylab_core::Seed(0).child(set).0);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&file, set).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_plylab"))
        .args(["bench", "connect4", "--json", "--set"])
        .arg(&file)
        .output()
        .unwrap();
    let answer = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output.status.code(), answer, String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_solver_is_measured_and_checked_on_files_of_positions() {
    // Three in a column win with the next stone, and nothing helps against three in the middle of a row: both times Yellow
    // has 17 stones left at the win.
    let right = "121212 18\n44553 -18\n";
    let (status, answer, _) = solved(right);
    assert_eq!((status, &answer["positions"], &answer["wrong"]), (Some(0), &2.into(), &0.into()), "{answer}");
    let (status, answer, error) = solved(&right.replacen("18", "17", 1));
    assert_eq!((status, &answer["positions"], &answer["wrong"]), (Some(2), &2.into(), &1.into()), "{answer}");
    assert!(error.contains("1 scores differ from the files'"), "{error}");
}

#[test]
fn a_set_with_a_mistake_is_refused_before_anything_is_measured() {
    for (set, what) in [
        ("121212 18\n1212\n", "line 2: there is no score"),
        ("121212 many\n", "line 1: 'many' is not a score"),
        ("1212129 1\n", "line 1"),
    ] {
        let (status, answer, error) = solved(set);
        assert_eq!((status, answer), (Some(2), serde_json::Value::Null));
        assert!(error.contains(what), "{error}");
    }
}
