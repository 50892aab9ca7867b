//! The supervisor of one program: a small process between it and the lab.
//!
//! It sets limits on itself, which the program inherits, starts the program with its own standard streams, and then lets go of
//! them: nothing is copied. It is a child subreaper in a session of its own, so that it finds every descendant of the
//! program. It ends them all when they use more than they may, when the program has ended, and when the lab tells it to or
//! is gone: then the pipe that it watches is closed. It tells the lab once how the program ended.
//!
//! The child first runs the supervisor's own executable, which asks the kernel to be killed together with the supervisor, and then
//! becomes the program. So not even a killed supervisor leaves it behind; the lab finds what the program has started itself, see
//! [`MARK`].

use std::fs::File;
use std::io::Write as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{self, Child, Command, ExitCode, ExitStatus};
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, Signal, WaitOptions, getpid, pidfd_open, set_child_subreaper,
    set_parent_process_death_signal, setrlimit, setsid, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use serde::{Deserialize, Serialize};

use crate::cgroup::Cgroup;
use crate::end::ProcessEnd;
use crate::launch::{Launcher, ProcessLimits, SUPERVISE, Usage};
use crate::tree::ProcessTree;

/// What a supervisor is told, as JSON in its only argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SuperviseRequest {
    /// What to run.
    pub argv: Vec<String>,
    /// Where.
    pub folder: Option<PathBuf>,
    /// With which variables besides its own.
    pub env: Vec<(String, String)>,
    /// Within which limits.
    pub limits: ProcessLimits,
    /// The pipe that is closed when the program is to end.
    pub life: PathBuf,
    /// The pipe that is told how it ended.
    pub verdict: PathBuf,
    /// The supervisor, if this is for its child, which becomes the program.
    pub parent: Option<u32>,
}

/// The variable that all descendants of a supervisor inherit. Its value tells them from all others.
pub(crate) const MARK: &str = "PLYLAB_AGENT";

/// The exit status of a supervisor that does not understand its argument.
const MISUSED: u8 = 2;

/// The time between two looks at a busy tree.
const BUSY: Duration = Duration::from_millis(50);
/// The most time between two looks at an idle one.
const IDLE: Duration = Duration::from_millis(400);
/// How long to try to end all of a tree.
const KILLING: Duration = Duration::from_secs(10);
/// Threads that a process may have on average before the cap of the group stops it.
const TASKS_PER_PROCESS: u64 = 16;
/// Tasks that a group may have in any case.
const TASKS: u64 = 64;
/// Files that a program may have open at once.
const OPEN_FILES: u64 = 1024;

/// Runs a supervisor, see [`SUPERVISE`](crate::SUPERVISE). `job` is the argument that [`Process`](crate::Process) gave it.
pub fn supervise(job: Option<&str>) -> ExitCode {
    let Some(job) = job.and_then(|job| serde_json::from_str::<SuperviseRequest>(job).ok()) else {
        return ExitCode::from(MISUSED);
    };
    close_inherited();
    if let Some(parent) = job.parent {
        return become_program(&job, parent);
    }
    let pipes =
        File::open(&job.life).and_then(|life| Ok((life, File::options().write(true).open(&job.verdict)?)));
    let Ok((life, mut verdict)) = pipes else { return ExitCode::from(MISUSED) };
    let end = run(&job, &life);
    tell(&mut verdict, &end);
    ExitCode::SUCCESS
}

/// Tells the lab how the program ended. Only what is told first counts.
fn tell(verdict: &mut File, end: &ProcessEnd) {
    if let Ok(mut line) = serde_json::to_string(end) {
        line.push('\n');
        // If nobody is left to be told, nobody needs to know.
        let _ = verdict.write_all(line.as_bytes());
    }
}

