//! The syntax of both kinds of files: keys with quoted values.

use std::ops::RangeInclusive;

use plylab_core::{InputError, Message, message};

use crate::tree::text::shown;

pub(super) fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// A key with its value.
pub(super) struct Entry<'a> {
    key: &'a str,
    /// The line of the key.
    line: usize,
    /// The lines of the value with their numbers: one for `"value"`, any number for a block.
    lines: Vec<(usize, &'a str)>,
}

impl<'a> Entry<'a> {
    /// An error in this entry.
    pub fn error(&self, wrong: Message, right: Message) -> InputError {
        self.blame(InputError::new(wrong).expected(right))
    }

    /// Adds the key's line to an error.
    pub fn blame(&self, error: InputError) -> InputError {
        error.at(Message::line(self.line))
    }

    /// The words of the value.
    pub fn words(&self) -> impl Iterator<Item = &'a str> {
        self.lines.iter().flat_map(|(_, line)| line.split_whitespace())
    }

    /// The value, which must be one word.
    pub fn word(&self) -> Result<&'a str, InputError> {
        let (key, mut words) = (self.key, self.words());
        let wrong = match (words.next(), words.next()) {
            (Some(word), None) => return Ok(word),
            (None, _) => message!("key-empty", "{key} is empty"),
            (Some(_), Some(_)) => message!("key-one-word", "{key} has more than one word"),
        };
        Err(self.error(wrong, message!("word-form", "write one word: {key}: \"...\"")))
    }

    /// The value, which must be a whole number.
    pub fn whole(&self, range: RangeInclusive<u32>) -> Result<u32, InputError> {
        let (key, word) = (self.key, self.word()?);
        word.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (least, most) = (*range.start(), *range.end());
            let wrong = message!("key-cannot-be", "{key} cannot be {word}", word = shown(word));
            self.error(wrong, message!("number-range", "use a number from {least} to {most}"))
        })
    }

    /// The lines of the value that are not blank, each of exactly `N` words.
    pub fn rows<const N: usize>(
        &self,
        form: &str,
    ) -> impl Iterator<Item = Result<(usize, [&'a str; N]), InputError>> {
        self.lines.iter().filter(|(_, line)| !line.trim().is_empty()).map(move |&(line, text)| {
            let words: Vec<&str> = text.split_whitespace().collect();
            <[&str; N]>::try_from(words).map(|words| (line, words)).map_err(|words| {
                InputError::new(message!("words-count", "there are {words} words", words = words.len()))
                    .expected(row_form(self.key, form))
                    .at(Message::line(line))
            })
        })
    }
}

/// The entries of a file.
pub(super) struct Entries<'a>(Vec<Entry<'a>>);

impl<'a> Entries<'a> {
    pub fn parse(text: &'a str) -> Result<Self, InputError> {
        const FENCE: &str = "\"\"\"";
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut entries: Vec<Entry<'a>> = Vec::new();
        let mut lines = text.lines().map(without_comment).zip(1..).map(|(line, number)| (number, line));
        while let Some((line, text)) = lines.next() {
            if text.trim().is_empty() {
                continue;
            }
            let wrong = |what: Message| {
                let right = message!(
                    "entry-form",
                    "write key: \"value\", or key: \"\"\" with the value below it and a last line of \"\"\""
                );
                InputError::new(what).expected(right).at(Message::line(line))
            };
            let Some((key, value)) = text.split_once(':') else {
                return Err(wrong(message!("no-colon", "{text} has no ':'", text = shown(text.trim()))));
            };
            let (key, value) = (key.trim(), value.trim());
            let mut entry = Entry { key, line, lines: Vec::new() };
            if value == FENCE {
                loop {
                    match lines.next() {
                        Some((_, text)) if text.trim() == FENCE => break,
                        Some(numbered) => entry.lines.push(numbered),
                        None => {
                            let key = shown(key);
                            return Err(wrong(message!("value-open", "the value of {key} has no end")));
                        }
                    }
                }
            } else {
                let unquoted = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
                match unquoted.filter(|value| !value.contains('"')) {
                    Some(value) => entry.lines.push((line, value)),
                    None => {
                        let key = shown(key);
                        return Err(wrong(message!("value-unquoted", "the value of {key} is not in quotes")));
                    }
                }
            }
            entries.push(entry);
        }
        Ok(Entries(entries))
    }

    /// Checks that every key is one of `keys` and given once.
    pub fn check_keys(&self, keys: &[&str]) -> Result<(), InputError> {
        for (index, entry) in self.0.iter().enumerate() {
            let key = entry.key;
            if !keys.contains(&key) {
                let wrong = message!("no-key", "there is no key {key}", key = shown(key));
                let right = message!("keys-are", "the keys are {keys}", keys = keys.to_vec());
                return Err(entry.error(wrong, right));
            }
            if self.0[..index].iter().any(|earlier| earlier.key == key) {
                let wrong = message!("key-twice", "{key} is given twice");
                return Err(entry.error(wrong, message!("give-once", "give it once")));
            }
        }
        Ok(())
    }

    pub fn get(&self, key: &str) -> Option<&Entry<'a>> {
        self.0.iter().find(|entry| entry.key == key)
    }

    pub fn need(&self, key: &str) -> Result<&Entry<'a>, InputError> {
        self.get(key).ok_or_else(|| {
            InputError::new(message!("key-missing", "the key {key} is missing"))
                .expected(message!("add-key", "add {key}: \"...\""))
        })
    }
}

/// What would be right in a line of a block.
pub(super) fn row_form(key: &str, form: &str) -> Message {
    message!("row-form", "a line of {key} has the form: {form}")
}
