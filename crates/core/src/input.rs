//! The one kind of error for everything that users type or keep in files.

use std::fmt;

use crate::message;
use crate::message::Message;

/// Bad input: where it is, what is wrong with it, and what would be right. In English it is one sentence.
///
/// ```
/// use plylab_core::{InputError, Message, message};
///
/// let error = InputError::new(message!("no-wall", "'{sign}' is not a wall", sign = 'x'))
///     .expected(message!("wall-sign", "use '%'"))
///     .at(Message::line(3))
///     .at(Message::verbatim("maze.lay"));
/// assert_eq!(error.to_string(), "maze.lay: line 3: 'x' is not a wall; use '%'");
/// ```
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "Message"))]
pub struct InputError(Box<Parts>);

/// Boxed, so that results of functions that rarely fail stay small.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Parts {
    /// From the outermost to the innermost.
    locations: Vec<Message>,
    wrong: Message,
    right: Option<Message>,
}

impl InputError {
    /// An error by what is wrong.
    pub fn new(wrong: impl Into<Message>) -> Self {
        InputError(Box::new(Parts { locations: Vec::new(), wrong: wrong.into(), right: None }))
    }

    /// The same, with what would be right.
    pub fn expected(mut self, right: impl Into<Message>) -> Self {
        self.0.right = Some(right.into());
        self
    }

    /// The same, with where it is. Called again from further out, it puts the wider location first: `file: line 3`.
    pub fn at(mut self, location: impl Into<Message>) -> Self {
        self.0.locations.insert(0, location.into());
        self
    }

    /// Where it is, from the outermost location to the innermost.
    pub fn locations(&self) -> &[Message] {
        &self.0.locations
    }

    /// What is wrong.
    pub fn wrong(&self) -> &Message {
        &self.0.wrong
    }

    /// What would be right, if given.
    pub fn right(&self) -> Option<&Message> {
        self.0.right.as_ref()
    }
}

/// The whole error in one message.
impl From<InputError> for Message {
    fn from(error: InputError) -> Message {
        let Parts { locations, wrong, right } = *error.0;
        let whole = match right {
            Some(right) => message!("wrong-right", "{wrong}; {right}"),
            None => wrong,
        };
        locations.into_iter().rev().fold(whole, |wrong, place| message!("at-place", "{place}: {wrong}"))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Message::from(self.clone()).fmt(f)
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
        assert_eq!(error.locations()[1], message!("line", "line {line}", line = 3));
        assert_eq!(error.right().map(Message::code), Some("signs"));
        assert_eq!(InputError::new(message!("empty", "it is empty")).to_string(), "it is empty");
    }

    #[test]
    fn the_facts_stay_apart() {
        let error = InputError::new(message!("empty", "it is empty")).at(Message::verbatim("a.lay"));
        assert_eq!(serde_json::to_value(&error).unwrap()["fields"]["wrong"]["code"], "empty");
    }
}
