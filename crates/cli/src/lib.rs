#![doc = include_str!("../README.md")]

mod agents;
mod batch;
mod commands;
mod failure;
mod figures;
mod files;
mod interrupt;
mod language;
mod output;
mod outside;
mod stage;
mod terminal;
mod typed;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use clap::CommandFactory as _;
use plylab_core::{InputError, Registry};
use plylab_lab::cluster::Cluster;

use crate::failure::Failure;

#[cfg(feature = "schema")]
pub use crate::commands::answers;
pub use crate::files::{DiskFiles, FilesBeside};

/// Runs a command line with the games and agents of `registry`, to which it adds `person`, the one at the keyboard,
/// except for experiments and pages. `args` begins with the name of the program, as [`std::env::args_os`] does. Answers go
/// to standard output, notes and errors to standard error.
///
/// Called with [`plylab_outside::SUPERVISE`], it supervises an agent from outside instead.
pub fn main(registry: Registry, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    start(registry, args, None)
}

/// Connects to the cluster at an address, or to the default one.
pub type Connect<'a> = &'a mut dyn FnMut(Option<&str>) -> Result<Box<dyn Cluster>, InputError>;

/// Like [`main`], but with a way to reach a cluster: `plylab run --on` runs here instead of calling a Python that can reach it.
pub fn main_on(
    registry: Registry,
    args: impl IntoIterator<Item = OsString>,
    connect: Connect<'_>,
) -> ExitCode {
    start(registry, args, Some(connect))
}

fn start(
    mut registry: Registry,
    args: impl IntoIterator<Item = OsString>,
    connect: Option<Connect<'_>>,
) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    if args.get(1).is_some_and(|command| command == plylab_outside::SUPERVISE) {
        return plylab_outside::supervise(args.get(2).and_then(|job| job.to_str()));
    }
    let cli = match commands::Cli::read(&args) {
        Ok(cli) => cli,
        Err(error) => {
            language::choose(commands::Cli::language(&args));
            return failure::explain_usage(&error, &commands::Cli::command(), &args);
        }
    };
    language::choose(cli.lang);
    let connect = connect.filter(|_| cli.is_elsewhere());
    if cli.is_elsewhere() && connect.is_none() {
        return commands::by_python(&args[1..]);
    }
    if cli.allows_human() {
        registry.add_agent(agents::person(cli.color.style(&io::stderr())));
    }
    if let Err(error) = cli.outside().add_to(&mut registry) {
        return Failure::from(error).report();
    }
    let mut out = output::Output::new(cli.color.style(&io::stdout()));
    match cli.run(&Arc::new(registry), connect, &mut out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
