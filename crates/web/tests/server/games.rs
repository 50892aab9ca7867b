//! Games, played and viewed through a real server.

use crate::lab::{Folder, Lab, id_of, open};
use serde_json::{Value, json};

#[test]
fn a_game_is_played_taken_back_and_played_again() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("connect4", &["person", "first"]);
    assert_eq!(
        (&game["state"], &game["position"]["turn"], &game["undo"]),
        (&json!("person"), &json!(0), &Value::Null)
    );
    let id = id_of(&game);
    assert_eq!(
        client.ask("game.play", json!({ "game": id, "action": "4" })),
        json!({ "ply": 1, "action": "4" })
    );
    let own = client.event(|event| event["event"] == "moved" && event["ply"] == 1);
    assert_eq!((&own["by"], &own["thought"], &own["state"]), (&json!(0), &Value::Null, &json!("thinking")));
    let answer = client.event(|event| event["event"] == "moved" && event["ply"] == 2);
    assert_eq!(
        (&answer["by"], &answer["action"], &answer["state"]),
        (&json!(1), &json!("1"), &json!("person"))
    );
    assert_eq!(answer["thought"], json!(null), "an agent that does not search has no thought");
    assert_eq!(answer["undo"], 0);
    assert_eq!(client.ask("game.undo", json!({ "game": id })), json!({ "ply": 0 }));
    let back = client.event(|event| event["event"] == "game");
    assert_eq!((&back["game"]["moves"], &back["game"]["state"]), (&json!([]), &json!("person")));
    assert_eq!(client.refused("game.undo", json!({ "game": id }))["code"], "conflict");
    // Four in column 4 against an agent that fills column 1.
    for ply in [0, 2, 4, 6] {
        client.ask("game.play", json!({ "game": id, "action": "4", "ply": ply }));
        if ply < 6 {
            client.event(|event| event["event"] == "moved" && event["ply"] == ply + 2);
        }
    }
    let over = client.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    assert_eq!(over["game"]["outcomes"], json!(["win", "loss"]));
    assert_eq!(over["game"]["score"], json!({ "games": 1, "wins": [1, 0], "draws": 0 }));
    assert!(over["game"]["replay"].is_string());
    assert_eq!(over["game"]["position"]["outcomes"], json!(["win", "loss"]));
    assert_eq!(client.refused("game.play", json!({ "game": id, "action": "4" }))["code"], "illegal-move");
    // The score moves with the players.
    client.forget();
    client.ask("game.swap", json!({ "game": id }));
    let swapped = client.event(|event| event["event"] == "game");
    assert_eq!(swapped["game"]["seats"], json!(["first", "person"]));
    assert_eq!(swapped["game"]["score"]["wins"], json!([0, 1]));
    client.event(|event| event["event"] == "moved" && event["by"] == 0);
    client.ask("game.resign", json!({ "game": id, "player": 1 }));
    let resigned = client.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    assert_eq!(resigned["game"]["score"]["wins"], json!([1, 1]));
    assert_eq!(
        (&resigned["game"]["resigned"], &resigned["game"]["outcomes"]),
        (&json!(1), &json!(["win", "loss"]))
    );
    // After taking back, the game no longer counts.
    client.forget();
    client.ask("game.back", json!({ "game": id, "ply": 0 }));
    let waiting = client.event(|event| event["event"] == "game");
    assert_eq!(waiting["game"]["score"]["wins"], json!([0, 1]));
    assert_eq!(waiting["game"]["state"], "waiting");
    // Its replay stays, and so does that of the game before.
    assert_eq!(waiting["game"]["replay"], json!(null));
    assert_eq!(client.ask("replay.list", json!({}))["replays"].as_array().unwrap().len(), 2);
    // A client that asks for a move hears that an agent thinks, without all the moves so far.
    client.ask("game.step", json!({ "game": id }));
    let phase = client.event(|event| event["event"] == "phase");
    let revision = waiting["game"]["revision"].as_u64().unwrap() + 1;
    assert_eq!(phase, json!({ "event": "phase", "game": id, "revision": revision, "state": "thinking" }));
    client.event(|event| event["event"] == "moved" && event["ply"] == 1);
    let listed = client.ask("game.list", json!({}));
    assert_eq!((&listed["games"][0]["id"], &listed["games"][0]["plies"]), (&json!(id), &json!(1)));
    let positions = client.ask("game.positions", json!({ "game": id, "from": 0, "to": 1 }));
    assert_eq!(positions["positions"].as_array().unwrap().len(), 2);
    client.ask("game.delete", json!({ "game": id }));
    assert_eq!(client.refused("game.open", json!({ "game": id }))["code"], "not-found");
}

