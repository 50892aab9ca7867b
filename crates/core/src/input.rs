//! The one kind of error for everything that people type or keep in files.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::message;
use crate::message::Message;

/// Bad input: where it is, what is wrong with it, and what would be right. In English it is one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError(Box<Parts>);

/// Boxed, since most functions that may fail do not, and should not carry the room for it around.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    /// From the outermost to the innermost.
    places: Vec<Message>,
    wrong: Message,
    right: Option<Message>,
}

impl InputError {
    /// Says what is wrong.
    pub fn new(wrong: impl Into<Message>) -> Self {
        InputError(Box::new(Parts { places: Vec::new(), wrong: wrong.into(), right: None }))
    }

    /// Says what would be right.
    #[must_use]
    pub fn expected(mut self, right: impl Into<Message>) -> Self {
        self.0.right = Some(right.into());
        self
    }

    /// Says where it is. Called again from further out, it puts the wider place first: `file: line 3`.
    #[must_use]
    pub fn at(mut self, place: impl Into<Message>) -> Self {
        self.0.places.insert(0, place.into());
        self
    }

    /// Where it is, from the outermost place to the innermost.
    pub fn places(&self) -> &[Message] {
        &self.0.places
    }

    /// What is wrong.
    pub fn wrong(&self) -> &Message {
        &self.0.wrong
    }

    /// What would be right, if that was said.
    pub fn right(&self) -> Option<&Message> {
        self.0.right.as_ref()
    }
}

/// The whole of it in one message.
impl From<InputError> for Message {
    fn from(error: InputError) -> Message {
        let Parts { places, wrong, right } = *error.0;
        let whole = match right {
            Some(right) => message!("wrong-right", "{wrong}; {right}", wrong, right),
            None => wrong,
        };
        places
            .into_iter()
            .rev()
            .fold(whole, |wrong, place| message!("at-place", "{place}: {wrong}", place, wrong))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message::from(self.clone()).fmt(f)
    }
}

impl Serialize for InputError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Message::from(self.clone()).serialize(serializer)
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sentence_says_where_what_and_what_would_be_right() {
        let error = InputError::new(message!("no-cell", "'{sign}' is not a cell", sign = 'z'))
            .expected(message!("signs", "use '%', '.' or ' '"))
            .at(message!("line", "line {line}", line = 3))
            .at(Message::verbatim("my.lay"));
        assert_eq!(error.to_string(), "my.lay: line 3: 'z' is not a cell; use '%', '.' or ' '");
        assert_eq!(error.places()[1], message!("line", "line {line}", line = 3));
        assert_eq!(error.right().map(Message::code), Some("signs"));
        assert_eq!(InputError::new(message!("empty", "it is empty")).to_string(), "it is empty");
    }

    #[test]
    fn the_facts_stay_apart() {
        let error = InputError::new(message!("empty", "it is empty")).at(Message::verbatim("a.lay"));
        assert_eq!(serde_json::to_value(&error).unwrap()["fields"]["wrong"]["code"], "empty");
    }
}
