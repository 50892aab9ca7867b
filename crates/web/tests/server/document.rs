//! docs/protocol.md, checked against the real server: its examples match what is sent, and it names every field that is sent.

use std::collections::BTreeSet;

use crate::lab::{Folder, Lab};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../../docs/protocol.md");

/// The examples in JSON.
fn examples() -> Vec<Value> {
    let blocks = PAGE.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.map(|text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))).collect()
}

/// Every field that the example shows must be in the real message, with a value of the same kind.
fn agrees(example: &Value, real: &Value, path: &str) {
    match (example, real) {
        (Value::Object(example), Value::Object(real)) => {
            for (key, value) in example.iter().filter(|(key, _)| *key != "...") {
                let found = real.get(key).unwrap_or_else(|| panic!("{path}.{key} is not there: {real:?}"));
                agrees(value, found, &format!("{path}.{key}"));
            }
        }
        (Value::Array(example), Value::Array(real)) => {
            // A placeholder for any list is a string.
            if let (Some(example @ Value::Object(_)), Some(real)) = (example.first(), real.first()) {
                agrees(example, real, &format!("{path}[0]"));
            }
        }
        // An optional value may be null, and infinities are strings.
        (Value::Null, _) | (_, Value::Null) => {}
        (Value::Number(_) | Value::String(_), Value::Number(_) | Value::String(_)) => {}
        (example, real) => {
            assert_eq!(
                std::mem::discriminant(example),
                std::mem::discriminant(real),
                "{path}: {example} and {real}"
            );
        }
    }
}

/// The names of all fields, except in parts that are documented elsewhere.
fn names(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                into.insert(name.clone());
                if !["backdrop", "scene", "report", "limits", "files", "rows", "fields"]
                    .contains(&name.as_str())
                {
                    names(value, into);
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, into)),
        _ => {}
    }
}

#[test]
fn the_page_shows_what_is_sent() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let catalogue = client.ask("catalogue", json!({}));
    let created =
        client.ask("game.create", json!({ "spec": "connect4", "seats": ["person", "alphabeta:depth=4"] }));
    client.ask("game.play", json!({ "game": created["game"]["id"], "action": "4" }));
    let moved = client.event(|event| event["event"] == "moved" && event["by"] == 1);
    client.ask("game.undo", json!({ "game": created["game"]["id"] }));
    client.ask("game.play", json!({ "game": created["game"]["id"], "action": "4" }));
    client.event(|event| event["event"] == "moved" && event["by"] == 1);
    client.ask("game.step", json!({ "game": created["game"]["id"] }));
    let phase = client.event(|event| event["event"] == "phase");
    client.ask("game.resign", json!({ "game": created["game"]["id"], "player": 0 }));
    let update = client.event(|event| event["event"] == "game" && !event["game"]["moves"][0].is_null());
    let seats = ["report-c:depth=1", "random"];
    client.ask("match.start", json!({ "spec": "sim", "seats": seats, "games": 5 }));
    let matched = client.event(|event| event["event"] == "match" && event["state"] == "done");
    let agents = ["alphabeta:depth=4,iterative-deepening=on,root=exact"];
    client.ask("analysis.start", json!({ "at": { "spec": "connect4" }, "agents": agents }));
    let analysed = client.event(|event| event["event"] == "analysis" && event["state"] == "done");
    let tree = client.ask("tree.record", json!({ "at": { "spec": "tree" }, "agent": "alphabeta:depth=2" }));
    let form = examples().into_iter().find(|example| example.get("sweeps").is_some()).unwrap();
    let checked = client.ask("experiment.check", json!({ "form": form }));
    assert_eq!(checked["games"], 300);
    let text = "title = \"Few\"\n[[sweep]]\nname = \"few\"\ngame = \"sim\"\nplayers = [\"random\", \"random\"]\ngames = 4\n";
    client.ask("experiment.start", json!({ "text": text }));
    let run = client.event(|event| event["event"] == "run" && event["run"]["state"] == "done");
    let limits = &client.hello["limits"];
    for (name, value) in limits.as_object().unwrap() {
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("the limit {name} is not on the page"));
        let number = row.rsplit('|').nth(1).unwrap().trim();
        assert!(number.parse::<u64>().map_or(true, |number| *value == number), "{row}: {value}");
    }
    let mut seen = 0;
    for example in examples() {
        let real = match example["event"].as_str() {
            Some("hello") => client.hello.clone(),
            Some("game") => update.clone(),
            Some("moved") => moved.clone(),
            Some("phase") => phase.clone(),
            Some("match") => matched.clone(),
            Some("analysis") => analysed.clone(),
            Some("run") => run.clone(),
            // Nothing fails here; `keeping` sees it.
            Some("kept") => continue,
            Some(other) => panic!("the event {other} is not known here"),
            None if example.get("games").is_some() => catalogue.clone(),
            None if example.get("figure").is_some() => tree.clone(),
            None if example.get("nodes").is_some() => tree["figure"].clone(),
            None if example.get("actions").is_some() => moved["position"].clone(),
            // Requests, answers and errors have tests of their own.
            None => continue,
        };
        seen += 1;
        agrees(&example, &real, "");
    }
    assert_eq!(seen, 12);
    let mut sent = BTreeSet::new();
    for message in
        [&client.hello, &catalogue, &update, &moved, &phase, &matched, &analysed, &tree, &run, &checked]
    {
        names(message, &mut sent);
    }
    let unnamed: Vec<&String> = sent
        .iter()
        .filter(|name| !PAGE.contains(&format!("`{name}`")) && !PAGE.contains(&format!("\"{name}\"")))
        .collect();
    assert!(unnamed.is_empty(), "not on the page: {unnamed:?}");
}

