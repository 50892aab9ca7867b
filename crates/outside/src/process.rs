//! A supervised program that reads and writes lines. It knows no protocol.
//!
//! Everything happens in the thread that calls: pipes that never block, and one wait for all of them. What the program
//! writes to standard error is kept while its lines are read.

use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::StopFlag;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use crate::end::{ProcessEnd, ReadFailure};
use crate::launch::{Launch, SUPERVISE, Usage};
use crate::log::Log;
use crate::supervise::{MARK, SuperviseRequest};
use crate::tree::{ProcessTree, kill_marked, machine_is_loaded};

/// The longest line.
const LINE: usize = 1 << 20;
/// The most output between two calls of [`Process::allow`].
const OUTPUT: usize = 64 << 20;
/// How long to wait before the flag is looked at again.
const SLICE: Duration = Duration::from_millis(25);
/// How long to wait for the word of the supervisor when the output has ended.
const VERDICT: Duration = Duration::from_millis(500);
/// How long a supervisor may take to end everything before it is ended itself.
const KILLING: Duration = Duration::from_secs(12);

/// How many programs were started.
static STARTED: AtomicU64 = AtomicU64::new(0);

/// A program that runs under a supervisor. It ends, with all its descendants, when this is dropped.
#[derive(Debug)]
pub struct Process {
    supervisor: Child,
    input: ChildStdin,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    /// Closing it ends the program.
    life: Option<PipeWriter>,
    verdict: PipeReader,
    /// The other ends, which the supervisor opens by their paths.
    _kept: (PipeReader, PipeWriter),
    /// What could not be written yet.
    unsent: Vec<u8>,
    /// What was read beyond the last line.
    unread: Vec<u8>,
    /// How much of `unread` has been searched for the end of a line.
    searched: usize,
    /// Output since the last [`Process::allow`].
    written: usize,
    log: Log,
    tree: ProcessTree,
    /// The value of [`MARK`] by which its descendants are known.
    mark: String,
    end: Option<ProcessEnd>,
}

impl Process {
    /// Starts a program. That it cannot be run is only known when a line is read.
    ///
    /// # Errors
    ///
    /// If its supervisor cannot be started.
    pub fn start(launch: &Launch) -> Result<Process, ReadFailure> {
        Process::spawn(launch)
            .map_err(|error| ReadFailure::Ended(ProcessEnd::NoStart { error: error.to_string() }))
    }

    fn spawn(launch: &Launch) -> io::Result<Process> {
        let (watched, life) = io::pipe()?;
        let (verdict, told) = io::pipe()?;
        let mark = format!("{}-{}", process::id(), STARTED.fetch_add(1, Ordering::Relaxed));
        let own = (MARK.to_owned(), mark.clone());
        let job = SuperviseRequest {
            argv: argv(launch),
            folder: launch.folder.clone(),
            env: launch.env.iter().cloned().chain([own]).collect(),
            limits: launch.limits,
            life: own_path(&watched),
            verdict: own_path(&told),
            parent: None,
        };
        let (program, arguments) =
            launch.supervisor.split_first().ok_or_else(|| io::Error::from(ErrorKind::NotFound))?;
        let mut supervisor = Command::new(program)
            .args(arguments)
            .arg(SUPERVISE)
            .arg(serde_json::to_string(&job).map_err(io::Error::other)?)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let gone = || io::Error::from(ErrorKind::BrokenPipe);
        let input = supervisor.stdin.take().ok_or_else(gone)?;
        let output = supervisor.stdout.take().ok_or_else(gone)?;
        let errors = supervisor.stderr.take().ok_or_else(gone)?;
        never_block(&input)?;
        never_block(&output)?;
        never_block(&errors)?;
        never_block(&verdict)?;
        let tree = ProcessTree::below(i32::try_from(supervisor.id()).unwrap_or_default());
        Ok(Process {
            supervisor,
            input,
            output,
            errors: Some(errors),
            life: Some(life),
            verdict,
            _kept: (watched, told),
            unsent: Vec::new(),
            unread: Vec::new(),
            searched: 0,
            written: 0,
            log: Log::default(),
            tree,
            mark,
            end: None,
        })
    }

    /// Sends a line. What the program does not read at once is sent while its lines are read.
    pub fn send(&mut self, line: &str) {
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
        self.flush();
    }

    /// Lets the program write as much again as it may: to be called before each thing it is asked.
    pub fn allow(&mut self) {
        self.written = 0;
    }

