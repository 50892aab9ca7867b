//! `plylab pacman`: Pac-Man with the flags and the closing lines that university courses use.

mod results;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use plylab_core::{
    Agent, AgentId, AnyGame, AnyPosition, Budget, Ending, Game as _, GameInfo, GameRecord, InputError,
    MatchLimits, MoveRecord, Name, Notation as _, Registered as _, Registry, Seed, Spec, StopFlag, message,
    play_match, typed, typed_agent, typed_position,
};
use plylab_games::pacman::{COURSE_SEED, Classic, CourseDice, LAYOUTS, PacmanState, course_agent, shipped};
use plylab_lab::seats::Player;

use self::results::{Result as GameResult, closing};
use super::{SeedArgs, open, until, whole};
use crate::agents::{is_person, without_boards};
use crate::failure::Failure;
use crate::files::{DiskFiles, InputLines, RecordingFile, STDIN};
use crate::interrupt::stop_on_interrupt;
use crate::language::say;
use crate::output::{self, Output};
use crate::stage::{Every, Screen, Stage, is_live, parse_delay, parse_seconds};

/// Play Pac-Man with the flags and output of university courses.
///
/// Agents and ghosts have the names used here (see 'plylab games pacman') or those of the course: ReflexAgent,
/// MinimaxAgent, AlphaBetaAgent, ExpectimaxAgent, LeftTurnAgent, GreedyAgent, RandomGhost, DirectionalGhost. The
/// course's long options work, too. Games that reach the move limit of --moves and forfeited games are reported
/// separately and do not count in the closing lines.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  plylab pacman
  plylab pacman -p AlphaBetaAgent -l trappedClassic -a depth=3 -q -n 10
  plylab pacman -p ExpectimaxAgent -a depth=3,evalFn=better -l small -g DirectionalGhost -f
  plylab pacman -p person -l tiny
  plylab pacman -l rooms -q -r games.jsonl
  plylab pacman --replay games.jsonl --frameTime 0.1")]
pub struct PacmanArgs {
    /// The agent that plays Pac-Man.
    #[arg(short = 'p', long = "pacman", value_name = "AGENT", default_value = "left-turn")]
    pacman: String,

    /// The maze: one of 'plylab games pacman', the course's trappedClassic, or a file; you may leave out its .lay and its
    /// folder layouts/. '-' reads standard input.
    #[arg(short = 'l', long, value_name = "NAME|FILE", default_value = "medium")]
    layout: String,

    /// Settings of that agent: key=value,key=value; evalFn means eval, and better means report-d.
    #[arg(short = 'a', long = "settings", alias = "agentArgs", value_name = "SETTINGS")]
    settings: Option<String>,

