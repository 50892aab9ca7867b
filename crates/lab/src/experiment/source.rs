//! The text of a file, and where things stand in it: every mistake is told with its line and column.

use std::ops::Range;

use plylab_core::{InputError, Message, message};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A text, and where its bytes stand in lines and columns.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    text: &'a str,
}

impl<'a> Source<'a> {
    /// That text.
    pub fn new(text: &'a str) -> Source<'a> {
        Source { text }
    }

    /// The table that the whole text is.
    pub fn parse(self) -> Result<Spanned<DeValue<'a>>, InputError> {
        let table = DeTable::parse(self.text).map_err(|error| {
            let place = error.span().unwrap_or(0..0);
            let what = error.message().replace('\n', ", ");
            match self.text.get(place.clone()) {
                Some(key) if what.starts_with("duplicate key") => self
                    .wrong(&place, message!("key-there-twice", "'{key}' is there twice", key))
                    .expected(message!("keys-once", "write every key once")),
                _ => self
                    .wrong(&place, message!("not-toml", "it is not TOML ({error})", error = what))
                    .expected(message!("toml-form", "write TOML: key = value, [table] or [[list]]")),
            }
        })?;
        Ok(Spanned::new(0..0, DeValue::Table(table.into_inner())))
    }

    /// The error that `what` is wrong there.
    pub fn wrong(self, place: &Range<usize>, what: impl Into<Message>) -> InputError {
        InputError::new(what).at(self.place(place))
    }

    /// Says of an error from elsewhere that it was caused there.
    pub fn locate(self, place: &Range<usize>, error: InputError) -> InputError {
        error.at(self.place(place))
    }

    fn place(self, place: &Range<usize>) -> Message {
        let before = self.text.get(..place.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        Message::spot(line, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_toml_is_told_with_its_place() {
        for (text, place) in [
            ("a = 1\nb = = 2", "line 2, column 5: "),
            ("title = \"x", "line 1, column "),
            ("[[sweep]\n", "line 1, column "),
        ] {
            let error = Source::new(text).parse().unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
            assert!(error.ends_with("; write TOML: key = value, [table] or [[list]]"), "{error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert_eq!(
            Source::new("a = 1\na = 2").parse().unwrap_err().to_string(),
            "line 2, column 1: 'a' is there twice; write every key once"
        );
    }
}
