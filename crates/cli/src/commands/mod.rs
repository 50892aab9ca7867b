//! The commands, one file each. A new one is a file, a variant of [`Command`], a line in [`Cli::run`] and a name in
//! [`groups::GROUPS`].

mod agent;
mod agents;
#[cfg(feature = "schema")]
mod answers;
mod bench;
mod book;
mod calibrate;
mod compare;
mod completions;
mod explain;
mod games;
mod grade;
mod groups;
mod matches;
mod pacman;
mod perft;
mod play;
mod progress;
mod replay;
mod report;
mod reproduce;
mod results;
mod run;
mod serve;
mod show;
mod solve;
mod stats;
mod token;
mod tournament;
mod tree;
mod uci;
mod watch;

#[cfg(feature = "schema")]
pub use self::answers::answers;
pub use self::run::by_python;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::{Args, CommandFactory as _, Parser, Subcommand};
use plylab_core::{AnyGame, AnyPosition, Budget, InputError, Registry, Seed, Spec, StopFlag};
use plylab_lab::WallClock;
use plylab_lab::messages::Language;
use plylab_lab::seats::{Player, seat};

use crate::Connect;
use crate::failure::Failure;
use crate::files::{self, DiskFiles};
use crate::language::{self, say};
use crate::output::{self, Color, Output};
use crate::outside::Outside;

/// A lab for adversarial search: play, watch, measure and understand game-playing agents.
#[derive(Parser, Debug)]
#[command(name = "plylab", version, max_term_width = 100, help_template = groups::template(), after_help = EXAMPLES)]
pub struct Cli {
    /// When to use colour and Unicode: auto (on a terminal, unless NO_COLOR is set), always or never.
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        display_order = 900
    )]
    pub color: Color,

    /// The language of answers and errors, en or fa; by default that of LANG.
    #[arg(long, global = true, value_name = "CODE", value_parser = language::parse, display_order = 901)]
    pub lang: Option<&'static Language>,

    /// Where agents of your own are: a file like plylab.toml, a folder of agents, or py:FILE#CLASS; by default plylab.toml in this
    /// folder.
    #[arg(long, global = true, value_name = "AGENTS", display_order = 902)]
    bring: Option<PathBuf>,

    /// The command; 'serve' if left out.
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Games and agents are written name or name:key=value,key=value, as in connect4:columns=8,rows=7.

Examples:
  plylab                                  open the lab in the browser, like 'plylab serve'
  plylab play connect4                    play Connect Four in the terminal
  plylab watch grid report-a random       watch a game
  plylab explain connect4 4453 --agent alphabeta:depth=6
  plylab match pacman left-turn directional -n 20
  plylab stats 255 245                    is the difference real?
  plylab reproduce --quick                repeat the experiments of the five reports
  plylab solve connect4 44444432          the value under perfect play

Exit status: 0 success, 1 output cannot be written, 2 bad input, 130 stopped by Ctrl-C.";

/// The commands. The help of each is the doc comment of its arguments.
#[derive(Subcommand, Debug)]
pub enum Command {
    Games(games::GamesArgs),
    Agents(agents::AgentsArgs),
    Agent(agent::AgentArgs),
    Show(show::ShowArgs),
    Perft(perft::PerftArgs),
    Replay(replay::ReplayArgs),
    Compare(compare::CompareArgs),
    Explain(explain::ExplainArgs),
    Match(matches::MatchArgs),
    Tournament(tournament::TournamentArgs),
    Stats(stats::StatsArgs),
    Watch(watch::WatchArgs),
    Play(play::PlayArgs),
    Pacman(pacman::PacmanArgs),
    Tree(tree::TreeArgs),
    Run(run::RunArgs),
    Report(report::ReportArgs),
    Results(results::ResultsArgs),
    Reproduce(reproduce::ReproduceArgs),
    Solve(solve::SolveArgs),
    Book(book::BookArgs),
    Grade(grade::GradeArgs),
    Calibrate(calibrate::CalibrateArgs),
    Bench(bench::BenchArgs),
    Serve(serve::ServeArgs),
    Token(token::TokenArgs),
    Uci(uci::UciArgs),
    Completions(completions::CompletionsArgs),
}

impl Cli {
    /// Reads the arguments. Without a command, they mean `serve`, which opens the lab in the browser.
    pub fn read(args: &[OsString]) -> Result<Cli, clap::Error> {
        let cli = Cli::try_parse_from(args)?;
        if cli.command.is_some() {
            return Ok(cli);
        }
        let (program, options) = args.split_at(args.len().min(1));
        Cli::try_parse_from([program, &["serve".into()], options].concat())
    }