    /// The number of games.
    #[arg(short = 'n', long = "count", alias = "numGames", value_name = "N", default_value_t = 1,
          value_parser = whole(1, u64::MAX))]
    count: u64,

    /// Print only results, no pictures.
    #[arg(short = 'q', long = "quiet", alias = "quietTextGraphics")]
    quiet: bool,

    /// Draw in text, which is always the case here: accepted, without effect.
    #[arg(short = 't', long = "text", alias = "textGraphics")]
    text: bool,

    /// The agent that plays the ghosts: random, directional or another one.
    #[arg(short = 'g', long, value_name = "AGENT", default_value = "random")]
    ghosts: String,

    /// The maximum number of ghosts; the first ones of the layout are kept.
    #[arg(short = 'k', long = "most-ghosts", alias = "numghosts", value_name = "K", default_value_t = 4,
          value_parser = whole(0, 7))]
    most_ghosts: u64,

    /// Draw moves as the course's engine does with a fixed seed: the same games as there. That holds for the ghosts and
    /// for the course's agents; what other agents draw still comes from --seed.
    #[arg(short = 'f', long = "fixed", alias = "fixRandomSeed")]
    fixed: bool,

    /// The same, but seed Python's generator with this text instead of the course's 'cs188'.
    #[arg(long, value_name = "TEXT")]
    python_seed: Option<String>,

    #[command(flatten)]
    seed: SeedArgs,

    /// The maximum number of moves per game, ghost moves included. Without it there is none, as in the course's engine.
    #[arg(long, value_name = "MAX", value_parser = whole(1, u64::MAX))]
    moves: Option<u64>,

    /// A folder of layouts, such as the course's own; its files come before ours of the same name. The variable
    /// PLYLAB_LAYOUTS names one, too.
    #[arg(long, value_name = "DIR", env = "PLYLAB_LAYOUTS", hide_env = true)]
    layouts: Option<PathBuf>,

    /// The pause between pictures in milliseconds, or in seconds as 1s; by default 300 on a terminal and none elsewhere.
    #[arg(long, value_name = "MS", value_parser = parse_delay)]
    delay: Option<Duration>,

    /// The same in seconds, as courses write it.
    #[arg(long = "frameTime", alias = "frame-time", value_name = "SECONDS", value_parser = parse_seconds,
          conflicts_with = "delay")]
    frame_time: Option<Duration>,

    /// Continue when an agent fails or times out: that game is a forfeit and does not count.
    #[arg(short = 'c', long = "catch", alias = "catchExceptions")]
    catch: bool,

    /// With -c, the time limit per move in seconds.
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = parse_seconds, requires = "catch")]
    timeout: Duration,

    /// Record the games in this file, one line of JSON per game.
    #[arg(short = 'r', long = "record", alias = "recordActions", value_name = "FILE")]
    record: Option<String>,

    /// Replay the games of such a file; '-' reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "pacman", "layout", "settings", "count", "ghosts", "most_ghosts", "fixed", "python_seed", "seed", "moves",
        "catch", "record",
    ])]
    replay: Option<String>,
}

/// A run: everything that games have in common.
struct PacmanRun {
    spec: Spec,
    /// The file with its layout, if it is one.
    files: BTreeMap<String, String>,
    game: Classic,
    /// The same game with the agents that play it.
    any: Box<dyn AnyGame>,
    /// Pac-Man and the ghosts.
    players: Vec<Player>,
    dice: Option<CourseDice>,
}

