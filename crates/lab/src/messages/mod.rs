//! Languages: one file each in the folder `messages`. The pages read the same files.

use std::collections::HashMap;
use std::sync::LazyLock;

use plylab_core::{Direction, Message, Words};
use serde::{Deserialize, Serialize};

/// Every file of the folder, by the path that pages fetch it from.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/messages.rs"));

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    // A test reads every file, so none is left out here.
    FILES.iter().filter_map(|(_, text)| serde_json::from_str(text).ok()).collect()
});

/// The English of the code itself.
static ENGLISH: LazyLock<Language> = LazyLock::new(|| Language {
    language: "en".to_owned(),
    name: "English".to_owned(),
    direction: Direction::Ltr,
    digits: "0123456789".to_owned(),
    decimal: ".".to_owned(),
    group: ",".to_owned(),
    minus: "-".to_owned(),
    comma: ", ".to_owned(),
    messages: HashMap::new(),
    names: HashMap::new(),
});

/// A language of the lab, as its file has it.
#[derive(Debug, Deserialize)]
pub struct Language {
    language: String,
    name: String,
    direction: Direction,
    digits: String,
    decimal: String,
    group: String,
    minus: String,
    comma: String,
    messages: HashMap<String, String>,
    names: HashMap<String, String>,
}

/// A description of a language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct LanguageInfo<'a> {
    /// Its code: `fa`.
    pub language: &'a str,
    /// What it calls itself.
    pub name: &'a str,
    /// Which way it is written.
    pub direction: Direction,
}

impl Language {
    /// Every language there is, by code.
    pub fn all() -> &'static [Language] {
        &LANGUAGES
    }

    /// The language of that code.
    pub fn by_code(code: &str) -> Option<&'static Language> {
        Language::all().iter().find(|language| language.language == code)
    }

    /// English as it is written in the code, plain enough for every terminal.
    pub fn english() -> &'static Language {
        &ENGLISH
    }

    /// The files of all languages: the path that pages fetch each from, and its text.
    pub fn files() -> &'static [(&'static str, &'static str)] {
        FILES
    }

    /// Its description.
    pub fn info(&self) -> LanguageInfo<'_> {
        LanguageInfo { language: &self.language, name: &self.name, direction: self.direction }
    }

    /// A message in this language.
    pub fn say(&self, message: &Message) -> String {
        message.render(self)
    }

    /// An English text of a game or an agent in this language; a text without a translation stays as it is.
    pub fn name(&self, text: &str) -> String {
        Words::name(self, text).unwrap_or_else(|| text.to_owned())
    }
}

/// Is it a number, with or without a sign?
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '\u{202f}'))
}

impl Words for Language {
    fn template(&self, code: &str) -> Option<&str> {
        self.messages.get(code).map(String::as_str)
    }

    fn name(&self, text: &str) -> Option<String> {
        if is_number(text) {
            return Some(self.number(text));
        }
        self.names.get(text).cloned()
    }

    /// Isolates left-to-right text within right-to-left text.
    fn text(&self, text: &str) -> String {
        match self.direction {
            Direction::Ltr => text.to_owned(),
            Direction::Rtl => format!("\u{2066}{text}\u{2069}"),
        }
    }

    fn number(&self, digits: &str) -> String {
        let between = |before: Option<char>, after: Option<&char>| {
            before.is_some_and(|c| c.is_ascii_digit()) && after.is_some_and(char::is_ascii_digit)
        };
        let signs: Vec<char> = digits.chars().collect();
        let mut said = String::with_capacity(digits.len());
        for (index, &sign) in signs.iter().enumerate() {
            let before = index.checked_sub(1).map(|before| signs[before]);
            match (sign, sign.to_digit(10)) {
                (_, Some(digit)) => said.extend(self.digits.chars().nth(digit as usize)),
                ('-', _) if index == 0 => said.push_str(&self.minus),
                // Printed mathematics has a sign of its own, which a language may have to direct.
                ('−', _) if index == 0 && self.minus.ends_with('−') => {
                    said.push_str(&self.minus);
                }
                ('.', _) if between(before, signs.get(index + 1)) => said.push_str(&self.decimal),
                (',', _) if between(before, signs.get(index + 1)) => said.push_str(&self.group),
                _ => said.push(sign),
            }
        }
        said
    }

    fn comma(&self) -> &str {
        &self.comma
    }

    fn direction(&self) -> Direction {
        self.direction
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{Name, message};

    use super::*;

    fn persian() -> &'static Language {
        Language::by_code("fa").unwrap()
    }

    #[test]
    fn every_file_is_a_language_of_its_name() {
        assert_eq!(Language::all().len(), Language::files().len());
        for ((path, _), language) in Language::files().iter().zip(Language::all()) {
            assert_eq!(*path, format!("messages/{}.json", language.info().language));
            assert_eq!(language.digits.chars().count(), 10);
        }
        assert_eq!(Language::by_code("xx").map(Language::info), None);
    }

    #[test]
    fn a_message_is_said_by_its_code_or_in_english() {
        let full = message!("column-full", "column {column} is full", column = 12);
        assert_eq!(persian().say(&full), "ستون ۱۲ پر است");
        assert_eq!(Language::by_code("en").unwrap().say(&full), "column 12 is full");
        let unknown = message!(
            "of-a-game-elsewhere",
            "{who} has {n} of '{text}'",
            who = Name::of("Red"),
            n = -1.5,
            text = "ab"
        );
        assert_eq!(persian().say(&unknown), "قرمز has \u{200e}−۱٫۵ of '\u{2066}ab\u{2069}'");
    }

    #[test]
    fn names_are_looked_up_as_a_whole() {
        for (english, said) in [
            ("Yellow", "زرد"),
            ("-3.5", "\u{200e}−۳٫۵"),
            ("Ghost 2", "روح ۲"),
            ("5 by 4", "۵ در ۴"),
            ("threats by row", "تهدیدها بر اساس ردیف"),
            ("said by a stranger", "said by a stranger"),
        ] {
            assert_eq!(persian().name(english), said);
        }
    }
}
