//! Playouts: games played from a position to their end, to estimate its value.

use plylab_core::{
    AgentId, AnyAgent, AnyGame, AnyPosition, Budget, InputError, Outcome, Seed, Spec, StopFlag, Turn, Watch,
};
use serde::Serialize;

use crate::stats::{Estimate, Sample, share};

/// A game that takes longer does not count.
const MAX_PLIES: usize = 20_000;

/// How the games ended for the first agent.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PlayoutEndings {
    points: Sample,
    survived: u64,
}

/// The same as estimates.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayoutEstimates {
    /// How many games were played.
    pub games: u64,
    /// The points at the end, with an interval once there are two games.
    pub points: f64,
    /// The interval of the points.
    pub interval: Option<[f64; 2]>,
    /// The share of games that were not lost.
    pub survives: Estimate,
}

impl PlayoutEndings {
    /// Adds a game.
    pub fn add(&mut self, points: f64, outcome: Outcome) {
        self.points.add(points);
        self.survived += u64::from(outcome != Outcome::Loss);
    }

    /// What to expect; none before the first game.
    pub fn expected(&self) -> Option<PlayoutEstimates> {
        Some(PlayoutEstimates {
            games: self.points.count(),
            points: self.points.mean()?,
            interval: self.points.interval().map(|interval| [interval.low, interval.high]),
            survives: share(self.survived, self.points.count())?,
        })
    }
}

/// Plays a game from `position` to its end, by agents with these specs, one for each seat; everything random comes from
/// `seed`. The points and the outcome of the first agent; none if `stop` was raised, or the game does not end.
///
/// # Errors
///
/// If an agent cannot take its seat, or fails.
pub fn play_out(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    specs: &[Spec],
    seed: Seed,
    stop: &StopFlag,
) -> Result<Option<(f64, Outcome)>, InputError> {
    let mut agents: Vec<Box<dyn AnyAgent>> = game.seat(specs)?;
    for (me, agent) in (0..).map(AgentId).zip(&mut agents) {
        agent.begin(me, seed.of_agent(me, 0));
    }
    let mut dice = seed.of_dice().rng();
    let budget = Budget { stop: stop.clone(), ..Budget::unlimited() };
    let mut position = position.boxed_clone();
    for _ in 0..MAX_PLIES {
        let action = match position.turn() {
            Turn::Over => {
                return Ok(position.utility(AgentId::FIRST).zip(position.outcome(AgentId::FIRST)));
            }
            Turn::Chance => position.roll(&mut dice),
            Turn::Agent(me) => {
                let Some(agent) = agents.get_mut(me.index()) else { return Ok(None) };
                Some(agent.think(position.as_ref(), &budget, Watch::Off)?.decision.action)
            }
        };
        let Some(action) = action.filter(|_| !stop.is_stopped()) else { return Ok(None) };
        position.play(&action)?;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    #[test]
    fn games_are_the_same_by_seed_and_end_by_the_rules() {
        let game = plylab_standard::registry().open(&"grid".parse().unwrap(), &NoFiles).unwrap();
        let specs = ["minimax:depth=1", "random", "random"].map(|spec| spec.parse().unwrap());
        let position = game.start(Seed(0));
        let play = |seed, stop: &StopFlag| {
            play_out(game.as_ref(), position.as_ref(), &specs, Seed(seed), stop).unwrap()
        };
        let go = StopFlag::default();
        let ends: Vec<_> = (0..4).map(|seed| play(seed, &go)).collect();
        assert_eq!(ends[1], play(1, &go));
        assert!(ends.iter().any(|end| *end != ends[0]), "{ends:?}");
        let mut endings = PlayoutEndings::default();
        assert_eq!(endings.expected(), None);
        ends.iter().flatten().for_each(|&(points, outcome)| endings.add(points, outcome));
        let expected = endings.expected().unwrap();
        assert_eq!(expected.games, 4);
        let [low, high] = expected.interval.unwrap();
        assert!(low <= expected.points && expected.points <= high, "{expected:?}");
        go.stop();
        assert_eq!(play(1, &go), None);
    }
}
