//! Input of many lines: every line is answered, a bad one by its error.

use plylab_core::InputError;
use serde::Serialize;

use crate::failure::{Failure, said};
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
struct Refusal {
    /// Its number, from 1.
    line: u64,
    /// What is wrong, in English.
    error: String,
}

impl Batch {
    /// No line was refused yet.
    pub fn new(json: bool) -> Batch {
        Batch { json, refused: false }
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
        output::error(&said(error));
        if self.json { out.json(&Refusal { line, error: error.to_string() }) } else { Ok(()) }
    }

    /// Fails if a line was refused, with nothing left to say.
    pub fn end(&self) -> Result<(), Failure> {
        if self.refused { Err(Failure::Reported) } else { Ok(()) }
    }
}
