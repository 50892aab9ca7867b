//! Analyses and recorded searches, and what happens when there are many.

use crate::lab::{Client, Folder, Lab, open};
use plylab_core::{Budget, NoFiles, Seed, Watch};
use serde_json::{Value, json};

#[test]
fn an_analysis_agrees_with_explain() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let agents =
        ["alphabeta:depth=6,iterative-deepening=on,root=exact,eval=tuned", "mcts:sims=500", "random"];
    let at = json!({ "spec": "connect4", "position": "4453" });
    let started = client.ask("analysis.start", json!({ "at": at, "agents": agents }));
    assert_eq!((&started["player"], &started["name"]), (&json!(0), &json!("Yellow")));
    let mut depths = Vec::new();
    let last = loop {
        let event = client.event(|event| event["event"] == "analysis" && event["lane"] == 0);
        if event["state"] == "running" && !event["value"].is_null() {
            depths.push(event["depth"].as_u64().unwrap());
        }
        if event["state"] == "done" {
            break event;
        }
    };
    // Each depth was sent when it was complete, and possibly again with a new node count.
    depths.dedup();
    assert_eq!(depths, [1, 2, 3, 4, 5, 6]);
    let game = plylab_standard::registry().open(&"connect4".parse().unwrap(), &NoFiles).unwrap();
    let position = game.position("4453").unwrap();
    let (agent, seed) = (agents[0].parse().unwrap(), Seed(0).child("agent"));
    let thought = game.think(position.as_ref(), &agent, seed, &Budget::unlimited(), Watch::Off).unwrap();
    assert_eq!(last["best"], json!(thought.decision.action));
    assert_eq!(last["line"], json!(thought.decision.line));
    assert_eq!(last["nodes"], json!(thought.decision.stats.nodes));
    let values: Vec<&Value> =
        last["moves"].as_array().unwrap().iter().map(|weighed| &weighed["value"]).collect();
    let known: Vec<Value> = thought.decision.moves.iter().map(|weighed| json!(weighed.value)).collect();
    assert_eq!(values, known.iter().collect::<Vec<&Value>>());
    assert_eq!((&last["value"]["of"], &last["value"]["certainty"]), (&json!(0), &json!("exact")));
    for lane in [1, 2] {
        client.event(|event| event["lane"] == lane && event["state"] == "done");
    }
    // A deep search is stopped, and reports its best move so far.
    let deep = ["alphabeta:depth=30,iterative-deepening=on"];
    let id =
        client.ask("analysis.start", json!({ "at": { "spec": "connect4" }, "agents": deep }))["analysis"]
            .clone();
    client.event(|event| event["analysis"] == id && event["depth"].as_u64() >= Some(3));
    client.ask("analysis.stop", json!({ "analysis": id }));
    let stopped = client.event(|event| event["analysis"] == id && event["state"] == "stopped");
    assert!(stopped["best"].is_string());
}

#[test]
fn a_solver_tells_what_follows_every_move() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    // Yellow has three in the bottom row, open on both sides.
    let at = json!({ "spec": "connect4", "position": "33445" });
    client.ask("analysis.start", json!({ "at": at, "agents": ["perfect:table=1,root=exact"] }));
    let last = client.event(|event| event["event"] == "analysis" && event["state"] == "done");
    let moves = last["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 7);
    for known in moves {
        assert_eq!(
            (&known["value"]["kind"], &known["value"]["plies"]),
            (&json!("loss"), &json!(2)),
            "{known}"
        );
        let blocked = if known["action"] == "2" { "6" } else { "2" };
        assert_eq!(known["reply"], blocked, "{known}");
        assert_eq!(known["then"]["fields"]["other"]["code"], "threatens", "{known}");
    }
    assert_eq!(last["line"].as_array().unwrap().len(), 2);
}

