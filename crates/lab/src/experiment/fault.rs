//! Faults of a value as serde finds them: without a name and without a location.
//!
//! Serde passes on only text, so hints travel through it as the JSON of a message.

use std::fmt;

use plylab_core::{InputError, Message, message};
use serde::de::{Error, Expected, Unexpected};

/// A fault on its way up to the value that knows its name and location.
#[derive(Debug)]
pub enum Fault {
    /// How the value is wrong, and what would be right.
    Value(Wrong, Message),
    /// A table lacks this key.
    Missing(&'static str),
    /// A table has this key, and may have only those.
    Unknown(String, &'static [&'static str]),
    /// It has been reported, with its location.
    Reported(Box<InputError>),
}

/// How a value can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// It has the wrong type: a number instead of a string.
    Kind,
    /// It has the right type, but is not allowed.
    Value,
    /// It is empty.
    Empty,
}

/// What would be right, on its way through serde.
pub struct Right(pub Message);

impl Expected for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
    }
}

/// The hint that came through serde; serde's own text stays as it is.
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

    /// Only an empty value is refused for its length.
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
            Fault::Reported(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}
