//! `plylab agent check`.

use std::path::Path;

use clap::Args;
use plylab_core::{InputError, Message, Registry, Spec, message};
use plylab_outside::check::{Grade, check};

use crate::commands::open;
use crate::failure::Failure;
use crate::language::say;
use crate::output::{Output, one_line};
use crate::outside;

/// Play an agent through every rule of the protocol, and say what is wrong.
///
/// It plays a few games with and without chance, at several seats, with much and with little time. The exit status is 0
/// if it plays them all.
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The command that runs it, or its name in plylab.toml.
    #[arg(value_name = "COMMAND")]
    command: String,
}

/// The games it plays: two without chance, one with it, and one of several agents.
const GAMES: [&str; 4] = ["tictactoe", "connect4", "tree:file=dice", "grid"];

impl CheckArgs {
    /// Checks it.
    pub fn run(&self, registry: &Registry, named: Option<&Path>, out: &mut Output) -> Result<(), Failure> {
        let agent = outside::find(named, &self.command)?;
        let mut games = Vec::new();
        for name in GAMES {
            let spec: Spec = name.parse()?;
            // A program of somebody else may have other games.
            if registry.kind(&spec.name).is_ok() {
                games.push(open(registry, &spec)?);
            }
        }
        let findings = check(&agent, &games)?;
        for finding in &findings {
            let grade = say(&match finding.grade {
                Grade::Good => message!("grade-good", "good"),
                Grade::Note => message!("note", "note"),
                Grade::Bad => message!("grade-wrong", "wrong"),
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
        if findings.iter().any(|finding| finding.grade == Grade::Bad) {
            let wrong = message!("agent-faulty", "it does not keep to the protocol");
            return Err(InputError::new(wrong).at(Message::quoted(self.command.clone())).into());
        }
        Ok(())
    }
}
