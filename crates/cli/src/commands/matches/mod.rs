//! `plylab match`.

pub mod text;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use plylab_core::{Budget, InputError, MatchLimits, Registry, message};
use plylab_lab::matches::{BrokenGame, MatchRunner, Swap};

use super::progress::bar;
use super::{GameArgs, SeedArgs, seated, threads, until, whole};
use crate::agents::is_person;
use crate::failure::Failure;
use crate::interrupt::stop_on_interrupt;
use crate::output::Output;

/// Play agents against each other and print the totals.
///
/// Agents take the seats in the order given. If there are more seats than agents, but at least two agents, the last
/// agent takes all remaining seats: one name for all ghosts. Two different agents swap sides after every game if the
/// game's seats are equivalent; the totals are then per agent. The evaluation of most games is that of a report by
/// default; eval=tuned is stronger.
///
/// Rates and means are of games that ended by the rules, with 95 % confidence intervals. A forfeit (an illegal move,
/// a time-out, a crash) is not a loss by the rules; forfeits and games that reach the move limit are counted
/// separately.
///
/// Game number i, from 0, has its own seed, derived from --seed and i, so it depends neither on the other games nor
/// on the number of threads. Ctrl-C stops after the current moves and prints the totals of all games up to the first
/// stopped one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab match connect4 random first
  plylab match connect4 alphabeta:depth=4 random -n 100 --seed 7
  plylab match pacman left-turn directional -n 20
  plylab match pacman --layout trap expectimax:depth=3 random -n 100
  plylab match connect4 random random -n 10 --json --games")]
pub struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,

    /// The agents, one per seat: NAME or NAME:key=value,key=value (see 'plylab agents').
    #[arg(required = true, value_name = "AGENT")]
    agents: Vec<String>,

    /// The number of games.
    #[arg(short = 'n', long = "count", value_name = "N", default_value_t = 1,
          value_parser = whole(1, u64::MAX))]
    count: u64,

    /// Swap sides after every game, even where that is not the default.
    #[arg(long, conflicts_with = "no_swap")]
    swap: bool,

    /// Never swap sides.
    #[arg(long)]
    no_swap: bool,

    #[command(flatten)]
    seed: SeedArgs,

    /// The maximum number of moves per game, dice rolls included.
    #[arg(long, value_name = "MAX", default_value_t = 10_000, value_parser = whole(1, u64::MAX))]
    moves: u64,

    /// The time limit per move in milliseconds. Games with a time limit are not reproducible: they depend on the speed of
    /// the machine.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time_per_move: Option<u64>,

    /// The maximum number of nodes per move. Unlike a time limit, it gives the same games on every machine.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    nodes_per_move: Option<u64>,

    /// Games played at the same time; the answer is the same for any number. By default one per processor, but only one
    /// with --time-per-move or a human player.
    #[arg(long, value_name = "N", value_parser = whole(1, 1024))]
    threads: Option<u64>,

    /// Answer in JSON: one object with the totals.
    #[arg(long)]
    json: bool,

    /// Before the totals, print every game as one line of JSON, which 'plylab replay --games' reads.
    #[arg(long, requires = "json")]
    games: bool,

    /// Grade the moves, in games that can be solved: the share of best moves and the points lost per move, as in 'plylab
    /// grade'.
    #[arg(long)]
    grade: bool,
}

/// The bar on a terminal.
const BAR: &str = "{bar:30} {pos}/{len} games, {eta} left {msg}";

/// A shorter match needs no bar.
const BAR_DELAY: Duration = Duration::from_millis(500);

/// The number of moves is updated this often.
const BAR_MOVES: u64 = 16;

impl MatchArgs {
    /// Plays.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let spec = self.game.spec()?;
        let game = self.game.open(registry)?;
        let players = seated(game.as_ref(), &self.agents)?;
        let human = players.iter().any(is_person);
        let stop = stop_on_interrupt();
        let mut runner = MatchRunner::new(game.as_ref(), spec, players, self.swap(), self.count)?;
        runner.seed = self.seed.seed();
        let time = self.time_per_move.map(Duration::from_millis);
        let per_move = Budget { time, nodes: self.nodes_per_move, ..until(&stop) };
        runner.limits = MatchLimits { per_move, moves: Some(self.moves), ..MatchLimits::none() };
        runner.threads = self.threads(human)?;
        runner.grades = self.grade.then_some(registry);
        let mut totals = runner.totals();
        // A human player sees the progress without a bar.
        let bar = if human { ProgressBar::hidden() } else { bar(Some(self.count), BAR) };
        let over = AtomicU64::new(0);
        let mut failure = Ok(());
        let began = Instant::now();
        let move_made = |_: u64, moves: u64| {
            if began.elapsed() >= BAR_DELAY {
                bar.set_position(over.load(Ordering::Relaxed));
                if moves.is_multiple_of(BAR_MOVES) {
                    bar.set_message(format!("(move {moves})"));
                }
            }
        };
        let played = runner.run(&move_made, |game| {
            totals.add(game);
            over.fetch_add(1, Ordering::Relaxed);
            if self.games && failure.is_ok() {
                failure = out.json(&game.record);
                if failure.is_err() {
                    // Games that cannot be written need not be finished.
                    stop.stop();
                }
            }
            Ok(())
        });
        bar.finish_and_clear();
        failure?;
        played?;
        totals.measure(registry.score_bound(game.as_ref(), &stop));
        if self.json {
            out.json(&totals)?;
        } else {
            out.line(text::of(&totals, out.style))?;
            out.line(text::time_taken(began.elapsed()))?;
        }
        if let Some(BrokenGame { game, message }) = totals.broken {
            return Err(InputError::new(message).at(message!("game-number", "game {game}")).into());
        }
        if totals.played < self.count || totals.stopped > 0 { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn swap(&self) -> Swap {
        match (self.swap, self.no_swap) {
            (true, _) => Swap::Always,
            (false, true) => Swap::Never,
            (false, false) => Swap::Auto,
        }
    }

    /// The number of games played at the same time; by default one where games would disturb each other.
    fn threads(&self, human: bool) -> Result<usize, InputError> {
        match self.threads {
            Some(2..) if human => {
                let wrong =
                    message!("person-in-threads", "a human cannot play several games at the same time");
                Err(InputError::new(wrong).expected(message!("leave-threads", "leave out --threads")))
            }
            None if human || self.time_per_move.is_some() => Ok(1),
            asked => Ok(threads(asked)),
        }
    }
}
