//! Long moves take turns on the processors.

use std::collections::VecDeque;
use std::time::Duration;

use super::SLICE;

/// May a job go on?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TurnDecision {
    /// Yes, after it has waited this long.
    Go(Duration),
    /// No: it should ask again after this time.
    Wait(Duration),
}

/// Who has a turn, and who waits for one. A turn ends by itself, also that of a job that never asks again.
#[derive(Default)]
pub(super) struct Turns {
    most: usize,
    /// The jobs that have one, and until when.
    running: Vec<(u64, Duration)>,
    /// Those that wait, and since when, the first at the front.
    waiting: VecDeque<(u64, Duration)>,
}

impl Turns {
    /// At most that many at a time.
    pub fn new(most: usize) -> Turns {
        Turns { most, ..Turns::default() }
    }

    /// A job asks whether it may go on.
    pub fn ask(&mut self, job: u64, now: Duration) -> TurnDecision {
        self.running.retain(|(_, until)| *until > now);
        if self.running.iter().any(|(other, _)| *other == job) {
            return TurnDecision::Go(Duration::ZERO);
        }
        let place = self.waiting.iter().position(|(other, _)| *other == job);
        if self.running.len() + place.unwrap_or(self.waiting.len()) < self.most {
            self.running.push((job, now + SLICE));
            let since = place.and_then(|place| self.waiting.remove(place)).map_or(now, |(_, since)| since);
            return TurnDecision::Go(now.saturating_sub(since));
        }
        if place.is_none() {
            self.waiting.push_back((job, now));
        }
        let next = self.running.iter().map(|(_, until)| until.saturating_sub(now)).min();
        // Those far behind need not ask again with every turn that ends.
        let rounds = place.unwrap_or(self.waiting.len() - 1) / self.most.max(1);
        TurnDecision::Wait(next.unwrap_or(SLICE) + SLICE * u32::try_from(rounds).unwrap_or(u32::MAX))
    }

    /// How many wait.
    #[cfg(test)]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// A job has ended.
    pub fn end(&mut self, job: u64) {
        self.running.retain(|(other, _)| *other != job);
        self.waiting.retain(|(other, _)| *other != job);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn turns_go_round_and_waiting_is_told() {
        let mut turns = Turns::new(1);
        assert_eq!(turns.ask(1, 5 * MS), TurnDecision::Go(Duration::ZERO));
        assert_eq!(turns.ask(2, 25 * MS), TurnDecision::Wait(80 * MS));
        assert_eq!(turns.ask(1, 60 * MS), TurnDecision::Go(Duration::ZERO));
        assert_eq!(turns.ask(3, 65 * MS), TurnDecision::Wait(40 * MS + SLICE));
        // The turn of the first is over: it goes to the end, and the others come in their order.
        assert_eq!(turns.ask(1, 105 * MS), TurnDecision::Wait(3 * SLICE));
        assert_eq!(turns.ask(3, 105 * MS), TurnDecision::Wait(2 * SLICE));
        assert_eq!(turns.ask(2, 110 * MS), TurnDecision::Go(85 * MS));
        turns.end(2);
        assert_eq!(turns.ask(1, 120 * MS), TurnDecision::Wait(2 * SLICE));
        assert_eq!(turns.ask(3, 120 * MS), TurnDecision::Go(55 * MS));
        turns.end(3);
        assert_eq!(turns.ask(1, 130 * MS), TurnDecision::Go(25 * MS));
        // Alone, it goes on.
        assert_eq!(turns.ask(1, 999 * MS), TurnDecision::Go(Duration::ZERO));
    }

    #[test]
    fn a_job_that_does_not_ask_holds_up_none_for_longer_than_its_turn() {
        let mut turns = Turns::new(2);
        turns.ask(1, Duration::ZERO);
        turns.ask(2, Duration::ZERO);
        assert_eq!(turns.ask(3, 99 * MS), TurnDecision::Wait(MS));
        assert_eq!(turns.ask(3, 100 * MS), TurnDecision::Go(MS));
    }
}
