//! What can be wrong with a value, as serde finds it: without a name, and without a place.
//!
//! Serde hands on only texts: what would be right travels through it as the JSON of a message.

use std::fmt;

use plylab_core::{InputError, Message, message};
use serde::de::{Error, Expected, Unexpected};

/// A mistake on its way out of the file, up to the value that knows its own name and place.
#[derive(Debug)]
pub enum Fault {
    /// The value is wrong in that way; what would be right.
    Value(Wrong, Message),
    /// A table lacks this key.
    Missing(&'static str),
    /// A table has this key, and may have only those.
    Unknown(String, &'static [&'static str]),
    /// It has been told.
    Told(Box<InputError>),
}

/// How a value can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It is of another kind: a number instead of a text.
    Kind,
    /// It is of the right kind, but none of those that are allowed.
    Value,
    /// There is nothing in it.
    Empty,
}

/// What would be right, on its way through serde.
pub struct Right(pub Message);

impl Expected for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
    }
}

/// What came through serde; a text of serde's own stays as it is.
fn right(expected: &dyn Expected) -> Message {
    let text = expected.to_string();
    serde_json::from_str(&text).unwrap_or_else(|_| Message::verbatim(text))
}

/// The names of choices, as they are written.
pub fn choices(names: &[&str]) -> Message {
    let quoted = names.iter().map(|name| Message::verbatim(format!("\"{name}\"")));
    let choices = quoted.reduce(|one, other| message!("or", "{one} or {other}", one, other));
    message!("use-one-of", "use {choices}", choices = choices.unwrap_or_else(|| Message::verbatim("")))
}

impl Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Fault::Value(Wrong::Value, Message::verbatim(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Value(Wrong::Kind, right(expected))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Fault::Value(Wrong::Value, right(expected))
    }

    /// Nothing is refused for its length unless that is 0.
    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Fault::Value(Wrong::Empty, right(expected))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Fault::Value(Wrong::Value, choices(expected))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Fault::Unknown(field.to_owned(), expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Fault::Missing(field)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Value(_, right) => right.fmt(f),
            Fault::Missing(key) => write!(f, "'{key}' is missing"),
            Fault::Unknown(key, _) => write!(f, "'{key}' is not a setting"),
            Fault::Told(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}
