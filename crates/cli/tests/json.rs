//! docs/json.md describes every answer in JSON: its commands are run, and every field is compared with the answers.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use support::Folder;

/// A documented field.
#[derive(Clone, Debug)]
struct Field {
    path: String,
    kind: String,
    optional: bool,
}

/// A part of the page: commands and the fields of their answers, or the fields of an object that answers share.
#[derive(Default, Debug)]
struct Part {
    name: String,
    commands: Vec<String>,
    fields: Vec<Field>,
}

fn page() -> Vec<Part> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md")).unwrap();
    let mut parts: Vec<Part> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            parts.push(Part { name: name.to_owned(), ..Part::default() });
        }
        let Some(part) = parts.last_mut() else { continue };
        if line.starts_with("plylab ") {
            part.commands.push(line.to_owned());
        }
        let cells: Vec<&str> = line.split(" | ").collect();
        if let [path, kind, _] = cells[..]
            && let Some(path) = path.strip_prefix("| `")
        {
            let (kind, optional) = kind.strip_suffix(", optional").map_or((kind, false), |kind| (kind, true));
            part.fields.push(Field {
                path: path.trim_end_matches('`').to_owned(),
                kind: kind.to_owned(),
                optional,
            });
        }
    }
    parts
}

/// The fields with those of shared objects written out.
fn expand(fields: &[Field], shared: &BTreeMap<String, Vec<Field>>) -> Vec<Field> {
    let mut all = Vec::new();
    for field in fields {
        let Some(object) = shared.get(&field.kind) else {
            all.push(field.clone());
            continue;
        };
        all.push(Field { kind: "object".to_owned(), ..field.clone() });
        all.extend(object.iter().map(|inner| Field {
            path: format!("{}.{}", field.path, inner.path),
            optional: inner.optional || field.optional,
            ..inner.clone()
        }));
    }
    all
}

/// Every path in a value, with the kinds of values found there.
fn walk(value: &Value, path: &str, seen: &mut BTreeMap<String, BTreeSet<&'static str>>) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "number",
        Value::String(_) => "text",
        Value::Array(_) => "list",
        Value::Object(_) => "object",
    };
    if !path.is_empty() {
        seen.entry(path.to_owned()).or_default().insert(kind);
    }
    match value {
        Value::Array(list) => list.iter().for_each(|item| walk(item, &format!("{path}[]"), seen)),
        Value::Object(fields) => fields.iter().for_each(|(name, item)| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            walk(item, &path, seen);
        }),
        _ => {}
    }
}

/// What the page and the answers disagree about.
fn disagreements(part: &Part, fields: &[Field], folder: &str) -> Vec<String> {
    let bin = Path::new(env!("CARGO_BIN_EXE_plylab")).parent().unwrap().display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let mut seen = BTreeMap::new();
    for command in &part.commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(folder).env("PATH", &path).env("LC_ALL", "C");
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert!(!answers.is_empty(), "{command}: {text}");
        answers.iter().for_each(|answer| walk(answer, "", &mut seen));
    }
    let mut wrong = Vec::new();
    let open: Vec<&str> = fields.iter().filter_map(|field| field.path.strip_suffix(".*")).collect();
    let is_below = |path: &str| {
        open.iter().any(|open| path.strip_prefix(open).is_some_and(|rest| rest.starts_with(['.', '['])))
    };
    for (path, kinds) in &seen {
        let Some(field) = fields.iter().find(|field| field.path == *path) else {
            if !is_below(path) {
                wrong.push(format!("{}: {path}, {kinds:?}, is not described", part.name));
            }
            continue;
        };
        for kind in kinds {
            let fits = field.kind.contains(kind) || (*kind == "null" && field.optional);
            if !fits {
                wrong.push(format!("{}: {path} is {kind}, not {}", part.name, field.kind));
            }
        }
    }
    for field in fields.iter().filter(|field| !field.optional && !field.path.ends_with(".*")) {
        if !seen.contains_key(&field.path) {
            wrong.push(format!("{}: {} is in no answer", part.name, field.path));
        }
    }
    wrong
}

#[test]
fn every_answer_in_json_is_as_the_page_says() {
    let parts = page();
    let (shared, answers): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| part.commands.is_empty());
    let shared: BTreeMap<String, Vec<Field>> =
        shared.into_iter().map(|part| (part.name.clone(), part.fields.clone())).collect();
    assert!(answers.len() >= 18 && shared.len() >= 5);
    let folder = Folder::new("json");
    let experiment = "title = \"Mine\"\n[[sweep]]\nname = \"by depth\"\ngame = \"connect4:columns=4,rows=4\"\n\
                      players = [\"alphabeta:depth={depth}\", \"random\"]\nvary = { depth = [1, 3] }\ngames = 2\n";
    fs::write(folder.path("mine.toml"), experiment).unwrap();
    let maze = "title = \"Maze\"\n[[sweep]]\nname = \"maze\"\ngame = \"pacman:layout=own.lay\"\n\
                players = [\"first\", \"random\"]\ngames = 2\nlimits = { moves = 20 }\n";
    fs::write(folder.path("maze.toml"), maze).unwrap();
    fs::write(folder.path("own.lay"), "%%%%%%\n%P .G%\n%%%%%%\n").unwrap();
    fs::write(folder.path("bad.txt"), "x\n").unwrap();
    fs::write(folder.path("POSITIONS"), "2252576253462244111563365343671351441 -1\n").unwrap();
    let game = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games.md")).unwrap();
    let game = game.split("```json\n").nth(1).unwrap().split("```").next().unwrap().to_owned();
    fs::write(folder.path("games.jsonl"), game).unwrap();
    let wrong: Vec<String> = answers
        .into_iter()
        .flat_map(|part| disagreements(part, &expand(&part.fields, &shared), &folder.path("")))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_with_json_is_on_the_page_and_takes_no_file() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md")).unwrap();
    let help = |args: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_plylab")).args(args).arg("--help").env("LC_ALL", "C").output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let name = |line: &str| {
        let word = line.strip_prefix("  ")?.split("  ").next()?;
        (!word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()))
            .then(|| word.to_owned())
    };
    let all = help(&[]);
    let commands = all.split("\nOptions:").next().unwrap().lines().filter_map(name);
    let mut with_json = 0;
    for command in commands {
        let told = help(&[&command]);
        assert!(!told.contains("--json <"), "{command}: --json takes nothing");
        let below = told.split_once("\nCommands:\n").map_or("", |(_, below)| below);
        let below = below.split("\n\n").next().unwrap_or_default().lines().filter_map(name);
        let all = below.filter(|name| name != "help").map(|name| format!("{command} {name}"));
        for command in all.chain([command.clone()]) {
            let told = help(&command.split(' ').collect::<Vec<&str>>());
            if told.lines().any(|line| line.starts_with("      --json")) {
                with_json += 1;
                assert!(text.contains(&format!("\n## plylab {command}")), "{command} is not in docs/json.md");
            }
        }
    }
    assert!(with_json >= 19, "only {with_json}");
}