    /// The next line, without its end. The time of the program runs until the line can be read.
    ///
    /// # Errors
    ///
    /// If there is none before `deadline`, or the flag is raised, or there will never be one.
    pub fn receive(&mut self, deadline: Option<Instant>, stop: &StopFlag) -> Result<String, ReadFailure> {
        let mut share: Option<ProcessorShare> = None;
        loop {
            if let Some(line) = self.line()? {
                return Ok(line);
            }
            if stop.is_stopped() {
                return Err(ReadFailure::Stopped);
            }
            let now = Instant::now();
            let left = deadline.map(|deadline| deadline.saturating_duration_since(now));
            if left.is_some_and(|left| left.is_zero()) {
                let used = self.usage().processor;
                let starved = share.map_or_else(machine_is_loaded, |share| share.is_starved(now, used));
                return Err(ReadFailure::TimeOut { starved });
            }
            let slice = left.map_or(SLICE, |left| left.min(SLICE));
            // Answers mostly come within the first slice, and cost no look at the machine.
            if !self.wait(slice) && left.is_some_and(|left| left > slice) {
                match &mut share {
                    Some(share) => share.look(machine_is_loaded()),
                    None => share = Some(ProcessorShare::since(Instant::now(), self.usage().processor)),
                }
            }
        }
    }

    /// What it has written to standard error so far.
    pub fn log(&mut self) -> &mut Log {
        self.read_errors();
        &mut self.log
    }

    /// What it and all its descendants use.
    pub fn usage(&mut self) -> Usage {
        self.tree.usage()
    }

    /// Ends the program with all its descendants, and says how it had ended if it had.
    pub fn kill(&mut self) -> ProcessEnd {
        if self.life.take().is_some() {
            let started = Instant::now();
            while matches!(self.supervisor.try_wait(), Ok(None)) {
                if started.elapsed() > KILLING {
                    let _ = self.supervisor.kill();
                    let _ = self.supervisor.wait();
                    break;
                }
                thread::sleep(Duration::from_micros(200));
            }
            // One that was killed has not done its work.
            if self.supervisor_ended().is_some_and(|status| !status.success()) {
                kill_marked(MARK, &self.mark, KILLING);
            }
            self.read_errors();
        }
        self.told().unwrap_or(ProcessEnd::Killed)
    }

    /// The next line, if all of it has been read.
    fn line(&mut self) -> Result<Option<String>, ReadFailure> {
        let found = self.unread[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(end) = found.map(|index| self.searched + index) else {
            self.searched = self.unread.len();
            if self.unread.len() > LINE {
                return Err(ReadFailure::Flood { limit: LINE });
            }
            if self.written > OUTPUT {
                return Err(ReadFailure::Flood { limit: OUTPUT });
            }
            return match &self.end {
                Some(end) => Err(ReadFailure::Ended(end.clone())),
                None => Ok(None),
            };
        };
        if end > LINE {
            return Err(ReadFailure::Flood { limit: LINE });
        }
        let rest = self.unread.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.unread, rest);
        self.searched = 0;
        line.truncate(end);
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        String::from_utf8(line).map(Some).map_err(|_| ReadFailure::NotText)
    }

