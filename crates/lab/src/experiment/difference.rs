//! Which setting makes the plans of two experiments differ.

use std::collections::BTreeMap;

use plylab_core::toml::{Document, TomlValue};
use plylab_core::{InputError, Message, message};

use super::Size;
use crate::words::distinct;

/// An experiment as it is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written<'a> {
    /// Its file.
    pub text: &'a str,
    /// The files that its games are read from, by name.
    pub files: &'a BTreeMap<String, Vec<u8>>,
    /// How much of it is played.
    pub size: Size,
}

/// Settings that no game depends on.
const CAPTIONS: [&str; 6] = ["title", "about", "forfeits", "reference", "question", "report"];

/// The most characters of a value that are repeated.
const LONGEST: usize = 60;

impl Written<'_> {
    /// What differs in the experiment `there`, in words. `None` if all that is written is the same, or cannot be read.
    pub fn difference_from(&self, there: &Written<'_>) -> Option<Message> {
        self.difference(there, |_, _, _| false)
    }

    /// What keeps this experiment from going on where `there` has ended: anything but more games.
    pub fn conflict_with(&self, there: &Written<'_>) -> Option<Message> {
        self.difference(there, has_grown)
    }

    fn difference(
        &self,
        there: &Written<'_>,
        is_fine: fn(&str, Option<&str>, Option<&str>) -> bool,
    ) -> Option<Message> {
        match (there.size, self.size) {
            (Size::Quick, Size::Full) => {
                return Some(message!("quick-there", "only the few games of --quick are there"));
            }
            (Size::Full, Size::Quick) => {
                return Some(message!("whole-there", "the whole experiment is there, not only a few games"));
            }
            _ => {}
        }
        let (here, there_set) = (self.settings()?, there.settings()?);
        let named = |settings: &[(String, String)], key: &str| {
            settings.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone())
        };
        let keys = distinct(here.iter().chain(&there_set).map(|(key, _)| key));
        let mut differing = keys.into_iter().filter_map(|key| {
            let (then, now) = (named(&there_set, key), named(&here, key));
            (then != now && !is_fine(key, then.as_deref(), now.as_deref())).then_some((key, then, now))
        });
        let Some((key, then, now)) = differing.next() else { return self.changed_file(there) };
        let first = match (then.map(shortened), now.map(shortened)) {
            (Some(then), Some(now)) if then == now => {
                message!("key-differs-somewhere", "'{key}' is not the same there")
            }
            (Some(then), Some(now)) => message!("key-differs", "'{key}' is {then} there, and {now} here"),
            (Some(then), None) => message!("key-only-there", "'{key}' is {then} there, and not set here"),
            (None, now) => {
                let now = now.unwrap_or_default();
                message!("key-only-here", "'{key}' is not set there, and {now} here")
            }
        };
        Some(match differing.count() {
            0 => first,
            n => message!("more-keys-differ", "{first}; {n} more {n|setting differs|settings differ}"),
        })
    }

    /// A file of a game whose content is another.
    fn changed_file(&self, there: &Written<'_>) -> Option<Message> {
        let other =
            |(name, bytes): &(&String, &Vec<u8>)| there.files.get(*name).is_some_and(|then| then != *bytes);
        let (name, _) = self.files.iter().find(other)?;
        Some(message!("game-file-differs", "the file '{name}' was another there"))
    }

    /// The settings that games depend on, in the order of the file, each with its value as it is written.
    fn settings(&self) -> Option<Vec<(String, String)>> {
        let mut settings = Vec::new();
        self.collect("", Document::parse(self.text).ok()?.root(), &mut settings).ok()?;
        settings.sort_by_key(|(start, ..)| *start);
        Some(settings.into_iter().map(|(_, key, value)| (key, value)).collect())
    }

    fn collect(
        &self,
        key: &str,
        value: TomlValue<'_>,
        settings: &mut Vec<(usize, String, String)>,
    ) -> Result<(), InputError> {
        let items = if value.is_list() { value.items()? } else { Vec::new() };
        if value.is_table() {
            for value in value.entries()? {
                let name = value.key();
                let is_played = name != "quick" || self.size == Size::Quick;
                if is_played && !CAPTIONS.contains(&name) {
                    let separator = if key.is_empty() || key.ends_with(": ") { "" } else { "." };
                    self.collect(&format!("{key}{separator}{name}"), value, settings)?;
                }
            }
        } else if items.iter().any(|item| item.is_table()) {
            for (number, item) in (1..).zip(items) {
                let parts = if item.is_table() { item.entries()? } else { Vec::new() };
                let name = parts.into_iter().find(|part| part.key() == "name");
                let name = name.and_then(|name| name.text().ok());
                let key = name.map_or_else(|| format!("{key} {number}: "), |name| format!("{name}: "));
                self.collect(&key, item, settings)?;
            }
        } else {
            let written = value.excerpt().split_whitespace().collect::<Vec<&str>>().join(" ");
            settings.push((value.start(), key.to_owned(), written));
        }
        Ok(())
    }
}

