//! Answers on standard output, for people and for programs; notes and errors on standard error.

use std::fmt::Display;
use std::io::{self, IsTerminal, StdoutLock, Write as _};

use clap::ValueEnum;
use plylab_core::message;
use serde::Serialize;

use crate::failure::Failure;
use crate::language::say;
use crate::terminal::Style;

/// When to draw in colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always, with Unicode signs.
    Always,
    /// Never: plain ASCII.
    Never,
}

impl Color {
    /// The style for what is written to `stream`.
    pub fn style(self, stream: &impl IsTerminal) -> Style {
        let no_color = || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let rich = match self {
            Color::Auto => stream.is_terminal() && !no_color() && !is_dumb(),
            Color::Always => true,
            Color::Never => false,
        };
        if rich { Style::RICH } else { Style::PLAIN }
    }
}

/// Is the terminal one without colours and cursor movements?
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Where answers go. Each line is flushed, so that a reader can act on it.
pub struct Output {
    stdout: StdoutLock<'static>,
    /// How to draw for it.
    pub style: Style,
}

impl Output {
    /// Standard output, drawn in that style.
    pub fn new(style: Style) -> Output {
        Output { stdout: io::stdout().lock(), style }
    }

    /// Writes one line, or several separated by line ends.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.stdout, "{text}")?)
    }

    /// Writes `value` as one line of JSON.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(io::Error::from)?;
        self.line(text)
    }

    /// Writes bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.stdout.write_all(bytes)?;
        Ok(self.stdout.flush()?)
    }
}

/// The longest message in characters: it may quote input, and input may be long.
const LONGEST: usize = 1000;

/// Prints an error.
pub fn error(message: &str) {
    write_line(&say(&message!("error", "error")), message);
}

/// Prints a note: what to know about an answer before trusting it.
pub fn note(message: &str) {
    write_line(&say(&message!("note", "note")), message);
}

/// Writes one line to standard error, and ignores a closed one.
fn write_line(kind: &str, message: &str) {
    let _ = writeln!(io::stderr(), "{kind}: {}", one_line(message));
}

/// `message` on one line: line ends and other control characters, which come from quoted input, are escaped.
pub fn one_line(message: &str) -> String {
    let mut line = String::new();
    for (index, char) in message.chars().enumerate() {
        if index == LONGEST {
            line.push_str("...");
            break;
        }
        if char.is_control() {
            line.extend(char.escape_default());
        } else {
            line.push(char);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_input_cannot_break_the_line_nor_fill_the_screen() {
        assert_eq!(one_line("'a\nb\u{1b}[31m' is wrong"), "'a\\nb\\u{1b}[31m' is wrong");
        assert_eq!(one_line(&"x".repeat(LONGEST)).len(), LONGEST);
        assert_eq!(one_line(&"x".repeat(LONGEST + 1)).len(), LONGEST + 3);
    }
}
