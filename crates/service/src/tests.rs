//! The service as any host sees it: by requests, answers and events.

pub(crate) mod host;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde_json::{Value, json};

use self::host::{Desk, person};
use crate::Caller;
use crate::lock;
use crate::protocol::Fault;

const EXPERIMENT: &str = r#"
title = "Two"
[[sweep]]
name = "s"
game = "tictactoe"
players = ["random", "alphabeta"]
games = 2
"#;

fn create(desk: &Desk, seats: [&str; 2]) -> String {
    let game = desk.ask("game.create", &json!({ "spec": "tictactoe", "seats": seats, "seed": "1" }));
    game["game"]["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_person_plays_against_an_agent_without_a_thread() {
    let desk = Desk::new();
    let game = create(&desk, ["person", "alphabeta"]);
    for _ in 0..5 {
        let open = desk.ask("game.open", &json!({ "game": game }));
        let Some(action) = open["game"]["position"]["actions"][0].as_str().map(str::to_owned) else { break };
        if open["game"]["state"] != "person" {
            break;
        }
        desk.ask("game.play", &json!({ "game": game, "action": action }));
        let moved = desk.events("moved");
        assert!(moved.len() == 2 || moved.len() == 1, "the person, and then the agent: {moved:?}");
        assert_eq!(moved[0]["by"], 0);
    }
    let over = desk.ask("game.open", &json!({ "game": game }));
    assert_eq!(over["game"]["state"], "over");
    let replays = desk.ask("replay.list", &json!({}));
    assert_eq!(replays["replays"][0]["replay"], over["game"]["replay"]);
}

#[test]
fn a_move_that_is_no_longer_wanted_is_dropped() {
    let desk = Desk::new();
    let game = create(&desk, ["person", "alphabeta"]);
    let played = desk.send("game.play", &json!({ "game": game, "action": "a1" }));
    assert_eq!(lock(&desk.host.jobs).len(), 1, "the agent's move waits");
    let undone = desk.send("game.undo", &json!({ "game": game }));
    desk.work();
    assert!(played.try_recv().unwrap()["error"].is_null() && undone.try_recv().unwrap()["error"].is_null());
    let open = desk.ask("game.open", &json!({ "game": game }));
    assert_eq!(open["game"]["moves"], json!([]));
    assert_eq!(open["game"]["state"], "person");
}

#[test]
fn an_analysis_reports_until_it_ends() {
    let desk = Desk::new();
    let with = json!({ "at": { "spec": "connect4" }, "agents": ["alphabeta:depth=8"] });
    desk.ask("analysis.start", &with);
    let events = desk.events("analysis");
    let states = |lane: u64| -> Vec<&str> {
        events
            .iter()
            .filter(|event| event["lane"] == lane)
            .filter_map(|event| event["state"].as_str())
            .collect()
    };
    assert_eq!((states(0)[0], *states(0).last().unwrap()), ("queued", "done"));
    // The clock of the tests goes on whenever a search looks at it, so nodes are counted now and then.
    let counts: Vec<u64> = events
        .iter()
        .filter(|event| event["lane"] == 0 && event["state"] == "running")
        .filter_map(|event| event["nodes"].as_u64())
        .collect();
    assert!(counts.len() > 3 && counts.is_sorted(), "{counts:?}");
}

#[test]
fn a_match_and_an_experiment_are_played_by_jobs() {
    let desk = Desk::new();
    let with = json!({ "spec": "tictactoe", "seats": ["random", "alphabeta"], "games": 3, "seed": "1" });
    desk.ask("match.start", &with);
    let last = desk.events("match").pop().unwrap();
    assert_eq!((&last["state"], &last["done"]), (&json!("done"), &json!(3)));

    let answer = desk.ask("experiment.start", &json!({ "text": EXPERIMENT }));
    let run = answer["run"]["run"].as_str().unwrap().to_owned();
    let last = desk.events("run").pop().unwrap();
    assert_eq!((&last["run"]["state"], &last["run"]["done"]), (&json!("done"), &json!(2)), "{last}");
    let games = desk.ask("experiment.games", &json!({ "run": run }));
    assert_eq!(games["total"], 2);
    let report = desk.ask("experiment.report", &json!({ "run": run }));
    assert_eq!(report["report"]["title"], "Two");
}

#[test]
fn what_a_client_asked_for_ends_with_it() {
    let desk = Desk::new();
    let answer =
        desk.send("tree.record", &json!({ "at": { "spec": "connect4" }, "agent": "alphabeta:depth=4" }));
    desk.service.leave(&desk.caller);
    desk.work();
    let answer = answer.try_recv().unwrap();
    assert_eq!(answer["error"]["code"], "stopped", "{answer}");
}

#[test]
fn agents_rest_while_nobody_is_there() {
    let close = |desk: &Desk, game: &str| drop(desk.send("game.close", &json!({ "game": game })));
    let leave = |desk: &Desk, _: &str| desk.service.leave(&desk.caller);
    for go in [close as fn(&Desk, &str), leave] {
        let desk = Desk::new();
        let with = json!({ "spec": "tictactoe", "seats": ["random", "random"], "auto": false });
        let game = desk.ask("game.create", &with)["game"]["id"].as_str().unwrap().to_owned();
        drop(desk.send("game.step", &json!({ "game": game, "moves": 3 })));
        assert_eq!(lock(&desk.host.jobs).len(), 1, "the first move waits");
        go(&desk, &game);
        desk.work();
        let moves = || {
            let open = desk.ask("game.open", &json!({ "game": game }));
            open["game"]["moves"].as_array().map(Vec::len)
        };
        assert_eq!(moves(), Some(0), "none was made");
        assert_eq!(moves(), Some(3), "and then they went on");
    }
}

#[test]
fn a_game_that_nobody_watched_goes_on_when_somebody_closes_it() {
    let desk = Desk::new();
    let asking = Desk { caller: Arc::new(Caller::new(2, Arc::new(person()))), ..desk };
    let with = json!({ "spec": "tictactoe", "seats": ["random", "random"], "auto": false });
    let game = asking.ask("game.create", &with)["game"]["id"].as_str().unwrap().to_owned();
    drop(asking.send("game.step", &json!({ "game": game, "moves": 3 })));
    drop(asking.send("game.close", &json!({ "game": game })));
    asking.work();
    let open = asking.ask("game.open", &json!({ "game": game }));
    assert_eq!(open["game"]["moves"].as_array().map(Vec::len), Some(3));
}

#[test]
fn watchers_are_told_that_a_game_is_too_long_to_go_on() {
    let desk = Desk::with(|limits| limits.plies_per_game = 4);
    let with = json!({ "spec": "tictactoe", "seats": ["random", "random"], "auto": true, "seed": "1" });
    desk.ask("game.create", &with);
    let told = desk.events("game").pop().unwrap();
    assert_eq!(
        (&told["game"]["state"], &told["game"]["fault"]["code"]),
        (&json!("failed"), &json!("too-large"))
    );
}

#[test]
fn a_host_that_is_full_refuses() {
    let desk = Desk::new();
    desk.host.is_full.store(true, Ordering::Relaxed);
    let answer =
        desk.send("tree.record", &json!({ "at": { "spec": "connect4" }, "agent": "alphabeta:depth=4" }));
    assert_eq!(answer.try_recv().unwrap()["error"], json!(Fault::busy()));
    // A run that cannot wait is not there.
    desk.host.is_full.store(false, Ordering::Relaxed);
    let answer = desk.send("experiment.start", &json!({ "text": EXPERIMENT }));
    desk.host.is_full.store(true, Ordering::Relaxed);
    desk.work();
    assert_eq!(answer.try_recv().unwrap()["error"]["code"], "busy");
    desk.host.is_full.store(false, Ordering::Relaxed);
    assert_eq!(desk.ask("experiment.list", &json!({}))["runs"], json!([]));
}

#[test]
fn unused_games_leave_the_memory_and_come_back() {
    let desk = Desk::new();
    let game = create(&desk, ["person", "person"]);
    desk.ask("game.play", &json!({ "game": game, "action": "a1" }));
    let evict = |idle: u64, most: usize| {
        desk.service.evict(Duration::from_secs(idle), most, |_| false);
        desk.service.open_games()
    };
    assert_eq!(evict(0, 10), 1, "somebody watches it");
    desk.service.leave(&desk.caller);
    assert_eq!(evict(1000, 10), 1, "it was used just now");
    let held = desk.service.games.get(&game);
    assert_eq!(evict(0, 10), 1, "somebody holds it");
    drop(held);
    desk.service.evict(Duration::ZERO, 10, |_| true);
    assert_eq!(desk.service.open_games(), 1, "it is not stored yet");
    assert_eq!(evict(1000, 0), 0, "there are too many");
    let open = desk.ask("game.open", &json!({ "game": game }));
    assert_eq!(open["game"]["moves"].as_array().map(Vec::len), Some(1));
}

#[test]
fn games_that_nobody_waits_for_are_written_a_few_at_a_time() {
    let desk = Desk::new();
    let games: Vec<String> = (0..4).map(|_| create(&desk, ["person", "person"])).collect();
    let store = desk.service.store();
    for id in &games {
        store.delete_game(id).unwrap();
    }
    let set = |ids: &[&str]| ids.iter().map(|&id| id.to_owned()).collect();
    let urgent = set(&[&games[0], &games[1]]);
    let mut others = set(&[&games[2], &games[3], "gone"]);
    for left in [1, 0] {
        assert_eq!(desk.service.write_games(&urgent, &mut others, Duration::ZERO, false), Ok(true));
        assert_eq!((store.game_ids("p").unwrap().len(), others.len()), (4 - left, left));
    }
}

#[test]
fn the_answers_say_what_is_wrong() {
    let desk = Desk::new();
    let error = |what: &str, with: Value| desk.send(what, &with).try_recv().unwrap()["error"]["code"].take();
    assert_eq!(error("no.such", json!({})), "unknown-request");
    assert_eq!(error("game.open", json!({ "game": "nothing" })), "not-found");
    assert_eq!(error("lab.load", json!({})), "forbidden");
}
