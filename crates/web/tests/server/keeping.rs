//! What is acknowledged is kept, and what cannot be kept is not acknowledged.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::lab::{Client, Folder, Lab, id_of};

/// Makes the lab's database refuse games as a full disk does, or accept them again.
fn fill(folder: &Folder, full: bool) {
    let data = Connection::open(folder.0.join("lab.sqlite")).unwrap();
    data.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
    let sql = match full {
        true => {
            "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
        }
        false => "DROP TRIGGER full",
    };
    data.execute_batch(sql).unwrap();
}

fn plies(client: &mut Client, game: &str) -> usize {
    let game = client.ask("game.open", json!({ "game": game }));
    game["game"]["moves"].as_array().unwrap().len()
}

#[test]
fn a_full_disk_is_told_and_the_lab_goes_on_when_there_is_room() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let (mut ann, mut bob) = (lab.connect(), lab.connect());
    let game = id_of(&ann.create("connect4", &["person", "person"]));
    ann.ask("game.play", json!({ "game": game, "action": "4" }));
    fill(&folder, true);
    let error = ann.refused("game.play", json!({ "game": game, "action": "4" }));
    assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("not-kept"), &json!("not-kept")));
    assert!(error["message"].as_str().unwrap().contains("database or disk is full"), "{error}");
    // Everybody is told, also those who come now.
    let told = |event: &Value| event["event"] == "kept" && event["fault"]["code"] == "not-kept";
    ann.event(told);
    bob.event(told);
    lab.connect().event(told);
    // What cannot be kept is not created.
    let error = bob.refused("game.create", json!({ "spec": "sim", "seats": ["person"] }));
    assert_eq!(error["code"], "not-kept");
    assert_eq!(bob.ask("game.list", json!({}))["games"], json!([]));
    // The game itself goes on.
    assert_eq!(plies(&mut ann, &game), 2);
    fill(&folder, false);
    let well = |event: &Value| event["event"] == "kept" && event["fault"].is_null();
    ann.event(well);
    bob.event(well);
    bob.create("sim", &["person"]);
    let token = ann.token.clone();
    lab.close();
    let lab = Lab::open(&folder.0);
    assert_eq!(plies(&mut lab.connect_as(&token), &game), 2);
}

#[test]
fn a_finished_game_is_kept_after_the_disk_was_full() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut ann = lab.connect();
    let game = id_of(&ann.create("sim", &["person", "person"]));
    let data = Connection::open(folder.0.join("lab.sqlite")).unwrap();
    data.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
    data.execute_batch("CREATE TRIGGER full BEFORE INSERT ON replays BEGIN SELECT RAISE(ABORT, 'full'); END")
        .unwrap();
    assert_eq!(ann.refused("game.resign", json!({ "game": game, "player": 0 }))["code"], "not-kept");
    data.execute_batch("DROP TRIGGER full").unwrap();
    ann.event(|event| event["event"] == "kept" && event["fault"].is_null());
    let replays = ann.ask("replay.list", json!({}))["replays"].clone();
    assert_eq!(replays.as_array().unwrap().len(), 1);
}

#[test]
fn a_run_that_cannot_be_read_is_not_left_out() {
    let folder = Folder::new();
    Lab::open(&folder.0).close();
    let data = Connection::open(folder.0.join("lab.sqlite")).unwrap();
    data.execute("INSERT INTO runs (name, body) VALUES ('broken', '{}')", []).unwrap();
    drop(data);
    let options = plylab_web::Options {
        address: "127.0.0.1:0".parse().unwrap(),
        data: folder.0.clone(),
        queue: None,
        registry: std::sync::Arc::new(plylab_standard::registry()),
        results: Vec::new(),
        public: None,
        restore: false,
        megabytes: None,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let refused = runtime.block_on(plylab_web::Server::bind(&options)).err().unwrap();
    assert_eq!(refused.wrong().code(), "run-unreadable");
}
