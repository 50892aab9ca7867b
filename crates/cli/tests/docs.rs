//! Documents point to things that exist: links lead to files, and the glossary names real paths and types.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents: those in the root, in docs/ and in bench/.
fn documents() -> Vec<PathBuf> {
    let in_folder = |folder: PathBuf| {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect::<Vec<PathBuf>>()
    };
    ["", "docs", "bench"].into_iter().flat_map(|folder| in_folder(root().join(folder))).collect()
}

/// The targets of the Markdown links and images in a text.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target))
}

/// Does the link lead nowhere? Links to the web are not followed.
fn is_dead(document: &Path, target: &str) -> bool {
    let path = target.split('#').next().unwrap_or_default();
    !target.contains("://") && !path.is_empty() && !document.parent().unwrap().join(path).exists()
}

#[test]
fn every_relative_link_leads_to_a_file() {
    let documents = documents();
    assert!(documents.len() > 8, "{documents:?}");
    let mut dead = Vec::new();
    for document in &documents {
        let text = fs::read_to_string(document).unwrap();
        let targets = links(&text).filter(|target| is_dead(document, target));
        dead.extend(targets.map(|target| format!("{}: {target}", document.display())));
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

#[test]
fn the_index_has_every_document() {
    let index = root().join("docs/README.md");
    let text = fs::read_to_string(&index).unwrap();
    let listed: Vec<&str> = links(&text).collect();
    let missing: Vec<PathBuf> = documents()
        .into_iter()
        .filter(|document| document.parent() == index.parent() && *document != index)
        .filter(|document| {
            !document.file_name().is_some_and(|name| listed.iter().any(|target| name == *target))
        })
        .collect();
    assert!(missing.is_empty(), "docs/README.md does not list {missing:?}");
}

#[test]
fn dead_links_are_noticed() {
    let readme = root().join("README.md");
    let found: Vec<&str> =
        links("see [a](docs/none.md), ![b](docs) and [c](https://example.org/x)").collect();
    assert_eq!(found, ["docs/none.md", "docs", "https://example.org/x"]);
    let dead: Vec<&str> = found.into_iter().filter(|target| is_dead(&readme, target)).collect();
    assert_eq!(dead, ["docs/none.md"]);
}

/// The text of a file, or of all files below a folder.
fn source(path: &Path) -> String {
    if path.is_file() {
        return fs::read_to_string(path).unwrap();
    }
    fs::read_dir(path).unwrap().map(|entry| source(&entry.unwrap().path())).collect()
}

/// What is wrong with a row of the glossary: its last cell names paths, and things that are defined there.
fn complaints(row: &str) -> Vec<String> {
    let location = row.trim_end_matches('|').rsplit_once('|').map_or("", |(_, last)| last);
    let (paths, names): (Vec<&str>, Vec<&str>) =
        location.split('`').skip(1).step_by(2).partition(|code| code.contains('/'));
    let (there, missing): (Vec<&str>, Vec<&str>) =
        paths.into_iter().partition(|path| root().join(path).exists());
    let sources: String = there.iter().map(|path| source(&root().join(path))).collect();
    let unknown = names.into_iter().filter(|name| {
        !sources.split(|char: char| !char.is_alphanumeric() && char != '_').any(|word| word == *name)
    });
    let mut wrong: Vec<String> = unknown.map(|name| format!("{name} is not in {there:?}")).collect();
    wrong.extend(missing.iter().map(|path| format!("there is no {path}")));
    if there.is_empty() && missing.is_empty() {
        wrong.push(format!("names no path: {row}"));
    }
    wrong
}

#[test]
fn the_glossary_names_what_exists() {
    let text = fs::read_to_string(root().join("docs/glossary.md")).unwrap();
    let rows = text.lines().filter(|line| line.starts_with('|'));
    let rows: Vec<&str> = rows.filter(|row| !row.starts_with("|---") && !row.starts_with("| term")).collect();
    assert!(rows.len() >= 40, "only {} terms", rows.len());
    let wrong: Vec<String> = rows.into_iter().flat_map(complaints).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn wrong_rows_of_the_glossary_are_noticed() {
    assert!(complaints("| game | rules | `crates/core/src/game.rs`: `Game` |").is_empty());
    assert_eq!(complaints("| game | rules | `crates/none.rs` |"), ["there is no crates/none.rs"]);
    assert_eq!(complaints("| game | rules | `crates/core/src/game.rs`: `NoSuchName` |").len(), 1);
    assert_eq!(complaints("| game | rules | somewhere |").len(), 1);
}
