//! What the end of a simulation is worth to each agent.
//!
//! Rewards are the game's utilities, unless the settings ask for outcomes. Where playouts are cut short, the
//! evaluation judges them, and then finished games too, so that all rewards have one unit. Nobody says
//! beforehand which of this a game needs: the search finds out, usually within its first playouts, and starts over
//! knowing it (a [`Lesson`]).
//!
//! UCB1 wants rewards from -1 to 1. Where they leave that range, the exploration term is stretched instead, by how
//! far rewards spread: the sums stay what they are, and nothing that was added before has to be corrected.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use plylab_core::{AgentId, Eval, Game, Outcome};

use super::settings::Reward;

/// Something about a game that changes how its ends are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Lesson {
    /// There are rewards beyond -1 and 1, so that a reward of 1 need not be the best.
    Scored = 1,
    /// Not every agent's reward is the negative of agent 0's, or agent 0's own: proofs are out of reach.
    Mixed = 2,
    /// There are playouts without end.
    Cut = 4,
}

/// Beside the lessons.
const PROBED: u8 = 128;

/// What has been learnt of a game, by all threads.
#[derive(Debug, Default)]
pub(super) struct Lessons(AtomicU8);

impl Lessons {
    /// Has this been learnt?
    pub fn know(&self, lesson: Lesson) -> bool {
        self.0.load(Relaxed) & lesson as u8 != 0
    }

    /// Has the game been probed for them?
    pub fn are_probed(&self) -> bool {
        self.0.load(Relaxed) & PROBED != 0
    }

    /// It has.
    pub fn set_probed(&self) {
        self.0.fetch_or(PROBED, Relaxed);
    }

    /// Learns it.
    pub fn learn(&self, lesson: Lesson) {
        self.0.fetch_or(lesson as u8, Relaxed);
    }
}

/// A number that threads share. Where two change it at once, one change is lost, which no average minds.
#[derive(Debug)]
struct Shared(AtomicU64);

impl Shared {
    fn new(value: f64) -> Shared {
        Shared(AtomicU64::new(value.to_bits()))
    }

    #[inline]
    fn get(&self) -> f64 {
        f64::from_bits(self.0.load(Relaxed))
    }

    #[inline]
    fn set(&self, value: f64) {
        self.0.store(value.to_bits(), Relaxed);
    }
}

/// What rewards an agent has got.
#[derive(Debug)]
struct Range {
    low: Shared,
    high: Shared,
    /// How many, up to [`LATELY`].
    count: Shared,
    /// The mean of the latest ones.
    middle: Shared,
    /// Their mean distance from the middle.
    spread: Shared,
}

/// How many rewards count as the latest: scores drift during a game.
const LATELY: f64 = 1000.0;

impl Range {
    fn note(&self, reward: f64) {
        self.low.set(self.low.get().min(reward));
        self.high.set(self.high.get().max(reward));
        let count = (self.count.get() + 1.0).min(LATELY);
        self.count.set(count);
        let distance = reward - self.middle.get();
        self.middle.set(self.middle.get() + distance / count);
        self.spread.set(self.spread.get() + (distance.abs() - self.spread.get()) / count);
    }
}

/// What rewards each agent has got. For rewards from -1 to 1 it stays as it is at first: as if they were those of a
/// coin with these two sides, which are both as far as its spread from the middle.
#[derive(Debug)]
pub(super) struct Ranges(Vec<Range>);

impl Ranges {
    /// From -1 to 1 for each of so many agents.
    pub fn new(agents: usize) -> Ranges {
        let coin = || Range {
            low: Shared::new(-1.0),
            high: Shared::new(1.0),
            count: Shared::new(0.0),
            middle: Shared::new(0.0),
            spread: Shared::new(1.0),
        };
        Ranges((0..agents).map(|_| coin()).collect())
    }

    /// For how many agents.
    pub fn agents(&self) -> usize {
        self.0.len()
    }

    /// How far from the middle the agent's rewards are in the mean: the unit of its exploration. The extremes would
    /// not do, since one rare disaster would make everything else look alike.
    #[inline]
    pub fn spread(&self, agent: AgentId) -> f64 {
        self.0.get(agent.index()).map_or(1.0, |range| range.spread.get())
    }

    /// What a loss would be if the agent's rewards were those of a coin.
    #[inline]
    pub fn loss(&self, agent: AgentId) -> f64 {
        self.0.get(agent.index()).map_or(-1.0, |range| range.middle.get() - range.spread.get())
    }

    /// A reward as a number from -1 to 1, the lowest and the highest seen.
    pub fn relative(&self, reward: f64, agent: AgentId) -> f64 {
        let Some(range) = self.0.get(agent.index()) else { return reward };
        let (low, high) = (range.low.get(), range.high.get());
        if (low, high) == (-1.0, 1.0) {
            return reward.clamp(low, high);
        }
        (2.0 * (reward - low) / (high - low) - 1.0).clamp(-1.0, 1.0)
    }

    fn note(&self, rewards: &[f64]) {
        for (range, &reward) in self.0.iter().zip(rewards) {
            range.note(reward);
        }
    }
}

