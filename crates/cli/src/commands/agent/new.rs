//! `plylab agent new`.

use std::fs;
use std::io;
use std::path::Path;

use clap::Args;
use clap::builder::PossibleValuesParser;
use plylab_core::{InputError, Message, message};
use plylab_outside::names::FILE;
use plylab_outside::starters::{STARTERS, Starter};

use crate::failure::Failure;
use crate::output::Output;

/// Write a small agent that works, to start from.
///
/// It is written to a new folder of that name, with a plylab.toml that gives the agent the same name.
#[derive(Args, Debug)]
pub struct NewArgs {
    /// The name of the agent, and of its folder.
    #[arg(default_value = "mine")]
    name: String,

    /// The language.
    #[arg(long, value_name = "LANGUAGE", default_value = "python",
          value_parser = PossibleValuesParser::new(STARTERS.iter().map(|starter| starter.language)))]
    language: String,
}

impl NewArgs {
    /// Writes it.
    pub fn run(&self, out: &mut Output) -> Result<(), Failure> {
        if let Some(odd) =
            self.name.chars().find(|sign| !(sign.is_ascii_alphanumeric() || "-_".contains(*sign)))
        {
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
            let wrong = message!(
                "agent-unwritten",
                "the agent cannot be written: {error}",
                error = error.to_string()
            );
            Failure::Unwritable(InputError::new(wrong))
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
