//! Who may do what: people, links, guests, what is shared and what is not.

use std::sync::atomic::{AtomicBool, Ordering};

use plylab_web::{Grant, Tokens};
use rusqlite::Connection;
use serde_json::{Value, json};
use tungstenite::Message;

use crate::lab::{Client, Folder, Lab, id_of, open};

#[test]
fn strangers_learn_that_they_are_strangers() {
    let (lab, _folder) = open();
    // The page is for everybody, nothing else is.
    assert!(lab.get_as("", "/").0.starts_with("http/1.1 200"));
    for path in ["/api/3/catalogue", "/api/3/socket", "/api/3/replays.jsonl", "/api/3/runs/x/report.html"] {
        let (head, body) = lab.get_as("", path);
        assert!(head.starts_with("http/1.1 401"), "{path}: {head}");
        let error: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            (&error["error"]["code"], &error["error"]["wrong"]["code"]),
            (&json!("no-token"), &json!("no-token"))
        );
    }
    let invented = format!("{}-{}", "a".repeat(8), "a".repeat(26));
    assert!(lab.get_as(&invented, "/api/3/catalogue").0.starts_with("http/1.1 401"));
    assert!(lab.get("/api/3/catalogue").0.starts_with("http/1.1 200"));
    assert!(lab.enter(&invented, "").0.starts_with("http/1.1 401"));
}

/// The value of a header.
fn header(head: &str, name: &str) -> Option<String> {
    let line = head.lines().find(|line| line.starts_with(&format!("{name}: ")));
    line.map(|line| line[name.len() + 2..].to_owned())
}

#[test]
fn a_link_sets_a_cookie_that_scripts_of_pages_cannot_read() {
    let (lab, _folder) = open();
    let (head, _) = lab.get_as("", &format!("/?token={}", lab.token));
    assert!(head.starts_with("http/1.1 303"), "{head}");
    assert_eq!(header(&head, "location").unwrap(), "/");
    let cookie = header(&head, "set-cookie").unwrap();
    let name = format!("plylab-{}={}", lab.address.port(), lab.token);
    assert!(
        cookie.starts_with(&name) && cookie.contains("httponly") && cookie.contains("samesite=strict"),
        "{cookie}"
    );
    let with = |cookie: &str| {
        let request = format!(
            "GET /api/3/catalogue HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n",
            lab.address
        );
        lab.http(&request).0
    };
    assert!(with(&format!("other=1; {name}; last=2")).starts_with("http/1.1 200"));
    assert!(with(&format!("other={}", lab.token)).starts_with("http/1.1 401"));
    let (head, _) = lab.get_as("", "/?token=nonsense");
    assert_eq!(
        (header(&head, "location").unwrap().as_str(), header(&head, "set-cookie")),
        ("/?refused=unknown", None)
    );
}

#[test]
fn a_class_has_so_many_members_and_a_browser_takes_one_place() {
    let (lab, folder) = open();
    let class = Tokens::open(&folder.0).unwrap().add("AI 101", Grant::Class { most: 2 }).unwrap();
    let (_, ann) = lab.enter(&class, "");
    let own = ann["token"].as_str().unwrap();
    assert_eq!((&ann["person"]["name"], &ann["person"]["role"]), (&json!("AI 101 1"), &json!("member")));
    // A person who comes back is the same.
    let (_, again) = lab.enter(&class, own);
    assert_eq!((&again["person"], &again["token"]), (&ann["person"], &Value::Null));
    lab.enter(&class, "");
    let (head, full) = lab.enter(&class, "");
    assert!(head.starts_with("http/1.1 403"));
    assert_eq!(full["error"]["wrong"]["code"], "class-full");
    let (head, _) = lab.get_as("", &format!("/?token={class}"));
    assert_eq!(header(&head, "location").unwrap(), "/?refused=full");
    // The link of a class is no token of a person.
    assert!(lab.get_as(&class, "/api/3/catalogue").0.starts_with("http/1.1 401"));
    assert!(lab.get_as(own, "/api/3/catalogue").0.starts_with("http/1.1 200"));
    Tokens::open(&folder.0).unwrap().remove("AI 101").unwrap();
    assert!(lab.get_as(own, "/api/3/catalogue").0.starts_with("http/1.1 401"));
}

/// Why the lab closes a connection.
fn reason_of_close(client: &mut Client) -> String {
    loop {
        if let Message::Close(frame) = client.socket.read().unwrap() {
            return frame.unwrap().reason.to_string();
        }
    }
}

