//! What is written from types: the TypeScript of the pages, the reference of the protocol, and that of the answers in JSON.
//!
//! All files must be what the types say. `PLYLAB_WRITE=1 cargo test -p plylab-cli --test generated` writes them.
#![expect(clippy::unwrap_used, reason = "tests")]

mod answers;
mod protocol;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};

use plylab_core::{Game as _, View as _};
use plylab_games::tree::TreeGame;
use plylab_service::protocol::RequestField;
use serde_json::{Map, Value, json};

use protocol::{MARK, Protocol, declarations, protocol, reference};
use schema::name_of;

fn path(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file)
}

/// Compares a file with what it should be, or writes it.
fn check(file: &str, text: &str) {
    let path = path(file);
    if std::env::var_os("PLYLAB_WRITE").is_some() {
        fs::write(&path, text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let differs = found.lines().zip(text.lines()).find(|(found, right)| found != right);
    assert!(
        found == text,
        "{file} is stale: {differs:?}. Write it with PLYLAB_WRITE=1 cargo test -p plylab-cli --test generated"
    );
}

#[test]
fn the_types_of_the_pages_are_those_of_the_protocol() {
    check("crates/web/types/protocol.d.ts", &declarations(&protocol()));
}

#[test]
fn the_reference_is_that_of_the_protocol() {
    let page = fs::read_to_string(path("docs/protocol.md")).unwrap();
    let (written_by_hand, _) = page.split_once(MARK).unwrap();
    check("docs/protocol.md", &format!("{written_by_hand}{}", reference(&protocol())));
}

#[test]
fn the_reference_of_answers_in_json_is_that_of_their_types() {
    let page = fs::read_to_string(path("docs/json.md")).unwrap();
    check("docs/json.md", &answers::page(&page, &protocol().types));
}

#[test]
fn an_error_names_fields_that_requests_have() {
    let Protocol { types, requests, .. } = protocol();
    let mut known: Vec<String> = vec!["id".to_owned(), "do".to_owned(), "with".to_owned()];
    for request in &requests {
        let parameters = &types[&name_of(&request.schema["with"]["$ref"])];
        let names = parameters["properties"].as_object().into_iter().flat_map(Map::keys);
        known.extend(names.map(|name| format!("with.{name}")));
    }
    for field in RequestField::ALL {
        let path = json!(field);
        assert!(known.iter().any(|known| path == *known.as_str()), "no request has the field {path}");
    }
}

#[test]
fn the_trees_that_tests_of_the_pages_edit_are_read_by_the_lab() {
    let file = "crates/web/tests/modules/lib/trees.json";
    let texts: Map<String, Value> = serde_json::from_str(&fs::read_to_string(path(file)).unwrap()).unwrap();
    let read = |(text, _): (String, Value)| {
        let tree = TreeGame::parse(&text).unwrap();
        let players = &tree.info().agents;
        let read = json!({ "players": players, "written": tree.written(&text) });
        (text, read)
    };
    let texts: Map<String, Value> = texts.into_iter().map(read).collect();
    let lines: Vec<String> = texts.iter().map(|(text, read)| format!("  {}: {read}", json!(text))).collect();
    check(file, &format!("{{\n{}\n}}\n", lines.join(",\n")));
}