#[test]
fn the_textbook_tree_is_recorded_with_its_cuts() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let at = json!({ "spec": "tree:file=textbook" });
    let tree = client.ask("tree.record", json!({ "at": at, "agent": "alphabeta:depth=9" }));
    assert_eq!(
        (&tree["value"]["score"], &tree["pruned"]["branches"], &tree["looked_at"]),
        (&json!(3), &json!(2), &json!(10))
    );
    let nodes = tree["figure"]["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 13);
    let cut: Vec<&Value> = nodes.iter().filter(|node| node["cut"].is_object()).collect();
    assert_eq!(cut.len(), 1);
    assert_eq!(cut[0]["cut"]["words"], "cut: 2 < alpha 3");
    assert_eq!(nodes.iter().filter(|node| node["state"] == "skipped").count(), 2);
    let xs = |depth: u64| -> Vec<f64> {
        nodes.iter().filter(|node| node["depth"] == depth).map(|node| node["x"].as_f64().unwrap()).collect()
    };
    assert!(xs(2).windows(2).all(|pair| pair[1] - pair[0] >= 1.0 - 1e-9), "{:?}", xs(2));
    let folded = client.ask("tree.draw", json!({ "tree": tree["tree"], "closed": [0] }));
    assert_eq!(folded["figure"]["nodes"].as_array().unwrap().len(), 1);
    let svg = client.ask("tree.export", json!({ "tree": tree["tree"], "format": "svg" }));
    assert!(svg["text"].as_str().unwrap().starts_with("<svg"));
    let text = "max [ a: min [ 3 12 8 ] b: min [ 2 4 6 ] ]";
    let own = json!({ "spec": "tree:file=mine", "files": { "mine": text } });
    for (agent, looked_at) in [("minimax", 8), ("alphabeta", 6), ("expectimax", 8)] {
        let tree = client.ask("tree.record", json!({ "at": own, "agent": agent }));
        assert_eq!(tree["looked_at"], looked_at, "{agent}");
    }
    assert_eq!(client.ask("tree.check", json!({ "text": text }))["nodes"], 9);
}

#[test]
fn a_recorded_search_can_be_looked_around_in() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let at = json!({ "spec": "tree:file=textbook" });
    let tree = client.ask("tree.record", json!({ "at": at, "agent": "alphabeta:depth=2" }));
    let id = &tree["tree"];
    assert_eq!(
        (&tree["method"], &tree["steps"], &tree["head_start"]),
        (&json!("search"), &json!(23), &json!(0))
    );
    assert_eq!(tree["view"]["children"].as_array().unwrap().len(), 3);
    assert_eq!(
        (&tree["backdrop"]["kind"], &tree["view"]["focus"]["scene"]["kind"]),
        (&json!("tree"), &json!("tree"))
    );
    let middle = client.ask("tree.node", json!({ "tree": id, "path": ["middle"], "scenes": false }));
    let focus = &middle["focus"];
    assert_eq!(
        focus["end"],
        json!({ "why": "cut", "by": "alpha", "value": 2.0, "limit": 3.0, "pruned": ["2", "3"] })
    );
    assert_eq!((&focus["exit"], &focus["scene"]), (&json!({ "alpha": 3.0, "beta": 2.0 }), &Value::Null));
    let why = client.ask("tree.why", json!({ "tree": id, "node": focus["node"] }));
    assert_eq!(
        (&why["cut"]["crossed"]["action"], &why["cut"]["set"]["action"]),
        (&json!("1"), &json!("left"))
    );
    let step = client.ask("tree.step", json!({ "tree": id, "step": focus["cut_at"] }));
    assert_eq!(step["event"], json!({ "kind": "cut", "node": focus["node"] }));
    assert_eq!(step["view"]["focus"]["now"]["current"], true);
    let overview = client.ask("tree.overview", json!({ "tree": id, "width": 200 }));
    assert_eq!(overview["rows"].as_array().unwrap().len(), 3);
    assert_eq!(overview["rows"][0]["cells"][0], json!([0.0, 200.0, 0, 0, 11, 1, null]));
    let rows = client.ask("tree.compare", json!({ "tree": id }));
    assert!(
        rows["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["value"]["score"].as_f64() == Some(3.0) || row["agrees"] == false)
    );
    let refused = client.refused("tree.node", json!({ "tree": id, "path": ["nowhere"] }));
    assert_eq!(
        (&refused["code"], &refused["wrong"]["code"]),
        (&json!("bad-input"), &json!("no-such-branch"))
    );
    assert_eq!(client.refused("tree.node", json!({ "tree": id, "node": 99 }))["code"], "not-found");
    assert_eq!(client.refused("tree.plot", json!({ "tree": id }))["wrong"]["code"], "no-simulations");
    assert_eq!(client.refused("tree.overview", json!({ "tree": id, "width": 1e9 }))["code"], "too-large");
}

#[test]
fn a_branch_that_was_not_kept_is_opened() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let with = json!({ "at": { "spec": "connect4" }, "agent": "minimax:depth=5", "nodes": 100 });
    let tree = client.ask("tree.record", with);
    let id = &tree["tree"];
    assert_eq!((&tree["kept"], &tree["looked_at"]), (&json!(62), &json!(19607)));
    let path = json!(["2", "3", "4", "1"]);
    let refused = client.refused("tree.node", json!({ "tree": id, "path": path }));
    assert_eq!(refused["wrong"]["code"], "branch-not-kept");
    let opened = client.ask("tree.open", json!({ "tree": id, "path": path }));
    assert_eq!(opened["moves"], path);
    let on_the_way = opened["path"].as_array().unwrap();
    let opened: Vec<&Value> = on_the_way.iter().filter(|node| node["opened"].is_object()).collect();
    assert!(!opened.is_empty() && opened.iter().all(|node| node["opened"]["same"] == true), "{opened:?}");
}

