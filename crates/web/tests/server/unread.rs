//! Clients that do not read, and trees that grow: the memory of the lab does not.

use plylab_web::Options;
use serde_json::json;
use tungstenite::Message;

use crate::lab::{Client, Folder, Lab, options};

/// A lab with little memory: 8 MB of it for what is not read, 32 MB for trees.
fn small(folder: &Folder) -> Lab {
    Lab::start(Options { megabytes: Some(64), ..options(&folder.0, plylab_standard::registry()) })
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
    // Whoever reads is answered meanwhile.
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
fn whoever_leaves_much_unread_is_told_that_the_lab_is_busy() {
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
