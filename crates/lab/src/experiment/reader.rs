//! From TOML to types that derive `Deserialize`. toml's own deserializer does the same, but with its own error messages;
//! this one reports the name of the setting, its line and column, and what would be right.

use std::ops::Range;

use plylab_core::{Field, InputError, Message, message};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_spanned::de::{SpannedDeserializer, is_spanned};
use toml::Spanned;
use toml::de::{DeInteger, DeValue};

use super::access::{ListAccess, TableAccess};
use super::fault::{Fault, Wrong, choices};
use super::source::Source;
use super::values::{table_form, text_form};

/// Reads a whole file. `wanted` gives the hint where a table lacks a key; it takes the name of the table and the key.
pub fn read<T: DeserializeOwned>(
    source: Source<'_>,
    wanted: fn(&str, &str) -> Message,
) -> Result<T, InputError> {
    let whole = source.parse()?;
    T::deserialize(Reader { source, value: &whole, name: None, wanted }).map_err(|fault| match fault {
        Fault::Reported(error) => *error,
        // Serde's own message. The outermost table reports every fault, so this is not reached in practice.
        unreported => source.wrong(&(0..0), Message::verbatim(unreported.to_string())),
    })
}

/// A value with its location and the name of its setting; the file as a whole has none.
#[derive(Clone, Copy)]
pub struct Reader<'de> {
    source: Source<'de>,
    value: &'de Spanned<DeValue<'de>>,
    name: Option<&'de str>,
    wanted: fn(&str, &str) -> Message,
}

impl<'de> Reader<'de> {
    /// A value of this table.
    pub fn entry(self, key: &'de str, value: &'de Spanned<DeValue<'de>>) -> Reader<'de> {
        Reader { value, name: Some(key), ..self }
    }

    /// A value of this list: it belongs to the same setting.
    pub fn item(self, value: &'de Spanned<DeValue<'de>>) -> Reader<'de> {
        Reader { value, ..self }
    }

    /// Reports a fault of this value, unless it has already been reported further inside.
    fn report(self, fault: Fault) -> Fault {
        let report = |span: &Range<usize>, wrong: Message, right: Message| {
            Fault::Reported(Box::new(self.source.wrong(span, wrong).expected(right)))
        };
        let name = self.name.unwrap_or_default();
        let span = self.value.span();
        match fault {
            Fault::Reported(error) => Fault::Reported(error),
            Fault::Value(Wrong::Kind, right) => {
                report(&span, cannot_be(name, kind(self.value.get_ref())), right)
            }
            Fault::Value(Wrong::Value, right) => {
                report(&span, cannot_be(name, written(self.value.get_ref())), right)
            }
            Fault::Value(Wrong::Empty, right) => {
                report(&span, message!("setting-empty", "'{key}' is empty", key = name), right)
            }
            Fault::Missing(key) => {
                let wrong =
                    message!("setting-missing", "'{key}' is missing in {owner}", key, owner = self.called());
                report(&span, wrong, (self.wanted)(name, key))
            }
            Fault::Unknown(key, known) => {
                let span = self.key_span(&key).unwrap_or(span);
                let wrong = message!(
                    "no-such-setting",
                    "'{key}' is not a setting of {owner}",
                    key,
                    owner = self.called()
                );
                report(&span, wrong, message!("it-has", "it has {names}", names = known.to_vec()))
            }
        }
    }

    /// Its name as a table.
    fn called(self) -> Message {
        self.name
            .map_or_else(|| message!("the-file", "the file"), |name| Message::verbatim(format!("'{name}'")))
    }

    /// The location of that key of the table.
    fn key_span(self, name: &str) -> Option<Range<usize>> {
        self.value.get_ref().as_table()?.keys().find(|key| key.get_ref() == name).map(Spanned::span)
    }

    /// The fault that it has the wrong type.
    fn mismatch(self, right: Message) -> Fault {
        self.report(Fault::Value(Wrong::Kind, right))
    }
}

/// The error that a setting cannot have this value.
fn cannot_be(key: &str, value: impl Into<Field>) -> Message {
    message!("setting-cannot-be", "'{key}' cannot be {value}", key, value)
}