#[test]
fn agents_alone_move_on_request() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("grid", &["report-a", "random"]);
    assert_eq!(game["state"], "waiting");
    assert_eq!(game["seats"], json!(["report-a", "random", "random"]));
    client.ask("game.step", json!({ "game": game["id"], "moves": 6 }));
    for ply in 1..=6 {
        let moved = client.event(|event| event["event"] == "moved");
        assert_eq!((&moved["ply"], &moved["by"]), (&json!(ply), &json!((ply - 1) % 3)));
        assert_eq!(moved["position"]["scene"]["kind"], "board");
    }
    let now = client.ask("game.open", json!({ "game": game["id"] }));
    assert_eq!((&now["game"]["state"], &now["game"]["position"]["ply"]), (&json!("waiting"), &json!(6)));
    assert_eq!(
        client.refused("game.play", json!({ "game": game["id"], "action": "up" }))["code"],
        "illegal-move"
    );
    assert_eq!(client.refused("game.step", json!({ "game": game["id"], "moves": 65 }))["code"], "too-large");
}

#[test]
fn a_move_in_the_largest_maze_takes_less_than_two_kilobytes() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let seats = ["expectimax:depth=2,eval=tuned", "directional"];
    let created =
        client.ask("game.create", json!({ "spec": "pacman:layout=full", "seats": seats, "seed": "1" }));
    // The backdrop is sent with the game, and never again.
    let walls = created["backdrop"]["walls"]["rows"].as_array().unwrap();
    assert_eq!((walls.len(), walls[0].as_str().unwrap().len()), (25, 28));
    let id = &created["game"]["id"];
    assert_eq!(client.ask("game.open", json!({ "game": id }))["backdrop"], created["backdrop"]);
    assert_eq!(created["game"]["backdrop"], Value::Null);
    let (mut largest, mut scared) = (0, false);
    client.ask("game.step", json!({ "game": id, "moves": 64 }));
    loop {
        let event = client.event(|_| true);
        let update = event.to_string();
        assert!(!update.contains("walls") && !update.contains("report"), "{update}");
        if event["event"] == "moved" {
            largest = largest.max(update.len());
            scared |= update.contains("scared-ghost");
            if event["state"] == "waiting" {
                client.ask("game.step", json!({ "game": id, "moves": 64 }));
            }
        } else if event["game"]["state"] == "over" {
            break;
        }
        if scared && event["ply"].as_u64() >= Some(500) {
            break;
        }
    }
    assert!(scared, "no ghost was ever scared");
    assert!((500..2048).contains(&largest), "{largest} bytes");
    let report = &client.ask("position", json!({ "at": { "game": id } }))["report"];
    assert_eq!(report["agents"].as_array().unwrap().len(), 5);
}

#[test]
fn pacman_and_his_ghosts_move_one_by_one() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("pacman:layout=small", &["person", "directional"]);
    let ghosts = game["players"].as_array().unwrap().len() - 1;
    let action = game["position"]["actions"][0].clone();
    client.ask("game.play", json!({ "game": game["id"], "action": action }));
    for by in 0..=ghosts {
        let moved = client.event(|event| event["event"] == "moved");
        assert_eq!(moved["by"], json!(by));
    }
    let heat = client.ask("position.heat", json!({ "at": { "game": game["id"] } }));
    assert!(heat["cells"].as_array().unwrap().len() > 20);
    let reach = client.ask("position.reach", json!({ "at": { "game": game["id"] }, "moves": 3 }));
    assert_eq!(reach["ghosts"].as_array().unwrap().len(), ghosts);
    let why = client.ask("position.explain", json!({ "at": { "game": game["id"] } }));
    let sum: f64 = why["terms"].as_array().unwrap().iter().map(|term| term["value"].as_f64().unwrap()).sum();
    assert!((sum - why["total"].as_f64().unwrap()).abs() < 1e-9);
    let judged = client.ask("position.judge", json!({ "at": { "game": game["id"], "ply": 0 } }));
    assert!(judged["actions"][0]["terms"].is_array());
}

#[test]
fn games_belong_to_a_person() {
    let (lab, _folder) = open();
    let (mut one, mut other) = (lab.connect(), lab.connect());
    let game = one.create("connect4", &["person"]);
    assert_eq!(other.refused("game.open", json!({ "game": game["id"] }))["code"], "not-found");
    assert_eq!(other.ask("game.list", json!({}))["games"], json!([]));
    // A second connection of the same person still has it, and both receive its events.
    let mut again = lab.connect_as(&one.token);
    assert_eq!(again.hello["person"], one.hello["person"]);
    again.ask("game.open", json!({ "game": game["id"] }));
    one.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    again.event(|event| event["event"] == "moved" && event["action"] == "4");
}

