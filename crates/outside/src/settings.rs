//! Values of a TOML file with their locations: every error says where it is, what is wrong and what would be right.

use std::ops::Range;

use plylab_core::{Field, InputError, Message, message};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The text of a file, which turns offsets into lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a>(pub &'a str);

impl<'a> Source<'a> {
    /// The whole file as a table.
    pub fn parse(self) -> Result<Spanned<DeTable<'a>>, InputError> {
        DeTable::parse(self.0).map_err(|error| {
            let what = error.message().replace('\n', ", ");
            let wrong = message!("not-toml", "this is not TOML ({error})", error = what);
            let right = message!("toml-form", "write TOML: key = value, [table] or [[list]]");
            self.wrong(&error.span().unwrap_or(0..0), wrong).expected(right)
        })
    }

    /// An error at that location.
    pub fn wrong(self, span: &Range<usize>, what: impl Into<Message>) -> InputError {
        let before = self.0.get(..span.start).unwrap_or(self.0);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        InputError::new(what).at(Message::spot(line, column))
    }
}

/// A table whose settings are taken out one by one.
#[derive(Debug)]
pub struct Settings<'a> {
    source: Source<'a>,
    /// Its name, for errors.
    owner: String,
    table: &'a DeTable<'a>,
    known: &'static [&'static str],
}

impl<'a> Settings<'a> {
    /// The settings of a table, which are among `known`.
    pub fn new(
        source: Source<'a>,
        owner: impl Into<String>,
        table: &'a DeTable<'a>,
        known: &'static [&'static str],
    ) -> Result<Settings<'a>, InputError> {
        let settings = Settings { source, owner: owner.into(), table, known };
        match table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(settings),
            Some(odd) => Err(settings.unknown(odd)),
        }
    }

    fn unknown(&self, key: &Spanned<toml::de::DeString<'a>>) -> InputError {
        let wrong = message!(
            "no-such-setting",
            "'{key}' is not a setting of {owner}",
            key = key.get_ref().as_ref(),
            owner = Message::verbatim(self.owner.clone())
        );
        let right = message!("it-has", "it has {names}", names = self.known.to_vec());
        self.source.wrong(&key.span(), wrong).expected(right)
    }

    /// A setting, if it is there.
    fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.iter().find(|(name, _)| name.get_ref() == key).map(|(_, value)| value)
    }

    /// The error that a setting cannot have this value.
    fn refused(&self, key: &str, value: &Spanned<DeValue<'_>>, right: Message) -> InputError {
        let shown = shown(value.get_ref());
        let wrong = message!("setting-cannot-be", "'{key}' cannot be {value}", key, value = shown);
        self.source.wrong(&value.span(), wrong).expected(right)
    }

    /// A text that is not empty.
    pub fn text(&self, key: &str) -> Result<Option<String>, InputError> {
        self.get(key).map(|value| self.word(key, value)).transpose()
    }

    fn word(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Result<String, InputError> {
        match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => Ok(text.to_string()),
            _ => Err(self.refused(key, value, message!("text-form", "write text in quotation marks"))),
        }
    }

    /// A list of texts that is not empty.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, InputError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Array(items) if !items.is_empty() => {
                items.iter().map(|item| self.word(key, item)).collect::<Result<_, _>>().map(Some)
            }
            _ => {
                let right = message!("texts-form", "write a list of texts: [\"one\", \"two\"]");
                Err(self.refused(key, value, right))
            }
        }
    }

    /// A whole number within `range`.
    pub fn whole(&self, key: &str, range: std::ops::RangeInclusive<u64>) -> Result<Option<u64>, InputError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let number = match value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix()).ok(),
            _ => None,
        };
        number.filter(|number| range.contains(number)).map(Some).ok_or_else(|| {
            let (min, max) = (*range.start(), *range.end());
            self.refused(key, value, message!("setting-range", "use a number from {min} to {max}", min, max))
        })
    }

    /// A switch.
    pub fn switch(&self, key: &str) -> Result<bool, InputError> {
        match self.get(key) {
            None => Ok(false),
            Some(value) => match value.get_ref() {
                DeValue::Boolean(yes) => Ok(*yes),
                _ => Err(self.refused(key, value, message!("truth-form", "use true or false"))),
            },
        }
    }

    /// One of several names.
    pub fn choice<T: Copy>(&self, key: &str, choices: &[(&str, T)]) -> Result<Option<T>, InputError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let text = self.word(key, value)?;
        let found = choices.iter().find(|(name, _)| *name == text);
        found.map(|&(_, choice)| Some(choice)).ok_or_else(|| {
            let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
            self.refused(key, value, message!("use-one-of", "use {choices}", choices = names))
        })
    }

    /// A table below this one.
    pub fn table(&self, key: &str) -> Result<Option<&'a DeTable<'a>>, InputError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match value.get_ref() {
            DeValue::Table(table) => Ok(Some(table)),
            _ => Err(self.refused(key, value, message!("table-form", "write a table: {{ key = value }}"))),
        }
    }

    /// Texts by name.
    pub fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, InputError> {
        let Some(table) = self.table(key)? else { return Ok(Vec::new()) };
        table
            .iter()
            .map(|(name, value)| Ok((name.get_ref().to_string(), self.word(name.get_ref(), value)?)))
            .collect()
    }

    /// The error that this setting is missing.
    pub fn missing(&self, key: &str, span: &Range<usize>, right: Message) -> InputError {
        let owner = Message::verbatim(self.owner.clone());
        let wrong = message!("setting-missing", "'{key}' is missing in {owner}", key, owner);
        self.source.wrong(span, wrong).expected(right)
    }

    /// An error at a setting.
    pub fn wrong(&self, key: &str, what: Message) -> InputError {
        self.source.wrong(&self.get(key).map_or(0..0, Spanned::span), what)
    }
}

/// A value for an error: as it is written, or its kind where that would be long.
fn shown(value: &DeValue<'_>) -> Field {
    match value {
        DeValue::String(text) => format!("\"{text}\"").into(),
        DeValue::Integer(number) => number.to_string().into(),
        DeValue::Float(number) => number.to_string().into(),
        DeValue::Boolean(yes) => yes.to_string().into(),
        DeValue::Datetime(_) => message!("a-datetime", "a datetime").into(),
        DeValue::Array(_) => message!("an-array", "an array").into(),
        DeValue::Table(_) => message!("a-table", "a table").into(),
    }
}
