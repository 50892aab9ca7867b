//! The schema of the protocol says what the program does: every message that is sent fits its definition, and every
//! definition fits what is read.
#![expect(clippy::unwrap_used, clippy::panic, reason = "what cannot be had fails the test")]

use plylab_core::example::Heaps;
use plylab_core::{AgentId, CoreAgents, Outcome, Seed, adapt};
use plylab_outside::wire::{
    AgentQuestion, AgentReply, FromAgent, GameFacts, MoveRequest, PROTOCOL, PositionFacts, ToAgent, answer,
};
use serde_json::{Value as Json, json};

fn schema() -> Json {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/plylab-agent-1.schema.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What is wrong with a value by a schema made of the few words that ours uses.
fn wrong(root: &Json, schema: &Json, value: &Json, at: &str) -> Option<String> {
    let no = |why: &str| Some(format!("{at}: {why}: {value}"));
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').unwrap();
        if let found @ Some(_) = wrong(root, root.pointer(pointer).unwrap(), value, at) {
            return found;
        }
    }
    let is = |kind: &str| match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    let fits = match &schema["type"] {
        Json::Null => true,
        Json::String(kind) => is(kind),
        Json::Array(kinds) => kinds.iter().any(|kind| is(kind.as_str().unwrap())),
        other => panic!("{other}"),
    };
    if !fits {
        return no("has the wrong type");
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return no("is another word");
    }
    if schema["enum"].as_array().is_some_and(|all| !all.contains(value)) {
        return no("is not one of the words");
    }
    if schema["minimum"].as_f64().zip(value.as_f64()).is_some_and(|(least, value)| value < least) {
        return no("is too small");
    }
    for key in schema["required"].as_array().into_iter().flatten() {
        if value.get(key.as_str().unwrap()).is_none() {
            return no(&format!("lacks {key}"));
        }
    }
    let items = value.as_array().into_iter().flatten();
    let below = items.filter(|_| schema.get("items").is_some()).map(|item| (&schema["items"], item));
    let fields = value.as_object().into_iter().flatten().filter_map(|(key, field)| {
        let known = schema["properties"].get(key).or(schema.get("additionalProperties"));
        known.map(|known| (known, field))
    });
    below.chain(fields).find_map(|(schema, value)| wrong(root, schema, value, at))
}

fn check(kind: &str, value: &Json) {
    let root = schema();
    assert_eq!(wrong(&root, &root["$defs"][kind], value, kind), None);
}

fn sent(message: &ToAgent<'_>) -> Json {
    serde_json::from_str(&message.line()).unwrap()
}

#[test]
fn what_is_sent_fits() {
    let game = adapt(Heaps::default(), &CoreAgents);
    let facts = GameFacts {
        name: "heaps".to_owned(),
        spec: Some("heaps:coins=3".to_owned()),
        title: "Two heaps".to_owned(),
        agents: game.info().agents.clone(),
        evals: game.evals().iter().map(|eval| eval.name.to_string()).collect(),
    };
    check("start", &sent(&ToAgent::Start { protocol: PROTOCOL, game: &facts, seat: 0, seats: 2, seed: 7 }));
    let position = game.start(Seed(1));
    let (moves, backdrop) = (vec!["a1".to_owned()], serde_json::to_value(game.backdrop()).unwrap());
    let full = MoveRequest {
        id: 1,
        position: Some(position.text()),
        moves: Some(&moves),
        legal: position.actions(),
        time_ms: Some(100),
        nodes: Some(10),
        depth: Some(2),
        report: Some(position.report()),
        scene: Some(serde_json::to_value(position.scene()).unwrap()),
        backdrop: Some(backdrop),
    };
    // Every field of the message is in the schema.
    let line = sent(&ToAgent::Move(Box::new(full)));
    for key in line.as_object().unwrap().keys() {
        assert!(schema()["$defs"]["move"]["properties"].get(key).is_some(), "{key}");
    }
    check("move", &line);
    check("end", &sent(&ToAgent::End { outcome: Some(Outcome::Win), utilities: vec![1.0, -1.0] }));
    check("end", &sent(&ToAgent::End { outcome: None, utilities: Vec::new() }));
    check(
        "answer",
        &sent(&ToAgent::Answer(AgentReply::Position(Box::new(PositionFacts::of(position.as_ref(), 2))))),
    );
    let ask = AgentQuestion { legal: None, play: None, eval: Some(position.text()), by: None, seat: None };
    check("answer", &sent(&ToAgent::Answer(answer(&ask, position.as_ref(), &facts, AgentId(0)))));
    check("answer", &sent(&ToAgent::Answer(AgentReply::Refused { error: "no".to_owned() })));
}

#[test]
fn what_fits_is_read() {
    for (kind, value) in [
        (
            "ready",
            json!({"type": "ready", "wants": ["text", "report", "scene"], "name": "me", "reset": true}),
        ),
        ("ready", json!({"type": "ready"})),
        ("ask", json!({"type": "ask", "legal": "2/0 1 1"})),
        ("ask", json!({"type": "ask", "play": ["2/0 1 1", "a1"]})),
        ("ask", json!({"type": "ask", "eval": "2/0 1 1", "by": "coins", "seat": 1})),
        (
            "action",
            json!({"id": 1, "action": "a1", "value": 0.5, "nodes": 3, "depth": 2, "line": ["a1"], "note": "so",
                   "moves": {"a1": 0.5}, "marks": [{"cell": [3, 0], "tone": "red"}], "resign": false}),
        ),
    ] {
        check(kind, &value);
        let read = FromAgent::read(&value.to_string()).unwrap();
        let is = match read {
            FromAgent::Ready(_) => "ready",
            FromAgent::Ask(_) => "ask",
            FromAgent::Answer(_) => "action",
        };
        assert_eq!(is, kind);
    }
}

#[test]
fn the_check_itself_finds_mistakes() {
    let root = schema();
    for (kind, value) in [
        ("ready", json!({"type": "start"})),
        ("ready", json!({"type": "ready", "wants": ["all"]})),
        ("ask", json!({"legal": "x"})),
        ("action", json!({"id": -1, "action": "a1"})),
        ("action", json!({"id": 1, "moves": {"a1": "good"}})),
        ("end", json!({"type": "end", "outcome": "win"})),
    ] {
        assert!(wrong(&root, &root["$defs"][kind], &value, kind).is_some(), "{value}");
    }
}
