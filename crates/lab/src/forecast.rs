//! How long an experiment takes on this machine, and how much room it needs, before it is run.

use std::collections::BTreeMap;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use plylab_core::{Clock, Ending, InputError, MatchLimits, Message, StopFlag};
use serde_json::json;

use crate::clock::WallClock;
use crate::game_row::GameRow;
use crate::grade::Graders;
use crate::matches::workers;
use crate::pace::ExpectedTime;
use crate::plan::{GameId, Plan, PlanCell};
use crate::runner::{graded, play_game};
use crate::seats::sit;
use crate::stats::Sample;

/// The forecast for one game of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameForecast {
    /// How long it takes one thread.
    pub time: ExpectedTime,
    /// How many bytes it needs in the store.
    pub bytes: f64,
}

/// What a game needs in the store beyond its fields, in bytes: numbers, and its place in the index.
const ROW: usize = 120;

/// The size of a game when nothing is known about it, in bytes.
const USUAL: f64 = 500.0;

/// Measurements of one kind of cell.
#[derive(Clone, Debug, Default)]
struct Trial {
    /// Seconds of games that ended.
    seconds: Sample,
    /// Their moves.
    plies: Sample,
    /// Their bytes in the store.
    bytes: Sample,
    /// Seconds and moves of the game that was cut off.
    unfinished: Option<(f64, u64)>,
}

/// What to expect of a game of each cell of `plan`: games of every kind of cell are played for a moment, `within` that time in
/// all, and not kept. `known` are seconds per game of cells that need no trial.
///
/// # Errors
///
/// If a game cannot be played.
pub fn forecast(
    plan: &Plan,
    known: &[Option<f64>],
    threads: usize,
    within: Duration,
    stop: &StopFlag,
) -> Result<Vec<GameForecast>, InputError> {
    // Cells that differ only in their dice take equally long.
    let mut kinds: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, cell) in plan.cells.iter().enumerate() {
        if known.get(index).is_none_or(Option::is_none) {
            kinds.entry(kind(plan, cell)).or_default().push(index);
        }
    }
    let kinds: Vec<Vec<usize>> = kinds.into_values().collect();
    let threads = threads.clamp(1, kinds.len().max(1));
    let slice = within.mul_f64(threads as f64 / kinds.len().max(1) as f64);
    let mut trials: Vec<Trial> = vec![Trial::default(); plan.cells.len()];
    let mut outcome = Ok(());
    workers::run(
        threads,
        kinds.len() as u64,
        || (),
        |(), job| {
            let kind = usize::try_from(job).ok().and_then(|job| kinds.get(job))?;
            let cell = *kind.first().filter(|_| !stop.is_stopped())?;
            Some((kind, attempt(plan, cell, slice)))
        },
        |(kind, trial)| {
            match trial {
                Ok(trial) => kind.iter().for_each(|&cell| trials[cell] = trial.clone()),
                Err(error) => outcome = Err(error),
            }
            outcome.is_ok()
        },
    );
    outcome?;
    let usual_bytes: Sample = trials.iter().filter_map(|trial| trial.bytes.mean()).collect();
    let usual_bytes = usual_bytes.mean().unwrap_or(USUAL);
    let mut forecasts = Vec::new();
    for (index, trial) in trials.iter().enumerate() {
        let time = match (known.get(index).copied().flatten(), trial.seconds.mean()) {
            (Some(seconds), _) | (None, Some(seconds)) => ExpectedTime { seconds, at_least: false },
            (None, None) => extrapolated(trial, length(plan, index, &trials)?),
        };
        forecasts.push(GameForecast { time, bytes: trial.bytes.mean().unwrap_or(usual_bytes) });
    }
    Ok(forecasts)
}

/// What decides how long a game of a cell takes, but for its dice.
fn kind(plan: &Plan, cell: &PlanCell) -> String {
    let section = &plan.sections[cell.section];
    let (limits, opening, record) = (&section.limits, section.opening, section.record);
    format!("{} {} {:?} {limits:?} {opening} {record:?}", cell.section, cell.game, cell.players)
}

/// Plays games of a cell until the time is up.
fn attempt(plan: &Plan, cell: usize, time: Duration) -> Result<Trial, InputError> {
    let alarm = StopFlag::default();
    thread::scope(|scope| {
        let (_until_dropped, dropped) = mpsc::channel::<()>();
        let ringing = alarm.clone();
        scope.spawn(move || {
            if dropped.recv_timeout(time) == Err(mpsc::RecvTimeoutError::Timeout) {
                ringing.stop();
            }
        });
        play_until(plan, cell, &alarm)
    })
}