#[test]
fn a_link_that_is_removed_or_changed_ends_its_sockets() {
    let (lab, folder) = open();
    let tokens = || Tokens::open(&folder.0).unwrap();
    let mut owner = lab.connect();
    let game = id_of(&owner.create("sim", &["person", "person"]));
    let (ann, bob) =
        (tokens().add("ann", Grant::Admin).unwrap(), tokens().add("bob", Grant::Person).unwrap());
    let (mut admin, mut member) = (lab.connect_as(&ann), lab.connect_as(&bob));
    admin.ask("game.open", json!({ "game": game }));
    tokens().remove("ann").unwrap();
    // Nothing is done for them any more, at once.
    admin.begin("game.delete", &json!({ "game": game }));
    assert_eq!(reason_of_close(&mut admin), "the link is gone");
    owner.ask("game.open", json!({ "game": game }));
    // A client that asks for nothing is cut off as well; others stay.
    tokens().remove("bob").unwrap();
    assert_eq!(reason_of_close(&mut member), "the link is gone");
    owner.ask("game.open", json!({ "game": game }));
    // And so is a person whose role changes: they come back with their new rights.
    let bob = tokens().add("bob", Grant::Person).unwrap();
    let mut member = lab.connect_as(&bob);
    // Without a note of the change, the lab looks by itself.
    let role = "UPDATE people SET role = 'guest' WHERE name = 'bob'";
    Connection::open(folder.0.join("lab.sqlite")).unwrap().execute(role, []).unwrap();
    assert_eq!(reason_of_close(&mut member), "the link is gone");
    assert_eq!(lab.connect_as(&bob).hello["person"]["role"], "guest");
}

const FEW: &str = "title = \"Few\"\n[[sweep]]\nname = \"few\"\ngame = \"sim\"\nplayers = [\"random\", \"random\"]\ngames = 4\n";

#[test]
fn links_are_made_while_the_lab_writes() {
    let (_lab, folder) = open();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let busy = Connection::open(folder.0.join("lab.sqlite")).unwrap();
            while !over.load(Ordering::Relaxed) {
                let sql = "INSERT OR REPLACE INTO facts (name, value) VALUES ('busy', randomblob(100))";
                let _ = busy.execute(sql, []);
            }
        });
        let made = (0..20).map(|number| {
            Tokens::open(&folder.0).and_then(|tokens| tokens.add(&number.to_string(), Grant::Person))
        });
        let refused: Vec<_> = made.filter_map(Result::err).collect();
        over.store(true, Ordering::Relaxed);
        assert!(refused.is_empty(), "{refused:?}");
    });
}

