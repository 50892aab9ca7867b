//! Languages of messages.

use super::Message;

/// Which way lines are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

impl Direction {
    /// As pages write it.
    pub fn code(self) -> &'static str {
        match self {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        }
    }
}

/// A language that messages are rendered in. What it does not translate stays in English.
///
/// ```
/// use plylab_core::{Words, message};
///
/// /// German, as far as it is known.
/// struct German;
///
/// impl Words for German {
///     fn template(&self, code: &str) -> Option<&str> {
///         (code == "moves").then_some("{n} {n|Zug|Züge}")
///     }
///
///     fn name(&self, _: &str) -> Option<String> {
///         None
///     }
///
///     fn text(&self, text: &str) -> String {
///         text.to_owned()
///     }
///
///     fn number(&self, digits: &str) -> String {
///         digits.replace('.', ",")
///     }
///
///     fn comma(&self) -> &str {
///         ", "
///     }
/// }
///
/// assert_eq!(message!("moves", "{n} {n|move|moves}", n = 2.5).render(&German), "2,5 Züge");
/// ```
pub trait Words {
    /// Its sentence for a code.
    fn template(&self, code: &str) -> Option<&str>;

    /// Its translation of an English name of a game or an agent.
    fn name(&self, text: &str) -> Option<String>;

    /// A text as it was typed, within a sentence of the language.
    fn text(&self, text: &str) -> String;

    /// A number that is written in digits and a full stop.
    fn number(&self, digits: &str) -> String;

    /// The separator of the items of a list.
    fn comma(&self) -> &str;

    /// Which way it is written.
    fn direction(&self) -> Direction {
        Direction::Ltr
    }

    /// A line that stands alone in a picture, where nothing else tells its direction.
    fn alone(&self, line: &str) -> String {
        match self.direction() {
            Direction::Ltr => line.to_owned(),
            Direction::Rtl => format!("\u{2067}{line}\u{2069}"),
        }
    }
}

impl dyn Words + '_ {
    /// A message in this language.
    pub fn say(&self, message: &Message) -> String {
        message.render(self)
    }
}

/// The language of the code itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct English;

impl Words for English {
    fn template(&self, _: &str) -> Option<&str> {
        None
    }

    fn name(&self, _: &str) -> Option<String> {
        None
    }

    fn text(&self, text: &str) -> String {
        text.to_owned()
    }

    fn number(&self, digits: &str) -> String {
        digits.to_owned()
    }

    fn comma(&self) -> &'static str {
        ", "
    }
}
