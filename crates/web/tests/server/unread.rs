//! Clients that do not read, trees that grow, agents with tables: the memory of the lab does not grow with them.

use plylab_web::ServerOptions;
use rusqlite::Connection;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::lab::{Client, Folder, Lab, options};

/// A lab with little memory: 8 MB of it for what is not read, 16 MB for the agents of games, 32 MB for trees and downloads.
fn small(folder: &Folder) -> Lab {
    Lab::start(ServerOptions { megabytes: Some(64), ..options(&folder.0, plylab_standard::registry()) })
}

const UNREAD: u64 = 8 << 20;

#[test]
fn many_unread_answers_take_no_memory_beyond_the_budget() {
    let folder = Folder::new();
    let lab = small(&folder);
    let token = lab.newcomer();
    let mut slow: Vec<Client> = (0..4).map(|_| lab.connect_as(&token)).collect();
    for client in &mut slow {
        for _ in 0..120 {
            // Once too much waits, the lab closes the connection.
            let request = json!({ "id": 1, "do": "catalogue" }).to_string();
            if client.socket.send(Message::text(request)).is_err() {
                break;
            }
        }
        assert!(lab.metric("unread_bytes") <= UNREAD);
    }
    // Clients that read are answered meanwhile.
    let mut bystander = lab.connect();
    let game = bystander.create("tictactoe", &["person", "person"])["id"].clone();
    bystander.ask("game.play", json!({ "game": game, "action": "5" }));
    assert!(lab.metric("unread_bytes") <= UNREAD);
    drop(slow);
    // What nobody will read is given back.
    while lab.metric("unread_bytes") > 0 {
        std::thread::yield_now();
    }
}

#[test]
fn clients_that_leave_much_unread_are_told_that_the_lab_is_busy() {
    let folder = Folder::new();
    let lab = small(&folder);
    let token = lab.newcomer();
    let (mut slow, mut other) = (lab.connect_as(&token), lab.connect_as(&token));
    // A quarter of what may wait, and what the system holds for a client that does not read.
    while lab.metric("unread_bytes") < UNREAD / 4 {
        slow.begin("catalogue", &json!({}));
    }
    let error = other.refused("position", json!({ "at": { "spec": "sim" } }));
    assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("busy"), &json!("unread-full")));
    lab.connect().ask("position", json!({ "at": { "spec": "sim" } }));
    drop(slow);
    while lab.metric("unread_bytes") > 0 {
        std::thread::yield_now();
    }
    other.ask("position", json!({ "at": { "spec": "sim" } }));
}

#[test]
fn opened_branches_count_and_are_closed_where_there_is_no_memory() {
    let folder = Folder::new();
    let lab = small(&folder);
    let (mut ann, mut bob) = (lab.connect(), lab.connect());
    let record = json!({ "at": { "spec": "connect4" }, "agent": "minimax:depth=6", "nodes": 100 });
    let tree = ann.ask("tree.record", record)["tree"].clone();
    let kept = lab.metric("memory_bytes");
    assert!(kept > 0);
    let path = json!({ "tree": tree, "path": ["4"], "scenes": false });
    ann.ask("tree.open", path.clone());
    let grown = lab.metric("memory_bytes");
    assert!(grown > kept + 100_000, "{kept} and {grown} bytes");
    // Somebody else takes the rest: there is no room for another branch.
    let deep =
        json!({ "at": { "spec": "connect4" }, "agents": ["alphabeta:depth=40,table=28"], "time": 600_000 });
    bob.ask("analysis.start", deep);
    while lab.metric("memory_bytes") < 28 << 20 {
        std::thread::yield_now();
    }
    let mut refused = 0;
    for column in ["1", "2", "3", "5", "6", "7"] {
        let id = ann.begin("tree.open", &json!({ "tree": tree, "path": [column], "scenes": false }));
        let answer = ann.answer(id);
        refused += u32::from(answer["error"]["wrong"]["code"] == "memory-full");
        assert!(lab.metric("memory_bytes") <= 32 << 20);
    }
    assert!(refused > 0);
    drop(ann);
    drop(bob);
    while lab.metric("memory_bytes") > 0 {
        std::thread::yield_now();
    }
}

#[test]
fn a_recording_counts_from_its_beginning_and_keeps_what_there_is_memory_for() {
    let folder = Folder::new();
    let lab = small(&folder);
    let mut ann = lab.connect();
    let record = json!({ "at": { "spec": "connect4" }, "agent": "minimax:depth=40", "time": 5000 });
    let id = ann.begin("tree.record", &record);
    // A million nodes would take 100 MB, and the lab has 32.
    let began = std::time::Instant::now();
    while lab.metric("memory_bytes") < 20 << 20 {
        assert!(began.elapsed().as_secs() < 60, "the recording does not count");
    }
    assert!(lab.metric("memory_bytes") <= 32 << 20);
    let kept = ann.answer(id)["ok"]["kept"].as_u64().unwrap();
    assert!((100_000..=250_000).contains(&kept), "{kept} nodes");
}

