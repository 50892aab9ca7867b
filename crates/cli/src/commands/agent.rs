//! `plylab agent`.

use std::fs;
use std::io;
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use plylab_core::{InputError, Message, Registry, Spec, message};
use plylab_outside::check::{Severity, check};
use plylab_outside::names::FILE;
use plylab_outside::starters::{STARTERS, Starter};

use super::open;
use crate::failure::Failure;
use crate::language::say;
use crate::output::{Output, one_line};
use crate::outside;

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
    what: AgentCommand,
}

#[derive(Subcommand, Debug)]
enum AgentCommand {
    New(NewArgs),
    Check(AgentCheckArgs),
}

impl AgentArgs {
    /// Runs the command. `named` is the file of agents, if one was given.
    pub fn run(&self, registry: &Registry, named: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
        match &self.what {
            AgentCommand::New(args) => args.run(out),
            AgentCommand::Check(args) => args.run(registry, named, out),
        }
    }
}

/// Write a small agent that works, to start from.
///
/// It is written to a new folder of that name, with a plylab.toml that gives the agent the same name.
#[derive(Args, Debug)]
struct NewArgs {
    /// The name of the agent, and of its folder.
    #[arg(default_value = "mine")]
    name: String,

    /// The language.
    #[arg(long, value_name = "LANGUAGE", default_value = "python",
          value_parser = PossibleValuesParser::new(STARTERS.iter().map(|starter| starter.language)))]
    language: String,
}

impl NewArgs {
    fn run(&self, out: &mut Output) -> Result<(), Failure> {
        let is_odd = |sign: &char| !(sign.is_ascii_alphanumeric() || "-_".contains(*sign));
        if let Some(odd) = self.name.chars().find(is_odd) {
            let sign = format!("{odd:?}");
            let wrong = message!("not-in-name", "{sign} cannot be part of a name");
            let right = message!("agent-name-signs", "use letters of English, digits, - and _");
            return Err(InputError::new(wrong).expected(right).at(Message::quoted(self.name.clone())).into());
        }
        let starter = STARTERS.iter().find(|starter| starter.language == self.language);
        let Some(starter) = starter else { return Ok(()) };
        let folder = Path::new(&self.name);
        if folder.exists() {
            let wrong = message!("agent-there", "'{name}' exists already", name = self.name.as_str());
            let right = message!("agent-elsewhere", "choose another name");
            return Err(InputError::new(wrong).expected(right).into());
        }
        write(folder, starter, &self.name).map_err(|error| {
            let error = error.to_string();
            Failure::Unwritable(InputError::new(message!(
                "agent-unwritten",
                "the agent cannot be written: {error}"
            )))
        })?;
        let (name, file) = (&self.name, starter.file);
        out.line(format!("wrote {name}/{file} and {name}/{FILE}"))?;
        let compile = starter.compile.map(|compile| format!("{compile} && ")).unwrap_or_default();
        out.line(format!("try it: cd {name} && {compile}plylab match connect4 {name} random"))
    }
}

fn write(folder: &Path, starter: &Starter, name: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join(starter.file), starter.text)?;
    fs::write(folder.join(FILE), starter.toml(name))
}

/// Play an agent through every rule of the protocol, and say what is wrong.
///
/// It plays a few games with and without chance, at several seats, with much and with little time. The exit status is 0
/// if it plays them all.
#[derive(Args, Debug)]
struct AgentCheckArgs {
    /// The command that runs it, or its name in plylab.toml.
    #[arg(value_name = "COMMAND")]
    command: String,
}

/// The games it plays: two without chance, one with it, and one of several agents.
const GAMES: [&str; 4] = ["tictactoe", "connect4", "tree:file=dice", "grid"];

impl AgentCheckArgs {
    fn run(&self, registry: &Registry, named: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
        let agent = outside::find(named, &self.command)?;
        let mut games = Vec::new();
        for name in GAMES {
            let spec: Spec = name.parse()?;
            // A program by another author may have other games.
            if registry.kind(&spec.name).is_ok() {
                games.push(open(registry, &spec)?);
            }
        }
        let findings = check(&agent, &games)?;
        for finding in &findings {
            let grade = say(&match finding.grade {
                Severity::Good => message!("grade-good", "good"),
                Severity::Note => message!("note", "note"),
                Severity::Bad => message!("grade-wrong", "wrong"),
            });
            let what = say(&finding.what);
            let advice =
                finding.advice.as_ref().map(|advice| format!("; {}", say(advice))).unwrap_or_default();
            out.line(format!("{grade}: {what}{advice}"))?;
            if !finding.log.is_empty() {
                out.line(say(&message!("its-errors", "its standard error:")))?;
                for line in finding.log.lines() {
                    out.line(format!("  {}", one_line(line)))?;
                }
            }
        }
        if findings.iter().any(|finding| finding.grade == Severity::Bad) {
            let wrong = message!("agent-faulty", "it does not keep to the protocol");
            return Err(InputError::new(wrong).at(Message::quoted(self.command.clone())).into());
        }
        Ok(())
    }
}
