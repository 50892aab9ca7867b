//! Everything that can be opened elsewhere: games, replays, the games of experiments.

use crate::lab::{Lab, open};
use serde_json::{Value, json};

/// A small custom maze.
const MAZE: &str = "%%%%%%%\n%P. .G%\n%%%%%%%\n";

#[test]
fn the_files_of_a_game_come_with_it() {
    let (lab, folder) = open();
    let mut client = lab.connect();
    let files = json!({ "mine": MAZE });
    let with =
        json!({ "spec": "pacman:layout=mine", "seats": ["planner", "random"], "seed": "1", "files": files });
    let game = client.ask("game.create", with)["game"].clone();
    assert_eq!(game["files"], files);
    client.ask("game.step", json!({ "game": game["id"], "moves": 64 }));
    let over = client.event(|event| event["event"] == "game" && event["game"]["state"] == "over");
    // The thoughts of agents stay with their moves.
    let thoughts = |moves: &Value| -> Vec<Value> {
        moves.as_array().unwrap().iter().map(|played| played["thought"].clone()).collect()
    };
    let expected = thoughts(&over["game"]["moves"]);
    assert!(expected[0]["value"]["score"].is_number() && expected[0]["value"]["of"] == 0, "{expected:?}");
    assert!(
        expected[0]["nodes"].as_u64() > Some(0) && expected[0]["depth"].as_u64() > Some(0),
        "{expected:?}"
    );
    let opened = client.ask("replay.open", json!({ "replay": over["game"]["replay"] }));
    assert_eq!(opened["replay"]["files"], files);
    assert_eq!(thoughts(&opened["replay"]["moves"]), expected);
    // A line has its files, and what agents thought.
    let exported = client.ask("replay.export", json!({ "replay": over["game"]["replay"] }));
    let again = client.ask("replay.open", json!({ "line": exported["line"] }));
    assert_eq!((&again["replay"]["files"], &again["positions"]), (&files, &opened["positions"]));
    assert_eq!(thoughts(&again["replay"]["moves"]), expected);
    // Another person can open it from the replay alone.
    let mut other = lab.connect();
    let moves: Vec<&Value> =
        opened["replay"]["moves"].as_array().unwrap().iter().map(|played| &played["action"]).collect();
    let link = json!({
        "spec": opened["replay"]["spec"], "seed": opened["replay"]["seed"], "position": opened["replay"]["start"],
        "files": opened["replay"]["files"], "moves": moves,
    });
    let linked = other.ask("replay.open", json!({ "link": link }));
    assert_eq!(linked["positions"], opened["positions"]);
    // Taking back moves and restarting the lab keep the thoughts of the other moves.
    client.ask("game.back", json!({ "game": game["id"], "ply": 2 }));
    let back = client.ask("game.open", json!({ "game": game["id"] }));
    assert_eq!(thoughts(&back["game"]["moves"]), expected[..2]);
    let token = client.token.clone();
    lab.close();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect_as(&token);
    let back = client.ask("game.open", json!({ "game": game["id"] }));
    assert_eq!(thoughts(&back["game"]["moves"]), expected[..2]);
    assert_eq!(back["game"]["files"], files);
    // Files that are too large are refused.
    let large = json!({ "mine": MAZE.repeat(5000) });
    let with = json!({ "spec": "pacman:layout=mine", "seats": ["person", "person"], "files": large });
    let error = client.refused("game.create", with);
    assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("too-large"), &json!("files-too-large")));
    assert_eq!(error["wrong"]["fields"]["most"], client.hello["limits"]["file_bytes"]);
}

