//! Every text of the catalogue is translated into every language.

use std::collections::BTreeSet;

use plylab_lab::messages::Language;
use serde_json::Value;

use super::lab::{Folder, Lab};

/// Every text that people read: what things are about, and the names of games, players, boards and levels.
fn said(value: &Value, texts: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| said(item, texts)),
        Value::Object(object) => {
            for (key, value) in object {
                match (key.as_str(), value) {
                    ("about" | "title" | "moves" | "positions", Value::String(text)) if !text.is_empty() => {
                        texts.insert(text.clone());
                    }
                    ("players", Value::Array(players)) => {
                        texts.extend(players.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("boards" | "levels", Value::Array(named)) => {
                        for part in ["name", "about"] {
                            texts
                                .extend(named.iter().filter_map(|one| one[part].as_str()).map(str::to_owned));
                        }
                    }
                    _ => said(value, texts),
                }
            }
        }
        _ => {}
    }
}

/// A text with every number and every placeholder replaced: `7 by 6` becomes `{} by {}`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_gap = letter == '{';
        if !is_gap && !letter.is_ascii_digit() {
            shape.push(letter);
            continue;
        }
        while letters.next_if(|next| if is_gap { *next != '}' } else { next.is_ascii_digit() }).is_some() {}
        letters.next_if_eq(&'}');
        shape.push_str("{}");
    }
    shape
}

#[test]
fn every_language_translates_the_catalogue() {
    let folder = Folder::new();
    let lab = Lab::open(&folder.0);
    let mut client = lab.connect();
    let mut texts = BTreeSet::new();
    said(&client.ask("catalogue", Value::Null), &mut texts);
    assert!(texts.len() > 100, "only {} texts are found", texts.len());
    for (path, file) in Language::files() {
        let file: Value = serde_json::from_str(file).unwrap();
        if file["language"] == "en" {
            continue;
        }
        let names: BTreeSet<String> = file["names"].as_object().unwrap().keys().cloned().collect();
        let shapes: BTreeSet<String> = names.iter().map(|name| shape(name)).collect();
        let missing: Vec<&String> =
            texts.iter().filter(|text| !names.contains(*text) && !shapes.contains(&shape(text))).collect();
        assert!(missing.is_empty(), "{path} lacks {missing:#?}");
    }
}
