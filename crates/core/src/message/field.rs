//! The values that fill the gaps of a message.

use super::{Message, Number, Words};
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
    /// Several values, separated by commas.
    List(Vec<Field>),
    /// Pieces of notation, separated by blanks.
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
        matches!(self, Field::Number(number) if number.is_one())
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
