//! Failures and their exit status: 2 for bad input, 130 after Ctrl-C, 1 if output cannot be written. A reader that closes
//! the pipe early is not a failure.

use std::error::Error as _;
use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use plylab_core::{Field, InputError, Message, message};

use crate::{language, output};

/// Why a command did not finish.
#[derive(Debug)]
pub enum Failure {
    /// Bad input, typed or from a file.
    Input(InputError),
    /// Bad lines of input, each reported already.
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
                output::error(&error_text(error));
                ExitCode::from(2)
            }
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Failure::Output(error) => {
                let error = error.to_string();
                let words = message!("answer-unwritten", "the answer cannot be written: {error}");
                output::error(&language::say(&words));
                ExitCode::from(1)
            }
            Failure::Unwritable(error) => {
                output::error(&error_text(error));
                ExitCode::from(1)
            }
            Failure::Reported => ExitCode::from(2),
            Failure::Interrupted => ExitCode::from(130),
        }
    }
}

/// An error in the user's language.
pub fn error_text(error: &InputError) -> String {
    language::say(&Message::from(error.clone()))
}

/// Handles what clap did not accept of these arguments: prints help and version as they are, and a mistake as one sentence.
pub fn explain_usage(error: &clap::Error, command: &Command, args: &[OsString]) -> ExitCode {
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
            let mistake = renamed(error, command, args).unwrap_or_else(|| {
                let (wrong, command) = (usage_error(error), asked_command(command, args));
                message!("see-help", "{wrong}; see '{command} --help'")
            });
            output::error(&language::say(&mistake));
            ExitCode::from(2)
        }
    }
}

/// Commands that are gone, and where to find what they did.
const RENAMED: [(&str, &str); 8] = [
    ("plylab layouts", "plylab games pacman"),
    ("plylab experiments", "plylab run --list"),
    ("plylab check", "plylab results check"),
    ("plylab export", "plylab results export"),
    ("plylab merge", "plylab results merge"),
    ("plylab book build", "plylab-bench book build"),
    ("plylab book merge", "plylab-bench book merge"),
    ("plylab bench connect4", "plylab-bench connect4-solver --alone"),
];

/// What a command that was not found is called now.
fn renamed(error: &clap::Error, root: &Command, args: &[OsString]) -> Option<Message> {
    let kind = match error.kind() {
        ErrorKind::InvalidSubcommand => ContextKind::InvalidSubcommand,
        ErrorKind::UnknownArgument => ContextKind::InvalidArg,
        _ => return None,
    };
    let Some(ContextValue::String(name)) = error.get(kind) else { return None };
    let before = args.iter().position(|arg| arg == name.as_str())?;
    let asked = format!("{} {name}", asked_command(root, &args[..before]));
    let &(old, new) = RENAMED.iter().find(|(old, _)| *old == asked)?;
    Some(message!("command-renamed", "'{old}' is now '{new}'"))
}

/// The command whose help has more: the subcommands among the arguments, each below the one before.
fn asked_command(root: &Command, args: &[OsString]) -> String {
    let mut path = root.get_name().to_owned();
    let mut command = root;
    for below in args.iter().skip(1).filter_map(|arg| arg.to_str()) {
        if let Some(found) = command.find_subcommand(below) {
            path = format!("{path} {below}");
            command = found;
        }
    }
    path
}