    /// The language that arguments ask for, even if others of them are wrong.
    pub fn language(args: &[OsString]) -> Option<&'static Language> {
        let matches = Cli::command().ignore_errors(true).try_get_matches_from(args).ok()?;
        matches.get_one("lang").copied()
    }

    /// Can a human at the keyboard play? Not in experiments and pages, which cannot ask for moves, nor where standard input
    /// is a protocol.
    pub fn allows_human(&self) -> bool {
        !matches!(
            self.command,
            Some(
                Command::Serve(_)
                    | Command::Run(_)
                    | Command::Tournament(_)
                    | Command::Report(_)
                    | Command::Results(_)
                    | Command::Reproduce(_)
                    | Command::Uci(_)
            )
        )
    }

    /// Which agents of other people it may use: in the browser only those that have names, and beyond this machine only
    /// those that are offered; elsewhere any command.
    pub fn outside(&self) -> Outside {
        let named = self.bring.clone();
        match &self.command {
            Some(Command::Serve(args)) => Outside { named, exec: false, only: args.offered() },
            // It looks for names itself, where one may be wrong.
            Some(Command::Agent(_)) => Outside { named: None, exec: false, only: Some(Vec::new()) },
            _ => Outside { named, exec: true, only: None },
        }
    }

    /// Is it for the machines of a cluster?
    pub fn is_elsewhere(&self) -> bool {
        matches!(&self.command, Some(Command::Run(args)) if args.is_elsewhere())
    }

    /// Runs the command, on a cluster if it is given one.
    pub fn run(
        &self,
        registry: &Arc<Registry>,
        connect: Option<Connect<'_>>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let Some(command) = &self.command else { return Ok(()) };
        match command {
            Command::Games(args) => args.run(registry, out),
            Command::Agents(args) => args.run(registry, out),
            Command::Agent(args) => args.run(registry, self.bring.as_deref(), out),
            Command::Show(args) => args.run(registry, out),
            Command::Perft(args) => args.run(registry, out),
            Command::Replay(args) => args.run(registry, out),
            Command::Compare(args) => args.run(registry, out),
            Command::Explain(args) => args.run(registry, out),
            Command::Match(args) => args.run(registry, out),
            Command::Tournament(args) => args.run(registry, self.bring.is_some(), out),
            Command::Stats(args) => args.run(out),
            Command::Watch(args) => args.run(registry, out),
            Command::Play(args) => args.run(registry, out),
            Command::Pacman(args) => args.run(registry, out),
            Command::Tree(args) => args.run(registry, out),
            Command::Run(args) => args.run(registry, connect, out),
            Command::Report(args) => args.run(registry, out),
            Command::Results(args) => args.run(registry, out),
            Command::Reproduce(args) => args.run(registry, out),
            Command::Solve(args) => args.run(registry, out),
            Command::Book(args) => args.run(out),
            Command::Grade(args) => args.run(registry, out),
            Command::Calibrate(args) => args.run(registry, out),
            Command::Bench(args) => args.run(registry, out),
            Command::Serve(args) => args.run(registry, out),
            Command::Token(args) => args.run(out),
            Command::Uci(args) => args.run(registry, out),
            Command::Completions(args) => args.run(registry, out),
        }
    }
}

/// The game to open.
#[derive(Args, Debug)]
struct GameArgs {
    /// The game: NAME or NAME:key=value,key=value (see 'plylab games').
    game: String,

    /// The maze, for games that have one; short for the setting layout=NAME|FILE.
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<String>,
}

impl GameArgs {
    fn spec(&self) -> Result<Spec, InputError> {
        let spec: Spec = self.game.parse()?;
        Ok(match &self.layout {
            Some(layout) => spec.with("layout", layout),
            None => spec,
        })
    }

    /// Opens it and prints its notes.
    fn open(&self, registry: &Registry) -> Result<Box<dyn AnyGame>, InputError> {
        let game = open(registry, &self.spec()?)?;
        for note in &game.info().notes {
            output::note(&say(note));
        }
        Ok(game)
    }
}

fn open(registry: &Registry, spec: &Spec) -> Result<Box<dyn AnyGame>, InputError> {
    registry.open(spec, &DiskFiles)
}

/// The number of threads; by default one per processor.
fn threads(asked: Option<u64>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, |threads| usize::try_from(threads).unwrap_or(usize::MAX))
}

/// Parses a whole number from `min` to `max`, with an error that names the limits.
fn whole(min: u64, max: u64) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync {
    move |text| match text.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ if max == u64::MAX => Err(format!("use a whole number, {min} or more")),
        _ => Err(format!("use a whole number from {min} to {max}")),
    }
}

/// The seed of everything random.
#[derive(Args, Debug)]
struct SeedArgs {
    /// The random seed: the same seed gives the same answer on every machine.
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = whole(0, u64::MAX))]
    seed: u64,
}

impl SeedArgs {
    fn seed(&self) -> Seed {
        Seed(self.seed)
    }

    /// The position written `text`, `-` for standard input, or the start if there is none.
    fn position(&self, game: &dyn AnyGame, text: Option<&str>) -> Result<Box<dyn AnyPosition>, InputError> {
        match text {
            None => Ok(game.start(self.seed())),
            Some(files::STDIN) => {
                game.position(&files::read_stdin()?).map_err(|error| error.at(files::standard_input()))
            }
            Some(text) => game.position(text),
        }
    }
}

/// The budget of an agent.
#[derive(Args, Debug)]
struct BudgetArgs {
    /// The time limit in milliseconds; with it, the answer may differ from run to run.
    #[arg(long, value_name = "MS", value_parser = whole(1, u64::MAX))]
    time: Option<u64>,

    /// The maximum number of nodes.
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    nodes: Option<u64>,
}

impl BudgetArgs {
    /// The budget, with a running clock to measure the time.
    fn budget(&self) -> Budget {
        let time = self.time.map(Duration::from_millis);
        Budget { nodes: self.nodes, time, ..until(&StopFlag::default()) }
    }
}

/// A budget that only the flag ends, with a running clock to measure the time.
fn until(stop: &StopFlag) -> Budget {
    Budget { stop: stop.clone(), clock: WallClock::shared(), ..Budget::unlimited() }
}

/// A checked player for each seat. If there are more seats than names, but at least two names, the last one takes all
/// remaining seats.
fn seated(game: &dyn AnyGame, names: &[String]) -> Result<Vec<Player>, InputError> {
    let specs = names.iter().map(|text| text.parse()).collect::<Result<Vec<Spec>, _>>()?;
    seat(game, specs.into_iter().map(Player::named).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn every_game_opens_with_its_default_settings() {
        let registry = plylab_standard::registry();
        for kind in registry.games() {
            assert!(open(&registry, &Spec::new(kind.name.clone())).is_ok(), "{}", kind.name);
        }
    }
}
