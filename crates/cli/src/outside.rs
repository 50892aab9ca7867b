//! Agents of other people: those that a file names, and commands by `exec:`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plylab_core::{InputError, Message, Registry, Spec, message};
use plylab_outside::names::{self, Outsider};
use plylab_outside::{Pool, exec_kind, kind, python_kind};

use crate::files::DiskFiles;

/// Which agents of other people a command may use.
#[derive(Clone, Debug)]
pub struct Outside {
    /// The file or folder that names them, if it was given.
    pub named: Option<PathBuf>,
    /// May commands be run that no file names?
    pub exec: bool,
    /// The only names that may be used; all if there is no such list.
    pub only: Option<Vec<String>>,
}

impl Outside {
    /// Adds them to the registry.
    pub fn add_to(&self, registry: &mut Registry) -> Result<(), InputError> {
        let pool = Pool::new();
        for agent in self.agents(registry)? {
            registry.add_agent(kind(agent, &pool)?);
        }
        if self.exec {
            registry.add_agent(exec_kind(&pool));
            registry.add_agent(python_kind(&pool));
        }
        Ok(())
    }

    /// Those that are named, except the ones that may not be used.
    fn agents(&self, registry: &Registry) -> Result<Vec<Outsider>, InputError> {
        let path = match (path(self.named.as_deref()), &self.only) {
            (_, Some(only)) if only.is_empty() => return Ok(Vec::new()),
            (Some(path), _) => path,
            (None, None) => return Ok(Vec::new()),
            (None, Some(_)) => {
                let wrong = message!("offer-what", "there are no agents to offer");
                let right = message!("offer-form", "name the file that names them with --bring");
                return Err(InputError::new(wrong).expected(right));
            }
        };
        let place = || Message::verbatim(path.display().to_string());
        let taken = bundled(registry);
        let mut agents = names::read_besides(&path, &taken)?;
        if let Some(only) = &self.only {
            if let Some(name) = only.iter().find(|name| agents.iter().all(|agent| agent.name != **name)) {
                let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
                let wrong = message!("no-such-outsider", "no agent is called '{name}'");
                let right = message!("it-has", "it has {names}");
                return Err(InputError::new(wrong).expected(right).at(place()));
            }
            agents.retain(|agent| only.contains(&agent.name));
        }
        match agents.iter().find(|agent| taken.contains(&agent.name)) {
            None => Ok(agents),
            Some(agent) => {
                let name = agent.name.as_str();
                let wrong = message!("outsider-bundled", "'{name}' is the name of a bundled agent");
                let right = message!("agent-rename", "give each a name of its own");
                Err(InputError::new(wrong).expected(right).at(place()))
            }
        }
    }
}

/// The file that was given, or the one in this folder.
fn path(named: Option<&Path>) -> Option<PathBuf> {
    named.or_else(|| Some(Path::new(names::FILE)).filter(|file| file.is_file())).map(Path::to_owned)
}

/// The names of all agents that games have.
fn bundled(registry: &Registry) -> Vec<String> {
    let games = registry.games().filter_map(|kind| {
        // A game that needs settings to open has the agents of the others.
        registry.open(&Spec::new(kind.name.clone()), &DiskFiles).ok()
    });
    let names = games.flat_map(|game| game.agents()).map(|listing| listing.name.into_owned());
    names.chain([plylab_outside::EXEC.to_owned()]).collect()
}

/// The agent that a command is, or that a file names.
pub fn find(named: Option<&Path>, text: &str) -> Result<Arc<Outsider>, InputError> {
    let agents = path(named).map_or_else(|| Ok(Vec::new()), |path| names::read(&path))?;
    match agents.into_iter().find(|agent| agent.name == text) {
        Some(agent) => Ok(Arc::new(agent)),
        None => plylab_outside::of_command(text).map(Arc::new),
    }
}
