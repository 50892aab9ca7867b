//! An agent of any protocol at a seat: the process that plays, how it is started, and its log.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plylab_core::{AgentId, Forfeit, Message, Spec, message};

use crate::Process;
use crate::end::{ProcessEnd, ReadFailure};
use crate::names::Outsider;
use crate::pool::Pool;

/// How late an answer may be: the clock of an agent is not ours.
pub(crate) const GRACE: Duration = Duration::from_millis(50);

/// How often a process is started again because the machine was too busy for it to be ready in time.
const AGAIN: usize = 2;

/// An agent at a seat. It plays one game after another, each in a process of its own or in one that it keeps.
pub(crate) struct AgentSeat {
    pub agent: Arc<Outsider>,
    pub spec: Spec,
    pub me: AgentId,
    pool: Arc<Pool>,
    /// The process that plays, or why there is none.
    playing: Result<Process, Forfeit>,
    log: String,
}

impl AgentSeat {
    /// A seat whose game has not begun.
    pub fn new(agent: Arc<Outsider>, pool: Arc<Pool>, spec: Spec, me: AgentId) -> AgentSeat {
        AgentSeat { agent, spec, me, pool, playing: Err(not_begun()), log: String::new() }
    }

    /// Begins a game. `introduce` makes a process ready for it, and is told whether the process is new.
    pub fn begin(&mut self, me: AgentId, introduce: &mut Introduce<'_>) {
        self.me = me;
        self.log.clear();
        self.playing = match self.pool.given_up(&self.agent) {
            Some(forfeit) => Err(forfeit),
            None => self.sit_down(introduce),
        };
        self.pool.note_start(&self.agent, self.playing.as_ref().err());
    }

    /// A process that is ready for a new game: one that is alive, or else a new one.
    fn sit_down(&mut self, introduce: &mut Introduce<'_>) -> Result<Process, Forfeit> {
        if let Some(process) = self.pool.take(&self.agent)
            && let Ok(process) = self.introduced(process, false, introduce)
        {
            return Ok(process);
        }
        // Whatever is wrong with one that has waited, a new one may be all right.
        let pool = Arc::clone(&self.pool);
        undisturbed(|| {
            // Only a few start at once.
            let _permit = pool.may_start();
            let process =
                Process::start(&self.agent.launch).map_err(|failure| failed(&failure, Instant::now()))?;
            self.introduced(process, true, introduce)
        })
    }

    /// The process once it is ready. One that does not become ready is ended.
    fn introduced(
        &mut self,
        mut process: Process,
        is_new: bool,
        introduce: &mut Introduce<'_>,
    ) -> Result<Process, NotReady> {
        if let Err(refused) = introduce(&mut process, is_new) {
            self.end(process);
            return Err(refused);
        }
        Ok(process)
    }

    /// The process that plays, or why there is none.
    pub fn process(&mut self) -> Result<&mut Process, Forfeit> {
        self.playing.as_mut().map_err(|forfeit| forfeit.clone())
    }

    /// Is there a process? Or why there is none.
    pub fn ready(&self) -> Result<(), Forfeit> {
        self.playing.as_ref().map(drop).map_err(Forfeit::clone)
    }

    /// Ends the process, which failed.
    pub fn fail(&mut self, forfeit: &Forfeit) {
        if let Ok(process) = std::mem::replace(&mut self.playing, Err(forfeit.clone())) {
            self.end(process);
        }
    }

    /// Ends a process and keeps its log.
    fn end(&mut self, mut process: Process) {
        process.kill();
        self.log.push_str(&process.log().take().text());
    }

    /// Ends the game. Its process is kept for the next one if it `resets`.
    pub fn finish(&mut self, resets: bool) {
        let Ok(mut process) = std::mem::replace(&mut self.playing, Err(not_begun())) else { return };
        self.log.push_str(&process.log().take().text());
        // One that is near the limit of its time would be ended in the middle of a game.
        let limit = Duration::from_secs(self.agent.launch.limits.processor) / 2;
        if resets && process.usage().processor < limit {
            self.pool.keep(&self.agent, process);
        }
    }

