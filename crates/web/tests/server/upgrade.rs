//! Data of version 1 is upgraded, and nothing is lost.

use crate::lab::{Folder, Lab};
use serde_json::json;

/// A file of version 1: one game in progress against a searching agent, one that was resigned, one that ended by the rules.
const DATA: &[u8] = include_bytes!("../data/lab-1.sqlite");
const SESSION: &str = "5z929apxdfak5y6xfcziyz95cb";

#[test]
fn games_and_replays_of_version_1_are_still_there() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("lab.sqlite");
    std::fs::write(&file, DATA).unwrap();
    // Games unchanged for months are deleted, and the file grows older every day.
    let data = rusqlite::Connection::open(&file).unwrap();
    data.execute("UPDATE games SET changed = CAST(strftime('%s', 'now') AS INTEGER)", []).unwrap();
    drop(data);
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(SESSION);
    let games = client.ask("game.list", json!({}))["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 3, "{games}");
    let game = client.ask("game.open", json!({ "game": "xzri8rq8p4huq2qu" }))["game"].clone();
    assert_eq!((&game["state"], game["moves"].as_array().unwrap().len()), (&json!("person"), 6));
    // A number became a value for the player who moved.
    let value = json!({ "of": 1, "kind": "score", "score": -5, "certainty": "exact" });
    assert_eq!(game["moves"][1]["thought"], json!({ "value": value, "nodes": 2047, "depth": 6 }));
    client.ask("game.play", json!({ "game": game["id"], "action": "1" }));
    let replays = client.ask("replay.list", json!({}))["replays"].clone();
    let ending = |client: &mut crate::lab::Client, title: &str| {
        let replay = replays.as_array().unwrap().iter().find(|replay| replay["title"] == title).unwrap();
        client.ask("replay.open", json!({ "replay": replay["replay"] }))["replay"]["ending"].clone()
    };
    assert_eq!(ending(&mut client, "SIM"), json!({ "code": "forfeit", "agent": 0, "reason": "resigned" }));
    assert_eq!(ending(&mut client, "Connect Four"), json!({ "code": "over" }));
}
