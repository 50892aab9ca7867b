//! Failures and their exit status: 2 for bad input, 130 after Ctrl-C, 1 if output cannot be written. A reader that closes
//! the pipe early is not a failure.

use std::io;
use std::process::ExitCode;

use clap::error::ErrorKind;
use plylab_core::{InputError, Message, message};

use crate::{language, output};

/// Why a command did not finish.
#[derive(Debug)]
pub enum Failure {
    /// Bad input, typed or from a file.
    Input(InputError),
    /// Bad lines of input, each of which has had its error.
    Reported,
    /// The answer cannot be written to standard output.
    Output(io::Error),
    /// Results cannot be written to a file; the error says why and what to do.
    Unwritable(InputError),
    /// Stopped by Ctrl-C.
    Interrupted,
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Input(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl Failure {
    /// Prints the error to standard error and returns the exit status.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::Input(error) => {
                output::error(&said(error));
                ExitCode::from(2)
            }
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(error) => {
                let words = message!(
                    "answer-unwritten",
                    "the answer cannot be written: {error}",
                    error = error.to_string()
                );
                output::error(&language::said(&words));
                ExitCode::from(1)
            }
            Failure::Unwritable(error) => {
                output::error(&said(error));
                ExitCode::from(1)
            }
            Failure::Reported => ExitCode::from(2),
            Failure::Interrupted => ExitCode::from(130),
        }
    }
}

/// An error in the user's language.
pub fn said(error: &InputError) -> String {
    language::said(&Message::from(error.clone()))
}

/// Handles what clap did not accept: prints help and version as they are, and a mistake as one sentence.
pub fn explain_usage(error: &clap::Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            // A reader may stop reading help early.
            let _ = error.print();
            ExitCode::SUCCESS
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            let _ = error.print();
            ExitCode::from(2)
        }
        _ => {
            output::error(&usage_sentence(&error.to_string()));
            ExitCode::from(2)
        }
    }
}

/// Turns clap's paragraphs into one sentence.
fn usage_sentence(message: &str) -> String {
    let mut sentence = String::new();
    let mut usage = "plylab";
    for line in message.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if let Some(line) = line.strip_prefix("Usage: ") {
            usage = line;
        } else if let Some(tip) = line.strip_prefix("tip: ") {
            sentence.push_str("; ");
            sentence.push_str(tip);
        } else if !line.starts_with("For more information") {
            if !sentence.is_empty() {
                sentence.push(' ');
            }
            sentence.push_str(line.strip_prefix("error: ").unwrap_or(line));
        }
    }
    let command: Vec<&str> =
        usage.split_whitespace().take_while(|word| word.starts_with(char::is_alphabetic)).collect();
    format!("{sentence}; see '{} --help'", command.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usage_mistakes_become_one_sentence() {
        assert_eq!(
            usage_sentence(
                "error: the following required arguments were not provided:\n  <GAME>\n  <DEPTH>\n\n\
                 Usage: plylab perft <GAME> <DEPTH> [POSITION]\n\nFor more information, try '--help'.\n"
            ),
            "the following required arguments were not provided: <GAME> <DEPTH>; see 'plylab perft --help'"
        );
        assert_eq!(
            usage_sentence(
                "error: unexpected argument '--jsn' found\n\n  tip: a similar argument exists: '--json'\n"
            ),
            "unexpected argument '--jsn' found; a similar argument exists: '--json'; see 'plylab --help'"
        );
    }
}