    /// Takes what was written to the log.
    pub fn take_log(&mut self) -> String {
        if let Ok(process) = &mut self.playing {
            self.log.push_str(&process.log().take().text());
        }
        std::mem::take(&mut self.log)
    }
}

/// Makes a process ready for a game; true for a new one.
type Introduce<'a> = dyn FnMut(&mut Process, bool) -> Result<(), NotReady> + 'a;

fn not_begun() -> Forfeit {
    no_start(message!("agent-not-begun", "its game has not begun"))
}

/// Why a process is not ready.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct NotReady {
    /// What it means for the game.
    pub forfeit: Forfeit,
    /// Did the machine give it less than half of the time? Then that says little about it.
    pub starved: bool,
}

impl From<Forfeit> for NotReady {
    fn from(forfeit: Forfeit) -> NotReady {
        NotReady { forfeit, starved: false }
    }
}

impl NotReady {
    /// A failure before it was ready.
    pub fn after(failure: &ReadFailure, startup: Duration) -> NotReady {
        let seconds = startup.as_secs();
        match failure {
            ReadFailure::TimeOut { starved: false } => {
                no_start(message!("agent-slow-start", "it was not ready within {seconds} s")).into()
            }
            ReadFailure::TimeOut { starved: true } => {
                let forfeit = no_start(message!(
                    "agent-starved-start",
                    "it was not ready within {seconds} s on a busy machine"
                ));
                NotReady { forfeit, starved: true }
            }
            ReadFailure::Ended(end) => no_start(end.message()).into(),
            ReadFailure::Stopped | ReadFailure::Flood { .. } | ReadFailure::NotText => {
                failed(failure, Instant::now()).into()
            }
        }
    }
}

/// Tries to start, and again if the machine was too busy.
fn undisturbed<T>(mut start: impl FnMut() -> Result<T, NotReady>) -> Result<T, Forfeit> {
    let mut started = start();
    for _ in 0..AGAIN {
        if !matches!(started, Err(NotReady { starved: true, .. })) {
            break;
        }
        started = start();
    }
    started.map_err(|refused| refused.forfeit)
}

/// A failure as what it means for the game.
pub(crate) fn failed(failure: &ReadFailure, since: Instant) -> Forfeit {
    match failure {
        ReadFailure::TimeOut { starved } => Forfeit::TimeOut {
            milliseconds: u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX),
            starved: *starved,
        },
        ReadFailure::Ended(end @ ProcessEnd::NoStart { .. }) => no_start(end.message()),
        ReadFailure::Ended(end) => Forfeit::Crash { message: end.message() },
        ReadFailure::Stopped => Forfeit::Crash { message: message!("stopped", "stopped") },
        ReadFailure::Flood { limit } => {
            garbage(message!("agent-flood", "it wrote more than {bytes} bytes", bytes = limit))
        }
        ReadFailure::NotText => {
            garbage(message!("agent-not-text", "it wrote something that is not UTF-8 to standard output"))
        }
    }
}

pub(crate) fn no_start(message: Message) -> Forfeit {
    Forfeit::NoStart { message }
}

pub(crate) fn garbage(message: Message) -> Forfeit {
    Forfeit::Garbage { message }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_that_the_machine_disturbed_is_tried_again() {
        let startup = Duration::from_secs(3);
        let tries = |starved_starts: usize, then: Result<(), ReadFailure>| {
            let mut tried = 0;
            let started = undisturbed(|| {
                tried += 1;
                let failure = ReadFailure::TimeOut { starved: true };
                if tried <= starved_starts { Err(failure) } else { then.clone() }
                    .map_err(|failure| NotReady::after(&failure, startup))
            });
            (tried, started.map_err(|forfeit| forfeit.to_string()))
        };
        assert_eq!(tries(0, Ok(())), (1, Ok(())));
        assert_eq!(tries(1, Ok(())), (2, Ok(())));
        assert_eq!(tries(9, Ok(())), (3, Err("it was not ready within 3 s on a busy machine".to_owned())));
        // Its own fault is its own.
        let slow = Err(ReadFailure::TimeOut { starved: false });
        assert_eq!(tries(0, slow), (1, Err("it was not ready within 3 s".to_owned())));
    }
}
