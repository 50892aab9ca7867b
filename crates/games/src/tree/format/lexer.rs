//! Splits a text into tokens, each with its location.

use plylab_core::{InputError, Message, message};

use crate::tree::text::shown;

/// A location in the text, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TextLocation {
    pub line: usize,
    pub column: usize,
    /// The same in UTF-16 units from the beginning.
    pub at: usize,
}

impl TextLocation {
    /// An error here.
    pub fn error(self, wrong: Message, right: Message) -> InputError {
        self.blame(InputError::new(wrong).expected(right))
    }

    /// Adds this location to an error.
    pub fn blame(self, error: InputError) -> InputError {
        error.at(Message::spot(self.line, self.column))
    }
}

/// The smallest piece of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// Anything else, up to white space or another token: a name, a number, odds.
    Word(&'a str),
    Open,
    Close,
    Colon,
    Equals,
    Tilde,
    End,
}

impl Token<'_> {
    /// The token as written, for errors.
    pub fn shown(self) -> Message {
        match self {
            Token::Word(word) => shown(word),
            Token::Open => Message::quoted("["),
            Token::Close => Message::quoted("]"),
            Token::Colon => Message::quoted(":"),
            Token::Equals => Message::quoted("="),
            Token::Tilde => Message::quoted("~"),
            Token::End => message!("text-end", "the end of the text"),
        }
    }
}

/// Splits a text into tokens.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    spot: TextLocation,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { rest: text, spot: TextLocation { line: 1, column: 1, at: 0 } }
    }

    pub fn next(&mut self) -> (TextLocation, Token<'a>) {
        self.skip_blank();
        let spot = self.spot;
        let token = match self.rest.chars().next() {
            None => return (spot, Token::End),
            Some('[') => Token::Open,
            Some(']') => Token::Close,
            Some(':') => Token::Colon,
            Some('=') => Token::Equals,
            Some('~') => Token::Tilde,
            Some(_) => {
                let ends = |c: char| c.is_whitespace() || "[]:=~#".contains(c);
                return (spot, Token::Word(self.advance(self.rest.find(ends).unwrap_or(self.rest.len()))));
            }
        };
        self.advance(1);
        (spot, token)
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) {
        loop {
            self.advance(self.rest.len() - self.rest.trim_start().len());
            if !self.rest.starts_with('#') {
                return;
            }
            self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    /// Takes the next `bytes` bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        for c in taken.chars() {
            self.spot.at += c.len_utf16();
            if c == '\n' {
                (self.spot.line, self.spot.column) = (self.spot.line + 1, 1);
            } else {
                self.spot.column += 1;
            }
        }
        taken
    }
}
