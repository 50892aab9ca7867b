//! What the sources of the workspace say: messages with their codes, and texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// What is said by code.
pub struct Sources {
    /// Templates by code; there should be one each.
    pub messages: BTreeMap<String, BTreeSet<String>>,
}

impl Sources {
    /// Of all crates, their tests left out.
    pub fn read() -> Sources {
        let mut sources = Sources { messages: BTreeMap::new() };
        for file in files(&["rs"]) {
            let text = code_of(&file);
            let made = text.match_indices("message!(").chain(text.match_indices("Message::new("));
            for (at, start) in made {
                let rest = text[at + start.len()..].trim_start();
                // The macro's own definition has no literals.
                let Some((code, rest)) = literal(rest) else { continue };
                let Some((template, _)) = rest.strip_prefix(',').and_then(|rest| literal(rest.trim_start()))
                else {
                    continue;
                };
                sources.messages.entry(code).or_default().insert(template);
            }
        }
        sources
    }
}

/// Texts in quotes.
pub struct Literals {
    texts: BTreeSet<String>,
}

/// The texts of all files with these endings and of the experiments that come along; all gaps are made equal.
pub fn literals_of(endings: &[&str]) -> Literals {
    let mut texts = BTreeSet::new();
    for file in files(endings) {
        let text = code_of(&file);
        let is_rust = file.extension().is_some_and(|ending| ending == "rs");
        let quotes: &[char] = if is_rust { &['"'] } else { &['"', '\'', '`'] };
        let mut rest = text.as_str();
        while let Some(at) = rest.find(quotes) {
            match literal(&rest[at..]) {
                Some((said, after)) => {
                    texts.insert(without_gap_names(&said));
                    rest = after;
                }
                None => rest = &rest[at + 1..],
            }
        }
    }
    for shipped in plylab_lab::shipped::EXPERIMENTS {
        texts.extend(said_by_experiment(&shipped.text.parse().unwrap(), &|_, _| true));
    }
    Literals { texts }
}

/// Whether a label is no part of the spec that it stands for.
pub fn is_made_up(label: &str, spec: &str) -> bool {
    !spec.contains(label)
}

/// What people read of an experiment: titles, introductions, sources and notes, axes, and the wanted labels.
pub fn said_by_experiment(file: &toml::Table, is_wanted: &dyn Fn(&str, &str) -> bool) -> BTreeSet<String> {
    fn texts_of(table: &toml::Table, keys: &[&str]) -> BTreeSet<String> {
        let found = keys.iter().filter_map(|key| table.get(*key)?.as_str());
        found.map(|text| text.trim().to_owned()).collect()
    }
    let list = |table: &toml::Table, key: &str| -> Vec<toml::Table> {
        let list = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
        list.filter_map(|item| item.as_table().cloned()).collect()
    };
    let mut texts = texts_of(file, &["title", "about"]);
    for section in [list(file, "sweep"), list(file, "tournament")].concat() {
        texts.extend(texts_of(&section, &["name", "about"]));
        for reference in list(&section, "reference") {
            texts.extend(texts_of(&reference, &["source", "note"]));
        }
        for question in list(&section, "question") {
            texts.extend(texts_of(&question, &["asks", "who", "if-rises", "if-falls", "if-level"]));
            let best = question.get("if-best").and_then(toml::Value::as_table);
            texts.extend(best.into_iter().flatten().filter_map(|(_, says)| Some(says.as_str()?.to_owned())));
            let because = question.get("because").and_then(toml::Value::as_table);
            texts.extend(because.into_iter().flat_map(|because| texts_of(because, &["says"])));
        }
        for (axis, values) in section.get("vary").and_then(toml::Value::as_table).into_iter().flatten() {
            texts.insert(axis.clone());
            let named = values.as_table().into_iter().flatten();
            let named = named.filter_map(|(label, spec)| Some((label.as_str(), spec.as_str()?)));
            let listed = values.as_array().into_iter().flatten();
            let listed = listed.filter_map(|value| Some((value.as_str()?, value.as_str()?)));
            let wanted = named.chain(listed).filter(|(label, spec)| is_wanted(label, spec));
            texts.extend(wanted.map(|(label, _)| label.to_owned()));
        }
    }
    texts
}

impl Literals {
    /// Does one of them say this, whatever it has in its gaps?
    pub fn say(&self, text: &str) -> bool {
        let wanted = without_gap_names(text);
        // What stands after the last gap may be a text of its own, and what stands before the first, too.
        let pieces: Vec<&str> = wanted.split("{}").filter(|piece| !piece.trim().is_empty()).collect();
        self.texts.contains(&wanted)
            || (wanted.contains("{}")
                && pieces.iter().all(|piece| self.texts.iter().any(|said| said.contains(piece.trim()))))
    }
}

/// `{who} to move` as `{} to move`.
fn without_gap_names(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let Some(end) = rest[start..].find('}') else { break };
        plain.push_str(&rest[..start]);
        plain.push_str("{}");
        rest = &rest[start + end + 1..];
    }
    plain + rest
}

/// The literal at the start of `text`, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|c| "\"'`".contains(*c))?;
    let mut said = String::new();
    let mut letters = text.char_indices().skip(1).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next()?.1 {
                'n' => said.push('\n'),
                // The text goes on after the blanks of the next line.
                '\n' => while letters.next_if(|(_, c)| c.is_whitespace()).is_some() {},
                other => said.push(other),
            },
            end if end == quote => return Some((said, &text[at + 1..])),
            _ => said.push(letter),
        }
    }
    None
}

/// A file without its tests and without its comments.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of all crates with one of these endings: sources, and the scripts of the pages.
fn files(endings: &[&str]) -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<PathBuf> = fs::read_dir(crates)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .flat_map(|krate| [krate.join("src"), krate.join("assets/js")])
        .filter(|folder| folder.is_dir())
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
