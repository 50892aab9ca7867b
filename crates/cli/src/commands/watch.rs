//! `plylab watch`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use plylab_core::{Budget, Ending, InputError, Limits, Registry};

use super::seats::seated;
use super::{GameArgs, SeedArgs, whole};
use crate::agents::{is_human, without_boards};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;
use crate::stage::{Every, Screen, Sight, Stage, ending_text, is_live, parse_delay};
use plylab_lab::WallClock;
use plylab_lab::seats::sit;

/// Watch a game between agents, move by move.
///
/// Agents take seats as in 'plylab match'; with the same seed it is the same game. On a terminal the picture is
/// redrawn in place; elsewhere pictures follow one another. Ctrl-C ends the game and leaves the last picture.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab watch grid report-a random --delay 1s
  plylab watch connect4 alphabeta:depth=6 random --seed 7
  plylab watch pacman --layout trap --agents 'expectimax:depth=3;random'
  plylab watch sim human alphabeta")]
pub struct WatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The agents, one per seat: NAME or NAME:key=value,key=value (see 'plylab agents').
    #[arg(value_name = "AGENT", required_unless_present = "list")]
    agents: Vec<String>,

    /// The same as one argument: SPEC;SPEC.
    #[arg(long = "agents", value_name = "AGENTS", value_delimiter = ';', conflicts_with = "agents")]
    list: Vec<String>,

    /// The pause between pictures in milliseconds, or in seconds as 1s; by default 300 on a terminal and none elsewhere.
    #[arg(long, value_name = "MS", value_parser = parse_delay)]
    delay: Option<Duration>,

    /// Draw after each move, or after each round; by default round if there are more than two agents, else move.
    #[arg(long, value_name = "WHEN")]
    every: Option<Every>,

    #[command(flatten)]
    seed: SeedArgs,

    /// The number of the game in the match with that seed, from 0.
    #[arg(long = "game", value_name = "I", default_value_t = 0, value_parser = whole(0, u64::MAX))]
    number: u64,

    /// The maximum number of moves, dice rolls included.
    #[arg(long, value_name = "MAX", default_value_t = 10_000, value_parser = whole(1, u64::MAX))]
    moves: u64,
}

impl WatchArgs {
    /// Plays and shows.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let game = self.game.open(registry)?;
        let players = seated(game.as_ref(), if self.list.is_empty() { &self.agents } else { &self.list })?;
        let human = players.iter().any(is_human);
        let seed = self.seed.seed().child("game").nth(self.number);
        let stop = stop_on_interrupt();
        let limits = Limits {
            per_move: Budget {
                stop: stop.clone(),
                clock: Arc::new(WallClock::start()),
                ..Budget::unlimited()
            },
            moves: Some(self.moves),
            ..Limits::none()
        };
        let info = game.info();
        // A human player must see every move, and the typed text.
        let default = if human { Every::Move } else { Every::for_game(info) };
        let mut screen = Screen::new(is_live() && !human, self.delay, stop.clone());
        let every = self.every.unwrap_or(default);
        let mut stage = Stage::new(info.title.to_string(), game.backdrop(), info, every, &mut screen);
        let names =
            info.agents.iter().zip(&players).map(|(seat, player)| format!("{seat}: {}", player.name()));
        let lines: Vec<String> =
            names.chain([format!("seed {}, game {}", self.seed.seed, self.number)]).collect();
        stage.start(out, Sight::of(game.start(seed).as_ref()), &lines)?;
        let began = Instant::now();
        let mut failure = None;
        let agents = sit(game.as_ref(), &without_boards(&players))?;
        let record = game.play(agents, seed, &limits, &mut |position, played| {
            if failure.is_none()
                && let Err(cause) = stage.step(out, played, position.turn(), || Sight::of(position))
            {
                failure = Some(cause);
                stop.stop();
            }
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        let moves = stage.moves();
        let plural = if moves == 1 { "move" } else { "moves" };
        let closing = format!(
            "{}\n{moves} {plural}, {:.2} s",
            ending_text(info, &record),
            began.elapsed().as_secs_f64()
        );
        stage.end(out, Sight::of(game.position(&record.end)?.as_ref()))?;
        out.line(closing)?;
        match record.ending {
            Ending::Stopped => Err(Failure::Interrupted),
            Ending::Broken { message } => Err(InputError::new(message).into()),
            Ending::Over | Ending::MoveLimit | Ending::Forfeit { .. } => Ok(()),
        }
    }
}
