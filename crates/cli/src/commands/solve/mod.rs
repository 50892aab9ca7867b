//! `plylab solve`.

pub mod connect4;
pub mod pacman;
pub mod sim;

use clap::Args;
use plylab_core::{Field, InputError, Message, Name, Outcome, Registry, Spec, message, typed};
use plylab_games::connect4::ConnectFour;
use plylab_games::pacman::{Classic, Grid};
use plylab_games::sim::Sim;

use super::{open, whole};
use crate::failure::Failure;
use crate::language::say;
use crate::output::Output;

/// Solve a position: its value under perfect play.
///
/// Connect Four is solved by search, on every board on which four in a row win. Scores are those of other solvers: 0
/// is a draw; otherwise the number of stones that the winner has left at the end, plus one, positive if the side to
/// move wins and negative if it loses. SIM, on up to seven points, is solved completely; the answer also shows the
/// best chance against a random opponent.
///
/// For Pac-Man (pacman or grid), the shortest walk that eats everything is found, ignoring ghosts, and from it an
/// upper bound on the score. With --agent, every possible game of that agent is followed, so that its chance to win and its mean
/// score are exact; this needs a small maze and an agent that decides by the position alone.
///
/// Without a position, or with '-', Connect Four reads standard input, one position per line, and answers each with one
/// line: the position, its score, and with --all the score of every column, '-' where it is full. An empty line is the
/// empty board. With '-', SIM reads one position per line, too. A line that is wrong is answered by its error, the others by
/// their scores, and the exit status is 2.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab solve connect4 44444432
  plylab solve connect4 44444432 --all
  plylab solve connect4 \"\" --threads 2 --table 1024     the empty board
  plylab solve connect4:columns=5,rows=5 \"\" --json
  cut -d' ' -f1 POSITIONS | plylab solve connect4 --weak
  plylab solve sim
  plylab solve sim \"AB CD EF\" --all
  plylab solve grid
  plylab solve pacman --layout trap --agent expectimax:depth=3 --ghosts random")]
pub struct SolveArgs {
    /// The game: connect4, sim, pacman or grid, optionally with settings (see 'plylab games').
    game: String,

    /// The position in the game's notation: the columns played, or the edges.
    position: Option<String>,

    /// Find only the winner, which takes less time (Connect Four).
    #[arg(long)]
    weak: bool,

    /// Show the value of every legal move.
    #[arg(long)]
    all: bool,

    /// Answer in JSON: one object per position.
    #[arg(long)]
    json: bool,

    /// The number of search threads (Connect Four).
    #[arg(long, value_name = "N", value_parser = whole(1, 64))]
    threads: Option<u64>,

    /// The size of the transposition table in megabytes (Connect Four) [default: 256].
    #[arg(long, value_name = "MB", value_parser = whole(1, 1 << 20))]
    table: Option<u64>,

    /// Do not use the opening book (Connect Four).
    #[arg(long)]
    no_book: bool,

    /// The maze; short for the setting layout=NAME|FILE (Pac-Man).
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<String>,

    /// The agent whose chances are computed exactly (Pac-Man).
    #[arg(long, value_name = "AGENT")]
    agent: Option<String>,

    /// The agent that plays the ghosts: random, directional or another one (Pac-Man) [default: random].
    #[arg(long, value_name = "AGENT", requires = "agent")]
    ghosts: Option<String>,

    /// The maximum number of positions to follow (Pac-Man) [default: 1000000].
    #[arg(long, value_name = "N", requires = "agent", value_parser = whole(1, u32::MAX as u64))]
    positions: Option<u64>,
}

/// The setting that names a maze.
const LAYOUT: &str = "layout";

impl SolveArgs {
    /// Solves.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let spec = self.spec(registry)?;
        let opened = open(registry, &spec)?;
        let game = opened.as_ref();
        if let Some(game) = typed::<ConnectFour>(game) {
            self.refuse("Connect Four", &self.for_pacman())?;
            return self.connect_four(game, out);
        }
        if let Some(game) = typed::<Sim>(game) {
            let flags = [self.for_connect_four(), self.for_pacman()].concat();
            self.refuse("SIM, which is solved completely", &flags)?;
            return self.sim(game, out);
        }
        if let Some(maze) = typed::<Classic>(game) {
            return self.pacman(registry, &spec, game, maze, out);
        }
        if let Some(maze) = typed::<Grid>(game) {
            return self.pacman(registry, &spec, game, maze, out);
        }
        Err(InputError::new(message!("unsolvable", "'{game}' cannot be solved", game = &spec.name))
            .expected(message!("solvable", "use connect4, sim, pacman or grid"))
            .into())
    }

    /// The game; --layout is a setting where there are layouts.
    fn spec(&self, registry: &Registry) -> Result<Spec, InputError> {
        let spec: Spec = self.game.parse()?;
        let has_layouts = registry.kind(&spec.name)?.keys.iter().any(|key| key.name == LAYOUT);
        Ok(match &self.layout {
            Some(layout) if has_layouts => spec.with(LAYOUT, layout),
            _ => spec,
        })
    }

    /// The flags that only Connect Four knows, and whether they are given.
    fn for_connect_four(&self) -> Vec<(&'static str, bool)> {
        vec![
            ("--weak", self.weak),
            ("--threads", self.threads.is_some()),
            ("--table", self.table.is_some()),
            ("--no-book", self.no_book),
        ]
    }

    /// The flags that only Pac-Man knows, and whether they are given.
    fn for_pacman(&self) -> Vec<(&'static str, bool)> {
        vec![("--layout", self.layout.is_some()), ("--agent", self.agent.is_some())]
    }

    /// Flags that do not apply to the game are an error.
    fn refuse(&self, game: &str, flags: &[(&str, bool)]) -> Result<(), InputError> {
        match flags.iter().find(|(_, given)| *given) {
            Some(&(flag, _)) => {
                let wrong =
                    message!("flag-meaningless", "{flag} does not apply to {game}", game = Name::of(game));
                Err(InputError::new(wrong).expected(message!("leave-out", "leave it out")))
            }
            None => Ok(()),
        }
    }
}

/// `Yellow wins`, or a draw; the winner is not the side to move if that one loses.
fn ending(outcome: Outcome, winner: impl Into<String>) -> Message {
    match outcome {
        Outcome::Draw => message!("a-draw", "a draw"),
        Outcome::Win | Outcome::Loss => message!("side-wins", "{name} wins", name = Name::of(winner)),
    }
}

/// The best line.
fn line_of(moves: &[String]) -> Message {
    message!("line-of", "line: {moves}", moves = Field::row(moves))
}

/// The legend of a table with stars.
fn best_legend() -> String {
    say(&message!("sign-best", "* best"))
}

fn starred(best: bool, text: String) -> String {
    if best { format!("* {text}") } else { text }
}
