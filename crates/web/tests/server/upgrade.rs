//! Data of older versions is upgraded, and nothing is lost.

use crate::lab::{Folder, Lab};
use serde_json::json;

/// A file of version 1: one game in progress against a searching agent, one that was resigned, one that ended by the rules.
const DATA: &[u8] = include_bytes!("../data/lab-1.sqlite");

/// A file of version 2: a game in progress and a resigned one in one session, a game in another, and a finished run.
const WITH_SESSIONS: &[u8] = include_bytes!("../data/lab-2.sqlite");

#[test]
fn what_sessions_had_belongs_to_whoever_starts_the_lab() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("lab.sqlite"), WITH_SESSIONS).unwrap();
    let lab = Lab::open(&folder.0);
    let mut owner = lab.connect_as(&lab.token);
    assert_eq!(owner.hello["person"]["role"], "admin");
    let games = owner.ask("game.list", json!({}))["games"].clone();
    assert_eq!(games.as_array().unwrap().len(), 3, "{games}");
    let game = owner.ask("game.open", json!({ "game": "ndp4czipj2xpd6vu" }))["game"].clone();
    assert_eq!((game["moves"].as_array().unwrap().len(), &game["shared"]), (4, &json!(false)));
    owner.ask("game.play", json!({ "game": game["id"], "action": "1" }));
    assert_eq!(owner.ask("replay.list", json!({}))["replays"].as_array().unwrap().len(), 1);
    let runs = owner.ask("experiment.list", json!({}))["runs"].clone();
    assert_eq!((&runs[0]["title"], &runs[0]["owner"]), (&json!("Few"), &json!("admin")));
    // Nobody else has any of it.
    let mut other = lab.connect();
    assert_eq!(other.ask("game.list", json!({}))["games"], json!([]));
    assert_eq!(other.ask("experiment.list", json!({}))["runs"], json!([]));
}

#[test]
fn games_and_replays_of_version_1_are_still_there() {
    let folder = Folder::new();
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.0.join("lab.sqlite");
    std::fs::write(&file, DATA).unwrap();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(&lab.token);
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
