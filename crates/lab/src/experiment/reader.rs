//! TOML with places: every mistake in a file is told with its line and column, and with what would be right.

use std::ops::Range;

use plylab_core::InputError;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text, and where its bytes stand in lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// That text.
    pub fn new(text: &'a str) -> Source<'a> {
        Source { text }
    }

    /// The table that the whole text is.
    pub fn parse(self) -> Result<Spanned<DeTable<'a>>, InputError> {
        DeTable::parse(self.text).map_err(|error| {
            let place = error.span().unwrap_or(0..0);
            let what = error.message().replace('\n', ", ");
            match self.text.get(place.clone()) {
                Some(key) if what.starts_with("duplicate key") => {
                    self.wrong(&place, format!("'{key}' is there twice")).expected("write every key once")
                }
                _ => self.wrong(&place, what).expected("write TOML: key = value, [table] or [[list]]"),
            }
        })
    }

    /// The error that `what` is wrong there.
    pub fn wrong(self, place: &Range<usize>, what: impl Into<String>) -> InputError {
        InputError::new(what).at(self.place(place))
    }

    /// Says of an error from elsewhere that it was caused there.
    pub fn locate(self, place: &Range<usize>, error: InputError) -> InputError {
        error.at(self.place(place))
    }

    fn place(self, place: &Range<usize>) -> String {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        format!("line {line}, column {column}")
    }
}

/// A value with its place.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a, 't> {
    source: Source<'a>,
    value: &'t Spanned<DeValue<'a>>,
    name: &'t str,
}

/// A table, of which every key must be known.
#[derive(Clone, Debug)]
pub struct Table<'a, 't> {
    source: Source<'a>,
    table: &'t DeTable<'a>,
    place: Range<usize>,
    name: String,
}

impl<'a, 't> Table<'a, 't> {
    /// The table of a whole file.
    pub fn whole(source: Source<'a>, table: &'t Spanned<DeTable<'a>>) -> Table<'a, 't> {
        Table { source, table: table.get_ref(), place: 0..0, name: "the file".to_owned() }
    }

    /// Refuses keys that are none of these.
    pub fn allow(&self, keys: &[&str]) -> Result<(), InputError> {
        let odd = self.table.keys().filter(|key| !keys.contains(&key.get_ref().as_ref()));
        match odd.min_by_key(|key| key.span().start) {
            None => Ok(()),
            Some(key) => Err(self
                .source
                .wrong(&key.span(), format!("'{}' is not a setting of {}", key.get_ref(), self.name))
                .expected(format!("it has {}", keys.join(", ")))),
        }
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &'t str) -> Option<Item<'a, 't>> {
        self.table.get(key).map(|value| Item { source: self.source, value, name: key })
    }

    /// The value of a key that must be there.
    pub fn need(&self, key: &'t str, right: &str) -> Result<Item<'a, 't>, InputError> {
        self.get(key).ok_or_else(|| {
            self.source
                .wrong(&self.place, format!("'{key}' is missing in {}", self.name))
                .expected(right.to_owned())
        })
    }

    /// Every key with its value, in the order of the file.
    pub fn entries(&self) -> Vec<(&'t str, Range<usize>, Item<'a, 't>)> {
        let mut entries: Vec<_> = self
            .table
            .iter()
            .map(|(key, value)| {
                let name: &'t str = key.get_ref();
                (name, key.span(), Item { source: self.source, value, name })
            })
            .collect();
        entries.sort_by_key(|(_, place, _)| place.start);
        entries
    }

    /// Where it begins.
    pub fn place(&self) -> Range<usize> {
        self.place.clone()
    }

    /// The text it was read from.
    pub fn source(&self) -> Source<'a> {
        self.source
    }
}

impl<'a, 't> Item<'a, 't> {
    /// The error that `what` is wrong here.
    pub fn wrong(&self, what: impl Into<String>) -> InputError {
        self.source.wrong(&self.value.span(), what)
    }

    /// Says of an error from elsewhere that it was caused here.
    pub fn locate(&self, error: InputError) -> InputError {
        self.source.locate(&self.value.span(), error)
    }

    /// Where it stands.
    pub fn place(&self) -> Range<usize> {
        self.value.span()
    }

    fn not(&self, right: &str) -> InputError {
        let kind = self.value.get_ref().type_str();
        let article = if kind.starts_with(['a', 'i']) { "an" } else { "a" };
        self.wrong(format!("'{}' cannot be {article} {kind}", self.name)).expected(right.to_owned())
    }

