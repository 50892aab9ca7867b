//! A game that fails in the middle: the client learns why, and no player has made an illegal move, won or lost.

#[path = "../../../lab/tests/broken/frail.rs"]
mod frail;

use plylab_standard::StandardAgents;
use serde_json::{Value, json};

use crate::lab::{Folder, Lab};
use frail::Frail;

fn open() -> (Lab, Folder) {
    let folder = Folder::new();
    let mut registry = plylab_standard::registry();
    registry.add_game::<Frail>(StandardAgents);
    (Lab::with(&folder.0, None, registry), folder)
}

#[test]
fn a_human_learns_why_the_game_cannot_continue() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("frail:lasts=2", &["person", "person"]);
    let play = json!({ "game": game["id"], "action": "1" });
    client.ask("game.play", play.clone());
    client.ask("game.play", play.clone());
    let refused = client.refused("game.play", play);
    assert_eq!((&refused["code"], &refused["wrong"]["code"]), (&json!("internal"), &json!("it-died")));
    let update = client.event(|event| event["event"] == "game" && event["game"]["state"] == "failed");
    assert_eq!(update["game"]["fault"]["wrong"]["code"], "it-died");
    assert_eq!((&update["game"]["outcomes"], &update["game"]["position"]["ply"]), (&Value::Null, &json!(2)));
    let line = client.ask("game.export", json!({ "game": game["id"] }))["line"].clone();
    let line: Value = serde_json::from_str(line.as_str().unwrap()).unwrap();
    assert_eq!((&line["ending"]["code"], &line["outcomes"]), (&json!("broken"), &json!([])));
}

#[test]
fn agents_do_not_continue_a_broken_game() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("frail:lasts=5", &["first", "first"]);
    client.ask("game.step", json!({ "game": game["id"], "moves": 20 }));
    let update = client.event(|event| event["event"] == "game" && event["game"]["state"] == "failed");
    assert_eq!(update["game"]["fault"]["wrong"]["code"], "it-died");
    assert_eq!((&update["game"]["outcomes"], &update["game"]["position"]["ply"]), (&Value::Null, &json!(5)));
}

#[test]
fn a_match_that_breaks_has_failed_and_keeps_what_was_played() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let with = json!({ "spec": "frail:lasts=18", "seats": ["first", "first"], "games": 5 });
    client.ask("match.start", with);
    let update = client.event(|event| event["event"] == "match" && event["state"] == "failed");
    assert_eq!(update["fault"]["wrong"]["code"], "it-died");
    assert_eq!(update.get("message"), None);
    let wins: u64 = update["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).sum();
    assert_eq!((wins, &update["draws"]), (1, &json!(0)));
}
