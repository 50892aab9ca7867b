//! The values that fill the gaps of a message.

use std::fmt;

use super::{Message, Words};
use crate::input::InputError;

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Field {
    /// A name that a game or an agent gives in English, and that languages may translate.
    Name(String),
    /// Pieces of notation, separated by blanks.
    Row(Vec<String>),
    /// A text as it was typed, the same in every language.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Text(String),
    /// A number.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Number(Number),
    /// Several values, separated by commas.
    #[cfg_attr(feature = "serde", serde(untagged))]
    List(Vec<Field>),
    /// A part that is a message itself.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Message(Box<Message>),
}

/// A name that languages may translate: of a game, a player, a setting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name(String);

impl Name {
    /// By its English.
    pub fn of(english: impl Into<String>) -> Name {
        Name(english.into())
    }
}

impl Field {
    /// Pieces of notation, such as moves.
    pub fn row(pieces: impl IntoIterator<Item = impl Into<String>>) -> Field {
        Field::Row(pieces.into_iter().map(Into::into).collect())
    }

    /// Names that languages may translate.
    pub fn names(names: impl IntoIterator<Item = impl Into<String>>) -> Field {
        Field::List(names.into_iter().map(|name| Field::Name(name.into())).collect())
    }

    /// Is it a number that takes the singular?
    pub(super) fn is_one(&self) -> bool {
        matches!(self, Field::Number(Number(Kind::Integer(1) | Kind::Real(1.0))))
    }

    /// The text in a language.
    pub fn render(&self, words: &dyn Words) -> String {
        match self {
            Field::Text(text) => words.text(text),
            Field::Name(name) => words.name(name).unwrap_or_else(|| words.text(name)),
            Field::Number(number) => words.number(&number.to_string()),
            Field::List(items) => {
                items.iter().map(|item| item.render(words)).collect::<Vec<_>>().join(words.comma())
            }
            Field::Row(pieces) => words.text(&pieces.join(" ")),
            Field::Message(message) => message.render(words),
        }
    }
}

impl From<Name> for Field {
    fn from(Name(name): Name) -> Field {
        Field::Name(name)
    }
}

impl From<Message> for Field {
    fn from(message: Message) -> Field {
        Field::Message(Box::new(message))
    }
}

impl From<InputError> for Field {
    fn from(error: InputError) -> Field {
        Message::from(error).into()
    }
}

impl From<String> for Field {
    fn from(text: String) -> Field {
        Field::Text(text)
    }
}

impl From<&String> for Field {
    fn from(text: &String) -> Field {
        Field::Text(text.clone())
    }
}

impl From<&str> for Field {
    fn from(text: &str) -> Field {
        Field::Text(text.to_owned())
    }
}

impl From<char> for Field {
    fn from(sign: char) -> Field {
        Field::Text(sign.to_string())
    }
}

impl<T: Into<Field>> From<Vec<T>> for Field {
    fn from(items: Vec<T>) -> Field {
        Field::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<f64> for Field {
    fn from(real: f64) -> Field {
        Number::real(real).map_or_else(|| Field::Text(real.to_string()), Field::Number)
    }
}

/// A number in a message: an integer, or a real number that is finite.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Number(Kind);

#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
enum Kind {
    Integer(i64),
    /// An integer beyond `i64`.
    Large(u64),
    Real(f64),
}

/// Every number equals itself, because none is NaN.
impl Eq for Number {}

impl Number {
    /// A real number; none if it is infinite or NaN, which JSON cannot write.
    pub fn real(real: f64) -> Option<Number> {
        real.is_finite().then_some(Number(Kind::Real(real)))
    }

    fn integer(integer: i128) -> Number {
        Number(i64::try_from(integer).map_or(Kind::Large(integer as u64), Kind::Integer))
    }
}

/// Written in digits and a full stop, without an empty fraction.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Integer(integer) => integer.fmt(f),
            Kind::Large(integer) => integer.fmt(f),
            Kind::Real(real) => real.fmt(f),
        }
    }
}

macro_rules! integers {
    ($($integer:ty),*) => {
        $(impl From<$integer> for Field {
            fn from(integer: $integer) -> Field {
                Field::Number(Number::integer(integer as i128))
            }
        }

        impl From<&$integer> for Field {
            fn from(integer: &$integer) -> Field {
                Field::from(*integer)
            }
        })*
    };
}

integers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_plain_digits() {
        let numbers =
            [Number::integer(u64::MAX.into()), Number::integer(i64::MIN.into()), Number::integer(0)];
        assert_eq!(
            numbers.map(|number| number.to_string()),
            ["18446744073709551615", "-9223372036854775808", "0"]
        );
        assert_eq!(
            [1.0, 0.1, 1e21].map(|real| Number::real(real).unwrap().to_string()),
            ["1", "0.1", "1000000000000000000000"]
        );
        assert_eq!((Number::real(f64::NAN), Number::real(f64::INFINITY)), (None, None));
    }

    #[test]
    fn numbers_survive_json() {
        let integers = [u64::MAX.into(), i64::MIN.into(), 7].map(Number::integer);
        for number in integers.into_iter().chain([Number::real(0.1).unwrap(), Number::real(1.0).unwrap()]) {
            let json = serde_json::to_value(number).unwrap();
            assert_eq!(serde_json::from_value::<Number>(json).unwrap(), number);
        }
    }
}
