//! Recorded games: one line of JSON per game.

use std::fs::File;
use std::io::{self, Write as _};

use plylab_core::{
    InputError, MatchRecord, Message, MoveRecord, Notation as _, Registry, Seed, Spec, StopFlag, Turn,
    message, typed,
};
use plylab_games::pacman::{Classic, Step};
use serde::{Deserialize, Serialize};

use super::Run;
use super::results::{Result as GameResult, Results};
use crate::commands::open;
use crate::failure::Failure;
use crate::files::Lines;
use crate::output::Output;
use crate::stage::{Every, Screen, Sight, Stage};

/// A recorded game.
#[derive(Serialize, Deserialize)]
struct Recording {
    /// The game's spec.
    game: String,
    /// The agents, for readers of the file.
    agents: Vec<String>,
    seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    python_seed: Option<String>,
    /// A letter for each move: N, S, E, W, and X for Stop.
    moves: String,
    score: i32,
    /// The last position.
    end: String,
}

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
    pub fn add(
        &mut self,
        run: &Run,
        seed: Seed,
        python_seed: Option<&str>,
        record: &MatchRecord<Classic>,
    ) -> Result<(), Failure> {
        let recording = Recording {
            game: run.spec.to_string(),
            agents: run.players.iter().map(|player| player.name().to_owned()).collect(),
            seed: seed.0,
            python_seed: python_seed.map(str::to_owned),
            moves: record.moves.iter().map(|played| letter(played.action)).collect(),
            score: record.end.score(),
            end: run.game.position_text(&record.end),
        };
        let text = serde_json::to_string(&recording).map_err(io::Error::from)?;
        writeln!(self.file, "{text}")
            .map_err(|error| unwritten(&error).at(Message::quoted(&self.name)).into())
    }
}

fn unwritten(error: &io::Error) -> InputError {
    InputError::new(message!("file-unwritten", "it cannot be written: {error}", error = error.to_string()))
}

fn letter(step: Step) -> char {
    match step {
        Step::North => 'N',
        Step::South => 'S',
        Step::East => 'E',
        Step::West => 'W',
        Step::Stop => 'X',
    }
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
        let recording: Recording = serde_json::from_str(&line).map_err(|error| {
            lines.locate(
                InputError::new(message!(
                    "no-recording",
                    "it is not a recorded game: {error}",
                    error = error.to_string()
                ))
                .expected(message!("use-recording", "use a file that 'plylab pacman -r FILE' has written")),
            )
        })?;
        number += 1;
        let screen = screen.as_deref_mut();
        let result =
            replay_game(registry, out, &recording, number, screen, stop).map_err(
                |failure| match failure {
                    Failure::Input(error) => Failure::Input(lines.locate(error)),
                    other => other,
                },
            )?;
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
    recording: &Recording,
    number: u64,
    screen: Option<&mut Screen>,
    stop: &StopFlag,
) -> Result<GameResult, Failure> {
    let spec: Spec = recording.game.parse()?;
    let game = open(registry, &spec)?;
    if typed::<Classic>(game.as_ref()).is_none() {
        return Err(InputError::new(message!(
            "not-pacman",
            "'{game}' is not Pac-Man",
            game = spec.to_string()
        ))
        .expected(message!("only-pacman-recorded", "only Pac-Man is recorded"))
        .into());
    }
    let mut position = game.start(Seed(recording.seed));
    let mut stage = screen.map(|screen| {
        Stage::new(
            format!("{}, game {number}", game.info().title),
            game.backdrop(),
            game.info(),
            Every::Round,
            screen,
        )
    });
    if let Some(stage) = &mut stage {
        stage.start(out, Sight::of(position.as_ref()), &[recording.agents.join(", ")])?;
    }
    for step in recording.moves.chars() {
        if stop.is_stopped() {
            return Err(Failure::Interrupted);
        }
        let agent = position.turn();
        let played = MoveRecord::new(agent, position.play(step.encode_utf8(&mut [0; 4]))?);
        if let Some(stage) = &mut stage {
            stage.step(out, &played, position.turn(), || Sight::of(position.as_ref()))?;
        }
    }
    if position.text() != recording.end {
        return Err(InputError::new(message!(
            "ends-elsewhere",
            "game {number} does not end as it was recorded",
            number
        ))
        .expected(message!("recording-changed", "the recording or its layout was changed"))
        .into());
    }
    if let Some(stage) = &mut stage {
        stage.end(out, Sight::of(position.as_ref()))?;
    }
    let report = position.report();
    let score = report.get("score").and_then(serde_json::Value::as_i64).unwrap_or_default() as i32;
    Ok(match (position.turn(), report.get("win").and_then(serde_json::Value::as_bool)) {
        (Turn::Over, Some(true)) => GameResult::Won(score),
        (Turn::Over, _) => GameResult::Died(score),
        _ => GameResult::Unfinished { score, moves: recording.moves.chars().count() },
    })
}
