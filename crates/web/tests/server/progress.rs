//! Every search can be stopped: it answers, and the next request works. Searches report their progress.

use crate::lab::{Client, open};
use serde_json::{Value, json};

/// A position without a quick answer: it is not in the opening book, and its tree is large.
const OPEN_BOARD: &str = "connect4:columns=9,rows=6";

/// Every agent that searches, with settings that would take far too long.
const DEEP: &[(&str, &str)] = &[
    ("connect4", "minimax:depth=40"),
    ("connect4", "alphabeta:depth=42"),
    ("connect4", "alphabeta:depth=42,iterative-deepening=on,root=exact"),
    ("connect4", "alphabeta:engine=on,threads=2,table=16"),
    ("connect4", "roulette:depth=20"),
    ("connect4", "mcts:sims=100000000"),
    ("connect4", "mcts:sims=100000000,threads=2"),
    (OPEN_BOARD, "perfect:table=16"),
    (OPEN_BOARD, "perfect:table=16,threads=2"),
    (OPEN_BOARD, "level:10"),
    ("pacman:layout=full", "minimax:depth=30"),
    ("pacman:layout=full", "alphabeta:depth=30"),
    ("pacman:layout=full", "expectimax:depth=30"),
    ("pacman:layout=full", "expectimax:depth=1000"),
    ("pacman:layout=small", "minimax:depth=1000"),
    ("pacman:layout=small", "alphabeta:depth=1000"),
    ("pacman:layout=small", "alphabeta:engine=on,table=16,threads=2"),
    ("pacman:layout=full", "planner:depth=20,care=0"),
    ("pacman:layout=full", "mcts:sims=100000000"),
    ("grid", "expectimax:depth=60"),
    ("sim:points=8", "alphabeta:depth=28"),
];

/// Agents that finish before they can be stopped.
const QUICK: &[(&str, &str)] = &[
    ("connect4", "reflex"),
    ("connect4", "roulette"),
    ("connect4", "level:9"),
    (OPEN_BOARD, "level:9"),
    ("sim", "perfect"),
    ("sim", "exploit"),
    ("pacman", "reflex:eval=report-b"),
    ("grid", "planner"),
];

/// Starts an analysis, and returns its id once it is running, so that there is something to stop.
fn begin(client: &mut Client, spec: &str, agent: &str, time: u64) -> Value {
    let with = json!({ "at": { "spec": spec }, "agents": [agent], "time": time });
    let id = client.ask("analysis.start", with)["analysis"].clone();
    client.event(|event| event["analysis"] == id && event["state"] == "running");
    id
}

fn ends(event: &Value, id: &Value) -> bool {
    event["analysis"] == *id && event["state"] != "queued" && event["state"] != "running"
}

#[test]
fn every_agent_obeys_a_stop_in_an_analysis() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    for (spec, agent) in DEEP {
        let id = begin(&mut client, spec, agent, 600_000);
        client.ask("analysis.stop", json!({ "analysis": id }));
        let last = client.event(|event| ends(event, &id));
        assert_eq!(last["state"], "stopped", "{agent} on {spec}: {last}");
        assert!(last["best"].is_string(), "{agent} on {spec}: {last}");
        client.forget();
        client.ask("position", json!({ "at": { "spec": spec } }));
    }
    for (spec, agent) in QUICK {
        let id = begin(&mut client, spec, agent, 600_000);
        let last = client.event(|event| ends(event, &id));
        assert_eq!(last["state"], "done", "{agent} on {spec}: {last}");
        assert!(last["best"].is_string(), "{agent} on {spec}: {last}");
    }
}

#[test]
fn every_agent_obeys_the_time_limit() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    for (spec, agent) in DEEP {
        let id = begin(&mut client, spec, agent, 1);
        let last = client.event(|event| ends(event, &id));
        assert_eq!(last["state"], "done", "{agent} on {spec}: {last}");
        assert!(last["best"].is_string(), "{agent} on {spec}: {last}");
    }
}

