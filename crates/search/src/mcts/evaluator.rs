//! The reward of each agent at the end of a simulation.
//!
//! Rewards are the game's utilities, unless the settings ask for outcomes. Truncated playouts are scored by the
//! evaluation, and then finished games too, so that all rewards have one unit. Games do not declare which of this they
//! need: the search finds out, usually within its first playouts, and starts over with that [`GameProperty`].
//!
//! UCB1 expects rewards from -1 to 1. Where they leave that range, the exploration term is scaled by their spread: the
//! sums stay as they are, and nothing that was added before has to be corrected.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use plylab_core::{AgentId, Eval, Game, Outcome};

use super::settings::Reward;

/// A property of a game that changes its rewards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum GameProperty {
    /// Some rewards are outside -1 to 1, so that a reward of 1 need not be the maximum.
    Scored = 1,
    /// Not every other agent's reward is the negative of agent 0's: values cannot be proven.
    GeneralSum = 2,
    /// Some playouts do not end within the limit.
    LongPlayouts = 4,
    /// Random playouts have looked for the other properties.
    Probed = 8,
}

/// The properties of a game that any thread has found.
#[derive(Debug, Default)]
pub(super) struct GameProperties(AtomicU8);

impl GameProperties {
    /// Has this one been found?
    pub fn has(&self, property: GameProperty) -> bool {
        self.0.load(Relaxed) & property as u8 != 0
    }

    /// Adds a property.
    pub fn add(&self, property: GameProperty) {
        self.0.fetch_or(property as u8, Relaxed);
    }
}

/// A number that threads share. If two change it at once, one change is lost, which hardly affects an average.
#[derive(Debug)]
struct SharedNumber(AtomicU64);

impl SharedNumber {
    fn new(value: f64) -> SharedNumber {
        SharedNumber(AtomicU64::new(value.to_bits()))
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

/// The rewards that an agent has received.
#[derive(Debug)]
struct Range {
    low: SharedNumber,
    high: SharedNumber,
    /// How many, up to [`RECENT`].
    count: SharedNumber,
    /// The mean of the recent ones.
    middle: SharedNumber,
    /// Their mean distance from the middle.
    spread: SharedNumber,
}

/// How many rewards count as recent: scores drift during a game.
const RECENT: f64 = 1000.0;

impl Range {
    fn note(&self, reward: f64) {
        self.low.set(self.low.get().min(reward));
        self.high.set(self.high.get().max(reward));
        let count = (self.count.get() + 1.0).min(RECENT);
        self.count.set(count);
        let distance = reward - self.middle.get();
        self.middle.set(self.middle.get() + distance / count);
        self.spread.set(self.spread.get() + (distance.abs() - self.spread.get()) / count);
    }
}

/// The rewards that each agent has received. For rewards from -1 to 1 it keeps its initial values: those of a coin flip
/// between -1 and 1, with mean 0 and spread 1.
#[derive(Debug)]
pub(super) struct Ranges(Vec<Range>);

impl Ranges {
    /// From -1 to 1 for each of that many agents.
    pub fn new(agents: usize) -> Ranges {
        let coin = || Range {
            low: SharedNumber::new(-1.0),
            high: SharedNumber::new(1.0),
            count: SharedNumber::new(0.0),
            middle: SharedNumber::new(0.0),
            spread: SharedNumber::new(1.0),
        };
        Ranges((0..agents).map(|_| coin()).collect())
    }

    /// The number of agents.
    pub fn agents(&self) -> usize {
        self.0.len()
    }

    /// The mean distance of the agent's rewards from their mean: the unit of its exploration. The range would not do,
    /// because one rare disaster would make everything else look alike.
    #[inline]
    pub fn spread(&self, agent: AgentId) -> f64 {
        self.0.get(agent.index()).map_or(1.0, |range| range.spread.get())
    }

    /// The virtual loss: one spread below the agent's mean reward.
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

/// Computes the rewards at the end of a simulation.
#[derive(Clone, Copy)]
pub(super) struct Evaluator<'a, G, E> {
    pub game: &'a G,
    pub eval: Option<&'a E>,
    pub reward: Reward,
    pub ranges: &'a Ranges,
    /// The properties found so far. With [`GameProperty::LongPlayouts`], everything is scored by the evaluation.
    pub by_eval: bool,
    pub scored: bool,
    pub general_sum: bool,
}

impl<G: Game, E: Eval<G>> Evaluator<'_, G, E> {
    /// Every agent's reward for a game that is over.
    #[inline]
    pub fn finished(&self, state: &G::State, out: &mut [f64]) -> Result<(), GameProperty> {
        if self.by_eval {
            return self.evaluated(state, out);
        }
        for (reward, agent) in out.iter_mut().zip(0..) {
            *reward = match self.reward {
                Reward::Utility => self.game.utility(state, AgentId(agent)),
                Reward::Outcome => match self.game.outcome(state, AgentId(agent)) {
                    Outcome::Win => 1.0,
                    Outcome::Draw => 0.0,
                    Outcome::Loss => -1.0,
                },
            };
        }
        self.check(out)
    }

    /// Every agent's reward for a truncated playout.
    pub fn truncated(&self, state: &G::State, out: &mut [f64]) -> Result<(), GameProperty> {
        match self.reward {
            Reward::Outcome => {
                out.fill(0.0);
                Ok(())
            }
            Reward::Utility if self.by_eval => self.evaluated(state, out),
            Reward::Utility => Err(GameProperty::LongPlayouts),
        }
    }

    fn evaluated(&self, state: &G::State, out: &mut [f64]) -> Result<(), GameProperty> {
        for (reward, agent) in out.iter_mut().zip(0..) {
            let value = self.eval.map_or(0.0, |eval| eval.eval(self.game, state, AgentId(agent)));
            // An evaluation that overflows must not spoil every sum it is added to.
            *reward = if value.is_finite() { value } else { 0.0 };
        }
        self.check(out)
    }

    #[inline]
    fn check(&self, rewards: &[f64]) -> Result<(), GameProperty> {
        if self.scored {
            self.ranges.note(rewards);
        } else if rewards.iter().any(|reward| reward.abs() > 1.0) {
            return Err(GameProperty::Scored);
        }
        if let [first, others @ ..] = rewards
            && !self.general_sum
            && others.iter().any(|other| *other != -*first)
        {
            return Err(GameProperty::GeneralSum);
        }
        Ok(())
    }
}

/// In a game of two sides, agent 0 against all the others: the value of `by` where `of` has `value`.
#[inline]
pub(super) fn seen_by(value: f64, of: AgentId, by: AgentId) -> f64 {
    // Subtracted from zero, because negating zero would give -0.
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
    fn scores_are_relative_to_the_range_seen() {
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
    fn ghosts_share_their_value() {
        assert_eq!(seen_by(3.0, AgentId(1), AgentId(2)), 3.0);
        assert_eq!(seen_by(3.0, AgentId(1), AgentId(0)), -3.0);
        assert_eq!(seen_by(0.0, AgentId(0), AgentId(1)).to_string(), "0");
    }
}
