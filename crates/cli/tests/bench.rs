//! The searches behave as before: their moves, values and node counts have the recorded signature.

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
