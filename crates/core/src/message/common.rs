//! Common messages: locations in texts, and quoted input.

use super::Message;
use crate::message;

impl Message {
    /// Input in quotes.
    pub fn quoted(text: impl Into<String>) -> Message {
        message!("quoted", "'{text}'", text = text.into())
    }

    /// A line of a text, counted from 1.
    pub fn line(line: usize) -> Message {
        message!("line", "line {line}")
    }

    /// A location in a text, counted from 1.
    pub fn spot(line: usize, column: usize) -> Message {
        message!("spot", "line {line}, column {column}")
    }

    /// A move of a list, counted from 1.
    pub fn nth_move(number: impl Into<super::Field>) -> Message {
        message!("nth-move", "move {number}")
    }

    /// The range that a number must be in.
    pub fn range(least: impl Into<super::Field>, most: impl Into<super::Field>) -> Message {
        message!("use-range", "use {least} to {most}")
    }
}
