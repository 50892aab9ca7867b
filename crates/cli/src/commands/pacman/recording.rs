//! Recorded games: one line of JSON per game.

use std::fs::File;
use std::io::{self, Write as _};

use plylab_core::{GameRecord, InputError, Message, Registry, StopFlag, message, typed};
use plylab_games::pacman::Classic;

use super::result_of;
use super::results::{Result as GameResult, Results};
use crate::failure::Failure;
use crate::files::{DiskFiles, Lines};
use crate::output::Output;
use crate::stage::{Every, Screen, Sight, Stage};

/// A file that games are written to.
pub struct Recorder {
    file: File,
    name: String,
}

impl Recorder {
    /// Creates the file; an existing one is an error.
    pub fn create(name: &str) -> Result<Recorder, InputError> {
        let file = File::create_new(name).map_err(|error| {
            match error.kind() {
                io::ErrorKind::AlreadyExists => InputError::new(message!("file-there", "it already exists"))
                    .expected(message!("another-name", "choose another name for the recording")),
                _ => unwritten(&error),
            }
            .at(Message::quoted(name))
        })?;
        Ok(Recorder { file, name: name.to_owned() })
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), Failure> {
        writeln!(self.file, "{}", record.line())
            .map_err(|error| unwritten(&error).at(Message::quoted(&self.name)).into())
    }
}

fn unwritten(error: &io::Error) -> InputError {
    InputError::new(message!("file-unwritten", "it cannot be written: {error}", error = error.to_string()))
}

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
    let mut results = Results::default();
    let mut number = 0;
    while let Some(line) = lines.next()? {
        if line.trim().is_empty() {
            continue;
        }
        number += 1;
        let screen = screen.as_deref_mut();
        let result =
            replay_game(registry, out, &line, number, screen, stop).map_err(|failure| match failure {
                Failure::Input(error) => Failure::Input(lines.locate(error)),
                other => other,
            })?;
        out.line(&result)?;
        results.add(result);
    }
    for line in results.closing() {
        out.line(line)?;
    }
    Ok(())
}

fn replay_game(
    registry: &Registry,
    out: &mut Output,
    line: &str,
    number: u64,
    screen: Option<&mut Screen>,
    stop: &StopFlag,
) -> Result<GameResult, Failure> {
    let record = GameRecord::read(line)?;
    let game = record.open(registry, &DiskFiles)?;
    if typed::<Classic>(game.as_ref()).is_none() {
        return Err(InputError::new(message!("not-pacman", "'{game}' is not Pac-Man", game = record.game))
            .expected(message!("only-pacman-recorded", "only Pac-Man is recorded"))
            .into());
    }
    let mut stage = screen.map(|screen| {
        let title = format!("{}, game {number}", game.info().title);
        Stage::new(title, game.backdrop(), game.info(), Every::Round, screen)
    });
    let mut end = record.first_position(game.as_ref())?;
    let mut failure = Ok(());
    record.replay(game.as_ref(), |played, position| {
        end = position.boxed_clone();
        let Some(stage) = stage.as_mut().filter(|_| failure.is_ok() && !stop.is_stopped()) else {
            return Ok(());
        };
        failure = match played {
            None => stage.start(out, Sight::of(position), &[record.seats.join(", ")]),
            Some(played) => stage.step(out, played, position.turn(), || Sight::of(position)),
        };
        Ok(())
    })?;
    failure?;
    if stop.is_stopped() {
        return Err(Failure::Interrupted);
    }
    if let Some(stage) = &mut stage {
        stage.end(out, Sight::of(end.as_ref()))?;
    }
    Ok(result_of(&record, game.info(), end.as_ref()))
}