impl PacmanArgs {
    /// Plays.
    pub fn run(&self, registry: &Registry, out: &mut Output) -> Result<(), Failure> {
        let stop = stop_on_interrupt();
        let delay = self.delay.or(self.frame_time);
        if let Some(name) = &self.replay {
            let mut screen = Screen::new(is_live(), delay, stop.clone());
            return replay(registry, out, name, (!self.quiet).then_some(&mut screen), &stop);
        }
        let run = self.open(registry)?;
        // A human player must see every move, and the typed text.
        let human = run.players.iter().any(is_person);
        let every = if human { Every::Move } else { Every::Round };
        let mut screen = Screen::new(is_live() && !human, delay, stop.clone());
        // Report a wrong name before the first game.
        run.seat(&run.players)?;
        let advice = || message!("another-name", "choose another name for the recording");
        let recorder = self.record.as_ref().map(|name| RecordingFile::create(name, advice()));
        let mut recorder = recorder.transpose()?;
        let per_move = Budget { time: self.catch.then_some(self.timeout), ..until(&stop) };
        let limits = MatchLimits { per_move, moves: self.moves, ..MatchLimits::none() };
        let mut results = Vec::new();
        for number in 0..self.count {
            let seed = self.seed.seed().child("game").nth(number);
            let title = match self.count {
                1 => run.game.info().title.to_string(),
                count => format!("{}, game {} of {count}", run.game.info().title, number + 1),
            };
            let mut stage = (!self.quiet).then(|| Stage::new(title, run.any.as_ref(), every, &mut screen));
            let (mut record, end) = run.play(out, seed, &limits, stage.as_mut())?;
            record.key = match self.python_seed() {
                None => format!("game #{number}"),
                Some(seed) => format!("game #{number}, Python's seed {seed}"),
            };
            if let Some(recorder) = &mut recorder {
                recorder.add(&record)?;
            }
            if let Ending::Forfeit { agent, reason } = &record.ending
                && !self.catch
            {
                let (game, who) = (number + 1, Name::of(run.game.info().agents[agent.index()].as_str()));
                return Err(InputError::new(reason.message())
                    .expected(message!("use-catch", "with -c the run continues"))
                    .at(message!("game-player", "game {game}, {who}"))
                    .into());
            }
            let result = result_of(&record, run.game.info(), end.as_ref());
            out.line(&result)?;
            results.push(result);
            if stop.is_stopped() {
                break;
            }
        }
        for line in closing(&results) {
            out.line(line)?;
        }
        if stop.is_stopped() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    fn open(&self, registry: &Registry) -> Result<PacmanRun, InputError> {
        let layout = find_layout(&self.layout, self.layouts.as_deref())?;
        let spec = Spec::new(Classic::kind().name)
            .with("layout", layout.clone())
            .with("ghosts", self.most_ghosts.to_string())
            .with("reading", "course");
        let any = open(registry, &spec)?;
        // A recording comes with its own layout.
        let own = fs::read_to_string(&layout).ok().map(|text| (layout, text));
        let game = typed::<Classic>(any.as_ref()).cloned().ok_or_else(|| not_pacman(&spec.name))?;
        for note in &game.info().notes {
            output::note(&say(note));
        }
        let pacman = course_agent(&self.pacman, self.settings.as_deref().unwrap_or_default())?;
        let ghosts = std::iter::repeat_n(course_agent(&self.ghosts, "")?, game.agents() - 1);
        let players = std::iter::once(pacman).chain(ghosts).map(Player::named).collect();
        let files = own.into_iter().collect();
        Ok(PacmanRun { spec, files, game, any, players, dice: self.python_seed().map(CourseDice::new) })
    }

    /// The seed of Python's generator, if that is used.
    fn python_seed(&self) -> Option<&str> {
        self.python_seed.as_deref().or(self.fixed.then_some(COURSE_SEED))
    }
}

impl PacmanRun {
    /// Seats these players for a game.
    fn seat(&self, players: &[Player]) -> Result<Vec<Box<dyn Agent<Classic>>>, InputError> {
        let mut agents = Vec::new();
        for (seat, player) in (0..).map(AgentId).zip(players) {
            let drawn = match (&self.dice, player.spec()) {
                (Some(dice), Some(spec)) if seat != AgentId::FIRST => dice.ghost(&self.game, spec, seat),
                _ => None,
            };
            match drawn {
                Some(ghost) => agents.push(ghost?),
                None => {
                    let agent = player.sit(self.any.as_ref(), seat)?;
                    let agent = typed_agent::<Classic>(self.any.as_ref(), agent);
                    agents.extend(agent.map(|agent| match (&self.dice, player.spec()) {
                        (Some(dice), Some(spec)) => dice.pacman(&self.own_name(spec), agent),
                        _ => agent,
                    }));
                }
            }
        }
        Ok(agents)
    }

    /// The agent that a spec means, by its own name and not by a preset's.
    fn own_name(&self, spec: &Spec) -> String {
        self.any.resolve(spec).map_or_else(|_| spec.name.clone(), |resolved| resolved.spec.name)
    }