#[test]
fn others_see_what_is_shared_and_change_nothing() {
    let (lab, folder) = open();
    let (mut ann, mut bob) = (lab.connect(), lab.connect());
    let game = id_of(&ann.create("connect4", &["person", "person"]));
    let over = id_of(&ann.create("sim", &["person", "person"]));
    ann.ask("game.resign", json!({ "game": over, "player": 0 }));
    let replay = ann.ask("replay.list", json!({}))["replays"][0]["replay"].clone();
    let run = ann.ask("experiment.start", json!({ "text": FEW }))["run"]["run"].clone();
    ann.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    let reads = [
        ("game.open", json!({ "game": game })),
        ("game.positions", json!({ "game": game, "from": 0, "to": 0 })),
        ("position", json!({ "at": { "game": game } })),
        ("game.export", json!({ "game": game })),
        ("replay.open", json!({ "replay": replay })),
        ("replay.export", json!({ "replay": replay })),
        ("experiment.text", json!({ "run": run })),
        ("experiment.watch", json!({ "run": run })),
        ("experiment.games", json!({ "run": run })),
        ("experiment.report", json!({ "run": run })),
        ("replay.open", json!({ "run": run, "key": "few #1" })),
    ];
    let changes = [
        ("game.play", json!({ "game": game, "action": "4" })),
        ("game.undo", json!({ "game": game })),
        ("game.restart", json!({ "game": game })),
        ("game.seats", json!({ "game": game, "auto": true })),
        ("game.resign", json!({ "game": game, "player": 0 })),
        ("game.delete", json!({ "game": game })),
        ("replay.delete", json!({ "replay": replay })),
        ("experiment.stop", json!({ "run": run })),
        ("experiment.resume", json!({ "run": run })),
        ("experiment.delete", json!({ "run": run })),
        ("share", json!({ "game": game, "shared": true })),
        ("share", json!({ "replay": replay, "shared": true })),
        ("share", json!({ "run": run, "shared": true })),
    ];
    let file = format!("/api/3/runs/{}/report.csv", run.as_str().unwrap());
    for (what, with) in reads.iter().chain(&changes) {
        assert_eq!(bob.refused(what, with.clone())["code"], "not-found", "{what} {with}");
    }
    assert!(lab.get_as(&bob.token, &file).0.starts_with("http/1.1 404"));
    for list in ["game.list", "replay.list", "experiment.list"] {
        let kinds = ["games", "replays", "runs"];
        let listed = bob.ask(list, json!({}));
        assert!(kinds.iter().all(|kind| listed[kind].as_array().is_none_or(Vec::is_empty)), "{listed}");
    }
    for shared in [json!({ "game": game }), json!({ "replay": replay }), json!({ "run": run })] {
        let mut with = shared.clone();
        with["shared"] = json!(true);
        ann.ask("share", with);
    }
    // Now they can be read, by guests as well, and still not be changed.
    let guest = Tokens::open(&folder.0).unwrap().add("visitors", Grant::Guest).unwrap();
    let mut guest = lab.connect_as(&guest);
    for reader in [&mut bob, &mut guest] {
        for (what, with) in &reads {
            reader.ask(what, with.clone());
        }
        for (what, with) in &changes {
            assert_eq!(reader.refused(what, with.clone())["code"], "forbidden", "{what} {with}");
        }
        assert!(lab.get_as(&reader.token, &file).0.starts_with("http/1.1 200"));
    }
    // A watcher sees the moves, until the game is no longer shared.
    ann.ask("game.play", json!({ "game": game, "action": "4" }));
    bob.event(|event| event["event"] == "moved" && event["ply"] == 1);
    ann.ask("share", json!({ "game": game, "shared": false }));
    assert_eq!(bob.refused("game.open", json!({ "game": game }))["code"], "not-found");
    ann.ask("game.play", json!({ "game": game, "action": "4" }));
    bob.forget();
    bob.ask("game.list", json!({}));
    assert_eq!(ann.refused("share", json!({ "shared": true }))["wrong"]["code"], "which-share");
    // What is shared stays shared after a restart.
    let (token, other) = (ann.token.clone(), bob.token.clone());
    lab.close();
    let lab = Lab::open(&folder.0);
    lab.connect_as(&other).ask("experiment.report", json!({ "run": run }));
    lab.connect_as(&other).ask("replay.open", json!({ "replay": replay }));
    assert_eq!(lab.connect_as(&other).refused("game.open", json!({ "game": game }))["code"], "not-found");
    lab.connect_as(&token).ask("game.open", json!({ "game": game }));
}

#[test]
fn guests_only_read() {
    let (lab, folder) = open();
    let guest = Tokens::open(&folder.0).unwrap().add("visitors", Grant::Guest).unwrap();
    let mut guest = lab.connect_as(&guest);
    assert_eq!(guest.hello["person"]["role"], "guest");
    for (what, with) in [
        ("game.create", json!({ "spec": "sim", "seats": ["person"] })),
        ("analysis.start", json!({ "at": { "spec": "sim" }, "agents": ["first"] })),
        ("tree.record", json!({ "at": { "spec": "tree" }, "agent": "minimax" })),
        ("match.start", json!({ "spec": "sim", "seats": ["first"], "games": 1 })),
        ("experiment.start", json!({ "text": FEW })),
        ("replay.import", json!({ "lines": "" })),
        ("lab.load", json!({})),
    ] {
        let error = guest.refused(what, with);
        assert_eq!(
            (&error["code"], &error["wrong"]["code"]),
            (&json!("forbidden"), &json!("guests-read")),
            "{what}"
        );
    }
    guest.ask("position", json!({ "at": { "spec": "connect4" } }));
}

#[test]
fn an_admin_sees_the_load_and_deletes_what_anybody_made() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut ann = lab.connect();
    let game = id_of(&ann.create("connect4", &["person", "person"]));
    let run = ann.ask("experiment.start", json!({ "text": FEW }))["run"]["run"].clone();
    ann.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    let id = ann.hello["person"]["id"].clone();
    for (what, with) in [("lab.load", json!({})), ("lab.purge", json!({ "person": id }))] {
        assert_eq!(ann.refused(what, with)["wrong"]["code"], "admins-only", "{what}");
    }
    let mut admin = lab.connect_as(&lab.token);
    let load = admin.ask("lab.load", json!({}));
    let row = load["people"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone();
    assert_eq!((&row["games"], &row["runs"], &row["connections"]), (&json!(1), &json!(1), &json!(1)));
    // An admin may do everything with it.
    admin.ask("game.play", json!({ "game": game, "action": "4" }));
    admin.ask("experiment.report", json!({ "run": run }));
    assert_eq!(admin.refused("lab.purge", json!({ "person": "nobody" }))["code"], "not-found");
    assert_eq!(admin.ask("lab.purge", json!({ "person": id }))["stopping"], json!([]));
    assert_eq!(ann.ask("game.list", json!({}))["games"], json!([]));
    assert_eq!(ann.ask("experiment.list", json!({}))["runs"], json!([]));
    assert_eq!(ann.refused("game.play", json!({ "game": game, "action": "4" }))["code"], "not-found");
    assert!(!folder.0.join("runs").join(run.as_str().unwrap()).exists());
}

