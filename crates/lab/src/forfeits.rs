//! Forfeited games, counted by reason.

use plylab_core::{Forfeit, Message, message};
use serde::Serialize;

/// How often a player forfeited a game, by reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Forfeits {
    /// Moves that are not legal.
    pub illegal_moves: u64,
    /// Decisions that took too long.
    pub time_outs: u64,
    /// Failures to answer.
    pub crashes: u64,
    /// Answers from another process that are none.
    pub garbage: u64,
    /// Processes that could not be started.
    pub no_starts: u64,
    /// Games given up.
    pub resigned: u64,
}

impl Forfeits {
    /// Counts one.
    pub fn add(&mut self, reason: &Forfeit) {
        *match reason {
            Forfeit::IllegalMove { .. } => &mut self.illegal_moves,
            Forfeit::TimeOut { .. } => &mut self.time_outs,
            Forfeit::Crash { .. } => &mut self.crashes,
            Forfeit::Garbage { .. } => &mut self.garbage,
            Forfeit::NoStart { .. } => &mut self.no_starts,
            Forfeit::Resigned => &mut self.resigned,
        } += 1;
    }

    /// Counts those of another player, too.
    pub fn join(&mut self, other: &Forfeits) {
        self.illegal_moves += other.illegal_moves;
        self.time_outs += other.time_outs;
        self.crashes += other.crashes;
        self.garbage += other.garbage;
        self.no_starts += other.no_starts;
        self.resigned += other.resigned;
    }

    /// What each kind is called in tables, and how many there are.
    pub fn by_kind(&self) -> [(&'static str, u64); 6] {
        [
            ("illegal moves", self.illegal_moves),
            ("time-outs", self.time_outs),
            ("crashes", self.crashes),
            ("garbage", self.garbage),
            ("could not start", self.no_starts),
            ("resigned", self.resigned),
        ]
    }

    /// All of them.
    pub fn sum(&self) -> u64 {
        self.by_kind().iter().map(|(_, count)| count).sum()
    }

    /// The reasons that occurred, each with its number.
    pub fn messages(&self) -> Vec<Message> {
        // In the order of `by_kind`.
        let said: [fn(u64) -> Message; 6] = [
            |n| message!("illegal-moves", "{n} {n|illegal move|illegal moves}"),
            |n| message!("time-outs", "{n} {n|time-out|time-outs}"),
            |n| message!("crashes", "{n} {n|crash|crashes}"),
            |n| message!("garbage-answers", "{n} {n|garbage answer|garbage answers}"),
            |n| message!("no-starts", "{n} {n|failed start|failed starts}"),
            |n| message!("resignations", "{n} {n|resignation|resignations}"),
        ];
        let counted = self.by_kind().into_iter().zip(said).filter(|((_, count), _)| *count > 0);
        counted.map(|((_, count), say)| say(count)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_is_counted_apart() {
        let message = || message!("oh", "oh");
        let mut forfeits = Forfeits::default();
        for reason in [
            Forfeit::IllegalMove { action: "9".to_owned() },
            Forfeit::TimeOut { milliseconds: 70, starved: false },
            Forfeit::Crash { message: message() },
            Forfeit::Crash { message: message() },
            Forfeit::Garbage { message: message() },
            Forfeit::NoStart { message: message() },
        ] {
            forfeits.add(&reason);
        }
        let said: Vec<String> = forfeits.messages().iter().map(ToString::to_string).collect();
        assert_eq!(said, ["1 illegal move", "1 time-out", "2 crashes", "1 garbage answer", "1 failed start"]);
        assert_eq!(forfeits.sum(), 6);
    }
}
