#![doc = include_str!("../README.md")]

mod agents;
mod commands;
mod failure;
mod files;
mod interrupt;
mod language;
mod output;
mod stage;
mod terminal;
mod typed;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser as _;
use plylab_core::Registry;

/// Runs a command line with the games and agents of `registry`, to which it adds `human`, the person at the keyboard,
/// except for experiments and pages. `args` begins with the name of the program, as [`std::env::args_os`] does. Answers go
/// to standard output, notes and errors to standard error.
pub fn main(mut registry: Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match commands::Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return failure::explain_usage(&error),
    };
    language::choose(cli.lang);
    if cli.allows_human() {
        registry.add_agent(agents::human(cli.color.style(&io::stderr())));
    }
    let mut out = output::Output::new(cli.color.style(&io::stdout()));
    match cli.run(&Arc::new(registry), &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