/// The type of a value.
fn kind(value: &DeValue<'_>) -> Message {
    match value {
        DeValue::String(_) => message!("a-string", "a string"),
        DeValue::Integer(_) => message!("an-integer", "an integer"),
        DeValue::Float(_) => message!("a-float", "a float"),
        DeValue::Boolean(_) => message!("a-boolean", "a boolean"),
        DeValue::Datetime(_) => message!("a-datetime", "a datetime"),
        DeValue::Array(_) => message!("an-array", "an array"),
        DeValue::Table(_) => message!("a-table", "a table"),
    }
}

/// A value as it is written in the file.
fn written(value: &DeValue<'_>) -> Field {
    match value {
        DeValue::Integer(number) => number.to_string().into(),
        DeValue::Float(number) => number.to_string().into(),
        DeValue::Boolean(yes) => yes.to_string().into(),
        DeValue::String(text) => format!("\"{text}\"").into(),
        // Too long to repeat.
        DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => kind(value).into(),
    }
}

/// The fault that a value has another type than `visitor` expects. The actual type is added with the location.
fn mismatch<'de>(visitor: &impl Visitor<'de>) -> Fault {
    Fault::invalid_type(Unexpected::Unit, visitor)
}

/// An integer in any notation of TOML.
fn integer<'de, V: Visitor<'de>>(number: &DeInteger<'_>, visitor: V) -> Result<V::Value, Fault> {
    let (digits, radix) = (number.as_str(), number.radix());
    if let Ok(number) = u64::from_str_radix(digits, radix) {
        return visitor.visit_u64(number);
    }
    match i64::from_str_radix(digits, radix) {
        Ok(number) => visitor.visit_i64(number),
        Err(_) => Err(Fault::invalid_value(Unexpected::Other(digits), &visitor)),
    }
}