#[test]
fn every_reason_is_on_the_page_and_nothing_else_is() {
    let web = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    // The codes of the errors of the server and its protocol, and all codes of the crates below.
    let mut given = BTreeSet::new();
    let mut coded = BTreeSet::new();
    let own = [web.join("src"), web.join("../service/src")];
    let mut folders = vec![web.join("../lab/src"), web.join("../core/src")];
    folders.extend(own.clone());
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    for file in files {
        let text: String = std::fs::read_to_string(&file).unwrap().split_whitespace().collect();
        for (at, _) in text.match_indices("message!(\"") {
            let code = text[at..].split('"').nth(1).unwrap().to_owned();
            let before = &text[..at];
            let kind = before.rsplit("Fault::new(Code::").next().unwrap();
            let refused = before.ends_with("too_large(")
                || before.ends_with("letwrong=")
                || (kind.len() < before.len() && kind.strip_suffix(',').is_some_and(is_word));
            if refused && own.iter().any(|folder| file.starts_with(folder)) {
                given.insert(code.clone());
            }
            coded.insert(code);
        }
    }
    fn is_word(text: &str) -> bool {
        text.chars().all(char::is_alphanumeric)
    }
    assert!(given.len() > 30, "only {given:?} are found");
    let table =
        PAGE.split("#### Reasons").nth(1).unwrap().split("\n\nAn error never affects").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let first = rows.map(|row| row.split(" | ").next().unwrap());
    let named: BTreeSet<String> =
        first.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned)).collect();
    assert!(named.len() > 20);
    let missing: Vec<_> = given.difference(&named).collect();
    assert!(missing.is_empty(), "not on the page: {missing:?}");
    let gone: Vec<_> = named.iter().filter(|code| !given.contains(*code) && !coded.contains(*code)).collect();
    assert!(gone.is_empty(), "nothing has these codes: {gone:?}");
}

#[test]
fn every_request_on_the_page_is_known() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let groups = ["lab.", "game.", "position.", "match.", "analysis.", "tree.", "experiment.", "replay."];
    let quoted = PAGE.split('`').skip(1).step_by(2);
    let is_request = |word: &&str| {
        (["catalogue", "position", "share"].contains(word)
            || groups.iter().any(|group| word.starts_with(group)))
            && word.chars().all(|c| c.is_ascii_lowercase() || c == '.')
    };
    let requests: BTreeSet<&str> = quoted.filter(is_request).filter(|word| !word.ends_with('.')).collect();
    assert!(requests.len() >= 45 && requests.contains("share"), "{requests:?}");
    for request in requests {
        let id = client.begin(request, &json!({ "surely": "unknown" }));
        let answer = client.answer(id);
        assert_eq!(answer["error"]["code"], "bad-request", "{request}: {answer}");
    }
}
