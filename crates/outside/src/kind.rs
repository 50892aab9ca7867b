//! Outside agents in a registry, like all others.

use std::path::Path;
use std::sync::Arc;

use plylab_core::{
    AgentId, AnyAgent, AnyGame, ForeignKind, InputError, Key, Message, Params, Seed, Spec, Text, message,
};

use crate::agent::OutsideAgent;
use crate::fingerprint::fingerprint;
use crate::launch::Launcher;
use crate::names::{Outsider, Protocol, words};
use crate::pool::Pool;
use crate::portable::portable;
use crate::uci::UciAgent;

/// The name in specs of a command that no file names: `exec:"python3 mine.py"`.
pub const EXEC: &str = "exec";

/// An agent that a file names.
///
/// # Errors
///
/// If its files cannot be read.
pub fn kind(agent: Outsider, pool: &Arc<Pool>) -> Result<ForeignKind, InputError> {
    let version = fingerprint(&agent)?;
    let about = agent.about.clone().unwrap_or_else(|| agent.launch.command.join(" "));
    let title = agent.title.clone().unwrap_or_else(|| agent.name.clone());
    let (agent, pool) = (Arc::new(agent), Arc::clone(pool));
    let (run, its_pool, moved) = (Arc::clone(&agent), Arc::clone(&pool), Arc::clone(&agent));
    let kind = ForeignKind::new(agent.name.clone(), about, Vec::new(), version, move |game, me, _| {
        let spec = Spec::new(agent.name.clone());
        seated(Arc::clone(&agent), Arc::clone(&pool), spec, game, me)
    });
    let kind = kind.titled(title).interpreted_by(move |_| its_pool.interpreter(&run));
    Ok(kind.moved_by(move |_| portable(&moved, true)))
}

/// The agent at a seat, by its protocol.
fn seated(
    agent: Arc<Outsider>,
    pool: Arc<Pool>,
    spec: Spec,
    game: &dyn AnyGame,
    me: AgentId,
) -> Result<Box<dyn AnyAgent>, InputError> {
    if agent.protocol == Protocol::Plylab {
        return Ok(Box::new(OutsideAgent::new(agent, pool, spec, game, me)));
    }
    let Some(uci) = game.start(Seed::default()).uci() else {
        let wrong = message!("uci-no-game", "it speaks UCI, which has no notation for this game");
        return Err(InputError::new(wrong).at(Message::quoted(spec.to_string())));
    };
    Ok(Box::new(UciAgent::new(agent, pool, spec, uci.variant, me)))
}

/// Any command.
pub fn exec_kind(pool: &Arc<Pool>) -> ForeignKind {
    let (pool, its_pool) = (Arc::clone(pool), Arc::clone(pool));
    let keys = vec![Key::text("command", "the program and its arguments, in quotes")];
    let about = "a program of your own, in a process of its own (see docs/agents.md)";
    ForeignKind::new(EXEC, about, keys, "", move |game, me, params| {
        let command = command(params)?;
        let spec = Spec::new(EXEC).with("command", command);
        Ok(Box::new(OutsideAgent::new(Arc::new(of_command(command)?), Arc::clone(&pool), spec, game, me)))
    })
    .versioned_by(|params| fingerprint(&of_command(command(params)?)?).map(Text::from))
    .interpreted_by(move |params| its_pool.interpreter(&of_command(command(params).ok()?).ok()?))
    .moved_by(|params| portable(&of_command(command(params)?)?, false))
}

/// The name in specs of an agent in a file of Python: `py:mine.py#Mine`.
const PYTHON: &str = "py";

/// Any class or function in a file of Python, run by the package `plylab` in a process of its own.
pub fn python_kind(pool: &Arc<Pool>) -> ForeignKind {
    let pool = Arc::clone(pool);
    let keys = vec![Key::text("file", "a file of Python and a class or function in it, as in mine.py#Mine")];
    let about = "a class or function of your own in Python, in a process of its own (see docs/python.md)";
    ForeignKind::new(PYTHON, about, keys, "", move |game, me, params| {
        let what = file(params)?;
        let agent = Arc::new(of_python(what, Launcher::python())?);
        let spec = Spec::new(PYTHON).with("file", what);
        Ok(Box::new(OutsideAgent::new(agent, Arc::clone(&pool), spec, game, me)))
    })
    // The same agent for every interpreter.
    .versioned_by(|params| fingerprint(&of_python(file(params)?, "python3")?).map(Text::from))
    .moved_by(|params| portable(&of_python(file(params)?, "python3")?, false))
}

fn file<'a>(params: &Params<'a>) -> Result<&'a str, InputError> {
    params
        .text("file")
        .ok_or_else(|| InputError::new(message!("py-what", "'py' needs a file")).expected(py_form()))
}

fn py_form() -> Message {
    message!("py-form", "write py:mine.py#Mine")
}

/// The agent that a class or function in a file is.
pub(crate) fn of_python(what: &str, python: &str) -> Result<Outsider, InputError> {
    let (path, name) = what.split_once('#').unwrap_or((what, ""));
    if !Path::new(path).is_file() {
        let wrong = message!("py-no-file", "there is no file '{file}'", file = path);
        return Err(InputError::new(wrong).expected(py_form()));
    }
    let command = [python, "-m", "plylab.host", path, name].map(str::to_owned).to_vec();
    Ok(Outsider { files: Some(vec![path.to_owned()]), ..Outsider::new(what, command)? })
}

fn command<'a>(params: &Params<'a>) -> Result<&'a str, InputError> {
    params.text("command").ok_or_else(no_command)
}

fn no_command() -> InputError {
    InputError::new(message!("exec-what", "'exec' needs a command"))
        .expected(message!("exec-form", "write exec:\"python3 mine.py\""))
}

/// The agent that a command is. Its files are those that the command names.
///
/// # Errors
///
/// If the command has no words.
pub fn of_command(command: &str) -> Result<Outsider, InputError> {
    let words = words(command);
    if words.is_empty() {
        return Err(no_command());
    }
    let files = words.iter().filter(|word| Path::new(word).is_file()).cloned().collect();
    Ok(Outsider { files: Some(files), ..Outsider::new(command, words)? })
}

#[cfg(test)]
mod tests {
    use plylab_core::example::Heaps;
    use plylab_core::{CoreAgents, NoFiles, Registry};

    use super::*;

    #[test]
    fn a_command_is_another_agent_when_its_file_changes() {
        let mut registry = Registry::default();
        registry.add_game::<Heaps>(CoreAgents);
        registry.add_agent(exec_kind(&Pool::new()));
        let game = registry.open(&Spec::new("heaps"), &NoFiles).unwrap();
        let file = std::env::temp_dir().join(format!("plylab-exec-{}.sh", std::process::id()));
        let spec: Spec = format!("exec:\"sh {}\"", file.display()).parse().unwrap();
        let version = |text: &str| {
            std::fs::write(&file, text).unwrap();
            game.resolve(&spec).unwrap().version
        };
        let (one, same, other) = (version("echo 1"), version("echo 1"), version("echo 2"));
        assert_eq!(one, same);
        assert_ne!(one, other);
        std::fs::remove_file(&file).unwrap();
        let error = game.resolve(&Spec::new("exec")).unwrap_err().to_string();
        assert_eq!(error, "'exec' needs a command; write exec:\"python3 mine.py\"");
    }
}
