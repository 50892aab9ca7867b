//! TOML files that users write. Every value knows its key, its line and its column, so that an error says where it is, what
//! is wrong and what would be right.
//!
//! ```
//! use plylab_core::toml::Document;
//!
//! # fn main() -> Result<(), plylab_core::InputError> {
//! let document = Document::parse("title = \"Depths\"\ngames = 100")?;
//! let file = document.root().table(&["title", "games", "seed"])?;
//! assert_eq!(file.text("title")?, "Depths");
//! assert_eq!(file.optional("seed", |seed| seed.whole(0..=u64::MAX))?, None);
//! let error = file.optional("games", |games| games.whole(1..=10)).unwrap_err();
//! assert_eq!(error.to_string(), "line 2, column 9: 'games' cannot be 100; use a whole number from 1 to 10");
//! # Ok(())
//! # }
//! ```

use std::ops::RangeInclusive;

use ::toml::Spanned;
use ::toml::de::{DeString, DeTable, DeValue};

use crate::{Field, InputError, Message, message};

/// The text of a file, which turns offsets into lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct TomlSource<'a>(&'a str);

impl TomlSource<'_> {
    /// Adds the location at that offset to an error.
    pub fn locate(self, offset: usize, error: InputError) -> InputError {
        let before = self.0.get(..offset).unwrap_or(self.0);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        error.at(Message::spot(line, column))
    }
}

/// A parsed file.
#[derive(Debug)]
pub struct Document<'a> {
    source: TomlSource<'a>,
    whole: Spanned<DeValue<'a>>,
}

impl<'a> Document<'a> {
    /// Parses the text of a file.
    ///
    /// # Errors
    ///
    /// If it is not TOML.
    pub fn parse(text: &'a str) -> Result<Document<'a>, InputError> {
        let source = TomlSource(text);
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let what = error.message().replace('\n', ", ");
            let error = match text.get(span.clone()) {
                Some(key) if what.starts_with("duplicate key") => {
                    InputError::new(message!("key-there-twice", "'{key}' occurs twice"))
                        .expected(message!("keys-once", "write every key once"))
                }
                _ => InputError::new(message!("not-toml", "this is not TOML ({error})", error = what))
                    .expected(message!("toml-form", "write TOML: key = value, [table] or [[list]]")),
            };
            source.locate(span.start, error)
        })?;
        Ok(Document { source, whole: Spanned::new(0..0, DeValue::Table(table.into_inner())) })
    }

    /// The text that it was parsed from.
    pub fn source(&self) -> TomlSource<'a> {
        self.source
    }

    /// The file as a whole.
    pub fn root(&self) -> TomlValue<'_> {
        TomlValue { source: self.source, key: None, value: &self.whole }
    }
}

