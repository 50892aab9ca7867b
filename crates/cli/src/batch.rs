//! Input of many lines: every line is answered, a bad one by its error.

use serde::Serialize;

use crate::failure::{Failure, error_text};
use crate::files::InputLines;
use crate::output::{self, Output};

/// The lines that were refused.
#[derive(Debug)]
pub struct Batch {
    /// Are the answers JSON?
    json: bool,
    /// Was a line refused?
    pub refused: bool,
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

/// Is this the line of totals that 'plylab match --json --games' writes after the games?
pub fn is_totals(line: &str) -> bool {
    line.starts_with("{\"game\":")
}

impl Batch {
    /// A batch in which no line has been refused yet.
    pub fn new(json: bool) -> Batch {
        Batch { json, refused: false }
    }

    /// The next line that can be read, and its number; those that cannot are reported.
    pub fn next(
        &mut self,
        out: &mut Output,
        lines: &mut InputLines,
    ) -> Result<Option<(u64, String)>, Failure> {
        loop {
            let line = lines.next().map_err(Failure::from);
            let number = lines.number();
            if let Some(line) = self.accept(out, number, line)? {
                return Ok(line.map(|line| (number, line)));
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
            Err(Failure::Input(error)) => {
                self.refused = true;
                output::error(&error_text(&error));
                if self.json {
                    out.json(&Refusal { line, error: error.to_string() })?;
                }
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    /// Fails if a line was refused, with nothing left to say.
    pub fn end(&self) -> Result<(), Failure> {
        if self.refused { Err(Failure::Reported) } else { Ok(()) }
    }
}
