//! Names and phrases that were replaced do not come back: one concept has one name, in code, help, documents and pages.
#![expect(clippy::unwrap_used, reason = "what cannot be had fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Old names. `<` and `>` stand for the start and the end of a word.
const GONE: &[&str] = &[
    "act_aloud",
    "<hear>",
    "<erase(",
    "<erase_with(",
    "InWords",
    "AgentBook",
    "ActionBook",
    "<Experience>",
    "<hasten",
    "<deepen>",
    "Order::Best",
    "order=best",
    "Meter::look",
    "<Spent>",
    "<Above(",
    "fn turned",
    "proofs::most",
    "proofs::least",
    "Shares::everywhere",
    "<Desk>",
    "<Keeper>",
    "watchful",
    "<PATIENCE>",
    "PLYLAB_PATIENCE",
    "<BEAT>",
    "<EAR>",
    "yardstick",
    "Yardstick",
    "of the most",
    "lost a move",
    "no cell is so",
    "goes otherwise",
    "broke down",
];

/// Old names that are good names elsewhere: where they are gone, and what is gone there.
const GONE_IN: &[(&str, &str)] = &[
    ("crates/core/", "the wall>"),
    ("crates/web/src/lib.rs", "the wall>"),
    // `stats::Tally` of the lab counts results.
    ("crates/core/", "<Tally>"),
];

/// Old settings are still read. These declarations say so, and the files test it.
const DECLARATIONS: &[&str] =
    &[r#".formerly("deepen")"#, r#".formerly("hasten")"#, r#".value_formerly("best""#];
const OLD_SETTINGS: &[&str] = &["<hasten", "<deepen>", "order=best"];
const OLD_SETTINGS_TESTED: &[&str] = &["crates/core/src/spec/tests.rs"];

/// Files that speak of old names on purpose.
const EXEMPT: &[&str] = &["CHANGELOG.md", "crates/cli/tests/names.rs"];

/// Does the pattern occur in the text?
fn occurs(pattern: &str, text: &str) -> bool {
    let is_word = |char: char| char.is_alphanumeric() || char == '_';
    let name = pattern.trim_start_matches('<').trim_end_matches('>');
    text.match_indices(name).any(|(start, _)| {
        let before = text[..start].chars().next_back();
        let after = text[start + name.len()..].chars().next();
        !(pattern.starts_with('<') && before.is_some_and(is_word)
            || pattern.ends_with('>') && after.is_some_and(is_word))
    })
}

/// The old names in a line of the file at that path.
fn old_names(path: &str, line: &str) -> Vec<&'static str> {
    let mut line = line.to_owned();
    for declaration in DECLARATIONS {
        line = line.replace(declaration, "");
    }
    // Translations: only the English texts, which are the keys.
    if path == "crates/lab/messages/fa.json" {
        line.truncate(line.find("\": ").unwrap_or(line.len()));
    }
    let tests_settings = OLD_SETTINGS_TESTED.contains(&path);
    let gone = GONE.iter().filter(|pattern| !(tests_settings && OLD_SETTINGS.contains(pattern)));
    let gone_here = GONE_IN.iter().filter(|(folder, _)| path.starts_with(folder)).map(|(_, pattern)| pattern);
    let mut found: Vec<&str> =
        gone.chain(gone_here).copied().filter(|pattern| occurs(pattern, &line)).collect();
    // A type of that name; at the start of a comment it is a verb.
    let code = line.split("//").next().unwrap_or_default();
    if path.ends_with(".rs") && occurs("<Look>", code) {
        found.push("<Look>");
    }
    found
}

/// The files below a folder, except those that tools create.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.starts_with('.') || ["target", "node_modules", "failures", "results"].contains(&name.as_str())
        {
            continue;
        }
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn old_names_are_gone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    assert!(paths.len() > 500, "only {} files were found", paths.len());
    let mut wrong = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        // Pictures and books are no text.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if EXEMPT.contains(&name.as_str()) {
            continue;
        }
        for (number, line) in text.lines().enumerate() {
            let found = old_names(&name, line).into_iter();
            wrong.extend(found.map(|old| format!("{name}:{}: {old}", number + 1)));
        }
    }
    assert!(wrong.is_empty(), "old names, see docs/glossary.md for the new ones:\n{}", wrong.join("\n"));
}

#[test]
fn old_names_are_noticed() {
    let found = |path: &str, line: &str| old_names(path, line);
    assert_eq!(found("docs/tour.md", "we hear nothing, and it heard us"), ["<hear>"]);
    assert!(found("docs/tour.md", "shear, hearing, un_hear").is_empty());
    assert_eq!(found("crates/lab/src/a.rs", "state.erase(game)"), ["<erase("]);
    assert_eq!(found("crates/core/src/a.rs", "let tally: Tally = the wall"), ["the wall>", "<Tally>"]);
    assert!(found("crates/lab/src/a.rs", "let tally: Tally = the wall").is_empty());
    assert!(found("crates/search/src/a.rs", r#"key.formerly("deepen")"#).is_empty());
    assert_eq!(
        found("crates/search/src/a.rs", r#"spec("deepen=on,order=best")"#),
        ["<deepen>", "order=best"]
    );
    assert!(found("crates/core/src/spec/tests.rs", r#"spec("deepen=on,order=best")"#).is_empty());
    assert_eq!(found("crates/web/src/a.rs", "fn paint(look: Look) // Look up"), ["<Look>"]);
    assert!(found("crates/web/src/a.rs", "// Look, tone and name.").is_empty());
    assert_eq!(found("crates/lab/messages/fa.json", r#""it broke down": "broke down""#), ["broke down"]);
    assert!(found("crates/lab/messages/fa.json", r#""it failed": "broke down""#).is_empty());
}

#[test]
fn old_names_of_settings_are_read_with_a_note() {
    let run = |agent: &str| {
        let args = ["match", "tictactoe", agent, "first", "--json"];
        let output = Command::new(env!("CARGO_BIN_EXE_plylab")).args(args).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{agent}");
        let games = String::from_utf8(output.stdout).unwrap().replace(agent, "AGENT");
        (games, String::from_utf8(output.stderr).unwrap())
    };
    let (games, notes) = run("alphabeta:depth=3,deepen=on,hasten=on,order=best");
    let now = run("alphabeta:depth=3,iterative-deepening=on,prefer-short-wins=on,order=dynamic");
    assert_eq!((games, String::new()), now);
    assert_eq!(
        notes,
        "note: the setting 'deepen' is now called 'iterative-deepening'\n\
         note: the setting 'hasten' is now called 'prefer-short-wins'\n\
         note: the setting 'order=best' is now called 'order=dynamic'\n"
    );
}
