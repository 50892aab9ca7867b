//! Every language is complete: messages by code, texts of games and agents, and texts of the pages.

#![expect(clippy::unwrap_used, reason = "tests")]

mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use plylab_core::{Message, message_slots};
use plylab_lab::messages::Language;
use serde_json::{Map, Value};

use sources::{Sources, is_made_up, literals_of, said_by_experiment};

fn language_files() -> Vec<(String, Value)> {
    let all = Language::files().iter();
    all.map(|(path, text)| ((*path).to_owned(), serde_json::from_str(text).unwrap())).collect()
}

fn table(file: &Value, name: &str) -> BTreeMap<String, String> {
    let table = file[name].as_object().unwrap();
    table.iter().map(|(key, text)| (key.clone(), text.as_str().unwrap().to_owned())).collect()
}

/// The names of the gaps of a template.
fn gaps(template: &str) -> BTreeSet<String> {
    message_slots(template).iter().map(|slot| slot.name.to_owned()).collect()
}

#[test]
fn a_code_has_one_template_and_is_written_in_one_way() {
    let sources = Sources::read();
    assert!(sources.messages.len() > 300, "only {} messages are found", sources.messages.len());
    for (code, templates) in &sources.messages {
        assert_eq!(templates.len(), 1, "{code} means several things: {templates:?}");
        let kebab = code.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(kebab, "{code} is not in kebab-case");
    }
}

#[test]
fn every_language_has_every_message_with_the_same_fields() {
    let sources = Sources::read();
    for (path, file) in language_files() {
        let said = table(&file, "messages");
        for (code, template) in &said {
            let Some(english) = sources.messages.get(code).and_then(|all| all.first()) else {
                panic!("{path}: nothing is called {code} any more");
            };
            assert_eq!(gaps(template), gaps(english), "{path}: the fields of {code}");
        }
        // The English stands in the code.
        if file["language"] == "en" {
            continue;
        }
        let missing: Vec<_> = sources.messages.keys().filter(|code| !said.contains_key(*code)).collect();
        assert!(missing.is_empty(), "{path} lacks {missing:?}");
    }
}

#[test]
fn the_pages_say_the_same_in_every_language() {
    fn walk(here: &str, one: &Map<String, Value>, other: &Map<String, Value>, wrong: &mut Vec<String>) {
        for (key, value) in one {
            let here = format!("{here}.{key}");
            match (value, other.get(key)) {
                (Value::Object(one), Some(Value::Object(other))) => walk(&here, one, other, wrong),
                (Value::String(one), Some(Value::String(other))) if gaps(one) == gaps(other) => {}
                (_, None) => wrong.push(format!("{here} is missing")),
                (one, Some(other)) => wrong.push(format!("{here}: {one} and {other}")),
            }
        }
    }
    let files = language_files();
    for (path, one) in &files {
        for (other_path, other) in &files {
            let mut wrong = Vec::new();
            let pages = |file: &Value| file["pages"].as_object().unwrap().clone();
            walk("", &pages(one), &pages(other), &mut wrong);
            assert!(wrong.is_empty(), "{path} and {other_path}: {wrong:#?}");
        }
    }
}

#[test]
fn every_name_still_occurs_in_the_code() {
    let literals = literals_of(&["rs", "js"]);
    let mut gone = Vec::new();
    for (path, file) in language_files() {
        for (name, translation) in table(&file, "names") {
            let at = format!("{path}: {name}");
            assert!(gaps(&translation).is_subset(&gaps(&name)), "{at} is translated with other gaps");
            if !literals.say(&name) {
                gone.push(at);
            }
        }
    }
    assert!(gone.is_empty(), "said nowhere any more: {gone:#?}");
}

#[test]
fn every_language_translates_the_experiments() {
    for (path, file) in language_files() {
        if file["language"] == "en" {
            continue;
        }
        let names = table(&file, "names");
        for shipped in plylab_lab::shipped::EXPERIMENTS {
            let said = said_by_experiment(&shipped.text.parse().unwrap(), &is_made_up);
            let missing: Vec<&String> = said.iter().filter(|text| !names.contains_key(*text)).collect();
            assert!(missing.is_empty(), "{path} lacks, of {}: {missing:#?}", shipped.name);
        }
    }
}

/// The same table is read by `crates/web/tests/modules/template.test.mjs`: both fill templates alike.
#[test]
fn rust_says_what_the_pages_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/messages/vectors.json");
    let vectors: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert!(vectors.len() > 10);
    for vector in &vectors {
        let language = Language::by_code(vector["language"].as_str().unwrap()).unwrap();
        let said = match vector.get("name") {
            Some(name) => language.name(name.as_str().unwrap()),
            None => language.say(&serde_json::from_value::<Message>(vector["message"].clone()).unwrap()),
        };
        assert_eq!(said, vector["said"].as_str().unwrap(), "{vector}");
    }
}
