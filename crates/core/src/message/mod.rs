//! Text for users, as a code and fields. The words are chosen where they are displayed, by the code and in the reader's
//! language. The English in the source is the fallback.

mod field;
#[cfg(feature = "serde")]
mod json;
mod template;
mod words;

use std::borrow::Cow;
use std::fmt;

pub use field::{Field, Name, Number};
pub use template::{Slot, slots};
pub use words::{Direction, English, Words};

/// The code of a text that is the same in every language. A name of its own keeps it from the codes to translate.
const VERBATIM: &str = "verbatim";

/// A sentence, or a part of one, that is not yet in any language. [`message!`](crate::message!) makes one.
///
/// ```
/// use plylab_core::{Field, message};
///
/// let found = message!("found", "found {n} {n|game|games} of {name}", n = 1, name = "chess");
/// assert_eq!(found.to_string(), "found 1 game of chess");
/// assert_eq!((found.code(), found.field("name")), ("found", Some(&Field::Text("chess".to_owned()))));
/// ```
#[must_use]
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Message {
    code: Cow<'static, str>,
    english: Cow<'static, str>,
    #[cfg_attr(feature = "serde", serde(default, with = "json"))]
    fields: Vec<(Cow<'static, str>, Field)>,
}

impl Message {
    /// A message without fields. The same code always has the same English and the same fields.
    pub fn new(code: impl Into<Cow<'static, str>>, english: impl Into<Cow<'static, str>>) -> Message {
        Message { code: code.into(), english: english.into(), fields: Vec::new() }
    }

    /// The same with one more field.
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Field>) -> Message {
        self.fields.push((name.into(), value.into()));
        self
    }

    /// A text that is the same in every language: the name of a file, an error of the operating system.
    pub fn verbatim(text: impl Into<String>) -> Message {
        Message::new(VERBATIM, "{text}").with("text", text.into())
    }

    /// Input in quotes.
    pub fn quoted(text: impl Into<String>) -> Message {
        crate::message!("quoted", "'{text}'", text = text.into())
    }

    /// A line of a text, counted from 1.
    pub fn line(line: usize) -> Message {
        crate::message!("line", "line {line}")
    }

    /// A location in a text, counted from 1.
    pub fn spot(line: usize, column: usize) -> Message {
        crate::message!("spot", "line {line}, column {column}")
    }

    /// A move of a list, counted from 1.
    pub fn nth_move(number: impl Into<Field>) -> Message {
        crate::message!("nth-move", "move {number}")
    }

    /// The range that a number must be in.
    pub fn range(least: impl Into<Field>, most: impl Into<Field>) -> Message {
        crate::message!("use-range", "use {least} to {most}")
    }

    /// The names there are, for an error about a name that is not among them.
    pub(crate) fn it_has(names: Vec<&str>) -> Message {
        if names.is_empty() {
            return crate::message!("it-has-none", "it has none");
        }
        crate::message!("it-has", "it has {names}")
    }

    /// Which sentence it is.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// The sentence in English, with gaps for the fields.
    pub fn english(&self) -> &str {
        &self.english
    }

    /// A field by its name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|(own, _)| own == name).map(|(_, field)| field)
    }

    /// The text in a language.
    pub fn render(&self, words: &dyn Words) -> String {
        let template = words.template(&self.code).unwrap_or(&self.english);
        template::filled(template, |slot| {
            let field = self.field(slot.name)?;
            Some(match slot.forms {
                Some((one, _)) if field.is_one() => one.to_owned(),
                Some((_, many)) => many.to_owned(),
                None => field.render(words),
            })
        })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&English))
    }
}

/// A [`Message`] by its code and its English with gaps. A gap is filled by the variable of its name, unless `name = value`
/// follows. Gaps without a value, and values without a gap, do not compile.
///
/// ```
/// use plylab_core::message;
///
/// let text = "8";
/// let message = message!("no-column", "'{text}' is not one of {n} {n|column|columns}", n = 7);
/// assert_eq!(message.to_string(), "'8' is not one of 7 columns");
/// ```
#[macro_export]
macro_rules! message {
    ($($tokens:tt)*) => { $crate::message_of!($crate; $($tokens)*) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Message {
        let text = "z";
        message!(
            "example",
            "'{text}' in {n} {n|row|rows} of {names}, {moves}: {why}; {share} of {who}",
            n = 2,
            names = vec!["a", "b"],
            moves = Field::row(["1", "2"]),
            why = message!("why", "because"),
            share = 0.5,
            who = Name::of("Yellow"),
        )
    }

    #[test]
    fn the_english_is_filled() {
        assert_eq!(example().to_string(), "'z' in 2 rows of a, b, 1 2: because; 0.5 of Yellow");
        assert_eq!(Message::verbatim("a {b}").to_string(), "a {b}");
        assert_eq!(Message::quoted("a b").to_string(), "'a b'");
    }

    #[test]
    fn facts_go_out_and_come_back() {
        let written = serde_json::to_string(&example()).unwrap();
        assert_eq!(
            written,
            r#"{"code":"example","english":"'{text}' in {n} {n|row|rows} of {names}, {moves}: {why}; {share} of {who}","fields":{"text":"z","n":2,"names":["a","b"],"moves":{"row":["1","2"]},"why":{"code":"why","english":"because","fields":{}},"share":0.5,"who":{"name":"Yellow"}}}"#
        );
        assert_eq!(serde_json::from_str::<Message>(&written).unwrap(), example());
        let bare: Message = serde_json::from_str(r#"{"code":"x","english":"y"}"#).unwrap();
        assert_eq!(bare, Message::new("x", "y"));
        assert!(
            serde_json::from_str::<Message>(r#"{"code":"x","english":"y","fields":{"a":true}}"#).is_err()
        );
    }

    #[test]
    fn a_language_has_its_own_words_and_signs() {
        struct Other;
        impl Words for Other {
            fn template(&self, code: &str) -> Option<&str> {
                match code {
                    "example" => Some("{why} | {names} | {who} | {share} | {text} | {missing}"),
                    "why" => Some("darum"),
                    _ => None,
                }
            }
            fn name(&self, text: &str) -> Option<String> {
                (text == "Yellow").then(|| "Gelb".to_owned())
            }
            fn text(&self, text: &str) -> String {
                format!("<{text}>")
            }
            fn number(&self, digits: &str) -> String {
                digits.replace('.', ",")
            }
            fn comma(&self) -> &'static str {
                " und "
            }
        }
        assert_eq!(example().render(&Other), "darum | <a> und <b> | Gelb | 0,5 | <z> | {missing}");
    }
}