    /// A text that is not empty.
    pub fn text(&self) -> Result<&'t str, InputError> {
        match self.value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => Err(self
                .wrong(format!("'{}' is empty", self.name))
                .expected("write a text in quotation marks")),
            DeValue::String(text) => Ok(text),
            _ => Err(self.not("write a text in quotation marks")),
        }
    }

    /// A whole number from `least` to `most`.
    pub fn whole(&self, least: u64, most: u64) -> Result<u64, InputError> {
        let right = format!("use a whole number from {least} to {most}");
        match self.value.get_ref() {
            DeValue::Integer(number) => u64::from_str_radix(number.as_str(), number.radix())
                .ok()
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    self.wrong(format!("'{}' cannot be {number}", self.name)).expected(right.clone())
                }),
            _ => Err(self.not(&right)),
        }
    }

    /// A finite number.
    pub fn number(&self) -> Result<f64, InputError> {
        let text = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.not("use a number")),
        };
        text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| {
            self.wrong(format!("'{}' cannot be {text}", self.name)).expected("use a finite number")
        })
    }

    /// Yes or no.
    pub fn yes(&self) -> Result<bool, InputError> {
        match self.value.get_ref() {
            DeValue::Boolean(yes) => Ok(*yes),
            _ => Err(self.not("use true or false")),
        }
    }

    /// One of the named `choices`.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Result<T, InputError> {
        let names: Vec<String> = choices.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let right = format!("use {}", names.join(" or "));
        let DeValue::String(text) = self.value.get_ref() else { return Err(self.not(&right)) };
        let found = choices.iter().find(|(name, _)| *name == text.as_ref());
        found.map(|&(_, choice)| choice).ok_or_else(|| {
            self.wrong(format!("'{}' cannot be \"{text}\"", self.name)).expected(right.clone())
        })
    }

    /// The items of a list.
    pub fn items(&self) -> Result<Vec<Item<'a, 't>>, InputError> {
        match self.value.get_ref() {
            DeValue::Array(items) => {
                Ok(items.iter().map(|value| Item { source: self.source, value, name: self.name }).collect())
            }
            _ => Err(self.not("write a list: [1, 2, 3]")),
        }
    }

    /// The items of a list that is not empty.
    pub fn list(&self) -> Result<Vec<Item<'a, 't>>, InputError> {
        let items = self.items()?;
        if items.is_empty() {
            return Err(self
                .wrong(format!("'{}' is empty", self.name))
                .expected("write a list with at least one value"));
        }
        Ok(items)
    }

    /// A text, or a number as text: what an axis may have for a value.
    pub fn word(&self) -> Result<String, InputError> {
        match self.value.get_ref() {
            DeValue::String(_) => self.text().map(str::to_owned),
            DeValue::Integer(number) if number.radix() == 10 => Ok(number.to_string()),
            DeValue::Float(number) => Ok(number.to_string()),
            DeValue::Boolean(yes) => Ok(yes.to_string()),
            _ => Err(self.not("use texts or numbers")),
        }
    }

    /// One word or a list of words.
    pub fn words(&self) -> Result<Vec<String>, InputError> {
        match self.value.get_ref() {
            DeValue::Array(_) => self.list()?.iter().map(Item::word).collect(),
            _ => Ok(vec![self.word()?]),
        }
    }

    /// A table.
    pub fn table(&self) -> Result<Table<'a, 't>, InputError> {
        match self.value.get_ref() {
            DeValue::Table(table) => Ok(Table {
                source: self.source,
                table,
                place: self.value.span(),
                name: format!("'{}'", self.name),
            }),
            _ => Err(self.not("write a table: { key = value }")),
        }
    }

    /// A list of tables.
    pub fn tables(&self) -> Result<Vec<Table<'a, 't>>, InputError> {
        self.list()?.iter().map(Item::table).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error of `read` on the key `x` of a text.
    fn error<T>(
        text: &'static str,
        read: impl for<'a, 't> Fn(Item<'a, 't>) -> Result<T, InputError>,
    ) -> String {
        let source = Source::new(text);
        let parsed = source.parse().unwrap();
        let table = Table::whole(source, &parsed);
        read(table.need("x", "").unwrap()).err().unwrap().to_string()
    }

    #[test]
    fn what_is_no_toml_is_told_with_its_place() {
        for (text, place) in [
            ("a = 1\nb = = 2", "line 2, column 5: "),
            ("title = \"x", "line 1, column "),
            ("[[sweep]\n", "line 1, column "),
        ] {
            let error = Source::new(text).parse().unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
            assert!(error.ends_with("; write TOML: key = value, [table] or [[list]]"), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(
            Source::new("a = 1\na = 2").parse().unwrap_err().to_string(),
            "line 2, column 1: 'a' is there twice; write every key once"
        );
    }

    #[test]
    fn columns_count_characters_and_not_bytes() {
        assert_eq!(
            error("# \u{fc}\n\"\u{fc}\u{fc}\" = 0\nx = [\"\u{e4}\", 1]", |item| item.items()?[1]
                .text()
                .map(str::to_owned)),
            "line 3, column 11: 'x' cannot be an integer; write a text in quotation marks"
        );
    }

    #[test]
    fn the_wrong_kind_of_value_is_refused_with_the_right_one() {
        assert_eq!(
            error("x = 3", |item| item.text().map(str::to_owned)),
            "line 1, column 5: 'x' cannot be an integer; write a text in quotation marks"
        );
        assert_eq!(
            error("x = ' '", |item| item.text().map(str::to_owned)),
            "line 1, column 5: 'x' is empty; write a text in quotation marks"
        );
        assert_eq!(
            error("x = 'a'", |item| item.whole(1, 9)),
            "line 1, column 5: 'x' cannot be a string; use a whole number from 1 to 9"
        );
        for (text, shown) in
            [("x = 10", "10"), ("x = -1", "-1"), ("x = 99999999999999999999", "99999999999999999999")]
        {
            let right = format!("line 1, column 5: 'x' cannot be {shown}; use a whole number from 1 to 9");
            assert_eq!(error(text, |item| item.whole(1, 9)), right);
        }
        assert_eq!(
            error("x = nan", |item| item.number()),
            "line 1, column 5: 'x' cannot be nan; use a finite number"
        );
        assert_eq!(
            error("x = 'yes'", |item| item.yes()),
            "line 1, column 5: 'x' cannot be a string; use true or false"
        );
        assert_eq!(
            error("x = 'c'", |item| item.choice(&[("a", 1), ("b", 2)])),
            "line 1, column 5: 'x' cannot be \"c\"; use \"a\" or \"b\""
        );
        assert_eq!(
            error("x = []", |item| item.list().map(|list| list.len())),
            "line 1, column 5: 'x' is empty; write a list with at least one value"
        );
        assert_eq!(
            error("x = 1979-05-27", |item| item.word()),
            "line 1, column 5: 'x' cannot be a datetime; use texts or numbers"
        );
        assert_eq!(
            error("x = [1]", |item| item.tables().map(|list| list.len())),
            "line 1, column 6: 'x' cannot be an integer; write a table: { key = value }"
        );
    }

    #[test]
    fn numbers_may_be_written_in_any_way_that_toml_knows() {
        let source = Source::new("x = 10_000\ny = 0x10\nz = 1e3\nw = -2.5");
        let parsed = source.parse().unwrap();
        let table = Table::whole(source, &parsed);
        let item = |key| table.get(key).unwrap();
        assert_eq!(item("x").whole(0, u64::MAX), Ok(10_000));
        assert_eq!(item("x").number(), Ok(10_000.0));
        assert_eq!(item("x").word(), Ok("10000".to_owned()));
        assert_eq!(item("y").whole(0, u64::MAX), Ok(16));
        assert_eq!(item("z").number(), Ok(1000.0));
        assert_eq!(item("w").number(), Ok(-2.5));
    }

    #[test]
    fn unknown_and_missing_keys_are_told() {
        let source = Source::new("b = 1\na = 1\n");
        let parsed = source.parse().unwrap();
        let table = Table::whole(source, &parsed);
        assert_eq!(
            table.allow(&["c", "d"]).unwrap_err().to_string(),
            "line 1, column 1: 'b' is not a setting of the file; it has c, d"
        );
        assert_eq!(
            table.need("c", "add it").unwrap_err().to_string(),
            "line 1, column 1: 'c' is missing in the file; add it"
        );
        assert_eq!(table.entries().iter().map(|(name, _, _)| *name).collect::<Vec<&str>>(), ["b", "a"]);
    }
}
