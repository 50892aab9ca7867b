//! The types of settings beyond strings, numbers and booleans.

use std::fmt;
use std::marker::PhantomData;

use plylab_core::{Field, Message, message};
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, Expected as _, MapAccess, SeqAccess, Unexpected, Visitor};
use toml::Spanned;

use super::AxisValue;
use super::fault::Right;

/// The hint where a list is expected.
fn list_form() -> Right {
    Right(message!("list-form", "write a list: [1, 2, 3]"))
}

/// The hint where a table is expected.
pub fn table_form() -> Message {
    message!("table-form", "write a table: {{ key = value }}")
}

/// The hint where a non-empty text is expected.
pub fn text_form() -> Message {
    message!("text-form", "write text in quotation marks")
}

/// The hint where a value for a placeholder is expected.
fn words_form() -> Right {
    Right(message!("words-form", "use strings or numbers"))
}

/// A number in a message. Pages read numbers of JSON as floats, and would round those beyond 2^53.
fn exact(number: u64) -> Field {
    if number > 1 << 53 { number.to_string().into() } else { number.into() }
}

/// A whole number from `MIN` to `MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Whole<const MIN: u64, const MAX: u64>(pub u64);

impl<'de, const MIN: u64, const MAX: u64> Deserialize<'de> for Whole<MIN, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor<const MIN: u64, const MAX: u64>;

        impl<const MIN: u64, const MAX: u64> Visitor<'_> for WholeVisitor<MIN, MAX> {
            type Value = Whole<MIN, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let right = message!(
                    "whole-range",
                    "use a whole number from {least} to {most}",
                    least = MIN,
                    most = exact(MAX)
                );
                Right(right).fmt(f)
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
                if !(MIN..=MAX).contains(&number) {
                    return Err(E::invalid_value(Unexpected::Unsigned(number), &self));
                }
                Ok(Whole(number))
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Self::Value, E> {
                Err(E::invalid_value(Unexpected::Signed(number), &self))
            }
        }

        deserializer.deserialize_u64(WholeVisitor)
    }
}

/// A list of at least `MIN` items, 0 or 1.
#[derive(Clone, PartialEq, Debug)]
pub struct List<T, const MIN: usize = 1>(pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MIN: usize> Deserialize<'de> for List<T, MIN> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListVisitor<T, const MIN: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MIN: usize> Visitor<'de> for ListVisitor<T, MIN> {
            type Value = List<T, MIN>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                list_form().fmt(f)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
                let mut list = Vec::new();
                while let Some(item) = items.next_element()? {
                    list.push(item);
                }
                if list.len() < MIN {
                    let right = message!("list-some", "write a list with at least one value");
                    return Err(A::Error::invalid_length(list.len(), &Right(right)));
                }
                Ok(List(list))
            }
        }

        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

