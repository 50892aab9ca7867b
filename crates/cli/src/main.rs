//! `plylab`, the command line of Plylab: parse, dispatch, and turn what went wrong into an exit status.

mod clock;
mod commands;
mod failure;
mod files;
mod output;
mod stats;
mod terminal;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = match commands::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::explain_usage(&error),
    };
    let mut out = output::Output::new(cli.color.style());
    match cli.command.run(&mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