/// Becomes the program, which the kernel will kill when its supervisor is killed.
fn become_program(job: &SuperviseRequest, parent: u32) -> ExitCode {
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
    // It may have been killed before that.
    if std::os::unix::process::parent_id() != parent {
        return ExitCode::from(MISUSED);
    }
    let error = match program(job) {
        Some(mut command) => command.exec(),
        None => Errno::NOENT.into(),
    };
    if let Ok(mut verdict) = File::options().write(true).open(&job.verdict) {
        let program = job.argv.first().map_or("", String::as_str);
        tell(&mut verdict, &ProcessEnd::NoStart { error: format!("{program}: {error}") });
    }
    ExitCode::from(MISUSED)
}

/// The program of a job, to be run where and with what it says.
fn program(job: &SuperviseRequest) -> Option<Command> {
    let (program, arguments) = job.argv.split_first()?;
    let mut command = Command::new(program_path(program, job.folder.as_deref()));
    command.args(arguments).envs(job.env.iter().map(|(name, value)| (name, value)));
    if let Some(folder) = &job.folder {
        command.current_dir(folder);
    }
    Some(command)
}

/// Closes whatever was inherited besides the standard streams.
fn close_inherited() {
    let open: Vec<i32> = fs::read_dir("/proc/self/fd")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect();
    for fd in open.into_iter().filter(|&fd| fd > 2) {
        // The one that listed them is closed already.
        let _ = nix::unistd::close(fd);
    }
}

fn run(job: &SuperviseRequest, life: &File) -> ProcessEnd {
    let no_start = |error: &dyn ToString| ProcessEnd::NoStart { error: error.to_string() };
    // Neither fails in a process that was just started, and the program would run all the same.
    let _ = setsid();
    let _ = set_child_subreaper(Some(getpid()));
    limit(&job.limits);
    let group = Cgroup::enter(TASKS + TASKS_PER_PROCESS * job.limits.processes);
    let child = match child(job) {
        Ok(child) => child.id(),
        Err(error) => return no_start(&error),
    };
    release_streams();
    let mut tree = ProcessTree::below(process::id() as i32);
    let end = watch(child, life, &job.limits, &mut tree);
    kill_all(&mut tree);
    if let Some(group) = group {
        let started = Instant::now();
        while !group.leave() && started.elapsed() < KILLING / 10 {
            reap(None);
            thread::sleep(Duration::from_millis(1));
        }
    }
    end
}

/// Starts what is to become the program.
fn child(job: &SuperviseRequest) -> io::Result<Child> {
    let job = SuperviseRequest { parent: Some(process::id()), ..job.clone() };
    let job = serde_json::to_string(&job).map_err(io::Error::other)?;
    let supervisor = Launcher::supervisor()?;
    let (program, arguments) =
        supervisor.split_first().ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))?;
    Command::new(program).args(arguments).arg(SUPERVISE).arg(job).spawn()
}

/// A program with a path is looked for in the folder where it will run.
fn program_path(program: &str, folder: Option<&Path>) -> PathBuf {
    let path = Path::new(program);
    match folder {
        Some(folder) if path.is_relative() && program.contains('/') => folder.join(path),
        _ => path.to_owned(),
    }
}

/// Limits that the kernel enforces on each process. Where one cannot be set, watching is left.
fn limit(limits: &ProcessLimits) {
    let set = |resource: Resource, most: u64| {
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    };
    set(Resource::Core, 0);
    // Later than we do: a signal would not say why.
    set(Resource::Cpu, limits.processor.saturating_add(5));
    set(Resource::Fsize, limits.file_size.saturating_mul(1 << 20));
    set(Resource::Nofile, OPEN_FILES);
}

/// Lets go of the streams of the program, so that the lab sees when it closes them.
fn release_streams() {
    if let Ok(nothing) = File::options().read(true).write(true).open("/dev/null") {
        let _ = dup2_stdin(&nothing);
        let _ = dup2_stdout(&nothing);
        let _ = dup2_stderr(&nothing);
    }
}

