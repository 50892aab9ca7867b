//! `plylab completions`.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;
use plylab_core::{Registry, Spec};
use plylab_lab::words::distinct;

use super::{Cli, open};
use crate::failure::Failure;
use crate::output::Output;

/// Print a shell completion script.
///
/// It completes commands and options, and the names of games and agents.
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

/// Arguments that take the name of a game.
const GAMES: &[&str] = &["game", "what"];

/// Arguments that take the name of an agent.
const AGENTS: &[&str] = &["agent", "agents", "vs", "hints", "pacman", "ghosts"];

impl CompletionsArgs {
    /// Prints it.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        // Generated in memory, because the generator panics on a closed pipe.
        let mut script = Vec::new();
        let mut command = with_names(Cli::command(), &games(registry), &agents(registry));
        clap_complete::generate(self.shell, &mut command, "plylab", &mut script);
        out.raw(&script)
    }
}

fn games(registry: &Registry) -> Vec<String> {
    registry.games().map(|kind| kind.name.to_string()).collect()
}

/// The agents of all games.
fn agents(registry: &Registry) -> Vec<String> {
    // A game that needs settings to open has no completions.
    let games = registry.games().filter_map(|kind| open(registry, &Spec::new(kind.name.clone())).ok());
    distinct(games.flat_map(|game| game.agents()).map(|listing| listing.name.into_owned()))
}

/// The same command line with the possible names of games and agents. Settings may follow a name, so this is for
/// completions only.
fn with_names(command: Command, games: &[String], agents: &[String]) -> Command {
    let names = |names: &[String]| PossibleValuesParser::new(names.to_vec());
    command.mut_subcommands(|command| {
        command.mut_args(|arg| match arg.get_id().as_str() {
            id if GAMES.contains(&id) => arg.value_parser(names(games)),
            id if AGENTS.contains(&id) => arg.value_parser(names(agents)),
            _ => arg,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_agents_are_completed_by_the_names_in_the_registry() {
        let registry = plylab_standard::registry();
        let command = with_names(Cli::command(), &games(&registry), &agents(&registry));
        let values = |subcommand: &str, id: &str| {
            let subcommand = command.find_subcommand(subcommand).unwrap();
            let arg = subcommand.get_arguments().find(|arg| arg.get_id() == id).unwrap();
            arg.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect::<Vec<String>>()
        };
        assert_eq!(values("play", "game"), games(&registry));
        assert!(values("match", "agents").contains(&"alphabeta".to_owned()));
        assert!(values("explain", "agent").contains(&"report-c".to_owned()));
        for id in GAMES.iter().chain(AGENTS) {
            let there = |command: &Command| command.get_arguments().any(|arg| arg.get_id() == id);
            assert!(command.get_subcommands().any(there), "no argument is called '{id}'");
        }
    }
}