#[test]
fn agents_of_games_take_no_memory_beyond_the_budget() {
    let folder = Folder::new();
    let lab = small(&folder);
    let mut ann = lab.connect();
    // What never fits is refused, whichever way it comes.
    let game = ann.create("connect4", &["person", "alphabeta:depth=2"])["id"].clone();
    let large = json!(["person", "perfect"]);
    for (what, with) in [
        ("game.create", json!({ "spec": "connect4", "seats": large })),
        ("game.seats", json!({ "game": game, "seats": large })),
        ("game.restart", json!({ "game": game, "seats": large })),
    ] {
        let error = ann.refused(what, with);
        assert_eq!(
            (&error["code"], &error["wrong"]["fields"]),
            (&json!("too-large"), &json!({ "megabytes": 256, "most": 16 })),
            "{what}: {error}"
        );
    }
    // The rest takes turns: of these, two never fit together.
    let mut people: Vec<Client> = (0..4).map(|_| lab.connect()).collect();
    for person in &mut people {
        let seats = ["person", "alphabeta:depth=40,table=16"];
        let with = json!({ "spec": "connect4", "seats": seats, "time": 200 });
        let game = person.ask("game.create", with)["game"]["id"].clone();
        person.ask("game.play", json!({ "game": game, "action": "4" }));
    }
    for person in &mut people {
        assert!(lab.metric("agents_bytes") <= 16 << 20);
        person.event(|event| event["event"] == "moved" && event["by"] == 1);
    }
    assert!(lab.metric("agents_bytes") <= 16 << 20);
}

#[test]
fn a_download_of_many_replays_takes_no_memory_beyond_the_budget() {
    let folder = Folder::new();
    let lab = small(&folder);
    let mut ann = lab.connect();
    let game = ann.create("sim", &["person", "person"])["id"].clone();
    ann.ask("game.resign", json!({ "game": game, "player": 0 }));
    let download = || lab.get_as(&ann.token, "/api/3/replays.jsonl");
    assert_eq!(download().1.lines().count(), 1);
    // Long logs make large replays.
    let data = Connection::open(folder.0.join("lab.sqlite")).unwrap();
    data.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
    let sql = "INSERT INTO replays (id, owner, made, shared, body)
               SELECT ?, owner, made, shared, json_set(body, '$.record.logs', json_array(?, '')) FROM replays LIMIT 1";
    for letter in ["a", "b", "c", "d", "e"] {
        data.execute(sql, [letter.repeat(16), "x".repeat(8 << 20)]).unwrap();
    }
    let (head, body) = download();
    assert!(head.starts_with("http/1.1 413") && body.contains("memory-too-large"), "{head}");
    assert_eq!(lab.metric("memory_bytes"), 0);
}

#[test]
fn long_games_leave_the_memory_and_come_back() {
    let folder = Folder::new();
    let lab = small(&folder);
    // The food cannot be reached, so that the game goes on until it is as long as a game may be.
    let maze = "%%%%%%%%\n%P  %.G%\n%%%%%%%%\n";
    let with =
        json!({ "spec": "pacman:layout=maze", "seats": ["random"], "auto": true, "files": { "maze": maze } });
    let create = json!({ "do": "game.create", "with": with }).to_string();
    let games: Vec<Value> = (0..6).map(|_| lab.post(&create).1["ok"]["game"]["id"].clone()).collect();
    let most = lab.connect().hello["limits"]["plies_per_game"].clone();
    let ask = |what: &str, game: &Value| {
        lab.post(&json!({ "do": what, "with": { "game": game } }).to_string()).1["ok"].take()
    };
    let plies = |game: &Value| json!(ask("game.open", game)["game"]["moves"].as_array().map(Vec::len));
    let rest = || std::thread::sleep(std::time::Duration::from_millis(50));
    for game in &games {
        while plies(game) != most {
            rest();
            // When there is no memory for so many games at once, those of the person with most of them stop; later they go on.
            ask("game.step", game);
        }
    }
    // Six of them do not fit into 8 MB.
    while lab.metric("open_games") > 2 || lab.metric("games_bytes") > 8 << 20 {
        rest();
    }
    assert_eq!(plies(&games[0]), most);
}
