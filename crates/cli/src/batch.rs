//! Input of many lines: every line is answered, a bad one by its error.

use plylab_core::InputError;
use serde::Serialize;

use crate::failure::{Failure, error_text};
use crate::files::Lines;
use crate::output::{self, Output};

/// The lines that were refused.
#[derive(Debug)]
pub struct Batch {
    /// Are the answers JSON?
    json: bool,
    refused: bool,
}

/// The answer to a bad line.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// Its number, from 1.
    line: u64,
    /// What is wrong, in English.
    error: String,
}

/// Is it no game, but the totals that 'plylab match --json --games' writes after them?
pub fn is_totals(line: &str) -> bool {
    line.starts_with("{\"game\":")
}

impl Batch {
    /// No line was refused yet.
    pub fn new(json: bool) -> Batch {
        Batch { json, refused: false }
    }

    /// The next line that can be read, and its number; those that cannot are reported.
    pub fn next(&mut self, out: &mut Output, lines: &mut Lines) -> Result<Option<(u64, String)>, Failure> {
        loop {
            let line = lines.next();
            let number = lines.number();
            match self.accept(out, number, line.map_err(Failure::from))? {
                Some(line) => return Ok(line.map(|line| (number, line))),
                None => continue,
            }
        }
    }

    /// The answer to a line; `None` if the line is bad, which is reported. Any other failure ends the command.
    pub fn accept<T>(
        &mut self,
        out: &mut Output,
        line: u64,
        answer: Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Failure::Input(error)) => self.refuse(out, line, &error).map(|()| None),
            Err(other) => Err(other),
        }
    }

    fn refuse(&mut self, out: &mut Output, line: u64, error: &InputError) -> Result<(), Failure> {
        self.refused = true;
        output::error(&error_text(error));
        if self.json { out.json(&Refusal { line, error: error.to_string() }) } else { Ok(()) }
    }

    /// Was a line refused?
    pub fn refused(&self) -> bool {
        self.refused
    }

    /// Fails if a line was refused, with nothing left to say.
    pub fn end(&self) -> Result<(), Failure> {
        if self.refused { Err(Failure::Reported) } else { Ok(()) }
    }
}