/// Waits for the end of the program, and says what it was.
fn watch(child: u32, life: &File, limits: &ProcessLimits, tree: &mut ProcessTree) -> ProcessEnd {
    let pid = i32::try_from(child).ok().and_then(Pid::from_raw);
    // Without such a descriptor the end is seen at the next look.
    let ends = pid.and_then(|pid| pidfd_open(pid, PidfdFlags::empty()).ok());
    let mut before = Usage::default();
    let mut pause = BUSY;
    loop {
        let mut watched = vec![PollFd::new(life, PollFlags::IN)];
        watched.extend(ends.as_ref().map(|ends| PollFd::new(ends, PollFlags::IN)));
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(pause.subsec_nanos()) };
        let _ = poll(&mut watched, Some(&timeout));
        if !watched.first().is_some_and(|life| life.revents().is_empty()) {
            return ProcessEnd::Killed;
        }
        if let Some(end) = reap(pid) {
            return end;
        }
        let usage = tree.usage();
        if let Some(end) = exceeded(limits, &usage) {
            return end;
        }
        // An idle process needs no watching, but may start working at any time.
        pause = if usage == before { (pause * 2).min(IDLE) } else { BUSY };
        before = usage;
    }
}

fn exceeded(limits: &ProcessLimits, usage: &Usage) -> Option<ProcessEnd> {
    if usage.memory > limits.memory.saturating_mul(1 << 20) {
        return Some(ProcessEnd::Memory { limit: limits.memory });
    }
    if usage.processes > limits.processes {
        return Some(ProcessEnd::Processes { limit: limits.processes });
    }
    let processor = Duration::from_secs(limits.processor);
    (usage.processor > processor).then_some(ProcessEnd::Processor { limit: limits.processor })
}

/// Waits for all children that have ended, and says how `program` did, if it is among them.
fn reap(program: Option<Pid>) -> Option<ProcessEnd> {
    let mut end = None;
    while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
        if Some(pid) == program {
            let status = ExitStatus::from_raw(status.as_raw());
            end = Some(match status.signal() {
                Some(signal) => ProcessEnd::Signal { signal },
                None => ProcessEnd::Exited { status: status.code().unwrap_or_default() },
            });
        }
    }
    end
}

/// Ends everything below us.
fn kill_all(tree: &mut ProcessTree) {
    let started = Instant::now();
    while started.elapsed() < KILLING {
        let killed = tree.kill();
        reap(None);
        if killed == 0 {
            return;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_own_end() {
        let limits = ProcessLimits { memory: 10, processes: 3, processor: 5, file_size: 1 };
        let usage = Usage { processes: 3, memory: 10 << 20, processor: Duration::from_secs(5) };
        assert_eq!(exceeded(&limits, &usage), None);
        let more = Usage { memory: usage.memory + 1, ..usage };
        assert_eq!(exceeded(&limits, &more), Some(ProcessEnd::Memory { limit: 10 }));
        let more = Usage { processes: 4, ..usage };
        assert_eq!(exceeded(&limits, &more), Some(ProcessEnd::Processes { limit: 3 }));
        let more = Usage { processor: Duration::from_secs(6), ..usage };
        assert_eq!(exceeded(&limits, &more), Some(ProcessEnd::Processor { limit: 5 }));
    }

    #[test]
    fn a_program_beside_its_files_is_found() {
        let folder = Path::new("/agents/mine");
        assert_eq!(program_path("./mine", Some(folder)), Path::new("/agents/mine/./mine"));
        assert_eq!(program_path("python3", Some(folder)), Path::new("python3"));
        assert_eq!(program_path("/bin/sh", Some(folder)), Path::new("/bin/sh"));
        assert_eq!(program_path("./mine", None), Path::new("./mine"));
    }

    #[test]
    fn a_supervisor_refuses_what_it_does_not_understand() {
        assert_eq!(supervise(Some("{}")), ExitCode::from(MISUSED));
        assert_eq!(supervise(None), ExitCode::from(MISUSED));
    }
}
