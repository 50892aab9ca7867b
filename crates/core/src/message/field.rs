//! What stands in the gaps of a message.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use super::{Message, Words};
use crate::input::InputError;

/// The value of a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Field {
    /// A text as it was typed, the same in every language.
    Text(String),
    /// A name that a game or an agent gives in English, and that languages may translate.
    Name(String),
    /// A number.
    Number(Number),
    /// Several values, with commas between them.
    List(Vec<Field>),
    /// Pieces of notation, with blanks between them.
    Row(Vec<String>),
    /// A part that is a message itself.
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
        matches!(self, Field::Number(number) if number.as_f64() == Some(1.0))
    }

    /// It in words.
    pub fn say(&self, words: &dyn Words) -> String {
        match self {
            Field::Text(text) => words.text(text),
            Field::Name(name) => words.name(name).unwrap_or_else(|| words.text(name)),
            Field::Number(number) => words.number(&digits(number)),
            Field::List(items) => {
                items.iter().map(|item| item.say(words)).collect::<Vec<_>>().join(words.comma())
            }
            Field::Row(pieces) => words.text(&pieces.join(" ")),
            Field::Message(message) => message.say(words),
        }
    }

    /// Reads what [`Serialize`] writes.
    pub(super) fn from_json(value: Value) -> Result<Field, String> {
        let texts = |value: Value| serde_json::from_value::<Vec<String>>(value).map_err(|e| e.to_string());
        match value {
            Value::String(text) => Ok(Field::Text(text)),
            Value::Number(number) => Ok(Field::Number(number)),
            Value::Array(items) => {
                Ok(Field::List(items.into_iter().map(Field::from_json).collect::<Result<_, _>>()?))
            }
            Value::Object(mut object) => match (object.remove("name"), object.remove("row")) {
                (Some(Value::String(name)), None) => Ok(Field::Name(name)),
                (None, Some(row)) => texts(row).map(Field::Row),
                _ => serde_json::from_value(Value::Object(object))
                    .map(|message| Field::Message(Box::new(message)))
                    .map_err(|error| error.to_string()),
            },
            Value::Null | Value::Bool(_) => Err(format!("a field cannot be {value}")),
        }
    }
}

/// A number as English and JSON write it, but without an empty fraction.
fn digits(number: &Number) -> String {
    match (number.as_i64(), number.as_f64()) {
        (None, Some(real)) if !number.is_u64() => real.to_string(),
        _ => number.to_string(),
    }
}

impl Serialize for Field {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        fn tagged<S: Serializer>(
            serializer: S,
            tag: &str,
            value: &impl Serialize,
        ) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(Some(1))?;
            map.serialize_entry(tag, value)?;
            map.end()
        }
        match self {
            Field::Text(text) => serializer.serialize_str(text),
            Field::Name(name) => tagged(serializer, "name", name),
            Field::Number(number) => number.serialize(serializer),
            Field::List(items) => items.serialize(serializer),
            Field::Row(pieces) => tagged(serializer, "row", pieces),
            Field::Message(message) => message.serialize(serializer),
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
        // JSON has no number for what is not finite.
        Number::from_f64(real).map_or_else(|| Field::Text(real.to_string()), Field::Number)
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Field {
            fn from(number: $number) -> Field {
                Field::Number(number.into())
            }
        })*
    };
}

whole_numbers!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);