    /// Plays a game, on a stage if there is one; returns its record and its last position.
    fn play(
        &self,
        out: &mut Output,
        seed: Seed,
        limits: &MatchLimits,
        mut stage: Option<&mut Stage<'_>>,
    ) -> Result<(GameRecord, Box<dyn AnyPosition>), Failure> {
        let game = &self.game;
        let mut before = game.initial(seed.of_start());
        let players = match &mut stage {
            Some(stage) => {
                stage.start(out, self.position(&before)?.as_ref(), &[])?;
                without_boards(&self.players)
            }
            None => self.players.clone(),
        };
        let (mut moves, mut shown) = (Vec::new(), Ok(()));
        let played = play_match(game, &mut self.seat(&players)?, seed, limits, |after, played| {
            let record = MoveRecord::new(played.turn, game.action_text(&before, played.action));
            before.clone_from(after);
            if let (Some(stage), Ok(())) = (&mut stage, &shown) {
                shown = self.position(after).and_then(|after| stage.step(out, &record, after.as_ref()));
                if shown.is_err() {
                    limits.per_move.stop.stop();
                }
            }
            moves.push(record);
        });
        shown?;
        let end = self.position(&played.end)?;
        if let Some(stage) = stage {
            stage.end(out, end.as_ref())?;
        }
        let record = GameRecord {
            game: self.spec.to_string(),
            files: self.files.clone(),
            seats: self.players.iter().map(|player| player.name().to_owned()).collect(),
            ..GameRecord::of_match(game, seed, &played, moves)
        };
        Ok((record, end))
    }

    fn position(&self, state: &PacmanState) -> Result<Box<dyn AnyPosition>, Failure> {
        let position = typed_position::<Classic>(self.any.as_ref(), *state);
        position.ok_or_else(|| not_pacman(&self.spec.name).into())
    }
}

fn not_pacman(game: &str) -> InputError {
    InputError::new(message!("not-pacman", "'{game}' is not Pac-Man"))
}

/// The result of a game that ended in that position.
fn result_of(record: &GameRecord, info: &GameInfo, end: &dyn AnyPosition) -> GameResult {
    let report = end.report();
    let score = report.get("score").and_then(serde_json::Value::as_i64).unwrap_or_default() as i32;
    match &record.ending {
        Ending::Over if report.get("win").and_then(serde_json::Value::as_bool) == Some(true) => {
            GameResult::Won(score)
        }
        Ending::Over => GameResult::Died(score),
        Ending::MoveLimit | Ending::Stopped | Ending::Broken { .. } => {
            GameResult::Unfinished { score, moves: record.moves.len() }
        }
        Ending::Forfeit { agent, reason } => {
            let name = info.agents.get(agent.index()).map_or("", String::as_str);
            GameResult::Forfeit { score, what: format!("{name}, {reason}") }
        }
    }
}

/// The longest line of a recording: some millions of moves.
const LONGEST: u64 = 4 * 1024 * 1024;

/// Plays the games of a file back, with pictures if there is a screen.
fn replay(
    registry: &Registry,
    out: &mut Output,
    name: &str,
    mut screen: Option<&mut Screen>,
    stop: &StopFlag,
) -> Result<(), Failure> {
    let mut lines = InputLines::open(name)?.up_to(LONGEST);
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

/// Finds a layout by name: in `folder`, among the bundled ones, or where courses keep theirs.
fn find_layout(name: &str, folder: Option<&Path>) -> Result<String, InputError> {
    if name == STDIN {
        return Ok(name.to_owned());
    }
    let in_folder = |folder: &Path| {
        [folder.join(name), folder.join(format!("{name}.lay"))].into_iter().find(|path| path.is_file())
    };
    let found = match folder.and_then(in_folder) {
        None if shipped(name).is_some() => return Ok(name.to_owned()),
        None => in_folder(Path::new("")).or_else(|| in_folder(Path::new("layouts"))),
        found => found,
    };
    let Some(path) = found else {
        let names: Vec<&str> = LAYOUTS.iter().map(|layout| layout.name).collect();
        let wrong = message!("no-layout", "there is no layout '{name}'");
        let right = message!(
            "layout-folder",
            "use {names}, or put the course's file into the folder layouts, or name its folder with --layouts DIR or \
             PLYLAB_LAYOUTS"
        );
        return Err(InputError::new(wrong).expected(right));
    };
    Ok(path.to_string_lossy().into_owned())
}
