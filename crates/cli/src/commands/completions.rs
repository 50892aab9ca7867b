//! `plylab completions`.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::Cli;
use crate::failure::Failure;
use crate::output::Output;

/// Print the completion script of a shell.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab completions bash > ~/.local/share/bash-completion/completions/plylab
  plylab completions fish > ~/.config/fish/completions/plylab.fish
  plylab completions zsh > ~/.zfunc/_plylab")]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

impl CompletionsArgs {
    /// Prints it.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        // By way of memory, because the generator does not survive a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "plylab", &mut script);
        out.raw(&script)
    }
}
