//! The overview of the commands in `plylab --help`, grouped by what people want to do.

use std::fmt::Write as _;

use clap::Subcommand as _;

use super::Command;

/// A heading and the names of the commands below it.
pub type Group = (&'static str, &'static [&'static str]);

/// Every command, in exactly one group.
pub const GROUPS: &[Group] = &[
    ("Play", &["serve", "token", "play", "watch", "games", "agents", "pacman"]),
    ("Understand", &["show", "compare", "explain", "tree", "solve", "grade", "calibrate"]),
    ("Measure", &["match", "tournament", "stats", "reproduce", "run", "report", "results"]),
    ("Build", &["agent", "uci", "perft", "replay", "bench", "book", "completions"]),
];

/// All commands with their help.
fn commands() -> clap::Command {
    Command::augment_subcommands(clap::Command::new("plylab"))
}

/// The template of the top-level help: clap cannot group subcommands, so the groups are written out.
pub fn template() -> String {
    let commands = commands();
    let header = *commands.get_styles().get_header();
    let literal = *commands.get_styles().get_literal();
    let width = commands.get_subcommands().map(|command| command.get_name().len()).max().unwrap_or(0);
    let mut text = String::from("{before-help}{about-with-newline}\n{usage-heading} {usage}\n");
    // Writing to a string cannot fail.
    for (heading, names) in GROUPS {
        let _ = writeln!(text, "\n{header}{heading}:{header:#}");
        for command in names.iter().filter_map(|name| commands.find_subcommand(name)) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(text, "  {literal}{:width$}{literal:#}  {about}", command.get_name());
        }
    }
    let _ = writeln!(
        text,
        "\n'plylab COMMAND --help' describes a command in full.\n\n{header}Options:{header:#}"
    );
    text + "{options}{after-help}"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_exactly_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        grouped.sort_unstable();
        let commands = commands();
        let mut names: Vec<&str> = commands.get_subcommands().map(clap::Command::get_name).collect();
        names.sort_unstable();
        assert_eq!(grouped, names);
    }

    #[test]
    fn summaries_fit_on_a_line() {
        let commands = commands();
        for command in commands.get_subcommands() {
            let about = command.get_about().unwrap().to_string();
            assert!(about.len() <= 65, "{}: {about}", command.get_name());
        }
        for line in template().lines().filter(|line| !line.contains('\u{1b}')) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