/// A value of a file.
#[derive(Clone, Copy, Debug)]
pub struct TomlValue<'a> {
    source: TomlSource<'a>,
    /// Items of a list have the key of the list; the file has none.
    key: Option<&'a Spanned<DeString<'a>>>,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> TomlValue<'a> {
    /// Its key; nothing for the file as a whole.
    pub fn key(self) -> &'a str {
        self.key.map_or("", |key| key.get_ref())
    }

    /// Where it begins: an offset in the text.
    pub fn start(self) -> usize {
        self.value.span().start
    }

    /// As it is written in the file.
    pub fn excerpt(self) -> &'a str {
        self.source.0.get(self.value.span()).unwrap_or_default()
    }

    /// Adds its location to an error.
    pub fn locate(self, error: InputError) -> InputError {
        self.source.locate(self.start(), error)
    }

    /// An error at this value.
    pub fn wrong(self, what: Message) -> InputError {
        self.locate(InputError::new(what))
    }

    /// An error at its key.
    pub fn wrong_key(self, what: Message) -> InputError {
        let start = self.key.map_or(0, |key| key.span().start);
        self.source.locate(start, InputError::new(what))
    }

    /// The error that it has the right type and cannot be used, with what can.
    fn refused(self, right: Message) -> InputError {
        let written = match self.value.get_ref() {
            DeValue::Integer(number) => number.to_string().into(),
            DeValue::Float(number) => number.to_string().into(),
            DeValue::Boolean(yes) => yes.to_string().into(),
            DeValue::String(text) => format!("\"{text}\"").into(),
            // Too long to repeat.
            DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => self.kind().into(),
        };
        self.cannot_be(written, right)
    }

    /// The error that it has the wrong type.
    fn mismatch(self, right: Message) -> InputError {
        self.cannot_be(self.kind().into(), right)
    }

    fn cannot_be(self, value: Field, right: Message) -> InputError {
        let key = self.key();
        self.wrong(message!("setting-cannot-be", "'{key}' cannot be {value}")).expected(right)
    }

    fn empty(self, right: Message) -> InputError {
        self.wrong(message!("setting-empty", "'{key}' is empty", key = self.key())).expected(right)
    }

    /// Its type.
    fn kind(self) -> Message {
        match self.value.get_ref() {
            DeValue::String(_) => message!("a-string", "a string"),
            DeValue::Integer(_) => message!("an-integer", "an integer"),
            DeValue::Float(_) => message!("a-float", "a float"),
            DeValue::Boolean(_) => message!("a-boolean", "a boolean"),
            DeValue::Datetime(_) => message!("a-datetime", "a datetime"),
            DeValue::Array(_) => message!("an-array", "an array"),
            DeValue::Table(_) => message!("a-table", "a table"),
        }
    }

    /// Its name as a table.
    fn owner(self) -> Message {
        match self.key {
            Some(_) => Message::quoted(self.key()),
            None => message!("the-file", "the file"),
        }
    }

    /// Is it a table?
    pub fn is_table(self) -> bool {
        self.value.get_ref().is_table()
    }

    /// Is it a list?
    pub fn is_list(self) -> bool {
        self.value.get_ref().is_array()
    }

    /// A text that is not empty.
    ///
    /// # Errors
    ///
    /// As all errors of this type: if it is another kind of value, with what would be right.
    pub fn text(self) -> Result<String, InputError> {
        let right = message!("text-form", "write text in quotation marks");
        match self.value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => Err(self.empty(right)),
            DeValue::String(text) => Ok(text.to_string()),
            _ => Err(self.mismatch(right)),
        }
    }

    /// A text, or a number or a boolean as it is written.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn word(self) -> Result<String, InputError> {
        match self.value.get_ref() {
            DeValue::String(_) => self.text(),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
            DeValue::Float(number) => Ok(number.as_str().to_owned()),
            DeValue::Boolean(yes) => Ok(yes.to_string()),
            _ => Err(self.mismatch(message!("words-form", "use strings or numbers"))),
        }
    }

    /// A whole number in that range, in any notation of TOML.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn whole(self, range: RangeInclusive<u64>) -> Result<u64, InputError> {
        let right = || {
            let (least, most) = (exact(*range.start()), exact(*range.end()));
            message!("whole-range", "use a whole number from {least} to {most}")
        };
        let DeValue::Integer(number) = self.value.get_ref() else { return Err(self.mismatch(right())) };
        let number = u64::from_str_radix(number.as_str(), number.radix()).ok();
        number.filter(|number| range.contains(number)).ok_or_else(|| self.refused(right()))
    }

    /// A finite number.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn number(self) -> Result<f64, InputError> {
        let text = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.mismatch(message!("use-number", "use a number"))),
        };
        let number = text.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| self.refused(message!("use-finite", "use a finite number")))
    }

    /// A switch.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn switch(self) -> Result<bool, InputError> {
        let right = || self.mismatch(message!("truth-form", "use true or false"));
        self.value.get_ref().as_bool().ok_or_else(right)
    }

    /// One of several names.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn choice<T: Copy>(self, choices: &[(&str, T)]) -> Result<T, InputError> {
        let right = || {
            let quoted = choices.iter().map(|(name, _)| Message::verbatim(format!("\"{name}\"")));
            let choices = quoted.reduce(|one, other| message!("or", "{one} or {other}"));
            let choices = choices.unwrap_or_else(|| Message::verbatim(""));
            message!("use-one-of", "use {choices}")
        };
        let text = self.value.get_ref().as_str().ok_or_else(|| self.mismatch(right()))?;
        let chosen = choices.iter().find(|(name, _)| *name == text);
        chosen.map(|&(_, choice)| choice).ok_or_else(|| self.refused(right()))
    }

    /// The items of a list, which may be empty.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn items(self) -> Result<Vec<TomlValue<'a>>, InputError> {
        match self.value.get_ref() {
            DeValue::Array(items) => Ok(items.iter().map(|value| TomlValue { value, ..self }).collect()),
            _ => Err(self.mismatch(message!("list-form", "write a list: [1, 2, 3]"))),
        }
    }

    /// The items of a list with at least one, each as `read` reads it.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn list<T>(
        self,
        read: impl Fn(TomlValue<'a>) -> Result<T, InputError>,
    ) -> Result<Vec<T>, InputError> {
        let items = self.items()?;
        if items.is_empty() {
            return Err(self.empty(message!("list-some", "write a list with at least one value")));
        }
        items.into_iter().map(read).collect()
    }

    /// A list of at least one text.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn texts(self) -> Result<Vec<String>, InputError> {
        if !self.is_list() {
            let right = message!("texts-form", "write a list of texts: [\"one\", \"two\"]");
            return Err(self.mismatch(right));
        }
        self.list(TomlValue::text)
    }

    /// The values of a table with any keys, in the order of the file.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`].
    pub fn entries(self) -> Result<Vec<TomlValue<'a>>, InputError> {
        let Some(table) = self.value.get_ref().as_table() else {
            return Err(self.mismatch(message!("table-form", "write a table: {{ key = value }}")));
        };
        let mut entries: Vec<(usize, TomlValue<'a>)> = table
            .iter()
            .map(|(key, value)| (key.span().start, TomlValue { key: Some(key), value, ..self }))
            .collect();
        entries.sort_by_key(|(start, _)| *start);
        Ok(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    /// A table whose keys are among `known`.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::text`], and if it has another key.
    pub fn table(self, known: &[&str]) -> Result<TomlTable<'a>, InputError> {
        let entries = self.entries()?;
        match entries.iter().find(|entry| !known.contains(&entry.key())) {
            None => Ok(TomlTable { value: self, entries }),
            Some(odd) => {
                let (key, owner) = (odd.key(), self.owner());
                let wrong = message!("no-such-setting", "'{key}' is not a setting of {owner}");
                Err(odd.wrong_key(wrong).expected(message!(
                    "it-has",
                    "it has {names}",
                    names = known.to_vec()
                )))
            }
        }
    }
}

