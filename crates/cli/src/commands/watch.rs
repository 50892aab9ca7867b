//! `plylab watch`.

use std::time::{Duration, Instant};

use clap::Args;
use plylab_core::{AnyGame, Ending, GameRecord, InputError, MatchLimits, Registry, StopFlag, message};

use super::matches::text;
use super::{GameArgs, SeedArgs, seated, until, whole};
use crate::agents::{is_person, without_boards};
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::language::{as_typed, named, say};
use crate::output::Output;
use crate::stage::{Every, Screen, Stage, closing, is_live, parse_delay};
use plylab_lab::matches::{MatchGame, MatchRunner, Swap};
use plylab_lab::seats::{Player, sit};

/// Watch games between agents, move by move.
///
/// Agents take seats as in 'plylab match'; with the same seed it is the same game. On a terminal the picture is
/// redrawn in place; elsewhere pictures follow one another. Ctrl-C ends the game and leaves the last picture.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab watch grid report-a random --delay 1s
  plylab watch connect4 alphabeta:depth=6 random --seed 7
  plylab watch pacman --layout trap --agents 'expectimax:depth=3;random'
  plylab watch sim person alphabeta
  plylab watch sim:start=drawn report-c:depth=3 random -n 100 --delay 0")]
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

    /// The number of games, one after the other, with the totals and the time at the end. Nobody swaps sides.
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1, value_parser = whole(1, u64::MAX))]
    count: u64,

    /// The maximum number of moves, dice rolls included.
    #[arg(long, value_name = "MAX", default_value_t = 10_000, value_parser = whole(1, u64::MAX))]
    moves: u64,
}

impl WatchArgs {
    /// Plays and shows.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let spec = self.game.spec()?;
        let game = self.game.open(registry)?;
        let players = seated(game.as_ref(), if self.list.is_empty() { &self.agents } else { &self.list })?;
        let human = players.iter().any(is_person);
        let stop = stop_on_interrupt();
        let mut screen = Screen::new(is_live() && !human, self.delay, stop.clone());
        let mut runner =
            MatchRunner::new(game.as_ref(), spec, without_boards(&players), Swap::Never, self.count)?;
        runner.seed = self.seed.seed();
        let mut totals = runner.totals();
        let began = Instant::now();
        for number in (self.number..).take(usize::try_from(self.count).unwrap_or(usize::MAX)) {
            let record = self.play(out, game.as_ref(), &players, number, &mut screen, &stop)?;
            let ending = record.ending.clone();
            totals.add(&MatchGame { number, swapped: false, record, graded: None });
            match ending {
                Ending::Stopped => return Err(Failure::Interrupted),
                Ending::Broken { message } => return Err(InputError::new(message).into()),
                Ending::Over | Ending::MoveLimit | Ending::Forfeit { .. } => {}
            }
        }
        if self.count > 1 {
            totals.measure(registry.score_bound(game.as_ref(), &stop));
            out.line(format!("\n{}", text::of(&totals, out.style)))?;
            out.line(text::time_taken(began.elapsed()))?;
        }
        Ok(())
    }

    /// Plays one game and shows it.
    fn play(
        &self,
        out: &mut Output,
        game: &dyn AnyGame,
        players: &[Player],
        number: u64,
        screen: &mut Screen,
        stop: &StopFlag,
    ) -> Result<GameRecord, Failure> {
        let seed = self.seed.seed().child("game").nth(number);
        let limits = MatchLimits { per_move: until(stop), moves: Some(self.moves), ..MatchLimits::none() };
        let info = game.info();
        // A human player must see every move, and the typed text. With more than two agents, a picture per move would
        // repeat almost the same board.
        let by_round = info.agents.len() > 2 && !players.iter().any(is_person);
        let every = self.every.unwrap_or(if by_round { Every::Round } else { Every::Move });
        let mut stage = Stage::new(info.title.to_string(), game, every, screen);
        let names = info.agents.iter().zip(players);
        let names = names.map(|(seat, player)| format!("{}: {}", named(seat), as_typed(player.name())));
        let origin = message!("seed-and-game", "seed {seed}, game {number}", seed = self.seed.seed);
        let lines: Vec<String> = names.chain([say(&origin)]).collect();
        stage.start(out, game.start(seed).as_ref(), &lines)?;
        let began = Instant::now();
        let mut shown = Ok(());
        let agents = sit(game, &without_boards(players))?;
        let record = game.play(agents, seed, &limits, &mut |position, played| {
            if shown.is_ok() {
                shown = stage.step(out, played, position);
                if shown.is_err() {
                    stop.stop();
                }
            }
        })?;
        shown?;
        let end = game.position(&record.end)?;
        stage.end(out, end.as_ref())?;
        out.line(closing(info, &record, end.as_ref(), began.elapsed()))?;
        Ok(record)
    }
}
