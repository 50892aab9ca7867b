//! `plylab`, the command line of Plylab: parse, dispatch, and turn what went wrong into an exit status.

mod agents;
mod commands;
mod failure;
mod files;
mod interrupt;
mod output;
mod stage;
mod terminal;
mod typed;

use std::io;
use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = match commands::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::explain_usage(&error),
    };
    agents::ask_in(cli.color.style(&io::stderr()));
    let mut out = output::Output::new(cli.color.style(&io::stdout()));
    match cli.run(&mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
