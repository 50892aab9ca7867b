//! What one person may use, and what they are told when it is used.

use plylab_web::{Quotas, ServerOptions};
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::lab::{Client, Folder, Lab, options};

fn lab(folder: &Folder, quotas: Quotas) -> Lab {
    Lab::start(ServerOptions { quotas, ..options(&folder.0, plylab_standard::registry()) })
}

/// An analysis that goes on until it is stopped.
fn long_analysis() -> Value {
    json!({ "at": { "spec": "connect4" }, "agents": ["alphabeta:depth=40"], "time": 600_000 })
}

#[test]
fn many_games_asked_for_at_once_are_not_more_than_allowed() {
    let folder = Folder::new();
    let lab = lab(&folder, Quotas { games: 5, ..Quotas::default() });
    let mut ann = lab.connect();
    for _ in 0..40 {
        ann.begin("game.create", &json!({ "spec": "tictactoe", "seats": ["person", "person"] }));
    }
    let (mut created, mut answers) = (0, 0);
    while answers < 40 {
        let message = ann.next();
        answers += usize::from(message.get("id").is_some());
        created += usize::from(message.get("ok").is_some());
        if let Some(error) = message.get("error") {
            assert_eq!(error["wrong"]["code"], "games-full", "{error}");
        }
    }
    assert_eq!(created, 5);
    assert_eq!(ann.ask("game.list", json!({}))["games"].as_array().unwrap().len(), 5);
}

const SLOW: &str = "title = \"Slow\"\n[[sweep]]\nname = \"slow\"\ngame = \"connect4\"\nplayers = [\"mcts:sims=2000\", \"random\"]\n\
                    games = 100000\n";

#[test]
fn analyses_have_a_limit_for_each_person_on_all_connections() {
    let folder = Folder::new();
    let lab = lab(&folder, Quotas { analyses: 2, ..Quotas::default() });
    let mut first = lab.connect();
    let mut second = lab.connect_as(&first.token);
    assert_eq!(first.hello["limits"]["analyses_per_person"], 2);
    let id = first.ask("analysis.start", long_analysis())["analysis"].clone();
    second.ask("analysis.start", long_analysis());
    let error = second.refused("analysis.start", long_analysis());
    assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("too-large"), &json!("analyses-full")));
    assert_eq!(error["expected"]["code"], "stop-analyses");
    lab.connect().ask("analysis.start", long_analysis());
    // One that goes to another position keeps its place.
    let at = json!({ "spec": "connect4", "moves": ["4"] });
    first.ask("analysis.set", json!({ "analysis": id, "at": at }));
    // One that is stopped gives it back, once its search has ended.
    first.ask("analysis.stop", json!({ "analysis": id }));
    loop {
        let id = second.begin("analysis.start", &long_analysis());
        if second.answer(id).get("ok").is_some() {
            break;
        }
    }
}

#[test]
fn processor_seconds_are_counted_and_used_up() {
    let folder = Folder::new();
    let lab = lab(&folder, Quotas { seconds: 1, ..Quotas::default() });
    let (mut ann, mut admin) = (lab.connect(), lab.connect_as(&lab.token));
    let short = json!({ "at": { "spec": "connect4" }, "agents": ["alphabeta:depth=40"], "time": 1500 });
    // However little of a busy processor it gets, in the end the second is used. What it took may be counted just after it is done.
    loop {
        let id = ann.begin("analysis.start", &short);
        if ann.answer(id).get("ok").is_none() {
            break;
        }
        ann.event(|event| event["event"] == "analysis" && event["state"] == "done");
    }
    let id = ann.hello["person"]["id"].clone();
    let load = admin.ask("lab.load", json!({}));
    let row = load["people"].as_array().unwrap().iter().find(|row| row["id"] == id).unwrap().clone();
    assert!(row["seconds"].as_f64().unwrap() >= 1.0 && row["bytes"] == 0, "{row}");
    for (what, with) in [
        ("analysis.start", long_analysis()),
        ("tree.record", json!({ "at": { "spec": "tree" }, "agent": "minimax" })),
        ("match.start", json!({ "spec": "sim", "seats": ["first"], "games": 1 })),
        ("experiment.start", json!({ "text": SLOW })),
    ] {
        let error = ann.refused(what, with);
        assert_eq!(error["wrong"]["code"], "seconds-used", "{what}: {error}");
        assert_eq!(error["expected"]["code"], "seconds-free-in", "{what}: {error}");
    }
    // Playing goes on, and for others everything does.
    let game = ann.create("connect4", &["person", "first"])["id"].clone();
    ann.ask("game.play", json!({ "game": game, "action": "4" }));
    ann.event(|event| event["event"] == "moved" && event["by"] == 1);
    lab.connect().ask("analysis.start", short.clone());
    // A lab that is started again has not forgotten it.
    let token = ann.token.clone();
    drop((ann, admin));
    lab.close();
    let again = self::lab(&folder, Quotas { seconds: 1, ..Quotas::default() });
    assert_eq!(again.connect_as(&token).refused("analysis.start", short)["wrong"]["code"], "seconds-used");
}