fn play_until(plan: &Plan, cell: usize, alarm: &StopFlag) -> Result<Trial, InputError> {
    let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
    let mut graders = Graders::default();
    let mut trial = Trial::default();
    for number in 0..plan.cells[cell].games {
        let id = GameId { cell, number };
        let located = |error: InputError| error.at(Message::quoted(plan.key(id)));
        let began = Instant::now();
        let record = play_game(plan, id, alarm, &clock).map_err(located)?;
        let plies = record.moves.len() as u64;
        let row = graded(plan, id, &record, alarm, &mut graders).map_err(located)?;
        let seconds = began.elapsed().as_secs_f64();
        match row {
            Some(row) if record.ending != Ending::Stopped => {
                trial.seconds.add(seconds);
                trial.plies.add(plies as f64);
                trial.bytes.add(bytes(&row) as f64);
            }
            _ => trial.unfinished = Some((seconds, plies)),
        }
        if alarm.is_stopped() {
            break;
        }
    }
    Ok(trial)
}

/// How long a whole game takes, judged by the part that was played. The move in progress counts as played.
fn extrapolated(trial: &Trial, length: f64) -> ExpectedTime {
    let (seconds, plies) = trial.unfinished.unwrap_or_default();
    ExpectedTime { seconds: seconds * (length / (plies as f64 + 1.0)).max(1.0), at_least: plies < 2 }
}

/// The expected number of moves in a game of a cell: the mean of finished games on the same board, or else the length of a
/// random game.
fn length(plan: &Plan, cell: usize, trials: &[Trial]) -> Result<f64, InputError> {
    let same = plan.cells.iter().zip(trials).filter(|(other, _)| other.game == plan.cells[cell].game);
    let mut plies = Sample::default();
    same.for_each(|(_, trial)| plies.join(&trial.plies));
    if let Some(mean) = plies.mean() {
        return Ok(mean);
    }
    let id = GameId { cell, number: 0 };
    let game = plan.game(&plan.cells[cell]);
    let moves = plan.sections[plan.cells[cell].section].limits.moves;
    // An opening without end: the players are never asked.
    let limits = MatchLimits { moves: Some(moves), opening: u64::MAX, ..MatchLimits::none() };
    let record = game.play(sit(game, &plan.players(id))?, plan.seed(id), &limits, &mut |_, _| ())?;
    Ok(record.moves.len() as f64)
}

/// How much room a row needs, in bytes.
fn bytes(row: &GameRow) -> usize {
    ROW + json!(row.record).to_string().len() + row.digest.len()
}

#[cfg(test)]
mod tests {
    use plylab_core::NoFiles;

    use super::*;
    use crate::experiment::Size;

    fn plan(game: &str, player: &str) -> Plan {
        let text = format!(
            "title = \"t\"\n[[sweep]]\nname = \"s\"\ngame = \"{game}\"\nplayers = [\"{player}\", \"random\"]\n\
             vary = {{ depth = [1, 2] }}\nruns = 2\ngames = 3"
        );
        Plan::read(&text, &Arc::new(plylab_standard::registry()), &NoFiles, Size::Full).unwrap()
    }

    #[test]
    fn every_kind_of_cell_is_tried_once() {
        let plan = plan("connect4:columns=4,rows=4", "alphabeta:depth={depth}");
        let mut kinds: Vec<String> = plan.cells.iter().map(|cell| kind(&plan, cell)).collect();
        kinds.sort();
        assert!(kinds[0] == kinds[1] && kinds[2] == kinds[3] && kinds[1] != kinds[2], "runs are alike");
        let seen = forecast(&plan, &[], 2, Duration::from_secs(600), &StopFlag::default()).unwrap();
        assert_eq!(seen.len(), plan.cells.len());
        assert!(seen.iter().all(|cell| !cell.time.at_least && cell.time.seconds > 0.0 && cell.bytes > 200.0));
        let known = [Some(7.0); 4];
        let seen = forecast(&plan, &known, 2, Duration::ZERO, &StopFlag::default()).unwrap();
        assert!(seen.iter().all(|cell| cell.time == ExpectedTime { seconds: 7.0, at_least: false }));
    }

    #[test]
    fn a_game_without_time_to_end_is_extrapolated() {
        let plan = plan("connect4", "minimax:depth=2{depth}");
        let seen = forecast(&plan, &[], 2, Duration::from_millis(20), &StopFlag::default()).unwrap();
        // No one searches twenty-one plies of it in a moment.
        assert!(seen.iter().all(|cell| cell.time.at_least && cell.time.seconds > 0.0), "{seen:?}");
        let trial = Trial { unfinished: Some((2.0, 4)), ..Trial::default() };
        assert_eq!(extrapolated(&trial, 40.0), ExpectedTime { seconds: 16.0, at_least: false });
        assert_eq!(extrapolated(&trial, 1.0).seconds, 2.0, "no less than it has taken");
    }
}
