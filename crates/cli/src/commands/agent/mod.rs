//! `plylab agent`.

mod check;
mod new;

use std::path::Path;

use clap::{Args, Subcommand};
use plylab_core::Registry;

use crate::failure::Failure;
use crate::output::Output;

/// Write an agent of your own, in any language, and check it.
///
/// An agent is a program that speaks JSON lines over standard input and output, as docs/agents.md describes. A file
/// plylab.toml gives it a name; 'exec:"COMMAND"' runs it without one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab agent new mine --language python
  plylab agent check 'python3 mine/greedy.py'
  plylab match connect4 'exec:\"python3 mine/greedy.py\"' random")]
pub struct AgentArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    New(new::NewArgs),
    Check(check::CheckArgs),
}

impl AgentArgs {
    /// Runs the command. `named` is the file of agents, if one was given.
    pub fn run(&self, registry: &Registry, named: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            What::New(args) => args.run(out),
            What::Check(args) => args.run(registry, named, out),
        }
    }
}