#[test]
fn every_game_of_an_experiment_can_be_found_and_opened() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let text = "title = \"Mazes\"\n[[sweep]]\nname = \"mine\"\ngame = \"pacman:layout=mine\"\n\
                players = [\"reflex:eval=report-b\", \"random\"]\ngames = 5\n[[sweep]]\nname = \"edges\"\ngame = \"sim\"\n\
                players = [\"random\", \"first\"]\nstart = \"alternate\"\ngames = 4\n";
    let started = client.ask("experiment.start", json!({ "text": text, "files": { "mine": MAZE } }));
    let run = started["run"]["run"].clone();
    client.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    let all = client.ask("experiment.games", json!({ "run": run }));
    assert_eq!((&all["total"], &all["offset"]), (&json!(9), &json!(0)));
    let games = all["games"].as_array().unwrap();
    assert_eq!(games.len(), 9);
    for game in games {
        let opened = client.ask("replay.open", json!({ "run": run, "key": game["key"] }));
        assert_eq!(opened["replay"]["moves"].as_array().unwrap().len() as u64, game["plies"], "{game}");
        for field in ["spec", "seats", "seed", "outcomes", "ending", "players"] {
            assert_eq!(opened["replay"][field], game[field], "{field} of {game}");
        }
    }
    let maze = client.ask("replay.open", json!({ "run": run, "key": games[0]["key"] }));
    assert_eq!(maze["replay"]["files"], json!({ "mine": MAZE }));
    assert_ne!(games[5]["seats"], games[6]["seats"]);
    // Page by page, the games are the same.
    let mut paged = Vec::new();
    for offset in [0, 4, 8, 12] {
        let page = client.ask("experiment.games", json!({ "run": run, "offset": offset, "limit": 4 }));
        assert_eq!(page["total"], 9);
        paged.extend(page["games"].as_array().unwrap().clone());
    }
    assert_eq!(paged, *games);
    let last = client.ask("experiment.games", json!({ "run": run, "offset": u64::MAX }));
    assert_eq!(last["games"], json!([]));
    for limit in [0, 101] {
        let error = client.refused("experiment.games", json!({ "run": run, "limit": limit }));
        assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("too-large"), &json!("too-many")));
    }
    for key in ["", "mine", "mine #", "edges #4", "edges #00", "no #1"] {
        let error = client.refused("replay.open", json!({ "run": run, "key": key }));
        assert_eq!(error["code"], "not-found", "{key}");
    }
    assert_eq!(client.refused("experiment.games", json!({ "run": "none" }))["code"], "not-found");
}

#[test]
fn a_human_plays_the_ghosts() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("pacman:layout=small", &["reflex:eval=report-b", "person"]);
    let ghosts = game["players"].as_array().unwrap().len() - 1;
    assert!(ghosts >= 2);
    let mut at = client.event(|event| event["event"] == "moved" && event["ply"] == 1);
    let mut rounds = 0;
    // To the end, or for a while: the human moves each ghost in turn, then Pac-Man moves automatically.
    while at["state"] != "over" && rounds < 40 {
        assert_eq!((&at["by"], &at["state"]), (&json!(0), &json!("person")), "{at}");
        assert!(at["thought"].is_object());
        for ghost in 1..=ghosts {
            let position = &at["position"];
            assert_eq!((&position["turn"], &at["state"]), (&json!(ghost), &json!("person")));
            let action = position["actions"][rounds % position["actions"].as_array().unwrap().len()].clone();
            let (id, ply) = (game["id"].clone(), position["ply"].as_u64().unwrap());
            client.ask("game.play", json!({ "game": id, "action": action, "ply": ply }));
            at = client.event(|event| event["event"] == "moved" && event["ply"] == ply + 1);
            assert_eq!((&at["by"], &at["thought"]), (&json!(ghost), &Value::Null));
            if at["state"] == "over" {
                break;
            }
        }
        if at["state"] != "over" {
            let ply = at["ply"].as_u64().unwrap();
            at = client.event(|event| event["event"] == "moved" && event["ply"] == ply + 1);
        }
        rounds += 1;
    }
    // Back to the last turn of the human, which is a ghost's.
    if at["state"] != "over" {
        let ply = client.ask("game.undo", json!({ "game": game["id"] }))["ply"].as_u64().unwrap();
        let now = client.ask("game.open", json!({ "game": game["id"] }));
        assert_eq!(now["game"]["position"]["ply"], ply);
        assert_eq!(now["game"]["position"]["turn"], json!(ghosts));
        assert_eq!(now["game"]["state"], "person");
    }
    // Two humans, one for each side, need no agent.
    let both = client.create("pacman:layout=small", &["person"]);
    assert_eq!((&both["state"], &both["position"]["turn"]), (&json!("person"), &json!(0)));
    let step = both["position"]["actions"][0].clone();
    client.ask("game.play", json!({ "game": both["id"], "action": step }));
    let moved = client.event(|event| event["event"] == "moved" && event["game"] == both["id"]);
    assert_eq!((&moved["state"], &moved["position"]["turn"]), (&json!("person"), &json!(1)));
}

