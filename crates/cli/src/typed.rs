//! Reads typed lines, and notices Ctrl-C while it waits.

use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use plylab_core::{InputError, StopFlag};

use crate::files::{InputLines, STDIN};

/// The result of waiting for a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// A line, without blanks around it.
    Line(String),
    /// The end of the input.
    End,
    /// Stopped by Ctrl-C.
    Stopped,
}

type Reading = Result<Option<String>, InputError>;

/// A thread that waits for input cannot be stopped, so one thread reads for the whole program as long as it runs.
static INPUT: LazyLock<Mutex<Receiver<Reading>>> = LazyLock::new(|| {
    let (sender, receiver) = sync_channel(0);
    thread::spawn(move || {
        let Ok(mut lines) = InputLines::open(STDIN) else { return };
        loop {
            let reading = lines.next();
            let ended = reading == Ok(None);
            if sender.send(reading).is_err() || ended {
                break;
            }
        }
    });
    Mutex::new(receiver)
});

/// How often Ctrl-C is checked: too short to notice, long enough to cost nothing.
const POLL: Duration = Duration::from_millis(50);

/// Waits for the next line of standard input.
pub fn next_line(stop: &StopFlag) -> Result<Typed, InputError> {
    let input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        if stop.is_stopped() {
            return Ok(Typed::Stopped);
        }
        match input.recv_timeout(POLL) {
            Ok(reading) => {
                return Ok(reading?.map_or(Typed::End, |line| Typed::Line(line.trim().to_owned())));
            }
            Err(RecvTimeoutError::Timeout) => {}
            // The thread has already sent the end.
            Err(RecvTimeoutError::Disconnected) => return Ok(Typed::End),
        }
    }
}

/// The text to print after a prompt: a line from a pipe is not on the screen yet.
pub fn echo(line: &str) -> String {
    if io::stdin().is_terminal() { String::new() } else { format!("{line}\n") }
}
