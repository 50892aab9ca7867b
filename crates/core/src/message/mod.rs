//! What is said to people, as a code and fields. The words are chosen where somebody reads them, by the code and in that
//! person's language; the English in the code is what is said where a language has none.

mod common;
mod field;
mod template;
mod words;

use std::borrow::Cow;
use std::fmt;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use field::{Field, Name};
pub use template::{Slot, agrees, slots};
pub use words::{English, Words};

/// The code of a text that is the same in every language.
const VERBATIM: &str = "verbatim";

/// A sentence, or a part of one, that is not in words yet. [`message!`](crate::message!) makes one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    code: Cow<'static, str>,
    english: Cow<'static, str>,
    fields: Vec<(Cow<'static, str>, Field)>,
}

impl Message {
    /// A message without fields. The same code always has the same English and the same fields.
    pub fn new(code: impl Into<Cow<'static, str>>, english: impl Into<Cow<'static, str>>) -> Message {
        Message { code: code.into(), english: english.into(), fields: Vec::new() }
    }

    /// The same with one more field.
    #[must_use]
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Field>) -> Message {
        self.fields.push((name.into(), value.into()));
        self
    }

    /// A text that is the same in every language: the name of a file, what an operating system says.
    pub fn verbatim(text: impl Into<String>) -> Message {
        Message::new(VERBATIM, "{text}").with("text", text.into())
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

    /// It in words.
    pub fn say(&self, words: &dyn Words) -> String {
        let template = words.template(&self.code).unwrap_or(&self.english);
        template::filled(template, |slot| {
            let field = self.field(slot.name)?;
            Some(match slot.forms {
                Some((one, _)) if field.is_one() => one.to_owned(),
                Some((_, many)) => many.to_owned(),
                None => field.say(words),
            })
        })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(&English))
    }
}

impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut message = serializer.serialize_struct("Message", 3)?;
        message.serialize_field("code", &self.code)?;
        message.serialize_field("english", &self.english)?;
        message.serialize_field("fields", &FieldsOf(self))?;
        message.end()
    }
}

struct FieldsOf<'a>(&'a Message);

impl Serialize for FieldsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.fields.iter().map(|(name, field)| (name, field)))
    }
}

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            code: String,
            english: String,
            #[serde(default)]
            fields: serde_json::Map<String, serde_json::Value>,
        }
        let raw = Raw::deserialize(deserializer)?;
        let mut message = Message::new(raw.code, raw.english);
        for (name, value) in raw.fields {
            message = message.with(name, Field::from_json(value).map_err(serde::de::Error::custom)?);
        }
        Ok(message)
    }
}

/// A [`Message`] by its code, its English with gaps, and a value for each gap: `name = value`, or `name` alone where a
/// variable has that name. Gaps without a value, and values without a gap, do not compile.
///
/// ```
/// use plylab_core::message;
///
/// let text = "8";
/// let message = message!("no-column", "'{text}' is not one of {n} {n|column|columns}", text, n = 7);
/// assert_eq!(message.to_string(), "'8' is not one of 7 columns");
/// ```
#[macro_export]
macro_rules! message {
    ($code:literal, $english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const {
            assert!($crate::message_agrees($english, &[$(stringify!($name)),*]), "fields and gaps differ");
        }
        $crate::Message::new($code, $english)
            $(.with(stringify!($name), $crate::message!(@value $name $(= $value)?)))*
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident = $value:expr) => { $value };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Message {
        let text = "z";
        message!(
            "example",
            "'{text}' in {n} {n|row|rows} of {names}, {moves}: {why}; {share} of {who}",
            text,
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
        assert_eq!(example().say(&Other), "darum | <a> und <b> | Gelb | 0,5 | <z> | {missing}");
    }
}
