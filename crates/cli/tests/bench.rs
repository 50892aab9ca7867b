//! The searches behave as they did: their moves, values and numbers of states have the recorded signature.

use std::process::Command;

/// What `plylab bench` gave when the behaviour of an agent was last changed on purpose.
const SIGNATURE: &str = "19742b88fe9efdf9";

#[test]
fn the_signature_is_the_recorded_one() {
    let output = Command::new(env!("CARGO_BIN_EXE_plylab")).args(["bench", "--json"]).output().unwrap();
    assert!(output.status.success());
    let bench: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(bench["signature"], SIGNATURE, "some agent behaves otherwise than before: {bench:#}");
}
