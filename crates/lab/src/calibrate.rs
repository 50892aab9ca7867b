//! Calibration: games that show what the values of an agent mean.

use std::collections::BTreeMap;

use plylab_core::{
    AgentId, AnyGame, Budget, Calibration, CalibrationSample, Fit, InputError, Registry, ResultKind, Seed,
    Spec, StopFlag, Thought, Turn, Watch, message,
};

use crate::matches::workers;
use crate::stats::{Observation, logistic, points};

/// Games begin with up to this many random moves, so that they differ.
const OPENING: u64 = 8;
/// A game that takes longer does not count.
const MAX_PLIES: usize = 1000;
/// How many values are kept, to recognise a stale calibration.
const SAMPLES: usize = 5;

/// The games of a calibration: an agent plays itself, from random openings.
pub struct Calibrator<'a> {
    game: &'a dyn AnyGame,
    agent: Spec,
    /// What is known without games.
    blank: Calibration,
    /// How many games are played at the same time.
    pub threads: usize,
    /// Ends the calibration.
    pub stop: StopFlag,
}

/// What was learnt from a game: the values of each search by depth, and the results of both sides.
#[derive(Default)]
struct GameSamples {
    values: Vec<(AgentId, u32, f64)>,
    samples: Vec<CalibrationSample>,
    results: Vec<f64>,
}

impl<'a> Calibrator<'a> {
    /// The calibration of an agent by `games` games.
    ///
    /// # Errors
    ///
    /// If the game is not one of two players who win, draw or lose, or the agent cannot play it.
    pub fn new(
        registry: &Registry,
        game: &'a dyn AnyGame,
        spec: &Spec,
        agent: &Spec,
        games: u64,
        seed: Seed,
    ) -> Result<Calibrator<'a>, InputError> {
        let info = game.info();
        if info.agents.len() != 2 || info.result != ResultKind::Outcome {
            let wrong = message!(
                "not-calibrated",
                "values of '{name}' cannot be calibrated",
                name = info.name.as_ref()
            );
            let right = message!("calibrate-two", "use a game that one of two players wins");
            return Err(InputError::new(wrong).expected(right));
        }
        for seat in [AgentId(0), AgentId(1)] {
            game.agent(agent, seat)?;
        }
        let resolved = game.resolve(agent)?;
        let blank = Calibration {
            game: registry.canonical(spec)?.to_string().into(),
            rules: registry.kind(&spec.name)?.version,
            agent: resolved.spec.to_string().into(),
            version: resolved.version,
            eval: None,
            games,
            seed: seed.0,
            fits: Vec::new(),
            samples: Vec::new(),
        };
        Ok(Calibrator { game, agent: agent.clone(), blank, threads: 1, stop: StopFlag::default() })
    }

    /// Plays, and fits a curve for each depth. `on_game` is called after each game. None if it was stopped.
    ///
    /// # Errors
    ///
    /// If the agent fails, or its values predict nothing.
    pub fn run(&self, mut on_game: impl FnMut()) -> Result<Option<Calibration>, InputError> {
        let mut told: Vec<GameSamples> = Vec::new();
        let mut outcome = Ok(());
        workers::run_in_order(
            self.threads,
            self.blank.games,
            || (),
            |(), number| (!self.stop.is_stopped()).then(|| self.play(number)),
            |played| match played {
                Ok(game) => {
                    on_game();
                    told.push(game);
                    true
                }
                Err(error) => {
                    self.stop.stop();
                    outcome = Err(error);
                    false
                }
            },
        );
        outcome?;
        if self.stop.is_stopped() {
            return Ok(None);
        }
        let mut points: BTreeMap<u32, Vec<Observation>> = BTreeMap::new();
        for (number, game) in (0..).zip(&told).filter(|(_, game)| !game.results.is_empty()) {
            for &(side, depth, x) in &game.values {
                let point = Observation { x, result: game.results[side.index()], game: number };
                points.entry(depth).or_default().push(point);
            }
        }
        let fits: Vec<Fit> = points.iter().filter_map(|(&depth, points)| fit(depth, points)).collect();
        if fits.is_empty() {
            let wrong = message!(
                "nothing-to-calibrate",
                "'{agent}' has no values to calibrate",
                agent = self.agent.to_string()
            );
            let right = message!("calibrate-search", "use an agent that searches, and more games");
            return Err(InputError::new(wrong).expected(right));
        }
        let samples = told.into_iter().flat_map(|game| game.samples).take(SAMPLES).collect();
        let eval = self.think(self.game.start(Seed(0)).as_ref(), &mut |_| ())?.eval;
        Ok(Some(Calibration { fits, samples, eval, ..self.blank.clone() }))
    }

    /// What the agent thinks of a position, with a fresh memory, as in an analysis.
    fn think(
        &self,
        position: &dyn plylab_core::AnyPosition,
        on_progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, InputError> {
        let budget = Budget { stop: self.stop.clone(), ..Budget::unlimited() };
        self.game.think(position, &self.agent, sample_seed(), &budget, Watch::Progress(on_progress))
    }

    fn play(&self, number: u64) -> Result<GameSamples, InputError> {
        let seed = Seed(self.blank.seed).child("game").nth(number);
        let mut rng = seed.of_opening().rng();
        let mut position = self.game.start(seed);
        let mut told = GameSamples::default();
        let opening = number % (OPENING + 1);
        for ply in 0..MAX_PLIES as u64 {
            let action = match position.turn() {
                Turn::Over => break,
                Turn::Chance => position.roll(&mut rng),
                Turn::Agent(_) if ply < opening => rng.pick(&position.actions()).cloned(),
                Turn::Agent(side) => {
                    let score = |thought: &Thought| {
                        let score = thought.decision.value.and_then(|value| value.as_score());
                        score.filter(|score| score.is_finite())
                    };
                    let mut note = |thought: &Thought| {
                        let depth = thought.decision.stats.depth;
                        told.values.extend(score(thought).map(|score| (side, depth, score)));
                    };
                    let thought = self.think(position.as_ref(), &mut note)?;
                    note(&thought);
                    if let Some(value) = score(&thought).filter(|&value| value != 0.0)
                        && told.samples.len() < 2
                    {
                        told.samples.push(CalibrationSample { position: position.text(), value });
                    }
                    Some(thought.decision.action)
                }
            };
            let Some(action) = action.filter(|_| !self.stop.is_stopped()) else { break };
            position.play(&action)?;
        }
        let results = [AgentId(0), AgentId(1)].into_iter().map(|side| position.outcome(side).map(points));
        told.results = results.collect::<Option<_>>().unwrap_or_default();
        Ok(told)
    }
}