impl<'de> IntoDeserializer<'de, Fault> for Reader<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    /// For values of several types. Numbers are passed on as written, because that is what replaces a placeholder.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::String(text) => visitor.visit_borrowed_str(text),
            DeValue::Integer(number) if number.radix() == 10 => visitor.visit_str(number.as_str()),
            DeValue::Float(number) => visitor.visit_str(number.as_str()),
            DeValue::Boolean(yes) => visitor.visit_str(&yes.to_string()),
            DeValue::Array(items) => visitor.visit_seq(ListAccess::new(self, items)),
            DeValue::Table(table) => visitor.visit_map(TableAccess::new(self, table)),
            DeValue::Integer(_) | DeValue::Datetime(_) => Err(mismatch(&visitor)),
        }
        .map_err(|fault| self.report(fault))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::Boolean(yes) => visitor.visit_bool(*yes),
            _ => Err(self.mismatch(message!("truth-form", "use true or false"))),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::Integer(number) => integer(number, visitor),
            _ => Err(mismatch(&visitor)),
        }
        .map_err(|fault| self.report(fault))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let text = match self.value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
            DeValue::Float(number) => number.as_str(),
            _ => return Err(self.mismatch(message!("use-number", "use a number"))),
        };
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => visitor.visit_f64(number),
            _ => Err(self.report(Fault::Value(Wrong::Value, message!("use-finite", "use a finite number")))),
        }
    }

    /// No text of a file may be empty.
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::String(text) if text.trim().is_empty() => {
                Err(self.report(Fault::Value(Wrong::Empty, text_form())))
            }
            DeValue::String(text) => visitor.visit_borrowed_str(text),
            _ => Err(self.mismatch(text_form())),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::Table(table) => {
                visitor.visit_map(TableAccess::new(self, table)).map_err(|fault| self.report(fault))
            }
            _ => Err(self.mismatch(table_form())),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if is_spanned(name) {
            return visitor.visit_map(SpannedDeserializer::new(self, self.value.span()));
        }
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.value.get_ref() {
            DeValue::String(text) => visitor
                .visit_enum(BorrowedStrDeserializer::<Fault>::new(text))
                .map_err(|fault| self.report(fault)),
            _ => Err(self.mismatch(choices(variants))),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 char str bytes byte_buf unit unit_struct seq tuple tuple_struct
        identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Deserialize;

    use super::super::values::{Entries, List, Whole, Word};
    use super::*;

    /// A file with the one setting `x`.
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct One<T> {
        x: T,
    }

    #[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Letter {
        A,
        BigB,
    }

    fn read_one<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        let wanted = |table: &str, key: &str| message!("wanted", "add {key} to [{table}]", key, table);
        read::<One<T>>(Source::new(text), wanted).map(|one| one.x).map_err(|error| error.to_string())
    }

    fn error<T: DeserializeOwned + Debug>(text: &str) -> String {
        read_one::<T>(text).unwrap_err()
    }

    #[test]
    fn columns_count_characters_and_not_bytes() {
        assert_eq!(
            error::<List<String>>("# \u{fc}\nx = [\"\u{e4}\", 1]"),
            "line 2, column 11: 'x' cannot be an integer; write text in quotation marks"
        );
    }

    #[test]
    fn the_wrong_kind_of_value_is_refused_with_the_right_one() {
        for (found, wrong) in [
            (error::<String>("x = 3"), "'x' cannot be an integer; write text in quotation marks"),
            (error::<String>("x = ' '"), "'x' is empty; write text in quotation marks"),
            (error::<f64>("x = 'a'"), "'x' cannot be a string; use a number"),
            (error::<f64>("x = nan"), "'x' cannot be nan; use a finite number"),
            (error::<f64>("x = 1e999"), "'x' cannot be 1e999; use a finite number"),
            (error::<bool>("x = 'yes'"), "'x' cannot be a string; use true or false"),
            (error::<Letter>("x = 'c'"), "'x' cannot be \"c\"; use \"a\" or \"big-b\""),
            (error::<Letter>("x = 1.5"), "'x' cannot be a float; use \"a\" or \"big-b\""),
            (error::<List<f64>>("x = 1"), "'x' cannot be an integer; write a list: [1, 2, 3]"),
            (error::<List<f64>>("x = {}"), "'x' cannot be a table; write a list: [1, 2, 3]"),
            (error::<Entries<f64>>("x = true"), "'x' cannot be a boolean; write a table: { key = value }"),
            (error::<Spanned<One<f64>>>("x = []"), "'x' cannot be an array; write a table: { key = value }"),
        ] {
            assert_eq!(found, format!("line 1, column 5: {wrong}"));
        }
    }

    #[test]
    fn unknown_and_missing_keys_are_reported_with_their_table() {
        assert_eq!(
            error::<One<f64>>("x = { y = 1, x = 2 }"),
            "line 1, column 7: 'y' is not a setting of 'x'; it has x"
        );
        assert_eq!(error::<One<f64>>("\n[x]\n"), "line 2, column 1: 'x' is missing in 'x'; add x to [x]");
        assert_eq!(error::<f64>("y = 1"), "line 1, column 1: 'y' is not a setting of the file; it has x");
        assert_eq!(error::<f64>("# nothing"), "line 1, column 1: 'x' is missing in the file; add x to []");
    }

    #[test]
    fn keys_and_values_keep_their_location_and_the_order_of_the_file() {
        let Entries(entries) = read_one::<Entries<Spanned<Word>>>("[x]\nb = 1.50\na = 'c'").unwrap();
        let found: Vec<_> = entries
            .iter()
            .map(|(key, word)| (key.get_ref().as_str(), key.span(), word.get_ref().0.as_str(), word.span()))
            .collect();
        assert_eq!(found, [("b", 4..5, "1.50", 8..12), ("a", 13..14, "c", 17..20)]);
    }

    #[test]
    fn numbers_may_have_any_notation_of_toml() {
        type Any = Whole<0, { u64::MAX }>;
        assert_eq!(read_one("x = 10_000"), Ok(Whole::<0, { u64::MAX }>(10_000)));
        assert_eq!(read_one::<Any>("x = 0x10"), Ok(Whole(16)));
        assert_eq!(read_one::<Any>("x = 18446744073709551615"), Ok(Whole(u64::MAX)));
        assert_eq!(read_one("x = 10_000"), Ok(10_000.0));
        assert_eq!(read_one("x = 1e3"), Ok(1000.0));
        assert_eq!(read_one("x = -2.5"), Ok(-2.5));
        assert_eq!(read_one("x = 10_000"), Ok(Word("10000".to_owned())));
        assert_eq!(read_one("x = 'big-b'"), Ok(Letter::BigB));
    }
}