    /// Waits until something can be read or written, and does so. False if nothing could be within that time.
    fn wait(&mut self, time: Duration) -> bool {
        let (output, errors, input) = {
            let mut watched = vec![PollFd::new(&self.output, PollFlags::IN)];
            watched.extend(self.errors.as_ref().map(|errors| PollFd::new(errors, PollFlags::IN)));
            if !self.unsent.is_empty() {
                watched.push(PollFd::new(&self.input, PollFlags::OUT));
            }
            let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(time.subsec_nanos()) };
            if !matches!(poll(&mut watched, Some(&timeout)), Ok(1..)) {
                return false;
            }
            let ready = |index: usize| watched.get(index).is_some_and(|fd| !fd.revents().is_empty());
            let second = usize::from(self.errors.is_some());
            (ready(0), second == 1 && ready(1), !self.unsent.is_empty() && ready(1 + second))
        };
        if input {
            self.flush();
        }
        if errors {
            self.read_errors();
        }
        if output {
            self.read_output();
        }
        true
    }

    /// Writes what it can.
    fn flush(&mut self) {
        while !self.unsent.is_empty() {
            match self.input.write(&self.unsent) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                // It reads no more. Whether it has ended is seen at its output.
                Err(_) => self.unsent.clear(),
            }
        }
    }

    /// Reads what is there, a line and a bit more at most: floods are detected early.
    fn read_output(&mut self) {
        let mut buffer = [0; 16 * 1024];
        match self.output.read(&mut buffer) {
            Ok(0) => self.end = Some(self.ended()),
            Ok(count) => {
                self.written += count;
                self.unread.extend_from_slice(&buffer[..count]);
            }
            Err(error) if matches!(error.kind(), ErrorKind::Interrupted | ErrorKind::WouldBlock) => {}
            Err(_) => self.end = Some(self.ended()),
        }
    }

    /// Reads what there is of the log, up to what it keeps.
    fn read_errors(&mut self) {
        let mut buffer = [0; 16 * 1024];
        for _ in 0..4 {
            let Some(errors) = &mut self.errors else { return };
            match errors.read(&mut buffer) {
                Ok(0) => self.errors = None,
                Ok(count) => self.log.push(&buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.errors = None,
            }
        }
    }

    /// How its supervisor ended, if it has.
    fn supervisor_ended(&mut self) -> Option<ExitStatus> {
        self.supervisor.try_wait().ok().flatten()
    }

    /// How it ended, when its output has.
    fn ended(&mut self) -> ProcessEnd {
        let until = Instant::now() + VERDICT;
        loop {
            self.read_errors();
            let unsupervised = self.supervisor_ended().is_some();
            if let Some(end) = self.told() {
                return end;
            }
            if unsupervised {
                return ProcessEnd::Unsupervised;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return ProcessEnd::Closed;
            }
            let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(left.min(SLICE).subsec_nanos()) };
            let _ = poll(&mut [PollFd::new(&self.verdict, PollFlags::IN)], Some(&timeout));
        }
    }

    /// What the supervisor has told.
    fn told(&mut self) -> Option<ProcessEnd> {
        if let Some(end) = &self.end {
            return Some(end.clone());
        }
        let mut buffer = [0; 4096];
        let count = self.verdict.read(&mut buffer).ok()?;
        // What was told first says most.
        let line = buffer[..count].split(|&byte| byte == b'\n').next()?;
        let end: ProcessEnd = serde_json::from_slice(line).ok()?;
        self.end = Some(end.clone());
        Some(end)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The path by which a child opens one of our pipes.
fn own_path(pipe: &impl AsRawFd) -> PathBuf {
    format!("/proc/{}/fd/{}", process::id(), pipe.as_raw_fd()).into()
}

fn never_block(pipe: &impl AsFd) -> io::Result<()> {
    let flags = fcntl_getfl(pipe)?;
    Ok(fcntl_setfl(pipe, flags | OFlags::NONBLOCK)?)
}

/// The command to run in the end: the program itself, or `bwrap` with the program in it. There the system can be read, only a
/// private temporary folder written, and there is no network.
fn argv(launch: &Launch) -> Vec<String> {
    const SANDBOX: &str = "bwrap --unshare-all --die-with-parent --new-session --ro-bind / / --dev /dev --proc /proc \
                           --tmpfs /run --tmpfs /tmp --setenv TMPDIR /tmp";
    if !launch.sandbox {
        return launch.command.clone();
    }
    let mut argv: Vec<String> = SANDBOX.split(' ').map(str::to_owned).collect();
    if let Some(folder) = launch.folder.as_deref().and_then(Path::to_str) {
        // A folder below the private temporary one would be hidden by it.
        argv.extend(["--ro-bind", folder, folder, "--chdir", folder].map(str::to_owned));
    }
    argv.push("--".to_owned());
    argv.extend(launch.command.iter().cloned());
    argv
}

/// What is known of the share that a program got since some moment.
#[derive(Clone, Copy, Debug)]
struct ProcessorShare {
    since: Instant,
    /// Its processor time then.
    used: Duration,
    looks: u32,
    /// How often the machine was found loaded.
    loaded: u32,
}

impl ProcessorShare {
    /// It begins now, when the program has used that much processor time.
    fn since(now: Instant, used: Duration) -> ProcessorShare {
        ProcessorShare { since: now, used, looks: 0, loaded: 0 }
    }

    /// The machine was looked at.
    fn look(&mut self, is_loaded: bool) {
        self.looks += 1;
        self.loaded += u32::from(is_loaded);
    }

    /// Did a machine that was loaded, most of the time, give it less than half of the time until now? One look would not
    /// do: how many tasks are ready changes from one moment to the next.
    fn is_starved(&self, now: Instant, used: Duration) -> bool {
        let time = now.saturating_duration_since(self.since);
        used.saturating_sub(self.used) < time / 2 && self.loaded * 2 >= self.looks && self.loaded > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waited for a second and got `milliseconds` of it, on a machine that was loaded in `loaded` of ten looks.
    fn starved(milliseconds: u64, loaded: u32) -> bool {
        let now = Instant::now();
        let before = Duration::from_secs(7);
        let mut share = ProcessorShare::since(now, before);
        (0..10).for_each(|look| share.look(look < loaded));
        share.is_starved(now + Duration::from_secs(1), before + Duration::from_millis(milliseconds))
    }

    #[test]
    fn only_a_loaded_machine_starves_a_program() {
        assert!(starved(100, 10) && starved(490, 6));
        // It had its time, or sat idle on a machine that was free.
        assert!(!starved(500, 10) && !starved(1000, 10));
        assert!(!starved(0, 0) && !starved(0, 3));
        let now = Instant::now();
        assert!(!ProcessorShare::since(now, Duration::ZERO).is_starved(now, Duration::ZERO));
    }
}