#[test]
fn errors_have_codes_and_fields() {
    let (lab, _folder) = open();
    let mut client = lab.connect();
    let game = client.create("connect4", &["person", "first"])["id"].clone();
    let over = client.create("connect4", &["person"])["id"].clone();
    client.ask("game.resign", json!({ "game": over, "player": 0 }));
    let waiting = client.create("grid", &["first"])["id"].clone();
    for (what, with, code, reason, values) in [
        ("game.open", json!({ "game": "x" }), "not-found", "no-such", json!({ "name": "x" })),
        (
            "game.play",
            json!({ "game": game, "action": "9" }),
            "illegal-move",
            "no-column",
            json!({ "text": "9" }),
        ),
        (
            "game.play",
            json!({ "game": game, "action": "4", "ply": 7 }),
            "conflict",
            "game-moved-on",
            json!({ "ply": 0 }),
        ),
        ("game.play", json!({ "game": over, "action": "4" }), "illegal-move", "game-over", Value::Null),
        (
            "game.play",
            json!({ "game": waiting, "action": "up" }),
            "illegal-move",
            "not-your-turn",
            json!({ "name": { "name": "Pac-Man" } }),
        ),
        ("game.undo", json!({ "game": game }), "conflict", "nothing-to-undo", Value::Null),
        (
            "game.back",
            json!({ "game": game, "ply": 3 }),
            "bad-input",
            "no-such-ply",
            json!({ "ply": 3, "last": 0 }),
        ),
        ("game.swap", json!({ "game": waiting }), "bad-input", "only-for-two", Value::Null),
        ("game.resign", json!({ "game": game, "player": 1 }), "bad-input", "no-person-there", Value::Null),
        (
            "game.step",
            json!({ "game": game, "moves": 65 }),
            "too-large",
            "too-many",
            json!({ "what": { "code": "moves", "english": "moves", "fields": {} }, "most": 64 }),
        ),
        (
            "game.check",
            json!({ "spec": "connect4", "seats": ["perfect:table=999", "person"] }),
            "too-large",
            "setting-too-large",
            json!({ "key": "table", "most": 256 }),
        ),
        (
            "match.start",
            json!({ "spec": "sim", "seats": ["person", "person"], "games": 1 }),
            "bad-input",
            "people-in-match",
            Value::Null,
        ),
        ("experiment.report", json!({ "run": "r" }), "not-found", "no-such", json!({ "name": "r" })),
        (
            "game.positions",
            json!({ "game": game, "from": 1, "to": 0 }),
            "bad-input",
            "plies-backwards",
            json!({ "from": 1, "to": 0 }),
        ),
        (
            "game.check",
            json!({ "spec": "sim", "seats": ["first", "first", "first"] }),
            "bad-input",
            "wrong-seats",
            json!({ "agents": 3, "seats": 2 }),
        ),
        (
            "game.check",
            json!({ "spec": "pacman:layout=my.lay", "seats": ["first"] }),
            "bad-input",
            "file-not-given",
            json!({ "name": "my.lay" }),
        ),
        ("replay.open", json!({}), "bad-request", "which-game", Value::Null),
        ("replay.open", json!({ "line": "{" }), "bad-input", "not-a-game", Value::Null),
        (
            "experiment.check",
            json!({ "text": "title = 3" }),
            "bad-input",
            "setting-cannot-be",
            json!({ "key": "title", "value": { "code": "an-integer", "english": "an integer", "fields": {} } }),
        ),
    ] {
        let error = client.refused(what, with.clone());
        assert_eq!(
            (&error["code"], &error["wrong"]["code"]),
            (&json!(code), &json!(reason)),
            "{what} {with}: {error}"
        );
        for (name, value) in values.as_object().into_iter().flatten() {
            assert_eq!(&error["wrong"]["fields"][name], value, "{what} {with}: {error}");
        }
    }
    // A full lab.
    let most = client.hello["limits"]["games_per_person"].as_u64().unwrap();
    let error = loop {
        let id = client.begin("game.create", &json!({ "spec": "sim", "seats": ["person", "person"] }));
        let answer = client.answer(id);
        if let Some(error) = answer.get("error") {
            break error.clone();
        }
    };
    assert_eq!((&error["code"], &error["wrong"]["code"]), (&json!("too-large"), &json!("games-full")));
    assert_eq!(error["wrong"]["fields"]["most"], json!(most));
}
