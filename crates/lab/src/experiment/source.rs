//! The text of a file, which gives every error its line and column.

use std::ops::Range;

use plylab_core::{InputError, Message, message};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text that turns byte offsets into lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// A source with that text.
    pub fn new(text: &'a str) -> Source<'a> {
        Source { text }
    }

    /// Parses the whole text as a table.
    pub fn parse(self) -> Result<Spanned<DeValue<'a>>, InputError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let what = error.message().replace('\n', ", ");
            match self.text.get(span.clone()) {
                Some(key) if what.starts_with("duplicate key") => self
                    .wrong(&span, message!("key-there-twice", "'{key}' occurs twice", key))
                    .expected(message!("keys-once", "write every key once")),
                _ => self
                    .wrong(&span, message!("not-toml", "this is not TOML ({error})", error = what))
                    .expected(message!("toml-form", "write TOML: key = value, [table] or [[list]]")),
            }
        })?;
        Ok(Spanned::new(0..0, DeValue::Table(table.into_inner())))
    }

    /// An error at that location.
    pub fn wrong(self, span: &Range<usize>, what: impl Into<Message>) -> InputError {
        InputError::new(what).at(self.location(span))
    }

    /// Adds that location to an error from elsewhere.
    pub fn locate(self, span: &Range<usize>, error: InputError) -> InputError {
        error.at(self.location(span))
    }

    fn location(self, span: &Range<usize>) -> Message {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        Message::spot(line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_toml_is_reported_with_its_location() {
        for (text, location) in [
            ("a = 1\nb = = 2", "line 2, column 5: "),
            ("title = \"x", "line 1, column "),
            ("[[sweep]\n", "line 1, column "),
        ] {
            let error = Source::new(text).parse().unwrap_err().to_string();
            assert!(error.starts_with(location), "{error}");
            assert!(error.ends_with("; write TOML: key = value, [table] or [[list]]"), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(
            Source::new("a = 1\na = 2").parse().unwrap_err().to_string(),
            "line 2, column 1: 'a' occurs twice; write every key once"
        );
    }
}