/// Values ends.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a, G, E> {
    pub game: &'a G,
    pub eval: Option<&'a E>,
    pub reward: Reward,
    pub ranges: &'a Ranges,
    /// Is everything judged by the evaluation?
    by_eval: bool,
    scored: bool,
    mixed: bool,
}

impl<'a, G: Game, E: Eval<G>> Judge<'a, G, E> {
    /// Values ends by what is known of the game now.
    pub fn new(
        game: &'a G,
        eval: Option<&'a E>,
        reward: Reward,
        ranges: &'a Ranges,
        lessons: &Lessons,
    ) -> Self {
        Judge {
            game,
            eval,
            reward,
            ranges,
            by_eval: lessons.know(Lesson::Cut),
            scored: lessons.know(Lesson::Scored),
            mixed: lessons.know(Lesson::Mixed),
        }
    }

    /// The best reward of all, if there is one that no other exceeds.
    pub fn best(&self) -> Option<f64> {
        (!self.scored).then_some(1.0)
    }

    /// Is every agent's reward agent 0's or its negative?
    pub fn is_two_sided(&self) -> bool {
        !self.mixed
    }

    /// Every agent's reward for a game that is over.
    #[inline]
    pub fn finished(&self, state: &G::State, out: &mut [f64]) -> Result<(), Lesson> {
        if self.by_eval {
            return self.judged(state, out);
        }
        for (reward, agent) in out.iter_mut().zip(0..) {
            *reward = match self.reward {
                Reward::Utility => self.game.utility(state, AgentId(agent)),
                Reward::Outcome => points(self.game.outcome(state, AgentId(agent))),
            };
        }
        self.check(out)
    }

    /// Every agent's reward for a game that was not played to its end.
    pub fn cut(&self, state: &G::State, out: &mut [f64]) -> Result<(), Lesson> {
        match self.reward {
            Reward::Outcome => {
                out.fill(0.0);
                Ok(())
            }
            Reward::Utility if self.by_eval => self.judged(state, out),
            Reward::Utility => Err(Lesson::Cut),
        }
    }

    fn judged(&self, state: &G::State, out: &mut [f64]) -> Result<(), Lesson> {
        for (reward, agent) in out.iter_mut().zip(0..) {
            let value = self.eval.map_or(0.0, |eval| eval.eval(self.game, state, AgentId(agent)));
            // An evaluation that overflows must not spoil every sum it is added to.
            *reward = if value.is_finite() { value } else { 0.0 };
        }
        self.check(out)
    }

    #[inline]
    fn check(&self, rewards: &[f64]) -> Result<(), Lesson> {
        if self.scored {
            self.ranges.note(rewards);
        } else if rewards.iter().any(|reward| reward.abs() > 1.0) {
            return Err(Lesson::Scored);
        }
        if let [first, others @ ..] = rewards
            && !self.mixed
            && others.iter().any(|other| *other != -*first)
        {
            return Err(Lesson::Mixed);
        }
        Ok(())
    }
}

/// An outcome as a number.
fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win => 1.0,
        Outcome::Draw => 0.0,
        Outcome::Loss => -1.0,
    }
}

/// In a game of two sides, agent 0 and all the others: what is worth `value` to one agent, seen by another.
#[inline]
pub(super) fn seen_by(value: f64, of: AgentId, by: AgentId) -> f64 {
    // Taken from zero, since the negative of zero would be written -0.
    if (of == AgentId::FIRST) == (by == AgentId::FIRST) { value } else { 0.0 - value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rewards_within_one_stay_what_they_are() {
        let ranges = Ranges::new(2);
        assert_eq!(ranges.relative(0.1, AgentId(0)), 0.1);
        assert_eq!((ranges.spread(AgentId(1)), ranges.loss(AgentId(1))), (1.0, -1.0));
    }

    #[test]
    fn scores_are_seen_within_what_has_been_seen() {
        let ranges = Ranges::new(2);
        ranges.note(&[-500.0, 500.0]);
        ranges.note(&[1500.0, -1500.0]);
        let relative = |reward: f64| ranges.relative(reward, AgentId(0));
        assert_eq!([-500.0, 500.0, 1500.0, 9999.0].map(relative), [-1.0, 0.0, 1.0, 1.0]);
    }

    #[test]
    fn the_spread_follows_and_disasters_are_rare() {
        let ranges = Ranges::new(1);
        for game in 0..20_000 {
            let disaster = if game % 100 == 0 { -2000.0 } else { 0.0 };
            ranges.note(&[300.0 + disaster + if game % 2 == 0 { 10.0 } else { -10.0 }]);
        }
        assert!((ranges.spread(AgentId(0)) - 40.0).abs() < 8.0, "{ranges:?}");
        assert!((ranges.loss(AgentId(0)) - 240.0).abs() < 16.0, "{ranges:?}");
    }

    #[test]
    fn ghosts_stand_together() {
        assert_eq!(seen_by(3.0, AgentId(1), AgentId(2)), 3.0);
        assert_eq!(seen_by(3.0, AgentId(1), AgentId(0)), -3.0);
        assert_eq!(seen_by(0.0, AgentId(0), AgentId(1)).to_string(), "0");
    }
}