/// A number in a message. Pages read numbers of JSON as floats, and would round those beyond 2^53.
fn exact(number: u64) -> Field {
    if number > 1 << 53 { number.to_string().into() } else { number.into() }
}

/// A table whose keys are known.
#[derive(Clone, Debug)]
pub struct TomlTable<'a> {
    value: TomlValue<'a>,
    entries: Vec<TomlValue<'a>>,
}

impl<'a> TomlTable<'a> {
    /// The table as a value.
    pub fn value(&self) -> TomlValue<'a> {
        self.value
    }

    /// A setting, if it is there.
    pub fn get(&self, key: &str) -> Option<TomlValue<'a>> {
        self.entries.iter().find(|entry| entry.key() == key).copied()
    }

    /// A setting that must be there; `right` says what to add.
    ///
    /// # Errors
    ///
    /// If it is not there.
    pub fn require(&self, key: &str, right: Message) -> Result<TomlValue<'a>, InputError> {
        self.get(key).ok_or_else(|| {
            let owner = self.value.owner();
            let wrong = message!("setting-missing", "'{key}' is missing in {owner}");
            self.value.wrong(wrong).expected(right)
        })
    }

    /// A text that must be there.
    ///
    /// # Errors
    ///
    /// If it is not there, or is no text.
    pub fn text(&self, key: &str) -> Result<String, InputError> {
        self.require(key, message!("add-line", "add a line {key} = \"...\""))?.text()
    }

    /// A setting as `read` reads it, if it is there.
    ///
    /// # Errors
    ///
    /// Those of `read`.
    pub fn optional<T>(
        &self,
        key: &str,
        read: impl FnOnce(TomlValue<'a>) -> Result<T, InputError>,
    ) -> Result<Option<T>, InputError> {
        self.get(key).map(read).transpose()
    }

    /// The items of a list, each as `read` reads it; none if the list is not there.
    ///
    /// # Errors
    ///
    /// As [`TomlValue::list`].
    pub fn each<T>(
        &self,
        key: &str,
        read: impl Fn(TomlValue<'a>) -> Result<T, InputError>,
    ) -> Result<Vec<T>, InputError> {
        self.get(key).map_or_else(|| Ok(Vec::new()), |list| list.list(read))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Letter {
        A,
        BigB,
    }

    fn letter(value: TomlValue<'_>) -> Result<Letter, InputError> {
        value.choice(&[("a", Letter::A), ("big-b", Letter::BigB)])
    }

    /// How a value is read. Texts of tests are never freed, so that methods of `TomlValue` can be named.
    type Read<T> = fn(TomlValue<'static>) -> Result<T, InputError>;

    /// The value of the only key `x` of a text.
    fn read<T>(text: &str, read: Read<T>) -> Result<T, InputError> {
        let document = Box::leak(Box::new(Document::parse(text.to_owned().leak())?));
        let file = document.root().table(&["x"])?;
        read(file.require("x", message!("wanted", "add {key}", key = "x"))?)
    }

    fn error<T: Debug>(text: &str, reader: Read<T>) -> String {
        read(text, reader).unwrap_err().to_string()
    }

    #[test]
    fn invalid_toml_is_reported_with_its_location() {
        for (text, location) in [
            ("a = 1\nb = = 2", "line 2, column 5: "),
            ("title = \"x", "line 1, column "),
            ("[[sweep]\n", "line 1, column "),
        ] {
            let error = Document::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(location), "{error}");
            assert!(error.ends_with("; write TOML: key = value, [table] or [[list]]"), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(
            Document::parse("a = 1\na = 2").unwrap_err().to_string(),
            "line 2, column 1: 'a' occurs twice; write every key once"
        );
    }

    #[test]
    fn columns_count_characters_and_not_bytes() {
        assert_eq!(
            error("# \u{fc}\nx = [\"\u{e4}\", 1]", TomlValue::texts),
            "line 2, column 11: 'x' cannot be an integer; write text in quotation marks"
        );
    }

    #[test]
    fn the_wrong_kind_of_value_is_refused_with_the_right_one() {
        let numbers = |value: TomlValue<'_>| value.list(TomlValue::number);
        let inner = |value: TomlValue<'_>| value.table(&["x"]).map(|_| ());
        let any = |value: TomlValue<'_>| value.entries().map(|_| ());
        for (found, wrong) in [
            (error("x = 3", TomlValue::text), "'x' cannot be an integer; write text in quotation marks"),
            (error("x = ' '", TomlValue::text), "'x' is empty; write text in quotation marks"),
            (
                error("x = 'a'", TomlValue::texts),
                "'x' cannot be a string; write a list of texts: [\"one\", \"two\"]",
            ),
            (error("x = 'a'", TomlValue::number), "'x' cannot be a string; use a number"),
            (error("x = nan", TomlValue::number), "'x' cannot be nan; use a finite number"),
            (error("x = 1e999", TomlValue::number), "'x' cannot be 1e999; use a finite number"),
            (error("x = 'yes'", TomlValue::switch), "'x' cannot be a string; use true or false"),
            (error("x = 'c'", letter), "'x' cannot be \"c\"; use \"a\" or \"big-b\""),
            (error("x = 1.5", letter), "'x' cannot be a float; use \"a\" or \"big-b\""),
            (error("x = 1", numbers), "'x' cannot be an integer; write a list: [1, 2, 3]"),
            (error("x = {}", numbers), "'x' cannot be a table; write a list: [1, 2, 3]"),
            (error("x = []", numbers), "'x' is empty; write a list with at least one value"),
            (error("x = true", any), "'x' cannot be a boolean; write a table: { key = value }"),
            (error("x = []", inner), "'x' cannot be an array; write a table: { key = value }"),
        ] {
            assert_eq!(found, format!("line 1, column 5: {wrong}"));
        }
        assert!(read("x = []", TomlValue::items).is_ok_and(|items| items.is_empty()));
    }

    #[test]
    fn unknown_and_missing_keys_are_reported_with_their_table() {
        let inner = |value: TomlValue<'_>| value.table(&["x"])?.text("x");
        assert_eq!(
            error("x = { y = 1, x = 2 }", inner),
            "line 1, column 7: 'y' is not a setting of 'x'; it has x"
        );
        assert_eq!(
            error("\n[x]\n", inner),
            "line 2, column 1: 'x' is missing in 'x'; add a line x = \"...\""
        );
        assert_eq!(error("y = 1", inner), "line 1, column 1: 'y' is not a setting of the file; it has x");
        assert_eq!(error("# nothing", inner), "line 1, column 1: 'x' is missing in the file; add x");
    }

    #[test]
    fn keys_and_values_keep_their_location_and_the_order_of_the_file() {
        let document = Document::parse("[x]\nb = 1.50\na = 'c'").unwrap();
        let [x] = document.root().entries().unwrap()[..] else { panic!("one key") };
        let found: Vec<_> = x
            .entries()
            .unwrap()
            .into_iter()
            .map(|value| (value.key(), value.excerpt(), value.start()))
            .collect();
        assert_eq!(found, [("b", "1.50", 8), ("a", "'c'", 17)]);
    }

    #[test]
    fn numbers_may_have_any_notation_of_toml() {
        let any = |value: TomlValue<'_>| value.whole(0..=u64::MAX);
        assert_eq!(read("x = 10_000", any), Ok(10_000));
        assert_eq!(read("x = 0x10", any), Ok(16));
        assert_eq!(read("x = 18446744073709551615", any), Ok(u64::MAX));
        assert_eq!(read("x = 10_000", TomlValue::number), Ok(10_000.0));
        assert_eq!(read("x = 1e3", TomlValue::number), Ok(1000.0));
        assert_eq!(read("x = -2.5", TomlValue::number), Ok(-2.5));
        assert_eq!(read("x = 10_000", TomlValue::word), Ok("10000".to_owned()));
        assert_eq!(read("x = 'big-b'", letter), Ok(Letter::BigB));
    }

    #[test]
    fn whole_numbers_keep_their_limits() {
        let digit = |value: TomlValue<'_>| value.whole(1..=9);
        assert_eq!(read("x = 9", digit), Ok(9));
        for (text, shown) in [
            ("x = 10", "10"),
            ("x = 0", "0"),
            ("x = -1", "-1"),
            ("x = 99999999999999999999", "99999999999999999999"),
            ("x = 'a'", "a string"),
            ("x = 1.5", "a float"),
        ] {
            let right = format!("line 1, column 5: 'x' cannot be {shown}; use a whole number from 1 to 9");
            assert_eq!(error(text, digit), right);
        }
    }

    #[test]
    fn hints_have_a_code_and_fields() {
        let right = |text: &str, reader: Read<u64>| read(text, reader).unwrap_err().right().cloned().unwrap();
        let range = message!("whole-range", "use a whole number from {least} to {most}", least = 1, most = 9);
        assert_eq!(right("x = 10", |value| value.whole(1..=9)), range);
        assert_eq!(right("x = 'a'", |value| value.whole(1..=9)), range);
        let any = right("x = 0", |value| value.whole(1..=u64::MAX));
        assert_eq!(any.field("most"), Some(&Field::Text(u64::MAX.to_string())));
    }

    #[test]
    fn words_are_strings_numbers_and_booleans_as_written() {
        let words = |value: TomlValue<'_>| value.list(TomlValue::word);
        let expected: Vec<String> = ["a b", "1", "0.50", "1e3", "true"].map(str::to_owned).into();
        assert_eq!(read("x = ['a b', 1, 0.50, 1e3, true]", words), Ok(expected));
        for (text, wrong) in [
            ("''", "'x' is empty; write text in quotation marks"),
            ("1979-05-27", "'x' cannot be a datetime; use strings or numbers"),
            ("0x10", "'x' cannot be an integer; use strings or numbers"),
            ("[1]", "'x' cannot be an array; use strings or numbers"),
            ("{}", "'x' cannot be a table; use strings or numbers"),
        ] {
            assert_eq!(error(&format!("x = {text}"), TomlValue::word), format!("line 1, column 5: {wrong}"));
        }
    }
}
