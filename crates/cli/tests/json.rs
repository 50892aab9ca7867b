//! Answers in JSON: the commands of docs/json.md are run, and their answers compared with the schemas that the page is written
//! from.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "tests")]

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};
use support::Folder;

/// The schemas that others refer to.
struct Schemas(Map<String, Value>);

impl Schemas {
    /// What a value has against a schema, the fields that the schema does not know included.
    fn faults(&self, schema: &Value, value: &Value, path: &str) -> Vec<String> {
        let mut faults = self.misfits(schema, value, path);
        for name in value.as_object().into_iter().flat_map(Map::keys) {
            if !self.knows(schema, value, name) {
                faults.push(format!("{path}.{name} is not described"));
            }
        }
        faults
    }

    /// The same without unknown fields, which another part of a composed schema may know.
    fn misfits(&self, schema: &Value, value: &Value, path: &str) -> Vec<String> {
        let mut faults = Vec::new();
        if let Some(name) = schema["$ref"].as_str() {
            faults.extend(self.misfits(self.named(name), value, path));
        }
        for part in list(schema, "allOf") {
            faults.extend(self.misfits(part, value, path));
        }
        for key in ["anyOf", "oneOf"] {
            let each = list(schema, key).map(|one| self.misfits(one, value, path));
            faults.extend(each.min_by_key(Vec::len).into_iter().flatten());
        }
        let types = &schema["type"];
        let known = |kind: &str| *types == kind || list(schema, "type").any(|one| *one == kind);
        let fits = types.is_null()
            || match value {
                Value::Null => known("null"),
                Value::Bool(_) => known("boolean"),
                Value::Number(number) => known("number") || (known("integer") && !number.is_f64()),
                Value::String(_) => known("string"),
                Value::Array(_) => known("array"),
                Value::Object(_) => known("object"),
            };
        let is_one = schema.get("const").is_none_or(|only| only == value)
            && (schema.get("enum").is_none() || list(schema, "enum").any(|one| one == value));
        if !fits || !is_one {
            faults.push(format!("{path} is {value}, not {schema}"));
        }
        for (number, item) in value.as_array().into_iter().flatten().enumerate() {
            let own = list(schema, "prefixItems").nth(number).or_else(|| schema.get("items"));
            faults.extend(own.iter().flat_map(|own| self.faults(own, item, &format!("{path}[{number}]"))));
        }
        if let Value::Object(fields) = value {
            for name in list(schema, "required").filter_map(Value::as_str) {
                if !fields.contains_key(name) {
                    faults.push(format!("{path}.{name} is missing"));
                }
            }
            for (name, field) in fields {
                let own = schema["properties"].get(name).or_else(|| schema.get("additionalProperties"));
                faults.extend(own.iter().flat_map(|own| self.faults(own, field, &format!("{path}.{name}"))));
            }
        }
        faults
    }

    /// Does the schema describe that field of the value?
    fn knows(&self, schema: &Value, value: &Value, field: &str) -> bool {
        let open = schema.get("additionalProperties").is_some_and(|others| *others != false);
        let anything = schema.as_object().is_none_or(|schema| schema.keys().all(|key| key == "description"));
        let parts = ["allOf", "anyOf", "oneOf"].into_iter().flat_map(|key| list(schema, key));
        open || anything
            || schema["properties"].get(field).is_some()
            || schema["$ref"].as_str().is_some_and(|name| self.knows(self.named(name), value, field))
            || parts
                .filter(|part| self.misfits(part, value, "").is_empty())
                .any(|part| self.knows(part, value, field))
    }

    fn named(&self, reference: &str) -> &Value {
        &self.0[reference.rsplit('/').next().unwrap()]
    }
}

fn list<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    schema.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn page() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/json.md")).unwrap()
}