#[test]
fn games_survive_a_restart() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let token = client.token.clone();
    let game = client.create("connect4", &["person", "alphabeta:depth=4"]);
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    client.event(|event| event["event"] == "moved" && event["by"] == 1);
    // Another one in which an agent is still thinking when the lab closes.
    let deep = client.create("connect4", &["alphabeta:depth=40", "person"]);
    assert_eq!(deep["state"], "thinking");
    lab.close();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(&token);
    let back = client.ask("game.open", json!({ "game": game["id"] }));
    assert_eq!((&back["game"]["state"], &back["game"]["position"]["ply"]), (&json!("person"), &json!(2)));
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    client.event(|event| event["event"] == "moved" && event["ply"] == 4);
    let back = client.ask("game.open", json!({ "game": deep["id"] }));
    assert_eq!((&back["game"]["state"], &back["game"]["position"]["ply"]), (&json!("thinking"), &json!(0)));
    client.ask("game.stop", json!({ "game": deep["id"] }));
    client.event(|event| event["event"] == "moved" && event["game"] == deep["id"]);
}

#[test]
fn a_position_is_the_same_however_it_is_requested() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game =
        client.ask("game.create", json!({ "spec": "sim", "seats": ["person", "person"] }))["game"].clone();
    client.ask("game.play", json!({ "game": game["id"], "action": "AB" }));
    let moved = client.event(|event| event["event"] == "moved");
    let asked = client.ask("position", json!({ "at": { "game": game["id"] } }));
    assert_eq!(moved["position"]["scene"], asked["position"]["scene"]);
    let points = &asked["backdrop"]["points"];
    assert_eq!((&points[1]["x"], &points[1]["y"]), (&json!(0.866), &json!(0.5)));
}

#[test]
fn replays_are_kept_shared_and_read_again() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("sim", &["first", "first"]);
    client.ask("game.step", json!({ "game": game["id"], "moves": 20 }));
    let over = client.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    let listed = client.ask("replay.list", json!({}));
    assert_eq!(listed["replays"][0]["replay"], over["game"]["replay"]);
    let opened = client.ask("replay.open", json!({ "replay": over["game"]["replay"] }));
    let moves = opened["replay"]["moves"].as_array().unwrap();
    assert_eq!(opened["positions"].as_array().unwrap().len(), moves.len() + 1);
    let exported = client.ask("game.export", json!({ "game": game["id"] }));
    let line = exported["line"].as_str().unwrap();
    assert_eq!(
        client.ask("replay.open", json!({ "line": line }))["replay"]["moves"],
        opened["replay"]["moves"]
    );
    let linked = client.ask("replay.open", json!({ "link": exported["link"] }));
    assert_eq!(linked["replay"]["moves"], opened["replay"]["moves"]);
    assert_eq!(linked["positions"], opened["positions"]);
    let imported = client.ask("replay.import", json!({ "lines": format!("{line}\nnonsense\n") }));
    assert_eq!(
        (imported["replays"].as_array().unwrap().len(), &imported["errors"][0]["line"]),
        (1, &json!(2))
    );
    let (_, body) = lab.get_as(&client.token, "/api/3/replays.jsonl");
    assert_eq!(body.lines().count(), 2);
}

#[test]
fn a_match_adds_up_as_on_the_command_line() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let with = json!({ "spec": "sim", "seats": ["alphabeta:depth=2", "random"], "games": 20, "seed": "3" });
    let id = client.ask("match.start", with)["match"].clone();
    let done = client.event(|event| event["event"] == "match" && event["state"] == "done");
    assert_eq!((&done["match"], &done["done"]), (&id, &json!(20)));
    let wins: u64 = done["wins"].as_array().unwrap().iter().map(|wins| wins.as_u64().unwrap()).sum();
    assert_eq!(wins, 20);
    let link =
        json!({ "spec": done["last"]["spec"], "seed": done["last"]["seed"], "moves": done["last"]["moves"] });
    let replay = client.ask("replay.open", json!({ "link": link }));
    assert_eq!(replay["replay"]["ending"], json!({ "code": "over" }));
    assert_eq!(client.refused("match.stop", json!({ "match": id }))["code"], "not-found");
}