#[test]
fn people_take_turns_with_their_runs() {
    let (lab, _folder) = open();
    let (mut greedy, mut modest) = (lab.connect(), lab.connect());
    let slow = FEW
        .replace("games = 4", "games = 100000")
        .replace("\"random\", \"random\"", "\"mcts:sims=200\", \"random\"");
    let first = greedy.ask("experiment.start", json!({ "text": slow, "threads": 1 }))["run"]["run"].clone();
    for _ in 0..3 {
        greedy.ask("experiment.start", json!({ "text": slow, "threads": 1 }));
    }
    modest.ask("experiment.start", json!({ "text": FEW }));
    greedy.ask("experiment.stop", json!({ "run": first, "now": true }));
    // The one who came last is next, because it was the other's turn before.
    modest.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
}

#[test]
fn runs_have_a_limit_for_each_person() {
    let (lab, _folder) = open();
    let (mut greedy, mut modest) = (lab.connect(), lab.connect());
    let most = greedy.hello["limits"]["runs_per_person"].as_u64().unwrap();
    let mut last = json!({});
    for _ in 0..most {
        last = greedy.ask("experiment.start", json!({ "text": FEW }));
    }
    let error = greedy.refused("experiment.start", json!({ "text": FEW }));
    assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("too-large"), &json!("runs-full")));
    modest.ask("experiment.start", json!({ "text": FEW }));
    let name = last["run"]["run"].clone();
    greedy.event(|event| {
        event["event"] == "run" && event["run"]["run"] == name && event["run"]["state"] == "done"
    });
    greedy.ask("experiment.delete", json!({ "run": name }));
    greedy.ask("experiment.start", json!({ "text": FEW }));
}

#[test]
fn machines_watch_the_lab() {
    let (lab, _folder) = open();
    let (head, body) = lab.get_as("", "/healthz");
    assert!(head.starts_with("http/1.1 200") && body == "ok\n", "{head}{body}");
    let mut ann = lab.connect();
    ann.create("connect4", &["person", "person"]);
    assert!(lab.get_as("", "/metrics").0.starts_with("http/1.1 401"));
    assert!(lab.get_as(&ann.token, "/metrics").0.starts_with("http/1.1 403"));
    let (head, body) = lab.get("/metrics");
    assert!(head.starts_with("http/1.1 200") && head.contains("version=0.0.4"), "{head}");
    for line in ["plylab_connections 1", "plylab_open_games 1", "plylab_requests_total 1", "plylab_kept 1"] {
        assert!(body.lines().any(|each| each == line), "{line}: {body}");
    }
    // No date: a clock before 1970 cannot end a connection.
    assert!(!head.contains("\ndate:"), "{head}");
}

#[test]
fn a_script_that_sends_too_little_or_too_much_is_told() {
    let (lab, _folder) = open();
    let (here, token) = (lab.address, &lab.token);
    let head = format!(
        "POST /api/3 HTTP/1.1\r\nHost: {here}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
    );
    let large = "x".repeat(2 << 20);
    let length = large.len();
    let (status, _) =
        lab.http(&format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{large}"));
    assert!(status.starts_with("http/1.1 413"), "{status}");
    // Two hosts are no host, even if they are the same.
    let (status, _) = lab.http(&format!("{head}Host: {here}\r\n\r\n"));
    assert!(status.starts_with("http/1.1 403"), "{status}");
}

#[test]
fn a_message_that_is_too_large_closes_with_its_own_code() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let _ = client.socket.send(Message::text("x".repeat((1 << 20) + 100)));
    let code = loop {
        if let Message::Close(frame) = client.socket.read().unwrap() {
            break frame.unwrap().code;
        }
    };
    assert_eq!(u16::from(code), 1009);
}

#[test]
fn memory_is_shared_between_people() {
    let (lab, _folder) = open();
    let mut ann = lab.connect();
    let experiment = FEW.replace("\"random\", \"random\"", "\"alphabeta:table=4096\", \"random\"");
    for request in ["experiment.check", "experiment.start"] {
        let error = ann.refused(request, json!({ "text": experiment }));
        assert_eq!(
            (&error["code"], &error["wrong"]["code"]),
            (&json!("too-large"), &json!("memory-too-large")),
            "{error}"
        );
    }
}