/// A table of any keys, in the order of the file.
#[derive(Clone, PartialEq, Debug)]
pub struct Entries<T>(pub Vec<(Spanned<String>, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct EntriesVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for EntriesVisitor<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                Right(table_form()).fmt(f)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = table.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }

        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

/// A string, or a number or boolean as written: a value for a placeholder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word(pub String);

impl Word {
    fn read<E: Error>(text: &str) -> Result<Word, E> {
        if text.trim().is_empty() {
            return Err(E::invalid_length(0, &Right(text_form())));
        }
        Ok(Word(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordVisitor;

        impl Visitor<'_> for WordVisitor {
            type Value = Word;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                words_form().fmt(f)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Word, E> {
                Word::read(text)
            }
        }

        deserializer.deserialize_any(WordVisitor)
    }
}

/// One word or a list of words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words(pub Vec<Word>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WordsVisitor;

        impl<'de> Visitor<'de> for WordsVisitor {
            type Value = Words;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                words_form().fmt(f)
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Words, E> {
                Ok(Words(vec![Word::read(text)?]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Words, A::Error> {
                let List(words) = List::<Word>::deserialize(SeqAccessDeserializer::new(items))?;
                Ok(Words(words))
            }
        }

        deserializer.deserialize_any(WordsVisitor)
    }
}

/// The values of an axis: a list of words, or a table of words by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values(pub Vec<AxisValue>);

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ValuesVisitor;

        impl<'de> Visitor<'de> for ValuesVisitor {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                list_form().fmt(f)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Values, A::Error> {
                let List(words) = List::<Word>::deserialize(SeqAccessDeserializer::new(items))?;
                Ok(Values(words.into_iter().map(|Word(text)| AxisValue::plain(text)).collect()))
            }

            fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<Values, A::Error> {
                let Entries(words) = Entries::<Word>::deserialize(MapAccessDeserializer::new(table))?;
                if words.is_empty() {
                    return Err(A::Error::invalid_type(Unexpected::Map, &self));
                }
                let named = |(label, Word(text)): (Spanned<String>, Word)| AxisValue {
                    label: label.into_inner(),
                    text,
                };
                Ok(Values(words.into_iter().map(named).collect()))
            }
        }

        deserializer.deserialize_any(ValuesVisitor)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::de::DeserializeOwned;

    use super::super::reader;
    use super::super::source::Source;
    use super::*;

    /// The value of the key `x` of a text.
    fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
        let entries = reader::read::<Entries<T>>(Source::new(text), |_, key| {
            message!("add-line", "add a line {key} = \"...\"", key)
        });
        entries.map(|Entries(mut entries)| entries.remove(0).1).map_err(|error| error.to_string())
    }

    fn error<T: DeserializeOwned + Debug>(text: &str) -> String {
        read::<T>(text).unwrap_err()
    }

    #[test]
    fn whole_numbers_keep_their_limits() {
        assert_eq!(read("x = 9"), Ok(Whole::<1, 9>(9)));
        for (text, shown) in [
            ("x = 10", "10"),
            ("x = 0", "0"),
            ("x = -1", "-1"),
            ("x = 99999999999999999999", "99999999999999999999"),
            ("x = 'a'", "a string"),
            ("x = 1.5", "a float"),
        ] {
            let right = format!("line 1, column 5: 'x' cannot be {shown}; use a whole number from 1 to 9");
            assert_eq!(error::<Whole<1, 9>>(text), right);
        }
    }

    #[test]
    fn hints_keep_their_code_and_fields_through_serde() {
        let right = |text: &str| {
            let read = reader::read::<Entries<Whole<1, 9>>>(Source::new(text), super::super::file::wanted);
            read.unwrap_err().right().cloned()
        };
        let range = message!("whole-range", "use a whole number from {least} to {most}", least = 1, most = 9);
        assert_eq!(right("x = 10"), Some(range.clone()));
        assert_eq!(right("x = 'a'"), Some(range));
        let any =
            reader::read::<Entries<Whole<1, { u64::MAX }>>>(Source::new("x = 0"), super::super::file::wanted);
        let most = any.unwrap_err().right().and_then(|right| right.field("most").cloned());
        assert_eq!(most, Some(Field::Text(u64::MAX.to_string())));
    }

    #[test]
    fn lists_may_be_empty_only_where_that_means_something() {
        assert_eq!(read("x = []"), Ok(List::<f64, 0>(Vec::new())));
        let right = "line 1, column 5: 'x' is empty; write a list with at least one value";
        assert_eq!(
            [error::<List<f64>>("x = []"), error::<Words>("x = []"), error::<Values>("x = []")],
            [right; 3]
        );
    }

    #[test]
    fn words_are_strings_numbers_and_booleans_as_written() {
        let words = |text: &str| {
            read::<Words>(text).map(|Words(words)| words.into_iter().map(|word| word.0).collect())
        };
        let expected: Vec<String> = ["a b", "1", "0.50", "1e3", "true"].map(str::to_owned).into();
        assert_eq!(words("x = ['a b', 1, 0.50, 1e3, true]"), Ok(expected));
        assert_eq!(words("x = 7"), Ok(vec!["7".to_owned()]));
        for (found, wrong) in [
            (error::<Word>("x = ''"), "line 1, column 5: 'x' is empty; write text in quotation marks"),
            (
                error::<Word>("x = 1979-05-27"),
                "line 1, column 5: 'x' cannot be a datetime; use strings or numbers",
            ),
            (error::<Word>("x = 0x10"), "line 1, column 5: 'x' cannot be an integer; use strings or numbers"),
            (error::<Words>("x = [[1]]"), "line 1, column 6: 'x' cannot be an array; use strings or numbers"),
            (error::<Words>("x = {}"), "line 1, column 5: 'x' cannot be a table; use strings or numbers"),
        ] {
            assert_eq!(found, wrong);
        }
    }

    #[test]
    fn the_values_of_an_axis_may_have_names() {
        let plain = |text: &str| AxisValue::plain(text.to_owned());
        assert_eq!(read("x = [2, 'b']"), Ok(Values(vec![plain("2"), plain("b")])));
        let named = AxisValue { label: "deep".to_owned(), text: "9".to_owned() };
        assert_eq!(read("x = { deep = 9, b = 'b' }"), Ok(Values(vec![named, plain("b")])));
        let list = "write a list: [1, 2, 3]";
        assert_eq!(error::<Values>("x = {}"), format!("line 1, column 5: 'x' cannot be a table; {list}"));
        assert_eq!(error::<Values>("x = 5"), format!("line 1, column 5: 'x' cannot be an integer; {list}"));
        assert_eq!(
            error::<Values>("x = { a = [1] }"),
            "line 1, column 11: 'a' cannot be an array; use strings or numbers"
        );
    }
}