#[test]
fn simulations_are_recorded_like_other_searches() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let with = json!({ "at": { "spec": "connect4" }, "agent": "mcts:sims=100" });
    let tree = client.ask("tree.record", with);
    let id = &tree["tree"];
    assert_eq!((&tree["method"], &tree["steps"]), (&json!("simulations"), &json!(100)));
    assert_eq!(tree["view"]["focus"]["samples"]["visits"], 100);
    let step = client.ask("tree.step", json!({ "tree": id, "step": 40 }));
    assert_eq!((&step["event"]["kind"], &step["event"]["number"]), (&json!("simulation"), &json!(40)));
    assert_eq!(step["view"]["path"][0]["samples"]["visits"], 40);
    let then = client.ask("tree.node", json!({ "tree": id, "step": 40 }));
    let children = then["children"].as_array().unwrap().iter();
    assert_eq!(children.map(|child| child["samples"]["visits"].as_u64().unwrap()).sum::<u64>(), 40);
    let plot = client.ask("tree.plot", json!({ "tree": id, "points": 4 }));
    assert_eq!(
        (&plot["simulations"], &plot["moves"][0]["action"]),
        (&json!([0, 25, 50, 75, 100]), &json!("1"))
    );
}

#[test]
fn a_full_queue_answers_busy() {
    let folder = Folder::new();
    let lab = Lab::with_queue(&folder.0, Some(3));
    let mut client = lab.connect();
    let deep = json!({ "at": { "spec": "connect4" }, "agents": ["alphabeta:depth=40"], "time": 600_000 });
    // Some run, three wait, and then the queue is full.
    let error = loop {
        let id = client.begin("analysis.start", &deep);
        let answer = client.answer(id);
        if let Some(error) = answer.get("error") {
            break error.clone();
        }
    };
    assert_eq!(
        (&error["code"], &error["message"]),
        (&json!("busy"), &json!("the lab is busy; try again in a moment"))
    );
    // Others have places of their own, and other work is not refused.
    let mut bystander = lab.connect();
    bystander.ask("analysis.start", deep);
    client.create("connect4", &["random", "person"]);
}

#[test]
fn a_flood_of_one_person_does_not_refuse_another() {
    let folder = Folder::new();
    let lab = Lab::with_queue(&folder.0, Some(2));
    let mut flooding: Vec<Client> = (0..4).map(|_| lab.connect()).collect();
    let at = json!({ "at": { "spec": "connect4" } });
    let mut bystander = lab.connect();
    let mut refused = 0;
    for _ in 0..20 {
        for client in &mut flooding {
            (0..50).for_each(|_| _ = client.begin("position", &at));
        }
        // `ask` takes no refusal.
        bystander.ask("position", at.clone());
        for client in &mut flooding {
            let answers: Vec<Value> = (0..50).map(|_| client.next()).collect();
            refused += answers.iter().filter(|answer| answer.get("error").is_some()).count();
        }
    }
    assert!(refused > 0, "there was no flood");
}

#[test]
fn a_deep_search_does_not_block_another_game() {
    let (lab, _folder) = open();
    let (mut deep, mut quick) = (lab.connect(), lab.connect());
    let agents = ["alphabeta:depth=40", "minimax:depth=40", "alphabeta:depth=41", "minimax:depth=41"];
    let with = json!({ "at": { "spec": "connect4" }, "agents": agents, "time": 600_000 });
    let id = deep.ask("analysis.start", with)["analysis"].clone();
    let slow = deep.create("connect4", &["minimax:depth=40", "person"]);
    deep.event(|event| event["state"] == "running");
    // A whole game is played meanwhile.
    let game = quick.create("connect4", &["alphabeta:depth=2", "random"]);
    quick.ask("game.step", json!({ "game": game["id"], "moves": 64 }));
    quick.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    // The deep searches are still running.
    let now = deep.ask("game.open", json!({ "game": slow["id"] }));
    assert_eq!(now["game"]["state"], "thinking");
    deep.ask("analysis.stop", json!({ "analysis": id }));
    deep.event(|event| event["analysis"] == id && event["state"] == "stopped");
}