/// A value that is short enough to be repeated.
fn shortened(value: String) -> String {
    if value.chars().count() <= LONGEST {
        return value;
    }
    value.chars().take(LONGEST).chain("...".chars()).collect()
}

/// Is it a number of games that has been raised? That alone does not make another plan.
fn has_grown(key: &str, then: Option<&str>, now: Option<&str>) -> bool {
    let number = |value: Option<&str>| value.and_then(|value| value.parse::<u64>().ok());
    let is_count = key.rsplit([':', '.']).next().is_some_and(|name| name.trim() == "games");
    is_count && number(then).zip(number(now)).is_some_and(|(then, now)| then <= now)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "title = \"t\"\nseed = 1\n[limits]\nmoves = 40\n[[sweep]]\nname = \"by depth\"\ngame = \"sim\"\n\
                        players = [\"a\", \"b\"]\nvary = { depth = [1, 2] }\ngames = 6\nquick = 2\n";

    fn told(here: &str) -> Option<String> {
        let files = BTreeMap::from([("a.lay".to_owned(), b"%".to_vec())]);
        let there = Written { text: FILE, files: &files, size: Size::Full };
        Written { text: here, ..there }.conflict_with(&there).map(|told| told.to_string())
    }

    fn with(old: &str, new: &str) -> Option<String> {
        assert!(FILE.contains(old));
        told(&FILE.replace(old, new))
    }

    #[test]
    fn the_key_and_both_values_are_told() {
        let is = |told: Option<String>, what: &str| assert_eq!(told.as_deref(), Some(what));
        is(with("seed = 1\n", "seed = 2\n"), "'seed' is 1 there, and 2 here");
        is(with("seed = 1\n", ""), "'seed' is 1 there, and not set here");
        is(
            with("seed = 1\n", "seed = 1\ncommon-dice = true\n"),
            "'common-dice' is not set there, and true here",
        );
        is(with("moves = 40", "moves = 50"), "'limits.moves' is 40 there, and 50 here");
        is(with("[1, 2]", "[1,  3]"), "'by depth: vary.depth' is [1, 2] there, and [1, 3] here");
        is(with("games = 6", "games = 5"), "'by depth: games' is 6 there, and 5 here");
        is(
            told(&FILE.replace("games = 6", "games = 8").replace("\"a\"", "\"c\"").replace("sim", "grid")),
            "'by depth: game' is \"sim\" there, and \"grid\" here; 1 more setting differs",
        );
    }

    #[test]
    fn what_changes_nothing_is_not_told() {
        assert_eq!(told(FILE), None);
        assert_eq!(with("title = \"t\"", "title = \"other\"\nabout = \"this\""), None);
        assert_eq!(with("games = 6", "games = 9"), None);
        let grown = FILE.replace("games = 6", "games = 9");
        let files = BTreeMap::new();
        let [there, here] = [FILE, &grown].map(|text| Written { text, files: &files, size: Size::Full });
        let told_in_full = here.difference_from(&there).unwrap().to_string();
        assert_eq!(told_in_full, "'by depth: games' is 6 there, and 9 here");
        assert_eq!(with("quick = 2", "quick = 1"), None);
        assert_eq!(told("not toml"), None);
    }

    #[test]
    fn long_values_are_shortened() {
        let long = |last: &str| format!("\"{}{last}\"", "x".repeat(100));
        let texts = ["y", "z"].map(|last| FILE.replace("\"sim\"", &long(last)));
        let files = BTreeMap::new();
        let [there, here] = texts.each_ref().map(|text| Written { text, files: &files, size: Size::Full });
        let told = here.difference_from(&there).unwrap().to_string();
        assert_eq!(told, "'by depth: game' is not the same there");
        let told = here.difference_from(&Written { text: FILE, ..there }).unwrap().to_string();
        assert_eq!(told, format!("'by depth: game' is \"sim\" there, and \"{}... here", "x".repeat(59)));
    }

    #[test]
    fn sizes_and_files_are_told_apart() {
        let [old, new] =
            ["%", "%%"].map(|text| BTreeMap::from([("a.lay".to_owned(), text.as_bytes().to_vec())]));
        let there = Written { text: FILE, files: &old, size: Size::Full };
        let told = |here: Written<'_>| here.difference_from(&there).map(|told| told.to_string());
        assert_eq!(told(Written { files: &new, ..there }).unwrap(), "the file 'a.lay' was another there");
        let quick = Written { size: Size::Quick, ..there };
        assert_eq!(told(quick).unwrap(), "the whole experiment is there, not only a few games");
        assert_eq!(
            there.difference_from(&quick).unwrap().to_string(),
            "only the few games of --quick are there"
        );
    }
}