/// The seed of searches whose values are kept: that of an analysis.
pub fn sample_seed() -> Seed {
    Seed(0).of_search()
}

/// The curve through these points, in numbers that are short to write.
fn fit(depth: u32, points: &[Observation]) -> Option<Fit> {
    let curve = logistic(points)?;
    let short = |number: f64| format!("{number:.5e}").parse().unwrap_or(number);
    Some(Fit {
        depth,
        positions: points.len() as u64,
        intercept: short(curve.intercept),
        slope: short(curve.slope),
        covariance: curve.covariance.map(short),
    })
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;

    fn calibrated(threads: usize) -> Calibration {
        let registry = plylab_standard::registry();
        let spec: Spec = "tictactoe".parse().unwrap();
        let game = registry.open(&spec, &NoFiles).unwrap();
        let agent = "alphabeta:depth=2,iterative-deepening=on".parse().unwrap();
        let mut calibrator = Calibrator::new(&registry, game.as_ref(), &spec, &agent, 60, Seed(3)).unwrap();
        calibrator.threads = threads;
        calibrator.run(|| ()).unwrap().unwrap()
    }

    #[test]
    fn higher_values_mean_better_chances_at_every_depth() {
        let calibration = calibrated(1);
        assert_eq!(calibration.fits.iter().map(|fit| fit.depth).collect::<Vec<u32>>(), [1, 2]);
        assert!(calibration.fits.iter().all(|fit| fit.slope > 0.0), "{calibration:?}");
        assert_eq!(calibration.samples.len(), SAMPLES);
        assert_eq!(calibration.eval.as_deref(), Some("lines"));
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        assert_eq!(calibrated(1), calibrated(3));
    }

    #[test]
    fn games_of_points_and_agents_without_values_are_refused() {
        let registry = plylab_standard::registry();
        let refused = |spec: &str, agent: &str| {
            let spec: Spec = spec.parse().unwrap();
            let game = registry.open(&spec, &NoFiles).unwrap();
            Calibrator::new(&registry, game.as_ref(), &spec, &agent.parse().unwrap(), 2, Seed(1))
                .and_then(|calibrator| calibrator.run(|| ()))
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            refused("grid", "minimax"),
            "values of 'grid' cannot be calibrated; use a game that one of two players wins"
        );
        assert_eq!(
            refused("tictactoe", "random"),
            "'random' has no values to calibrate; use an agent that searches, and more games"
        );
    }
}