/// What clap found wrong, and what it suggests.
fn usage_error(error: &clap::Error) -> InputError {
    let texts = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let quoted = |kind: ContextKind| {
        Some(texts(kind)).filter(|texts| !texts.is_empty()).map(|texts| {
            let quoted = texts.iter().map(|text| format!("'{text}'"));
            Field::from(quoted.collect::<Vec<String>>())
        })
    };
    let name = texts(ContextKind::InvalidArg).join(" ");
    let value = texts(ContextKind::InvalidValue).join(" ");
    let wrong = match error.kind() {
        ErrorKind::ArgumentConflict => match quoted(ContextKind::PriorArg) {
            Some(others) if error.get(ContextKind::PriorArg) != error.get(ContextKind::InvalidArg) => {
                message!("arguments-conflict", "the argument '{name}' cannot be used with {others}")
            }
            _ => message!("argument-twice", "the argument '{name}' cannot be used multiple times"),
        },
        ErrorKind::InvalidValue if value.is_empty() => {
            message!("no-value-given", "a value is required for '{name}' but none was supplied")
        }
        ErrorKind::InvalidValue => message!(
            "value-not-possible",
            "invalid value '{value}' for '{name}' [possible values: {values}]",
            values = texts(ContextKind::ValidValue)
        ),
        ErrorKind::ValueValidation => {
            let right = error.source().map(ToString::to_string).unwrap_or_default();
            let right = Message::verbatim(right);
            message!("value-invalid", "invalid value '{value}' for '{name}': {right}")
        }
        ErrorKind::InvalidSubcommand => {
            let name = texts(ContextKind::InvalidSubcommand).join(" ");
            message!("no-such-command", "unrecognized subcommand '{name}'")
        }
        ErrorKind::MissingRequiredArgument => {
            message!("arguments-missing", "the following required arguments were not provided: {name}")
        }
        ErrorKind::UnknownArgument => message!("argument-unknown", "unexpected argument '{name}' found"),
        other => Message::verbatim(other.as_str().unwrap_or("the arguments cannot be used")),
    };
    let similar = |kind| quoted(kind).map(|names| (kind, texts(kind).len(), names));
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    let right = match (kinds.into_iter().find_map(similar), error.get(ContextKind::Suggested)) {
        (Some((ContextKind::SuggestedSubcommand, n, names)), _) => message!(
            "similar-command",
            "{n|a similar subcommand exists|some similar subcommands exist}: {names}"
        ),
        (Some((ContextKind::SuggestedArg, n, names)), _) => message!(
            "similar-argument",
            "{n|a similar argument exists|some similar arguments exist}: {names}"
        ),
        (Some((_, n, names)), _) => {
            message!("similar-value", "{n|a similar value exists|some similar values exist}: {names}")
        }
        (None, Some(ContextValue::StyledStrs(tips))) => {
            Message::verbatim(tips.iter().map(ToString::to_string).collect::<Vec<String>>().join("; "))
        }
        _ => return InputError::new(wrong),
    };
    InputError::new(wrong).expected(right)
}

#[cfg(test)]
mod tests {
    use clap::{Arg, ArgAction};

    use super::*;

    fn command() -> Command {
        Command::new("plylab").subcommand_required(true).subcommand(
            Command::new("perft")
                .arg(Arg::new("game").value_name("GAME").required(true))
                .arg(Arg::new("depth").value_name("DEPTH").required(true))
                .arg(Arg::new("json").long("json").action(ArgAction::SetTrue))
                .arg(Arg::new("plain").long("plain").action(ArgAction::SetTrue).conflicts_with("json"))
                .arg(Arg::new("color").long("color").value_parser(["auto", "never"])),
        )
    }

    fn sentence(args: &[&str]) -> String {
        let command = command();
        let args: Vec<OsString> = ["plylab"].iter().chain(args).map(OsString::from).collect();
        let error = command.clone().try_get_matches_from(&args).unwrap_err();
        format!("{}; see {}", usage_error(&error), asked_command(&command, &args))
    }

    #[test]
    fn usage_mistakes_become_one_sentence() {
        for (args, said) in [
            (
                &["perft"][..],
                "the following required arguments were not provided: <GAME> <DEPTH>; see plylab perft",
            ),
            (
                &["perft", "sim", "2", "--jsn"],
                "unexpected argument '--jsn' found; a similar argument exists: '--json'; see plylab perft",
            ),
            (
                &["perft", "-5"],
                "unexpected argument '-5' found; to pass '-5' as a value, use '-- -5'; see plylab perft",
            ),
            (&["prft"], "unrecognized subcommand 'prft'; a similar subcommand exists: 'perft'; see plylab"),
            (
                &["perft", "sim", "2", "--color", "nevr"],
                "invalid value 'nevr' for '--color <color>' [possible values: auto, never]; a similar value exists: \
                 'never'; see plylab perft",
            ),
            (
                &["perft", "sim", "2", "--color"],
                "a value is required for '--color <color>' but none was supplied; see plylab perft",
            ),
            (
                &["perft", "sim", "2", "--json", "--json"],
                "the argument '--json' cannot be used multiple times; see plylab perft",
            ),
            (
                &["perft", "sim", "2", "--json", "--plain"],
                "the argument '--json' cannot be used with '--plain'; see plylab perft",
            ),
        ] {
            assert_eq!(sentence(args), said);
        }
    }

    #[test]
    fn former_commands_are_named_with_what_replaced_them() {
        let command = command().subcommand(Command::new("book").subcommand(Command::new("info")));
        let command = command.subcommand(Command::new("bench")).subcommand(Command::new("results"));
        let said = |args: &[&str]| {
            let args: Vec<OsString> = ["plylab"].iter().chain(args).map(OsString::from).collect();
            let error = command.clone().try_get_matches_from(&args).unwrap_err();
            renamed(&error, &command, &args).map(|message| message.to_string())
        };
        for (old, new) in RENAMED {
            let words: Vec<&str> = old.split(' ').skip(1).chain(["results", "--json"]).collect();
            assert_eq!(said(&words), Some(format!("'{old}' is now '{new}'")));
        }
        assert_eq!(
            [said(&["bench", "check"]), said(&["build"]), said(&["perft", "layouts"])],
            [None, None, None]
        );
    }
}
