//! Starting a process, and waiting until it is ready: on a busy machine more than once.

use std::time::{Duration, Instant};

use plylab_core::{Forfeit, message};

use crate::Process;
use crate::agent::{failed, no_start};
use crate::failure::Failure;
use crate::names::Outsider;
use crate::pool::Pool;

/// How often a process is started again because the machine was too busy for it to be ready in time.
const AGAIN: usize = 2;

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
    pub fn after(failure: &Failure, startup: Duration) -> NotReady {
        let seconds = startup.as_secs();
        match failure {
            Failure::TimeOut { starved: false } => {
                no_start(message!("agent-slow-start", "it was not ready within {seconds} s")).into()
            }
            Failure::TimeOut { starved: true } => {
                let forfeit = no_start(message!(
                    "agent-starved-start",
                    "it was not ready within {seconds} s on a busy machine"
                ));
                NotReady { forfeit, starved: true }
            }
            Failure::Ended(end) => no_start(end.message()).into(),
            Failure::Stopped | Failure::Flood { .. } | Failure::NotText => {
                failed(failure, Instant::now()).into()
            }
        }
    }
}

impl Pool {
    /// Starts a process and has it introduced, a few at a time; again if the machine was too busy.
    pub(crate) fn start<T>(
        &self,
        agent: &Outsider,
        introduce: impl FnMut(Process) -> Result<T, NotReady>,
    ) -> Result<T, Forfeit> {
        let mut introduce = introduce;
        undisturbed(|| {
            let _permit = self.may_start();
            let process =
                Process::start(&agent.launch).map_err(|failure| failed(&failure, Instant::now()))?;
            introduce(process)
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_that_the_machine_disturbed_is_tried_again() {
        let startup = Duration::from_secs(3);
        let tries = |starved_starts: usize, then: Result<(), Failure>| {
            let mut tried = 0;
            let started = undisturbed(|| {
                tried += 1;
                let failure = Failure::TimeOut { starved: true };
                if tried <= starved_starts { Err(failure) } else { then.clone() }
                    .map_err(|failure| NotReady::after(&failure, startup))
            });
            (tried, started.map_err(|forfeit| forfeit.to_string()))
        };
        assert_eq!(tries(0, Ok(())), (1, Ok(())));
        assert_eq!(tries(1, Ok(())), (2, Ok(())));
        assert_eq!(tries(9, Ok(())), (3, Err("it was not ready within 3 s on a busy machine".to_owned())));
        // Its own fault is its own.
        let slow = Err(Failure::TimeOut { starved: false });
        assert_eq!(tries(0, slow), (1, Err("it was not ready within 3 s".to_owned())));
    }
}