#[test]
fn a_run_that_uses_up_the_seconds_stops_and_can_be_resumed() {
    let folder = Folder::new();
    let lab = lab(&folder, Quotas { seconds: 1, ..Quotas::default() });
    let mut ann = lab.connect();
    let run = ann.ask("experiment.start", json!({ "text": SLOW, "threads": 1 }))["run"]["run"].clone();
    let failed = ann.event(|event| event["event"] == "run" && event["run"]["state"] == "failed");
    assert_eq!(failed["run"]["fault"]["wrong"]["code"], "seconds-used", "{failed}");
    assert!(failed["run"]["done"].as_u64().unwrap() > 0, "what was played is kept");
    assert_eq!(ann.refused("experiment.resume", json!({ "run": run }))["wrong"]["code"], "seconds-used");
    // The owner of the lab has no such limit.
    let mut admin = lab.connect_as(&lab.token);
    let own = admin.ask("experiment.start", json!({ "text": SLOW, "threads": 1 }))["run"]["run"].clone();
    let goes_on = |event: &Value| event["event"] == "run" && event["fresh"].as_u64() > Some(0);
    admin.event(|event| goes_on(event) && event["run"]["state"] == "running");
    admin.ask("experiment.stop", json!({ "run": own, "now": true }));
}

#[test]
fn a_full_disk_of_ones_own_says_what_to_delete() {
    let folder = Folder::new();
    let lab = lab(&folder, Quotas { megabytes: 1, ..Quotas::default() });
    let mut ann = lab.connect();
    let owner = ann.hello["person"]["id"].as_str().unwrap().to_owned();
    let data = Connection::open(folder.0.join("lab.sqlite")).unwrap();
    data.busy_timeout(std::time::Duration::from_secs(60)).unwrap();
    let body = json!("x".repeat(2 << 20)).to_string();
    let sql = "INSERT INTO replays (id, owner, made, shared, body) VALUES ('aaaaaaaaaaaaaaaa', ?, 1, 0, ?)";
    data.execute(sql, [&owner, &body]).unwrap();
    let create = json!({ "spec": "sim", "seats": ["person"] });
    let few = SLOW.replace("100000", "4").replace("mcts:sims=2000", "first");
    for (what, with) in [
        ("game.create", create.clone()),
        ("replay.import", json!({ "lines": "" })),
        ("experiment.start", json!({ "text": few })),
    ] {
        let error = ann.refused(what, with);
        assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("too-large"), &json!("disk-yours")));
        assert_eq!(error["wrong"]["fields"], json!({ "megabytes": 2, "most": 1 }), "{what}");
        assert_eq!(error["expected"]["code"], "delete-replays", "{what}");
    }
    lab.connect().ask("game.create", create.clone());
    ann.ask("replay.delete", json!({ "replay": "aaaaaaaaaaaaaaaa" }));
    ann.ask("game.create", create.clone());
    // A run that is too large is named.
    let run = ann.ask("experiment.start", json!({ "text": few }))["run"]["run"].clone();
    ann.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    let place = folder.0.join("runs").join(run.as_str().unwrap()).join("large");
    std::fs::write(place, vec![0; 3 << 20]).unwrap();
    let error = ann.refused("game.create", create.clone());
    assert_eq!(error["expected"]["fields"], json!({ "run": run, "megabytes": 3 }));
    ann.ask("experiment.delete", json!({ "run": run }));
    ann.ask("game.create", create);
}

#[test]
fn a_classroom_behind_one_address_works() {
    let folder = Folder::new();
    let registry = plylab_standard::registry();
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let lab = Lab::start(ServerOptions { proxies, ..options(&folder.0, registry) });
    let from = [("x-forwarded-for", "192.0.2.7")];
    let mut people: Vec<Client> = (0..100).map(|_| lab.connect_with(&lab.newcomer(), &from)).collect();
    for person in &mut people {
        let game = person.create("tictactoe", &["person", "person"])["id"].clone();
        person.ask("game.play", json!({ "game": game, "action": "5" }));
    }
    // One person has a limit of their own, wherever they are.
    let token = people[0].token.clone();
    let more: Vec<Client> = (1..64).map(|_| lab.connect_with(&token, &from)).collect();
    let host = lab.address;
    let request = format!(
        "GET /api/3/catalogue HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n\
         X-Forwarded-For: 198.51.100.9\r\nConnection: close\r\n\r\n"
    );
    let (head, body) = lab.http(&request);
    assert!(head.starts_with("http/1.1 503") && body.contains("connections-full"), "{head}");
    drop(more);
    // A match belongs to the person who started it.
    let slow = json!({ "spec": "connect4", "seats": ["mcts:sims=2000"], "games": 1000 });
    let id = people[1].ask("match.start", slow)["match"].clone();
    assert_eq!(people[2].refused("match.stop", json!({ "match": id }))["code"], "not-found");
    people[1].ask("match.stop", json!({ "match": id }));
}