#[test]
fn every_agent_moves_when_a_game_is_stopped() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    for (spec, agent) in DEEP {
        let with = json!({ "spec": spec, "seats": [agent, "random"], "time": 60_000, "auto": false });
        let game = client.ask("game.create", with)["game"]["id"].clone();
        client.ask("game.step", json!({ "game": game }));
        client.ask("game.stop", json!({ "game": game }));
        client.event(|event| event["event"] == "moved" && event["game"] == game && event["by"] == 0);
        // And the next move works.
        client.ask("game.step", json!({ "game": game }));
        client.event(|event| event["event"] == "moved" && event["game"] == game && event["by"] == 1);
        client.ask("game.delete", json!({ "game": game }));
        client.forget();
    }
}

#[test]
fn a_tree_ends_in_time_and_a_match_when_it_is_stopped() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let with = json!({ "at": { "spec": "connect4" }, "agent": "minimax:depth=40", "nodes": 100, "time": 50 });
    let tree = client.ask("tree.record", with);
    // The line that was being searched is always kept, and is 40 moves long.
    let (kept, looked_at) = (tree["kept"].as_u64().unwrap(), tree["looked_at"].as_u64().unwrap());
    assert!((looked_at.min(40)..=100).contains(&kept), "{kept} of {looked_at}");
    // What is kept is limited, because an export of all that a fast machine sees would be too long for one message.
    let at = json!({ "spec": "pacman:layout=small" });
    let with = json!({ "at": at, "agent": "minimax:depth=1000", "nodes": 5000, "time": 50 });
    let tree = client.ask("tree.record", with)["tree"].clone();
    for format in ["svg", "dot", "text", "json"] {
        client.ask("tree.export", json!({ "tree": tree, "format": format }));
    }
    let with = json!({ "spec": "connect4", "seats": ["minimax:depth=40", "random"], "games": 10 });
    let id = client.ask("match.start", with)["match"].clone();
    client.event(|event| event["match"] == id && event["state"] == "running");
    client.ask("match.stop", json!({ "match": id }));
    client.event(|event| event["match"] == id && event["state"] == "stopped");
    client.create("connect4", &["person"]);
}

/// The events of the first lane, including the last one.
fn lane_events(client: &mut Client, spec: &str, position: &str, agent: &str) -> Vec<Value> {
    let at = json!({ "spec": spec, "position": position });
    let with = json!({ "at": at, "agents": [agent], "time": 600_000 });
    let id = client.ask("analysis.start", with)["analysis"].clone();
    let mut heard = Vec::new();
    loop {
        heard.push(client.event(|event| event["analysis"] == id));
        if heard.last().is_some_and(|event| ends(event, &id)) {
            return heard;
        }
    }
}

#[test]
fn mcts_reports_its_values_while_it_searches() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let heard = lane_events(&mut client, "connect4", "4453", "mcts:sims=3000");
    let running: Vec<&Value> =
        heard.iter().filter(|event| event["state"] == "running" && event["best"].is_string()).collect();
    assert!(running.len() >= 8, "{running:?}");
    for event in &running {
        assert_eq!(event["moves"].as_array().unwrap().len(), 7);
        assert!(!event["line"].as_array().unwrap().is_empty() && event["value"].is_object(), "{event}");
        assert_eq!(event["value"]["certainty"], "estimate", "{event}");
    }
    assert_eq!(heard.last().unwrap()["nodes"], 3000);
}

#[test]
fn perfect_reports_its_moves_one_by_one() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let heard = lane_events(&mut client, "connect4", "4444432222", "perfect:table=16");
    let mut update: Vec<usize> = heard
        .iter()
        .filter(|event| event["state"] == "running" && event["best"].is_string())
        .map(|event| event["moves"].as_array().unwrap().len())
        .collect();
    update.dedup();
    assert!(update.is_sorted() && update.last() == Some(&7), "{update:?}");
    let last = heard.last().unwrap();
    assert_eq!((&last["state"], last["moves"].as_array().unwrap().len()), (&json!("done"), 7));
    let best =
        last["moves"].as_array().unwrap().iter().filter(|known| known["value"]["certainty"] == "exact");
    assert!(best.clone().count() >= 1 && best.clone().all(|known| known["value"] == last["value"]));
}