/// What a command answers, a value for each line of JSON.
fn answers(command: &str, folder: &str) -> Vec<Value> {
    let bin = Path::new(env!("CARGO_BIN_EXE_plylab")).parent().unwrap().display().to_string();
    let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", &path).env("LC_ALL", "C");
    let output = shell.output().unwrap();
    assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(!answers.is_empty(), "{command}: {text}");
    answers
}

#[test]
fn every_answer_in_json_is_as_the_page_says() {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let described = plylab_cli::answers(&mut generator);
    let schemas = Schemas(generator.take_definitions(true));
    let folder = Folder::new("json");
    let experiment = "title = \"Mine\"\n[[sweep]]\nname = \"by depth\"\ngame = \"connect4:columns=4,rows=4\"\n\
                      players = [\"alphabeta:depth={depth}\", \"random\"]\nvary = { depth = [1, 3] }\ngames = 2\n";
    fs::write(folder.path("mine.toml"), experiment).unwrap();
    let maze = "title = \"Maze\"\n[[sweep]]\nname = \"maze\"\ngame = \"pacman:layout=own.lay\"\n\
                players = [\"first\", \"random\"]\ngames = 2\nlimits = { moves = 20 }\n";
    fs::write(folder.path("maze.toml"), maze).unwrap();
    fs::write(folder.path("own.lay"), "%%%%%%\n%P .G%\n%%%%%%\n").unwrap();
    fs::write(folder.path("bad.txt"), "x\n").unwrap();
    let game = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/games.md")).unwrap();
    let game = game.split("```json\n").nth(1).unwrap().split("```").next().unwrap().to_owned();
    fs::write(folder.path("games.jsonl"), game).unwrap();
    let page = page();
    let mut wrong = Vec::new();
    let mut given = vec![false; described.len()];
    for section in page.split("\n## ").filter(|section| section.contains("```sh\n")) {
        let commands = section.split("```sh\n").nth(1).unwrap().split("\n```").next().unwrap();
        let answers = commands.lines().flat_map(|command| answers(command, &folder.path("")));
        for answer in answers {
            let own = described
                .iter()
                .enumerate()
                .filter(|(_, (name, _))| section.starts_with(&format!("{name}\n")));
            let faults = own
                .map(|(number, (name, schema))| (schemas.faults(schema.as_value(), &answer, name), number));
            let (faults, number) = faults.min_by_key(|(faults, _)| faults.len()).unwrap();
            given[number] |= faults.is_empty();
            wrong.extend(faults);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let never = described.iter().zip(given).find(|(_, given)| !given);
    assert!(never.is_none(), "no command of the page gives {never:?}");
}

#[test]
fn answers_that_are_not_described_are_noticed() {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let described = plylab_cli::answers(&mut generator);
    let schemas = Schemas(generator.take_definitions(true));
    let (_, schema) = described.iter().find(|(section, _)| *section == "plylab perft").unwrap();
    let row = json!({ "depth": 1, "nodes": 7, "seconds": 0.1, "nodes_per_second": null });
    let fits = |answer: Value| schemas.faults(schema.as_value(), &answer, "").is_empty();
    assert!(fits(json!({ "game": "connect4", "position": "", "rows": [row] })));
    assert!(!fits(json!({ "game": "connect4", "rows": [row] })), "a field is missing");
    assert!(!fits(json!({ "game": "connect4", "position": 4, "rows": [row] })), "a number is no text");
    assert!(
        !fits(json!({ "game": "connect4", "position": "", "rows": [{ "depth": 1 }] })),
        "fields of a part are missing"
    );
    assert!(
        !fits(json!({ "game": "connect4", "position": "", "rows": [row], "more": 1 })),
        "a field is unknown"
    );
    assert!(
        !fits(json!({ "game": "connect4", "position": "", "rows": [row], "total": row })),
        "a field is of another case"
    );
}

#[test]
fn every_command_with_json_is_on_the_page_and_takes_no_file() {
    let text = page();
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
    assert!(with_json >= 17, "only {with_json}");
}
