//! The protocol, spoken with a real server: every request, and everything that can be wrong with one.

use crate::lab::{Folder, Lab};
use plylab_core::{Budget, NoFiles, Seed, Watch};
use serde_json::{Value, json};

fn open() -> (Lab, Folder) {
    let folder = Folder::new();
    (Lab::open(&folder.0), folder)
}

fn id(game: &Value) -> String {
    game["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_game_is_played_taken_back_and_played_again() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("connect4", &["person", "first"]);
    assert_eq!(
        (&game["state"], &game["position"]["turn"], &game["undo"]),
        (&json!("person"), &json!(0), &Value::Null)
    );
    let id = id(&game);
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
    assert_eq!(answer["thought"]["agent"], "first");
    assert_eq!(answer["undo"], 0);
    assert_eq!(client.ask("game.undo", json!({ "game": id })), json!({ "ply": 0 }));
    let back = client.event(|event| event["event"] == "game");
    assert_eq!((&back["game"]["moves"], &back["game"]["state"]), (&json!([]), &json!("person")));
    assert_eq!(client.refused("game.undo", json!({ "game": id }))["code"], "conflict");
    // Four in column 4 against somebody who fills column 1.
    for ply in [0, 2, 4, 6] {
        client.ask("game.play", json!({ "game": id, "action": "4", "ply": ply }));
        if ply < 6 {
            client.event(|event| event["event"] == "moved" && event["ply"] == ply + 2);
        }
    }
    let over = client.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    assert_eq!(over["game"]["outcomes"], json!(["win", "loss"]));
    assert_eq!(over["game"]["score"], json!({ "games": 1, "wins": [1, 0], "draws": 0, "points": [1000, 0] }));
    assert!(over["game"]["replay"].is_string());
    assert_eq!(over["game"]["position"]["outcomes"], json!(["win", "loss"]));
    assert_eq!(client.refused("game.play", json!({ "game": id, "action": "4" }))["code"], "illegal-move");
    // The score goes with those who play.
    client.forget();
    client.ask("game.swap", json!({ "game": id }));
    let swapped = client.event(|event| event["event"] == "game");
    assert_eq!(swapped["game"]["seats"], json!(["first", "person"]));
    assert_eq!(swapped["game"]["score"]["points"], json!([0, 1000]));
    client.event(|event| event["event"] == "moved" && event["by"] == 0);
    client.ask("game.resign", json!({ "game": id, "player": 1 }));
    let given_up = client.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    assert_eq!(given_up["game"]["score"]["points"], json!([1000, 1000]));
    assert_eq!(
        (&given_up["game"]["resigned"], &given_up["game"]["outcomes"]),
        (&json!(1), &json!(["win", "loss"]))
    );
    // Taken back, it is no longer counted.
    client.forget();
    client.ask("game.back", json!({ "game": id, "ply": 0 }));
    let waiting = client.event(|event| event["event"] == "game");
    assert_eq!(waiting["game"]["score"]["points"], json!([0, 1000]));
    assert_eq!(waiting["game"]["state"], "waiting");
    client.ask("game.step", json!({ "game": id }));
    client.event(|event| event["event"] == "moved" && event["ply"] == 1);
    let listed = client.ask("game.list", json!({}));
    assert_eq!((&listed["games"][0]["id"], &listed["games"][0]["plies"]), (&json!(id), &json!(1)));
    let positions = client.ask("game.positions", json!({ "game": id, "from": 0, "to": 1 }));
    assert_eq!(positions["positions"].as_array().unwrap().len(), 2);
    client.ask("game.delete", json!({ "game": id }));
    assert_eq!(client.refused("game.open", json!({ "game": id }))["code"], "not-found");
}

#[test]
fn agents_alone_move_when_they_are_asked() {
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
    // What never changes is told with the game, and never again.
    let walls = created["backdrop"]["walls"]["rows"].as_array().unwrap();
    assert_eq!((walls.len(), walls[0].as_str().unwrap().len()), (25, 28));
    let id = &created["game"]["id"];
    assert_eq!(client.ask("game.open", json!({ "game": id }))["backdrop"], created["backdrop"]);
    assert_eq!(created["game"]["backdrop"], Value::Null);
    let (mut largest, mut scared) = (0, false);
    client.ask("game.step", json!({ "game": id, "moves": 64 }));
    loop {
        let event = client.event(|_| true);
        let told = event.to_string();
        assert!(!told.contains("walls") && !told.contains("report"), "{told}");
        if event["event"] == "moved" {
            largest = largest.max(told.len());
            scared |= told.contains("scared-ghost");
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
fn everything_that_is_wrong_is_named_and_nothing_breaks() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    for (text, code) in [
        ("", "bad-json"),
        ("{", "bad-json"),
        ("nonsense", "bad-json"),
        ("[]", "bad-request"),
        ("null", "bad-request"),
        ("{}", "bad-request"),
        (r#"{"id": 1}"#, "bad-request"),
        (r#"{"id": 1, "do": 7}"#, "bad-request"),
        (r#"{"id": 1, "do": "catalogue", "extra": 1}"#, "bad-request"),
        (r#"{"id": [1], "do": "catalogue"}"#, "bad-request"),
        (r#"{"id": 1, "do": "no.such"}"#, "unknown-request"),
        (r#"{"id": 1, "do": "catalogue", "with": {"x": 1}}"#, "bad-request"),
        (r#"{"id": 1, "do": "game.create", "with": {"spec": 4, "seats": []}}"#, "bad-request"),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": [], "speed": 1}}"#,
            "bad-request",
        ),
        (r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4"}}"#, "bad-request"),
        (r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": []}}"#, "bad-input"),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "chess", "seats": ["person", "person"]}}"#,
            "bad-input",
        ),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": ["nobody", "person"]}}"#,
            "bad-input",
        ),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4:columns=99", "seats": ["person", "person"]}}"#,
            "bad-input",
        ),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": ["person", "person"], "time": 0}}"#,
            "too-large",
        ),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": ["perfect:threads=60", "person"]}}"#,
            "too-large",
        ),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": ["person", "person"], "seed": "x"}}"#,
            "bad-request",
        ),
        (
            r#"{"id": 1, "do": "game.create", "with": {"spec": "connect4", "seats": ["person", "person"], "moves": ["9"]}}"#,
            "illegal-move",
        ),
        (r#"{"id": 1, "do": "game.play", "with": {"game": "../../etc/passwd", "action": "4"}}"#, "not-found"),
        (r#"{"id": 1, "do": "position", "with": {"at": {}}}"#, "bad-request"),
        (
            r#"{"id": 1, "do": "position", "with": {"at": {"spec": "pacman:layout=/etc/passwd"}}}"#,
            "bad-input",
        ),
        (
            r#"{"id": 1, "do": "position", "with": {"at": {"spec": "connect4", "position": "99"}}}"#,
            "bad-input",
        ),
        (r#"{"id": 1, "do": "position.heat", "with": {"at": {"spec": "connect4"}}}"#, "bad-input"),
        (r#"{"id": 1, "do": "tree.check", "with": {"text": "max [ 1 2"}}"#, "bad-input"),
        (r#"{"id": 1, "do": "tree.draw", "with": {"tree": "t9"}}"#, "not-found"),
        (
            r#"{"id": 1, "do": "tree.record", "with": {"at": {"spec": "tree"}, "agent": "random"}}"#,
            "bad-input",
        ),
        (r#"{"id": 1, "do": "experiment.check", "with": {"text": "title = 1"}}"#, "bad-input"),
        (r#"{"id": 1, "do": "experiment.report", "with": {"run": "none"}}"#, "not-found"),
        (r#"{"id": 1, "do": "replay.open", "with": {"line": "{}"}}"#, "bad-input"),
        (r#"{"id": 1, "do": "replay.open", "with": {}}"#, "bad-request"),
    ] {
        client.send(text);
        let answer = client.next();
        assert_eq!(answer["error"]["code"], code, "{text}: {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|message| message.len() > 5), "{text}");
    }
    let error = client.refused("experiment.check", json!({ "text": "title = \"x\"\n[[sweep]]\nname = 3\n" }));
    assert_eq!(error["where"][0]["code"], "spot", "{error}");
    assert_eq!(error["where"][0]["fields"]["line"], 3, "{error}");
    let game = client.create("connect4", &["person"]);
    let error = client.refused("game.play", json!({ "game": game["id"], "action": "9" }));
    assert_eq!(error["code"], "illegal-move");
    // What is large is refused, and the next request works.
    let large = format!(r#"{{"id": 1, "do": "catalogue", "with": "{}"}}"#, "x".repeat(300_000));
    client.send(&large);
    assert_eq!(client.next()["error"]["code"], "too-large");
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    // What is huge ends the connection, and nobody else notices.
    let mut other = lab.connect();
    let _ = other.socket.send(tungstenite::Message::text("x".repeat(3 << 20)));
    while other.socket.read().is_ok() {}
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
}

#[test]
fn games_are_their_sessions_own() {
    let (lab, _folder) = open();
    let (mut one, mut other) = (lab.connect(), lab.connect());
    let game = one.create("connect4", &["person"]);
    assert_eq!(other.refused("game.open", json!({ "game": game["id"] }))["code"], "not-found");
    assert_eq!(other.ask("game.list", json!({}))["games"], json!([]));
    // Somebody who comes back under the same name has it still, and hears of it in both places.
    let mut again = lab.connect_as(&one.session());
    assert_eq!((&again.hello["resumed"], again.session()), (&json!(true), one.session()));
    again.ask("game.open", json!({ "game": game["id"] }));
    one.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    again.event(|event| event["event"] == "moved" && event["action"] == "4");
}

#[test]
fn games_survive_a_restart() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let session = client.session();
    let game = client.create("connect4", &["person", "alphabeta:depth=4"]);
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    client.event(|event| event["event"] == "moved" && event["by"] == 1);
    // Another one in which an agent is still thinking when the lab closes.
    let deep = client.create("connect4", &["alphabeta:depth=40", "person"]);
    assert_eq!(deep["state"], "thinking");
    lab.close();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(&session);
    assert_eq!(client.hello["resumed"], json!(true));
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
fn an_analysis_says_what_explain_says() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let agents = ["alphabeta:depth=6,deepen=on,root=exact,eval=tuned", "mcts:sims=500", "random"];
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
    // Each depth was told once it was complete, and perhaps again with a new count of nodes.
    depths.dedup();
    assert_eq!(depths, [1, 2, 3, 4, 5]);
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
    // A deep one is stopped, and says the best so far.
    let deep = ["alphabeta:depth=30,deepen=on"];
    let id =
        client.ask("analysis.start", json!({ "at": { "spec": "connect4" }, "agents": deep }))["analysis"]
            .clone();
    client.event(|event| event["analysis"] == id && event["depth"].as_u64() >= Some(3));
    client.ask("analysis.stop", json!({ "analysis": id }));
    let stopped = client.event(|event| event["analysis"] == id && event["state"] == "stopped");
    assert!(stopped["best"].is_string());
}

#[test]
fn the_textbook_tree_is_recorded_with_its_cuts() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let at = json!({ "spec": "tree:file=textbook" });
    let tree = client.ask("tree.record", json!({ "at": at, "agent": "alphabeta:depth=9" }));
    assert_eq!(
        (&tree["value"]["score"], &tree["skipped"], &tree["looked_at"]),
        (&json!(3), &json!(2), &json!(11))
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
    for (agent, looked_at) in [("minimax:depth=9", 9), ("alphabeta:depth=9", 7), ("expectimax:depth=9", 9)] {
        let tree = client.ask("tree.record", json!({ "at": own, "agent": agent }));
        assert_eq!(tree["looked_at"], looked_at, "{agent}");
    }
    assert_eq!(client.ask("tree.check", json!({ "text": text }))["nodes"], 9);
}

#[test]
fn an_experiment_runs_stops_and_goes_on() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let form = json!({
        "title": "Small", "sweeps": [{
            "name": "depths", "game": "sim", "players": ["alphabeta:depth={depth}", "random"],
            "vary": [{ "axis": "depth", "values": ["1", "2"] }], "games": 10,
        }],
    });
    let checked = client.ask("experiment.check", json!({ "form": form }));
    assert_eq!((&checked["games"], &checked["sections"][0]["cells"]), (&json!(20), &json!(2)));
    let started = client.ask("experiment.start", json!({ "form": form }));
    let run = started["run"]["run"].as_str().unwrap().to_owned();
    let done = client.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    assert_eq!((&done["run"]["done"], &done["run"]["total"]), (&json!(20), &json!(20)));
    assert_eq!(done["tables"][0]["texts"].as_array().unwrap().len(), 2);
    let report = client.ask("experiment.report", json!({ "run": run }));
    assert!(report["plots"][0]["svg"].as_str().unwrap().contains("<svg"));
    for (file, begins) in [
        ("report.csv", ""),
        ("report.json", "{"),
        ("report.html", "<!doctype"),
        ("games.jsonl", "{\"schema\""),
        ("experiment.toml", "title"),
    ] {
        let (head, body) = lab.get(&format!("/api/2/runs/{run}/{file}"));
        assert!(head.starts_with("http/1.1 200"), "{file}: {head}");
        assert!(head.contains("content-disposition: attachment"), "{file}");
        assert!(body.to_ascii_lowercase().starts_with(begins), "{file}: {body}");
    }
    let (_, lines) = lab.get(&format!("/api/2/runs/{run}/games.jsonl"));
    let line: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    let replay = client.ask("replay.open", json!({ "run": run, "key": line["key"] }));
    assert_eq!(replay["replay"]["moves"].as_array().unwrap().len(), line["moves"].as_array().unwrap().len());
    // A long one is interrupted by the lab's end and goes on in the next.
    let text = "title = \"Long\"\n[[sweep]]\nname = \"long\"\ngame = \"sim\"\nplayers = [\"random\", \"random\"]\ngames = 1000000\n";
    let long = client.ask("experiment.start", json!({ "text": text }))["run"]["run"].clone();
    client.event(|event| {
        event["event"] == "run" && event["run"]["run"] == long && event["run"]["done"].as_u64() > Some(0)
    });
    lab.close();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let listed = client.ask("experiment.list", json!({}));
    assert_eq!((&listed["runs"][0]["run"], &listed["runs"][0]["state"]), (&long, &json!("stopped")));
    assert_eq!(listed["runs"][1]["state"], "done");
    assert_eq!(listed["shipped"].as_array().unwrap().len(), plylab_lab::shipped::EXPERIMENTS.len());
    client.ask("experiment.resume", json!({ "run": long }));
    let on = client.event(|event| event["event"] == "run" && event["fresh"].as_u64() > Some(0));
    assert!(on["run"]["done"].as_u64() > on["fresh"].as_u64());
    client.ask("experiment.stop", json!({ "run": long, "now": true }));
    client.event(|event| event["event"] == "run" && event["run"]["state"] == "stopped");
    client.ask("experiment.delete", json!({ "run": long }));
    assert_eq!(client.refused("experiment.watch", json!({ "run": long }))["code"], "not-found");
}

#[test]
fn a_run_that_fails_says_why_as_errors_do() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    // Where results should go, there is a file.
    std::fs::remove_dir(folder.0.join("runs")).unwrap();
    std::fs::write(folder.0.join("runs"), "").unwrap();
    let text = "title = \"Lost\"\n[[sweep]]\nname = \"lost\"\ngame = \"sim\"\nplayers = [\"random\", \"random\"]\ngames = 1\n";
    let run = client.ask("experiment.start", json!({ "text": text }))["run"].clone();
    assert_eq!(run["fault"], Value::Null);
    let told = client.event(|event| event["event"] == "run" && event["run"]["state"] == "failed");
    let fault = &told["run"]["fault"];
    assert_eq!(
        (&fault["code"], &fault["wrong"]["code"]),
        (&json!("internal"), &json!("not-kept")),
        "{fault}"
    );
    assert!(fault["message"].as_str().unwrap().contains(run["run"].as_str().unwrap()), "{fault}");
    // It is still known after a restart, and goes on once there is room.
    lab.close();
    std::fs::remove_file(folder.0.join("runs")).unwrap();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let kept = client.ask("experiment.list", json!({}))["runs"][0].clone();
    assert_eq!((&kept["state"], &kept["fault"]), (&json!("failed"), fault));
    let again = client.ask("experiment.resume", json!({ "run": run["run"] }))["run"].clone();
    assert_eq!(again["fault"], Value::Null);
    let done = client.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    assert_eq!(done["run"]["fault"], Value::Null);
}

#[test]
fn a_place_is_the_same_however_it_is_asked_for() {
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
    let (_, body) = lab.get(&format!("/api/2/replays.jsonl?session={}", client.session()));
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

#[test]
fn the_catalogue_is_enough_to_make_controls_of() {
    let (lab, _folder) = open();
    let (head, body) = lab.get("/api/2/catalogue");
    assert!(head.contains("content-type: application/json"));
    let catalogue: Value = serde_json::from_str(&body).unwrap();
    let games = catalogue["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    for game in games {
        assert!(!game["boards"].as_array().unwrap().is_empty(), "{}", game["name"]);
        assert!(
            game["boards"].as_array().unwrap().iter().all(|board| board["scene"]["kind"].is_string()
                && board["backdrop"]["kind"] == board["scene"]["kind"])
        );
        for agent in game["agents"].as_array().unwrap() {
            for key in agent["keys"].as_array().into_iter().flatten() {
                let kind = key["kind"].as_str().unwrap();
                assert!(["integer", "real", "choice"].contains(&kind), "{key}");
                if kind == "choice" {
                    assert!(!key["choices"].as_array().unwrap().is_empty(), "{key}");
                }
                // What means nothing for a game is not offered for it.
                let only = ["policy", "rules"].contains(&key["name"].as_str().unwrap());
                assert!(!(only && game["name"] == "connect4"), "{key}");
            }
        }
    }
    let tree = games.iter().find(|game| game["interaction"]["kind"] == "branch").unwrap();
    assert_eq!(tree["boards"][0]["name"], "textbook");
    assert!(tree["boards"][0]["text"].as_str().unwrap().contains("max ["));
    let (_, answer) = lab.post(
        r#"{"do": "game.check", "with": {"spec": "pacman:layout=trap", "seats": ["person", "random"]}}"#,
    );
    assert_eq!(answer["ok"]["seats"][1], "random");
}

#[test]
fn a_full_queue_says_that_it_is_busy() {
    let folder = Folder::new();
    let lab = Lab::with_queue(&folder.0, Some(3));
    let mut client = lab.connect();
    let deep = json!({ "at": { "spec": "connect4" }, "agents": ["alphabeta:depth=40"], "time": 600_000 });
    // Some think, three wait, and then there is no room.
    let error = loop {
        let id = client.begin("analysis.start", &deep);
        let answer = client.answer(id);
        if let Some(error) = answer.get("error") {
            break error.clone();
        }
    };
    assert_eq!((&error["code"], &error["message"]), (&json!("busy"), &json!("busy, try again")));
}

#[test]
fn a_deep_search_does_not_hold_up_another_game() {
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
    // And the deep ones are not done yet.
    let now = deep.ask("game.open", json!({ "game": slow["id"] }));
    assert_eq!(now["game"]["state"], "thinking");
    deep.ask("analysis.stop", json!({ "analysis": id }));
    deep.event(|event| event["analysis"] == id && event["state"] == "stopped");
}

#[test]
fn pages_come_with_care_and_only_to_their_own() {
    let (lab, _folder) = open();
    let (head, body) = lab.get("/");
    assert!(head.starts_with("http/1.1 200") && body.contains("<html"), "{head}");
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
        "x-frame-options: deny",
        "etag: ",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    assert!(!head.contains("unsafe-inline"));
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/api/2/runs/..%2f..%2f/report.html",
        "/api/3",
        "/assets/",
    ] {
        let (head, _) = lab.get(path);
        assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
    }
    let request = |host: &str, origin: &str| {
        lab.http(&format!("GET / HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\n\r\n")).0
    };
    let here = lab.address.to_string();
    assert!(request("evil.example", "").starts_with("http/1.1 403"));
    assert!(request(&here, "Origin: http://evil.example\r\n").starts_with("http/1.1 403"));
    assert!(request(&here, "Origin: null\r\n").starts_with("http/1.1 403"));
    assert!(request(&here, &format!("Origin: http://{here}\r\n")).starts_with("http/1.1 200"));
    let upgrade = |origin: &str| {
        let head = format!(
            "GET /api/2/socket HTTP/1.1\r\nHost: {here}\r\nOrigin: {origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        use std::io::{Read as _, Write as _};
        let mut stream = std::net::TcpStream::connect(lab.address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let mut bytes = [0; 12];
        stream.read_exact(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    assert_eq!(upgrade("http://evil.example"), "HTTP/1.1 403");
    assert_eq!(upgrade(&format!("http://{here}")), "HTTP/1.1 101");
    let (head, _) = lab.http(&format!(
        "POST /api/2 HTTP/1.1\r\nHost: {here}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    ));
    assert!(head.starts_with("http/1.1 400"));
}

/// Things that requests are made of, and things that they should not be made of.
const WORDS: &[&str] = &[
    "id",
    "do",
    "with",
    "game",
    "spec",
    "seats",
    "action",
    "at",
    "moves",
    "position",
    "agents",
    "agent",
    "tree",
    "run",
    "ply",
    "from",
    "to",
    "seed",
    "files",
    "time",
    "nodes",
    "limit",
    "text",
    "form",
    "replay",
    "line",
    "link",
    "connect4",
    "sim",
    "pacman:layout=tiny",
    "grid",
    "tree",
    "person",
    "random",
    "first",
    "alphabeta:depth=2",
    "mcts:sims=10",
    "4",
    "12",
    "North",
    "catalogue",
    "game.check",
    "game.create",
    "game.open",
    "game.close",
    "game.list",
    "game.play",
    "game.step",
    "game.stop",
    "game.undo",
    "game.back",
    "game.restart",
    "game.swap",
    "game.seats",
    "game.resign",
    "game.delete",
    "game.positions",
    "game.export",
    "position.line",
    "position.explain",
    "position.judge",
    "position.heat",
    "position.reach",
    "match.stop",
    "analysis.set",
    "analysis.stop",
    "tree.record",
    "tree.draw",
    "tree.export",
    "tree.check",
    "experiment.text",
    "experiment.check",
    "experiment.watch",
    "experiment.stop",
    "experiment.resume",
    "experiment.games",
    "experiment.report",
    "experiment.delete",
    "replay.list",
    "replay.open",
    "replay.positions",
    "replay.import",
    "replay.export",
    "replay.delete",
    "",
    "\u{0}",
    "\u{202e}",
    "../..",
    "18446744073709551616",
    "max [ 1 2 ]",
];

/// Any JSON, more often like a request than not.
fn any_value(rng: &mut plylab_core::Rng, depth: usize) -> Value {
    match rng.below(if depth == 0 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => json!(rng.below(2) == 1),
        2 => json!(rng.below(100) as i64 - 10),
        3 => json!(f64::MAX * (rng.unit() - 0.5)),
        4 => json!(WORDS[rng.below(WORDS.len())]),
        5 => (0..rng.below(4)).map(|_| any_value(rng, depth - 1)).collect(),
        _ => any_object(rng, depth),
    }
}

fn any_object(rng: &mut plylab_core::Rng, depth: usize) -> Value {
    let entry = |rng: &mut plylab_core::Rng| (WORDS[rng.below(27)].to_owned(), any_value(rng, depth - 1));
    Value::Object((0..rng.below(5)).map(|_| entry(rng)).collect())
}

#[test]
fn ten_thousand_random_messages_are_answered_each() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("connect4", &["person"]);
    let mut rng = Seed(20_260).rng();
    for number in 0..10_000 {
        let text = match rng.below(4) {
            0 => {
                let bytes: Vec<u8> = (0..rng.below(40)).map(|_| rng.below(256) as u8).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            1 => any_value(&mut rng, 3).to_string(),
            _ => {
                let mut with = any_object(&mut rng, 3);
                if rng.below(2) == 1 {
                    with["game"] = game["id"].clone();
                }
                json!({ "id": number, "do": WORDS[rng.below(WORDS.len())], "with": with }).to_string()
            }
        };
        client.send(&text);
        loop {
            let message = client.next();
            if message.get("event").is_none() {
                assert!(message.get("ok").is_some() != message.get("error").is_some(), "{text}: {message}");
                break;
            }
        }
    }
    let game = client.create("connect4", &["person", "first"]);
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    assert_eq!(id(&game).len(), 16);
}
