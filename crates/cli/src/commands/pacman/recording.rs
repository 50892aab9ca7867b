//! Recorded games: one line of JSON per game.

use plylab_core::{GameRecord, Registry, StopFlag, message, typed};
use plylab_games::pacman::Classic;

use super::results::{Result as GameResult, closing};
use super::{not_pacman, result_of};
use crate::failure::Failure;
use crate::files::{DiskFiles, Lines};
use crate::output::Output;
use crate::stage::{Every, Screen, Stage};

/// The longest line of a recording: some millions of moves.
const LONGEST: u64 = 4 * 1024 * 1024;

/// Plays the games of a file back, with pictures if there is a screen.
pub fn replay(
    registry: &Registry,
    out: &mut Output,
    name: &str,
    mut screen: Option<&mut Screen>,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let mut lines = Lines::open(name)?.up_to(LONGEST);
    let mut results = Vec::new();
    while let Some(line) = lines.next()? {
        if line.trim().is_empty() {
            continue;
        }
        let (number, screen) = (results.len() + 1, screen.as_deref_mut());
        let result = replay_game(registry, out, &line, number, screen, stop);
        let result = result.map_err(|failure| lines.locate_failure(failure))?;
        out.line(&result)?;
        results.push(result);
    }
    for line in closing(&results) {
        out.line(line)?;
    }
    Ok(())
}

fn replay_game(
    registry: &Registry,
    out: &mut Output,
    line: &str,
    number: usize,
    screen: Option<&mut Screen>,
    stop: &StopFlag,
) -> Result<GameResult, Failure> {
    let record = GameRecord::read(line)?;
    let game = record.open(registry, &DiskFiles)?;
    if typed::<Classic>(game.as_ref()).is_none() {
        let right = message!("only-pacman-recorded", "only Pac-Man is recorded");
        return Err(not_pacman(&record.game).expected(right).into());
    }
    let mut stage = screen.map(|screen| {
        let title = format!("{}, game {number}", game.info().title);
        Stage::new(title, game.as_ref(), Every::Round, screen)
    });
    let mut end = record.first_position(game.as_ref())?;
    let mut failure = Ok(());
    record.replay(game.as_ref(), |played, position| {
        end = position.boxed_clone();
        let Some(stage) = stage.as_mut().filter(|_| failure.is_ok() && !stop.is_stopped()) else {
            return Ok(());
        };
        failure = match played {
            None => stage.start(out, position, &[record.seats.join(", ")]),
            Some(played) => stage.step(out, played, position),
        };
        Ok(())
    })?;
    failure?;
    if stop.is_stopped() {
        return Err(Failure::Interrupted);
    }
    if let Some(stage) = &mut stage {
        stage.end(out, end.as_ref())?;
    }
    Ok(result_of(&record, game.info(), end.as_ref()))
}
