//! The one kind of error for everything that people type or keep in files.

use std::fmt;

/// Bad input, told in one sentence: where it is, what is wrong with it, and what would be right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    place: Option<String>,
    wrong: String,
    right: Option<String>,
}

impl InputError {
    /// Says what is wrong.
    pub fn new(wrong: impl Into<String>) -> Self {
        InputError { place: None, wrong: wrong.into(), right: None }
    }

    /// Says what would be right.
    #[must_use]
    pub fn expected(mut self, right: impl Into<String>) -> Self {
        self.right = Some(right.into());
        self
    }

    /// Says where it is. Called again from further out, it puts the wider place first: `file: line 3`.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        let place = place.into();
        self.place = Some(match self.place {
            Some(inner) => format!("{place}: {inner}"),
            None => place,
        });
        self
    }

    /// Where it is, if that was said.
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }

    /// What would be right, if that was said.
    pub fn right(&self) -> Option<&str> {
        self.right.as_deref()
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.wrong)?;
        if let Some(right) = &self.right {
            write!(f, "; {right}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sentence_says_where_what_and_what_would_be_right() {
        let error =
            InputError::new("'z' is not a cell").expected("use '%', '.' or ' '").at("line 3").at("my.lay");
        assert_eq!(error.to_string(), "my.lay: line 3: 'z' is not a cell; use '%', '.' or ' '");
        assert_eq!(error.place(), Some("my.lay: line 3"));
        assert_eq!(error.right(), Some("use '%', '.' or ' '"));
        assert_eq!(InputError::new("it is empty").to_string(), "it is empty");
    }
}
