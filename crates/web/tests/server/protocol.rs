//! What holds for every request: the catalogue, errors, origins, and robustness.

use crate::lab::{id_of, open};
use plylab_core::Seed;
use serde_json::{Value, json};

#[test]
fn the_catalogue_describes_every_control() {
    let (lab, _folder) = open();
    let (head, body) = lab.get("/api/3/catalogue");
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
                // Settings without meaning for a game are not listed for it.
                let only = ["policy", "rules"].contains(&key["name"].as_str().unwrap());
                assert!(!(only && game["name"] == "connect4"), "{key}");
            }
        }
    }
    // A spec may use any name of its game: the pages find the board that the game declares by all of them.
    let aliases: Vec<&Value> = games
        .iter()
        .filter(|game| game["interaction"]["kind"] == "drop")
        .map(|game| &game["aliases"])
        .collect();
    assert_eq!(aliases, [&json!(["connect-four"])]);
    let tree = games.iter().find(|game| game["interaction"]["kind"] == "branch").unwrap();
    assert_eq!(tree["boards"][0]["name"], "textbook");
    assert!(tree["boards"][0]["text"].as_str().unwrap().contains("max ["));
    let (_, answer) = lab.post(
        r#"{"do": "game.check", "with": {"spec": "pacman:layout=trap", "seats": ["person", "random"]}}"#,
    );
    assert_eq!(answer["ok"]["seats"][1], "random");
}

#[test]
fn every_error_has_a_message_and_nothing_breaks() {
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
    // A large message is refused, and the next request works.
    let large = format!(r#"{{"id": 1, "do": "catalogue", "with": "{}"}}"#, "x".repeat(300_000));
    client.send(&large);
    assert_eq!(client.next()["error"]["code"], "too-large");
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
    // A huge message closes the connection, without effect on others.
    let mut other = lab.connect();
    let _ = other.socket.send(tungstenite::Message::text("x".repeat((1 << 20) + 1)));
    let close = loop {
        match other.socket.read() {
            Ok(tungstenite::Message::Close(frame)) => break frame.unwrap(),
            Ok(_) => {}
            Err(error) => panic!("the connection broke without a word: {error}"),
        }
    };
    assert_eq!(close.code, tungstenite::protocol::frame::coding::CloseCode::Size);
    client.ask("game.play", json!({ "game": game["id"], "action": "4" }));
}

#[test]
fn pages_have_security_headers_and_other_origins_are_refused() {
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
        "/api/3/runs/..%2f..%2f/report.html",
        "/api/1",
        "/api/2/catalogue",
        "/api/4",
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
    let token = &lab.token;
    let upgrade = |origin: &str| {
        let head = format!(
            "GET /api/3/socket HTTP/1.1\r\nHost: {here}\r\nOrigin: {origin}\r\nAuthorization: Bearer {token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
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
        "POST /api/3 HTTP/1.1\r\nHost: {here}\r\nAuthorization: Bearer {token}\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}"
    ));
    assert!(head.starts_with("http/1.1 400"));
}

/// Words that are valid in requests, and words that are not.
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

/// Random JSON, most of it similar to a request.
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
fn ten_thousand_random_messages_are_all_answered() {
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
    assert_eq!(id_of(&game).len(), 16);
}
