//! `plylab run --on`: the games are played by the machines of a cluster.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use plylab_core::{InputError, Message, StopFlag, message};
use plylab_lab::cluster::{News, Pack, Session};
use plylab_lab::store::SqliteStore;
use plylab_lab::{Finished, Plan, Summary};
use plylab_outside::Launcher;

use super::{Live, note_dropped, stopped};
use crate::Connect;
use crate::failure::Failure;
use crate::language::say;
use crate::output;
use crate::terminal::Style;

/// Plays the games that are missing in `folder` on a cluster, and shows the progress. The first flag stops after the jobs in
/// progress, the second at once.
pub fn play_on(
    plan: &Plan,
    folder: &Path,
    connect: Connect<'_>,
    address: Option<&str>,
    flags: &(StopFlag, StopFlag),
    style: Style,
) -> Result<(Finished, Vec<Summary>), Failure> {
    let timed = plan.sections.iter().filter(|section| section.limits.time_per_move.is_some());
    for section in timed.map(|section| section.name.as_str()) {
        output::note(&say(&message!(
            "timed-elsewhere",
            "'{section}' limits the time per move: its games depend on the speed of the machines that play them"
        )));
    }
    let pack = Pack::of(plan)?;
    let mut cluster = connect(address)?;
    let mut live = Live::new(plan, style);
    let opened = Session::open(cluster.as_mut(), &pack, &flags.0, |news| tell(&mut live, &news));
    let Some(mut session) = opened? else {
        drop(live);
        return Err(stopped());
    };
    let store = SqliteStore::open(folder, plan, &session.run_info(plan))?;
    note_dropped(&store);
    let mut summaries = Vec::new();
    let outcome = session.run(plan, &store, flags, |news| {
        tell(&mut live, &news);
        if let News::Progress { progress, .. } = news
            && (progress.games.done == progress.games.total || flags.0.is_stopped())
        {
            summaries = progress.summaries.to_vec();
        }
    });
    drop(live);
    let closed = store.close();
    let finished = outcome?;
    closed?;
    Ok((finished, summaries))
}

fn tell(live: &mut Live<'_>, news: &News<'_>) {
    match news {
        News::Progress { progress, nodes, slots } => {
            let (nodes, slots) = (*nodes, *slots);
            live.show(
                progress,
                Some(message!(
                    "cluster-size",
                    "{nodes} {nodes|node|nodes} with {slots} {slots|processor|processors}"
                )),
            );
        }
        News::Refused { node, why } => {
            let (node, why) = (node.name.as_str(), (*why).clone());
            live.waiting.note(&message!("node-refused", "node {node} is not used: {why}"));
        }
        News::Gone { node } => {
            let node = node.name.as_str();
            live.waiting.note(&message!("node-gone", "node {node} is gone; its games are played elsewhere"));
        }
    }
}

/// Calls the Python package, which can reach the cluster, to do this: `arguments` are those of the command, without its name.
pub fn by_python(arguments: &[OsString]) -> ExitCode {
    let python = Launcher::python();
    let called = check_python(python).map_err(Failure::from).and_then(|()| {
        let mut command = Command::new(python);
        command.args(["-m", "plylab.ray"]).args(arguments);
        become_command(command).map_err(|error| Failure::from(no_python(python, &error)))
    });
    called.unwrap_or_else(|failure| failure.report())
}

/// Refuses a Python that has another version of this program, or none.
fn check_python(python: &str) -> Result<(), InputError> {
    let ours = env!("CARGO_PKG_VERSION");
    let told = Command::new(python).args(["-c", "import plylab; print(plylab.__version__)"]).output();
    let told = told.map_err(|error| no_python(python, &error))?;
    let version = String::from_utf8_lossy(&told.stdout).trim().to_owned();
    let what = match version.as_str() {
        _ if !told.status.success() => message!("python-without", "'{python}' has no package plylab"),
        version if version != ours => {
            message!("python-with-other", "'{python}' has plylab {version}, and this is {ours}")
        }
        _ => return Ok(()),
    };
    Err(InputError::new(what).expected(install()))
}

fn no_python(python: &str, error: &io::Error) -> InputError {
    let error = error.to_string();
    InputError::new(message!("python-missing", "'{python}' cannot be run ({error})")).expected(install())
}

fn install() -> Message {
    let ours = env!("CARGO_PKG_VERSION");
    message!(
        "install-for-python",
        "install plylab {ours} with its extra 'ray' for the python3 on the PATH (see docs/scale.md)"
    )
}

/// Replaces this process by that command, which then gets Ctrl-C.
#[cfg(unix)]
fn become_command(mut command: Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt as _;
    Err(command.exec())
}

#[cfg(not(unix))]
fn become_command(mut command: Command) -> io::Result<ExitCode> {
    let status = command.status()?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1).into())
}
