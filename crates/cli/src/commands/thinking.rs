//! Shared by the commands that let an agent think.

use std::time::Duration;

use clap::Args;
use plylab_core::{AgentId, AnyPosition, Budget, InputError, Message, Name, StopFlag, Turn, message};

use super::whole;
use plylab_lab::WallClock;

/// The budget of an agent.
#[derive(Args, Debug)]
pub struct BudgetArgs {
    /// The time limit in milliseconds; with it, the answer may differ from run to run.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time: Option<u64>,

    /// The maximum number of nodes.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// The budget, with a running clock to measure the time.
    pub fn budget(&self) -> Budget {
        let time = self.time.map(Duration::from_millis);
        Budget { nodes: self.nodes, time, ..until(&StopFlag::default()) }
    }
}

/// A budget that only the flag ends, with a running clock to measure the time.
pub fn until(stop: &StopFlag) -> Budget {
    Budget { stop: stop.clone(), clock: WallClock::shared(), ..Budget::unlimited() }
}

/// The player to move; an error if there is none.
pub fn decider(position: &dyn AnyPosition) -> Result<AgentId, InputError> {
    match position.turn() {
        Turn::Agent(agent) => Ok(agent),
        Turn::Over => Err(InputError::new(message!("over-here", "the game is over in this position"))
            .expected(message!("give-turn", "give a position with a player to move"))),
        Turn::Chance => {
            Err(InputError::new(message!("dice-here", "the dice are to be rolled in this position"))
                .expected(message!("give-player-turn", "give a position with a player to move")))
        }
    }
}

/// A time in about three digits.
pub fn time_text(time: Duration) -> Message {
    let millis = time.as_secs_f64() * 1e3;
    let n = match millis {
        ..0.01 => return message!("no-time", "<0.01 ms"),
        ..10.0 => format!("{millis:.2}"),
        ..1000.0 => format!("{millis:.0}"),
        _ => return message!("seconds", "{n} s", n = Name::of(format!("{:.2}", millis / 1e3))),
    };
    message!("milliseconds", "{n} ms", n = Name::of(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let texts =
            [3, 36, 12_345, 1_234_567].map(|micros| time_text(Duration::from_micros(micros)).to_string());
        assert_eq!(texts, ["<0.01 ms", "0.04 ms", "12 ms", "1.23 s"]);
    }
}
