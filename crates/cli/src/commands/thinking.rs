//! Shared by the commands that let an agent think.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use plylab_core::{AgentId, AnyPosition, Budget, InputError, Turn, message};

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
        Budget {
            nodes: self.nodes,
            time: self.time.map(Duration::from_millis),
            clock: Arc::new(WallClock::start()),
            ..Budget::unlimited()
        }
    }
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
pub fn time_text(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1e3;
    match millis {
        ..0.01 => "<0.01 ms".to_owned(),
        ..10.0 => format!("{millis:.2} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.2} s", millis / 1e3),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// `1 game`, `2 games`.
pub fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_short() {
        let texts = [3, 36, 12_345, 1_234_567].map(|micros| time_text(Duration::from_micros(micros)));
        assert_eq!(texts, ["<0.01 ms", "0.04 ms", "12 ms", "1.23 s"]);
    }

    #[test]
    fn lists_read_well() {
        assert_eq!([&["a"][..], &["a", "b"], &["a", "b", "c"]].map(listed), ["a", "a and b", "a, b and c"]);
    }
}
